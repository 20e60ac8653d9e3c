import { notFound } from 'next/navigation'
import { getFormatter, getTranslations } from 'next-intl/server'
import { requireReviewer } from '@/app/_request/session'
import { titled } from '@/app/_request/titled'
import type { Query } from '@/components/query'
import { DefinitionList } from '@/components/ui/definition-list'
import { Moment } from '@/components/ui/moment'
import { now, secondsFromNow } from '@/lib/clock'
import { findLimitRequest } from '@/lib/limits/queries'
import { findUsage } from '@/lib/usage/history'
import { findBusiestMinute } from '@/lib/usage/queries'
import { decideLimit } from '../../request-actions'
import { RequestFrame } from '../../request-frame'

type Props = { params: Promise<{ requestId: string }>; searchParams: Promise<Query> }
type Request = NonNullable<Awaited<ReturnType<typeof findLimitRequest>>>

const evidenceDays = 30
const dayMinutes = 1440

export const generateMetadata = titled('limits', 'request')

export default async function LimitRequestPage({ params, searchParams }: Props) {
  await requireReviewer()
  const request = await findLimitRequest((await params).requestId)
  if (!request) notFound()
  const t = await getTranslations('limits')
  return (
    <RequestFrame
      title={t('request')}
      lead={t('reviewLead')}
      application={request.application}
      request={request}
      outcome={t(`states.${request.state}`, { count: request.callsPerMinute })}
      query={await searchParams}
      done={(key) => t(`done.${key}`)}
      decide={decideLimit.bind(null, request.id)}
    >
      <Facts request={request} />
    </RequestFrame>
  )
}

/** The requested limit, and the application's recent calls. */
async function Facts({ request }: { request: Request }) {
  const t = await getTranslations('limits')
  const format = await getFormatter()
  const { application, limit, usualLimit } = request
  const since = secondsFromNow(-evidenceDays * 86_400)
  const { total } = await findUsage(application.id, since, now(), dayMinutes)
  const perMinute = (count: number) => (count === 0 ? t('none') : t('perMinute', { count }))
  return (
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
  )
}
