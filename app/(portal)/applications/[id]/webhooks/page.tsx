import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { findDraft } from '@/app/_request/draft'
import { OneTimeNotices } from '@/components/one-time-notices'
import type { Query } from '@/components/query'
import { TextLink } from '@/components/ui/text-link'
import { listEndpoints } from '@/lib/webhooks/queries'
import { endpointLimit } from '@/lib/webhooks/schema'
import { ApplicationFrame, applicationTitle } from '../frame'
import { requireApplication } from '../page-data'
import { AddEndpoint } from './add-endpoint'
import { Endpoint } from './endpoint'

type Props = {
  params: Promise<{ id: string }>
  searchParams: Promise<Query>
}

const dones = ['removed', 'enabled', 'tested', 'resent'] as const

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { application } = await requireApplication((await params).id, 'webhooks')
  return { title: applicationTitle(application.name, (await getTranslations('webhooks'))('title')) }
}

export default async function WebhooksPage({ params, searchParams }: Props) {
  const { developer, application } = await requireApplication((await params).id, 'webhooks')
  const t = await getTranslations('webhooks')
  const endpoints = await listEndpoints(application.id)
  const path = `/applications/${application.id}/webhooks`
  const lead = t.rich('lead', { guide: (text) => <TextLink href="/docs/webhooks">{text}</TextLink> })
  return (
    <ApplicationFrame application={application} current="webhooks" title={t('title')} lead={lead}>
      <div className="grid gap-6">
        <OneTimeNotices query={await searchParams} done={{ keys: dones, text: (key) => t(`done.${key}`) }} />
        {endpoints.map((endpoint) => (
          <Endpoint key={endpoint.id} applicationId={application.id} endpoint={endpoint} />
        ))}
        <AddEndpoint
          applicationId={application.id}
          full={endpoints.length >= endpointLimit}
          typed={await findDraft(developer, path)}
        />
      </div>
    </ApplicationFrame>
  )
}
