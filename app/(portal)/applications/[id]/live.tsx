import { getTranslations } from 'next-intl/server'
import { readCause } from '@/app/_calls/recorded-call'
import { applicationPath, requestPath } from '@/components/application-pages'
import { DateTime } from '@/components/ui/date-time'
import { TextLink } from '@/components/ui/text-link'
import { CallTable } from '@/components/usage/call-table'
import { FigureRow } from '@/components/usage/figures'
import { HealthLine } from '@/components/usage/health'
import { CallHistogram, NoCallsIn } from '@/components/usage/histogram'
import { callsOf, createUsageFormatter } from '@/components/usage/labels'
import { OutcomeBadge } from '@/components/usage/outcome-badge'
import { Periods } from '@/components/usage/periods'
import type { Application } from '@/generated/prisma/client'
import { limitOf } from '@/lib/applications/queries'
import { isErrorCode } from '@/lib/error-codes'
import { searchCalls } from '@/lib/usage/call-log'
import type { Health } from '@/lib/usage/health'
import type { Peak } from '@/lib/usage/queries'
import { trafficPath } from './traffic/filters'

type Props = {
  application: Pick<Application, 'id' | 'environment' | 'rateLimit' | 'state' | 'stateChangedAt'>
  health: Health
  peaks: Peak[]
}

/** The last 24 hours: how it is doing, in figures and bars that lead to the traffic behind them. */
export async function LiveDay({ application, health, peaks }: Props) {
  const t = await getTranslations('usage.totals')
  const { count, percent, ms } = await createUsageFormatter()
  const { id, stateChangedAt } = application
  const { day, points, period, lastError } = health
  const limit = limitOf(application)
  const calls = callsOf(day)
  const linkTo = (given = {}) => trafficPath(id, { given })
  return (
    <div className="grid gap-5">
      <HealthLine health={health} activeSince={application.state === 'active' ? stateChangedAt : undefined}>
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

type LastErrorProps = {
  application: Pick<Application, 'id' | 'environment'>
  call: NonNullable<Health['lastError']>
}

/** The newest error in a sentence, which leads to the request. */
async function LastError({ application: { id, environment }, call }: LastErrorProps) {
  const t = await getTranslations('usage')
  const codes = await getTranslations('docs.codes')
  const { status, errorCode, hint, at, requestId } = call
  const cause = readCause(hint)
  return (
    <section className="flex min-h-11 items-center gap-x-3 gap-y-1 border-line border-y py-2 text-sm max-lg:flex-wrap">
      <h2 className="font-medium text-sm">{t('health.lastError')}</h2>
      <OutcomeBadge status={status} />
      {errorCode && <code className="font-mono text-xs">{errorCode}</code>}
      {(cause || (errorCode && isErrorCode(errorCode))) && (
        <p className="min-w-0 flex-[1_1_20rem] text-muted lg:truncate">
          {cause
            ? t(`hints.${cause}`)
            : errorCode === 'account_not_found' && environment === 'sandbox'
              ? t('call.unknownInSandbox')
              : codes(`${errorCode}.cause` as 'invalid_client.cause')}
        </p>
      )}
      <span className="ml-auto whitespace-nowrap text-muted text-xs">
        <DateTime at={at} as="relative" />
      </span>
      <TextLink href={requestPath(id, requestId)} className="whitespace-nowrap">
        {t('health.open')}
      </TextLink>
    </section>
  )
}
