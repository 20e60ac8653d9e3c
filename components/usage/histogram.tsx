import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { Histogram } from '@/components/chart/histogram'
import { createAxisFormatter } from '@/components/chart/series'
import type { Query } from '@/components/query'
import { ScrollBox } from '@/components/ui/section'
import { Table } from '@/components/ui/table'
import { TextLink } from '@/components/ui/text-link'
import { getLocale } from '@/i18n/current-locale'
import { type Period, type RangeName, rangeNames } from '@/lib/usage/range'
import { callOutcomes, statusOfOutcome, type UsagePoint } from '@/lib/usage/schema'
import { callsOf, createUsageFormatter } from './labels'

type Props = {
  points: UsagePoint[]
  period: Period
  selection?: { from: Date; to: Date }
  cleared?: ReactNode
  select?: string
  empty?: ReactNode
  /** The URL of the requests behind an outcome, for readers who have them. */
  linkTo?: (filter: Query) => string
}

/** Calls by outcome over a period, and all its numbers in a table. */
export async function CallHistogram({ points, period, selection, linkTo, ...rest }: Props) {
  const t = await getTranslations('usage')
  const { latency } = await createUsageFormatter()
  return (
    <Histogram
      {...rest}
      title={t('chart.calls')}
      intervals={{ start: period.from.getTime() / 1000, step: period.stepMinutes * 60 }}
      selection={selection && { from: selection.from.getTime() / 1000, to: selection.to.getTime() / 1000 }}
      notes={points.map(({ p95 }) => (p95 === null ? '' : `${t('totals.p95')} ${latency(p95)}`))}
      series={callOutcomes.map((outcome) => ({
        label: t(`outcome.${outcome}`),
        tone: outcome,
        values: points.map((point) => point[outcome]),
        href: linkTo?.({ status: statusOfOutcome[outcome] }),
      }))}
    >
      <Numbers points={points} period={period} />
    </Histogram>
  )
}

/** The bars' data, for those with calls. */
async function Numbers({ points, period }: Pick<Props, 'points' | 'period'>) {
  const t = await getTranslations('usage.table')
  const { count, latency } = await createUsageFormatter()
  const write = createAxisFormatter(await getLocale(), period.stepMinutes * 60)
  const number = (label: string, read: (point: UsagePoint) => number) => ({
    label,
    numeric: true,
    cell: (point: UsagePoint) => count(read(point)),
  })
  return (
    <details className="open:basis-full">
      <summary className="inline-flex min-h-6 items-center text-muted underline underline-offset-4">
        {t('title')}
      </summary>
      <p className="my-2 text-muted">{t('lead')}</p>
      <ScrollBox label={t('title')}>
        <Table
          caption={t('caption')}
          rows={points.filter((point) => callsOf(point) > 0).reverse()}
          rowKey={({ at }) => at.toISOString()}
          columns={[
            { label: t('from'), cell: ({ at }) => write.interval(at.getTime() / 1000) },
            number(t('calls'), callsOf),
            number(t('errors'), ({ errors }) => errors),
            { label: t('p50'), numeric: true, cell: ({ p50 }) => latency(p50) },
            { label: t('p95'), numeric: true, cell: ({ p95 }) => latency(p95) },
            { label: t('p99'), numeric: true, cell: ({ p99 }) => latency(p99) },
            number(t('minted'), ({ tokensMinted }) => tokensMinted),
            number(t('reused'), ({ tokensReused }) => tokensReused),
          ]}
        />
      </ScrollBox>
    </details>
  )
}

type NoCallsProps = { range: RangeName; own?: boolean; linkTo: (range: RangeName) => string }

/** That a period has no calls, and the way to the next longer one. */
export async function NoCallsIn({ range, own, linkTo }: NoCallsProps) {
  const t = await getTranslations('usage')
  const longer = rangeNames[rangeNames.indexOf(range) + 1]
  return (
    <>
      {t(`chart.none.${own ? 'own' : range}`)}
      {longer && <TextLink href={linkTo(longer)}>{t(`chart.show.${longer as 'week'}`)}</TextLink>}
    </>
  )
}
