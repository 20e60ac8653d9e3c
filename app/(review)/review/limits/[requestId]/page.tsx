import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getFormatter, getTranslations } from 'next-intl/server'
import { requireReviewer } from '@/app/_request/session'
import { EnvironmentBadge } from '@/components/environment-badge'
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
import { now, secondsFromNow } from '@/lib/clock'
import { findLimitRequest } from '@/lib/limits/queries'
import { findUsage } from '@/lib/usage/history'
import { findBusiestMinute } from '@/lib/usage/queries'
import { decide } from './actions'

type Props = { params: Promise<{ requestId: string }>; searchParams: Promise<Query> }
type Request = NonNullable<Awaited<ReturnType<typeof findLimitRequest>>>

const evidenceDays = 30
const dayMinutes = 1440
const refusals = ['already_decided', 'withdrawn', 'own_application', 'invited'] as const

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('limits'))('request') }
}

export default async function LimitRequestPage({ params, searchParams }: Props) {
  await requireReviewer()
  const request = await findLimitRequest((await params).requestId)
  if (!request) notFound()
  const [t, review] = [await getTranslations('limits'), await getTranslations('review')]
  const { application } = request
  return (
    <>
      <PageHeader
        title={application.name}
        breadcrumbs={[{ href: '/review', label: review('title') }]}
        here={t('request')}
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

/** What is requested, and how much the application has called lately. */
async function Facts({ request }: { request: Request }) {
  const [t, format] = [await getTranslations('limits'), await getFormatter()]
  const { application, limit, usualLimit } = request
  const since = secondsFromNow(-evidenceDays * 86_400)
  const { total } = await findUsage(application.id, since, now(), dayMinutes)
  const perMinute = (count: number) => (count === 0 ? t('none') : t('perMinute', { count }))
  return (
    <Card title={t('request')}>
      <DefinitionList
        items={[
          { term: t('requestedLimit'), value: <strong>{perMinute(request.callsPerMinute)}</strong> },
          { term: t('currentLimit'), value: perMinute(limit) },
          { term: t('usualLimit'), value: perMinute(usualLimit) },
          {
            term: t('reason'),
            value: <span className="whitespace-pre-line">{request.reason}</span>,
          },
          { term: t('requestedBy'), value: request.requestedBy.email },
          { term: t('requestedAt'), value: <Moment at={request.requestedAt} /> },
          {
            term: t('calls', { days: evidenceDays }),
            value: format.number(total.succeeded + total.refused + total.limited + total.failed),
          },
          { term: t('overLimit'), value: format.number(total.limited) },
          { term: t('busiest'), value: format.number(await findBusiestMinute(application.id, now())) },
        ]}
      />
    </Card>
  )
}

async function Decision({ id }: { id: string }) {
  const t = await getTranslations('limits')
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

async function Closed({
  request: { state, callsPerMinute, closedAt, decisionReason },
}: {
  request: Request
}) {
  const t = await getTranslations('limits')
  return (
    <Notice title={t(`states.${state}`, { count: callsPerMinute })}>
      {closedAt && (
        <p>
          <Moment at={closedAt} />
        </p>
      )}
      {decisionReason && <p className="whitespace-pre-line">{decisionReason}</p>}
    </Notice>
  )
}
