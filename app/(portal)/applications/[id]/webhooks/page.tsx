import { getTranslations } from 'next-intl/server'
import { requireApplication } from '@/app/_request/application'
import { FlashMessages } from '@/components/flash-messages'
import type { Query } from '@/components/query'
import { TextLink } from '@/components/ui/text-link'
import { EndpointList } from '@/components/webhooks/endpoint-list'
import { eventTypes } from '@/lib/webhooks/events'
import { listEndpoints } from '@/lib/webhooks/queries'
import { ApplicationPageLayout, applicationMetadata } from '../page-layout'
import {
  addOwnEndpoint,
  enableOwnEndpoint,
  removeOwnEndpoint,
  resendOwnEvent,
  rotateOwnEndpoint,
  sendTest,
} from './actions'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> }

const dones = ['removed', 'enabled', 'tested', 'resent'] as const

export const generateMetadata = applicationMetadata('webhooks', 'webhooks')

export default async function WebhooksPage({ params, searchParams }: Props) {
  const { application } = await requireApplication((await params).id, 'webhooks')
  const t = await getTranslations('webhooks')
  const endpoints = await listEndpoints(application.id)
  const path = `/applications/${application.id}/webhooks`
  const lead = t.rich('lead', { guide: (text) => <TextLink href="/docs/webhooks">{text}</TextLink> })
  return (
    <ApplicationPageLayout application={application} current="webhooks" title={t('title')} lead={lead}>
      <div className="grid gap-6">
        <FlashMessages query={await searchParams} done={{ keys: dones, text: (key) => t(`done.${key}`) }} />
        <EndpointList
          path={path}
          endpoints={endpoints}
          actions={actionsOf(application.id)}
          types={[...eventTypes]}
        />
      </div>
    </ApplicationPageLayout>
  )
}

function actionsOf(id: string) {
  return {
    add: addOwnEndpoint.bind(null, id),
    rotate: rotateOwnEndpoint.bind(null, id),
    remove: removeOwnEndpoint.bind(null, id),
    enable: enableOwnEndpoint.bind(null, id),
    sendTest: sendTest.bind(null, id),
    resend: resendOwnEvent.bind(null, id),
  }
}
