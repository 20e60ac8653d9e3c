import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { requireReviewer } from '@/app/_request/session'
import { EnvironmentBadge } from '@/components/environment-badge'
import { Ranges } from '@/components/networks/ranges'
import { OneTimeNotices } from '@/components/one-time-notices'
import type { Query } from '@/components/query'
import { StateBadge } from '@/components/state-badge'
import { ActionForm } from '@/components/ui/action-form'
import { Card } from '@/components/ui/card'
import { DefinitionList } from '@/components/ui/definition-list'
import { Moment } from '@/components/ui/moment'
import { Notice } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import { SubmitButton } from '@/components/ui/submit-button'
import { Textarea } from '@/components/ui/textarea'
import { writeRange } from '@/lib/address-ranges'
import { findNetworkRequest } from '@/lib/networks/queries'
import { decide } from './actions'

type Props = { params: Promise<{ requestId: string }>; searchParams: Promise<Query> }
type Request = NonNullable<Awaited<ReturnType<typeof findNetworkRequest>>>

const refusals = ['already_decided', 'withdrawn', 'own_application', 'invited'] as const

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('networks'))('title') }
}

export default async function NetworkRequestPage({ params, searchParams }: Props) {
  await requireReviewer()
  const request = await findNetworkRequest((await params).requestId)
  if (!request) notFound()
  const [t, review] = [await getTranslations('networks'), await getTranslations('review')]
  const { application } = request
  return (
    <>
      <PageHeader
        title={application.name}
        breadcrumbs={[{ href: '/review', label: review('title') }]}
        here={t('title')}
        badges={
          <>
            <EnvironmentBadge environment={application.environment} />
            <StateBadge state={application.state} />
          </>
        }
      >
        {t('reviewLead')}
      </PageHeader>
      <div className="grid max-w-prose gap-6">
        <OneTimeNotices
          query={await searchParams}
          done={{ keys: ['approved', 'rejected'], text: (key) => t(`done.${key}`) }}
          refused={{ keys: refusals, text: (key) => t(`errors.${key}`) }}
        />
        <Facts request={request} />
        {request.state === 'open' ? <Decision id={request.id} /> : <Closed request={request} />}
      </div>
    </>
  )
}

async function Facts({ request }: { request: Request }) {
  const t = await getTranslations('networks')
  const { application, networks, reason, requestedBy, requestedAt } = request
  return (
    <Card title={t('title')}>
      <DefinitionList
        items={[
          { term: t('requested'), value: <Ranges ranges={networks.map(writeRange)} /> },
          { term: t('current'), value: <Ranges ranges={application.allowedNetworks.map(writeRange)} /> },
          { term: t('approved'), value: <Ranges ranges={application.approvedNetworks.map(writeRange)} /> },
          { term: t('reason'), value: <span className="whitespace-pre-line">{reason}</span> },
          { term: t('requestedBy'), value: requestedBy.email },
          { term: t('requestedAt'), value: <Moment at={requestedAt} /> },
        ]}
      />
    </Card>
  )
}

async function Decision({ id }: { id: string }) {
  const t = await getTranslations('networks')
  return (
    <Card title={t('decision')}>
      <ActionForm action={decide.bind(null, id)} className="max-w-none">
        <Textarea name="reason" label={t('reason')} hint={t('decisionHint')} rows={3} maxLength={500} />
        <div className="flex flex-wrap gap-3">
          <SubmitButton name="outcome" value="approved">
            {t('approve')}
          </SubmitButton>
          <SubmitButton name="outcome" value="rejected" variant="danger">
            {t('reject')}
          </SubmitButton>
        </div>
      </ActionForm>
    </Card>
  )
}

async function Closed({ request: { state, closedAt, decisionReason } }: { request: Request }) {
  const t = await getTranslations('networks')
  return (
    <Notice title={t(`states.${state}`)}>
      {closedAt && (
        <p>
          <Moment at={closedAt} />
        </p>
      )}
      {decisionReason && <p className="whitespace-pre-line">{decisionReason}</p>}
    </Notice>
  )
}
