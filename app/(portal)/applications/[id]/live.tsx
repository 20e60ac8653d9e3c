import { getTranslations } from 'next-intl/server'
import { applicationPath } from '@/components/application-pages'
import { StateBadge } from '@/components/state-badge'
import { TextLink } from '@/components/ui/text-link'
import { CallTable } from '@/components/usage/call-table'
import { FigureRow } from '@/components/usage/figures'
import { HealthLine } from '@/components/usage/health'
import { CallHistogram, NoCallsIn } from '@/components/usage/histogram'
import { Periods } from '@/components/usage/periods'
import { callsOf, usageWording } from '@/components/usage/wording'
import type { Application } from '@/generated/prisma/client'
import { limitOf } from '@/lib/applications/rate-limit'
import { searchCalls } from '@/lib/usage/call-log'
import type { Health } from '@/lib/usage/health'
import type { Peak } from '@/lib/usage/queries'
import { LastError } from './last-error'
import { trafficPath } from './traffic/filters'

type Props = {
  application: Pick<Application, 'id' | 'environment' | 'rateLimit' | 'state'>
  health: Health
  peaks: Peak[]
}

/** The last 24 hours: how it is doing, in figures and bars that lead to the traffic behind them. */
export async function LiveDay({ application, health, peaks }: Props) {
  const t = await getTranslations('usage.totals')
  const { count, percent, ms } = await usageWording()
  const { id } = application
  const { day, points, period, lastError } = health
  const limit = limitOf(application)
  const calls = callsOf(day)
  const linkTo = (given = {}) => trafficPath(id, { given })
  return (
    <div className="grid gap-5">
      <HealthLine health={health}>
        {application.state === 'active' && <StateBadge state={application.state} />}
        <Periods range="day" pathOf={(range) => trafficPath(id, { range, given: {} })} />
      </HealthLine>
      <FigureRow
        label={t('title')}
        figures={[
          { value: count(calls), term: t('calls.day'), href: linkTo() },
          {
            ...percent(day.errors / Math.max(1, calls)),
            term: t('errors', { calls: day.errors }),
            href: linkTo({ status: day.failed > day.refused + day.limited ? '5xx' : '4xx' }),
          },
          { ...ms(day.p95), term: t('p95'), href: linkTo() },
          {
            value: count(Math.max(0, ...peaks.map((peak) => peak.calls))),
            term: limit === 0 ? t('busiestFree') : t('busiest', { limit }),
            href: linkTo({ endpoint: 'account' }),
          },
        ]}
      />
      <CallHistogram
        points={points}
        period={period}
        linkTo={linkTo}
        select={linkTo()}
        empty={<NoCallsIn range="day" linkTo={(range) => trafficPath(id, { range, given: {} })} />}
      />
      {lastError && <LastError application={application} call={lastError} />}
    </div>
  )
}

const shownCalls = 8

/** The newest kept calls, each of which opens in the traffic. */
export async function LatestRequests({ application: { id } }: { application: Pick<Application, 'id'> }) {
  const { calls } = await searchCalls(id, {}, shownCalls)
  const t = await getTranslations('usage.calls')
  if (calls.length === 0) return null
  return (
    <section aria-labelledby="latest">
      <div className="flex items-baseline justify-between">
        <h2 id="latest" className="text-subject">
          {t('title')}
        </h2>
        <TextLink href={applicationPath(id, 'traffic')} className="text-xs">
          {t('all')}
        </TextLink>
      </div>
      <CallTable
        calls={calls}
        days={false}
        pathOf={(requestId) => trafficPath(id, { given: {} }, requestId)}
      />
    </section>
  )
}
