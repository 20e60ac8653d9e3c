import { getTranslations } from 'next-intl/server'
import { Card } from '@/components/ui/card'
import { Moment } from '@/components/ui/moment'
import { ScrollBox } from '@/components/ui/scroll-box'
import { Table } from '@/components/ui/table'
import { callOutcomes, type Usage, type UsagePoint } from '@/lib/usage/schema'
import { BarChart } from './bar-chart'
import { LatencyChart } from './latency-chart'
import type { Pattern } from './patterns'
import { callsOf, errorsOf, type UsageWording } from './wording'

type Props = { points: UsagePoint[]; total: Usage; wording: UsageWording }

const patterns: Pattern[] = ['solid', 'stripes', 'dots', 'checks']

/** Three charts of the period, and all their numbers in a table. */
export async function Charts({ points, total, wording }: Props) {
  const t = await getTranslations('usage')
  const steps = points.map(({ at }) => wording.step(at))
  const { count, latency } = wording
  return (
    <Card title={t('chart.title')}>
      <div className="grid gap-10">
        <BarChart
          title={t('chart.calls')}
          summary={t('chart.callsSummary', {
            calls: count(callsOf(total)),
            errors: count(errorsOf(total)),
            most: count(Math.max(...points.map(callsOf))),
          })}
          series={callOutcomes.map((outcome, index) => ({
            label: t(`outcome.${outcome}`),
            pattern: patterns[index] ?? 'solid',
            values: points.map((point) => point[outcome]),
          }))}
          steps={steps}
          formatCount={count}
        />
        <LatencyChart
          title={t('chart.latency')}
          summary={t('chart.latencySummary', { p50: latency(total.p50), p95: latency(total.p95) })}
          steps={steps}
          p50={points.map(({ p50 }) => p50)}
          p95={points.map(({ p95 }) => p95)}
          labels={{ p50: t('chart.p50'), p95: t('chart.p95') }}
          formatLatency={latency}
        />
        <BarChart
          title={t('chart.tokens')}
          summary={t('chart.tokensSummary', {
            minted: count(total.tokensMinted),
            reused: count(total.tokensReused),
          })}
          series={[
            { label: t('chart.reused'), pattern: 'solid', values: points.map((point) => point.tokensReused) },
            { label: t('chart.minted'), pattern: 'dots', values: points.map((point) => point.tokensMinted) },
          ]}
          steps={steps}
          formatCount={count}
        />
      </div>
    </Card>
  )
}

/** The charts' data, for intervals with calls. */
export async function Numbers({ points, wording }: Pick<Props, 'points' | 'wording'>) {
  const t = await getTranslations('usage.table')
  const { count, latency } = wording
  return (
    <Card title={t('title')}>
      <p className="mb-3 text-muted text-sm">{t('lead')}</p>
      <ScrollBox label={t('title')}>
        <Table
          caption={t('caption')}
          rows={points.filter((point) => callsOf(point) > 0).reverse()}
          rowKey={({ at }) => at.toISOString()}
          columns={[
            {
              label: t('from'),
              cell: ({ at }) => <Moment at={at} as={wording.stepFormat} />,
            },
            { label: t('calls'), numeric: true, cell: (point) => count(callsOf(point)) },
            { label: t('errors'), numeric: true, cell: (point) => count(errorsOf(point)) },
            { label: t('p50'), numeric: true, cell: ({ p50 }) => latency(p50) },
            { label: t('p95'), numeric: true, cell: ({ p95 }) => latency(p95) },
            { label: t('minted'), numeric: true, cell: ({ tokensMinted }) => count(tokensMinted) },
            { label: t('reused'), numeric: true, cell: ({ tokensReused }) => count(tokensReused) },
          ]}
        />
      </ScrollBox>
    </Card>
  )
}
