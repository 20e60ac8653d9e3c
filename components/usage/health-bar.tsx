import { getFormatter, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { applicationPath } from '@/components/application-pages'
import { classNames } from '@/components/class-names'
import { Moment } from '@/components/ui/moment'
import { TextLink } from '@/components/ui/text-link'
import { writeCount, writeShare } from '@/components/usage/figures'
import { ErrorsLink, RequestsLink } from '@/components/usage/requests-link'
import { drawBars, sparkBox } from '@/components/usage/sparkline'
import { callsOf, usageWording } from '@/components/usage/wording'
import type { Application } from '@/generated/prisma/client'
import type { Usage, UsagePoint } from '@/lib/usage/schema'

type Props = {
  application: Pick<Application, 'id'>
  health: {
    hours: UsagePoint[]
    day: Usage
    lately: Usage
    lastCallAt: Date | null
    mood: keyof typeof moods
  }
  /** For its team, whose pages they are, the numbers lead to the requests behind them. */
  linked?: boolean
}

const moods = {
  failing: 'bg-danger',
  errors: 'bg-warning',
  fine: 'bg-success',
  calm: 'bg-success',
  quiet: 'bg-line-strong',
} as const

/** The application's day: in words, and in three numbers. */
export async function HealthBar({ application, health, linked = true }: Props) {
  const t = await getTranslations('usage.health')
  const format = await getFormatter()
  const { latency } = await usageWording()
  const { hours, day, lately, lastCallAt, mood } = health
  const place = { path: linked ? applicationPath(application.id, 'requests') : undefined, from: hours[0]?.at }
  const count = (value: number) => writeCount(format, value)
  const p95 = latency(day.p95)
  const counts = { calls: callsOf(lately), errors: lately.errors }
  return (
    <section
      aria-labelledby="health"
      className="flex flex-wrap items-center gap-x-8 gap-y-4 rounded-2xl border border-line bg-surface px-5 py-3 shadow-card sm:px-6"
    >
      <div className="flex min-w-0 flex-[1_1_18rem] items-baseline gap-3">
        <span aria-hidden="true" className={classNames('size-2.5 shrink-0 rounded-full', moods[mood])} />
        <div className="grid min-w-0">
          <h2 id="health" className="text-base">
            {t(`${mood}.title`)}
          </h2>
          <p className="text-muted text-sm">
            {t(`${mood}.body`, { ...counts, share: writeShare(format, counts.errors / counts.calls) })}{' '}
            {lastCallAt && t.rich('last', { at: () => <Moment at={lastCallAt} as="relative" /> })}
          </p>
        </div>
      </div>
      <dl className="grid grid-cols-3 gap-x-6 max-sm:w-full lg:grid-cols-[auto_auto_auto]">
        <Metric term={t('calls')} values={hours.map(callsOf)} fill="fill-chart-succeeded">
          <RequestsLink place={place}>{count(callsOf(day))}</RequestsLink>
        </Metric>
        <Metric term={t('errorCount')} values={hours.map(({ errors }) => errors)} fill="fill-chart-failed">
          <ErrorsLink usage={day} count={count} place={place} />
        </Metric>
        <Metric term={t('p95')} values={hours.map(({ p95 }) => p95 ?? 0)} fill="fill-chart-first">
          {linked ? <TextLink href={applicationPath(application.id, 'usage')}>{p95}</TextLink> : p95}
        </Metric>
      </dl>
    </section>
  )
}

type MetricProps = { term: string; values: number[]; fill: string; children: ReactNode }

/** A number above its 24 hours, of which the charts have the numbers. */
function Metric({ term, values, fill, children }: MetricProps) {
  return (
    <div className="row-span-3 grid min-w-0 grid-rows-subgrid gap-x-3 sm:row-span-1 sm:grid-cols-[auto_4.5rem] sm:grid-rows-none sm:items-end">
      <dt className="text-muted text-xs sm:col-span-2">{term}</dt>
      <dd className="font-semibold tabular-nums">{children}</dd>
      <dd>
        <svg {...sparkBox} aria-hidden="true" className="h-7 w-full">
          <path d={drawBars(values, Math.max(...values))} className={fill} />
        </svg>
      </dd>
    </div>
  )
}
