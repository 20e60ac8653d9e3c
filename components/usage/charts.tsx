import { getLocale, getTranslations } from 'next-intl/server'
import { Chart } from '@/components/chart/chart'
import { createWriter } from '@/components/chart/format'
import { withQuery } from '@/components/query'
import { Card } from '@/components/ui/card'
import { Fold } from '@/components/ui/fold'
import { ScrollBox } from '@/components/ui/scroll-box'
import { Table } from '@/components/ui/table'
import type { Period } from '@/lib/usage/range'
import { callOutcomes, type Usage, type UsagePoint } from '@/lib/usage/schema'
import { ErrorsLink, RequestsLink } from './requests-link'
import { callsOf, type UsageWording } from './wording'

type Props = {
  points: UsagePoint[]
  total: Usage
  period: Period
  zoom?: string
  /** The path of the log, to which bars and numbers lead. */
  requests?: string
  wording: UsageWording
}

/** Three charts of the period, and all their numbers in a table. */
export async function Charts({ points, total, period, zoom, requests, wording }: Props) {
  const { count, latency } = wording
  const t = await getTranslations('usage')
  const intervals = { start: period.from.getTime() / 1000, step: period.stepMinutes * 60 }
  const common = { zoom, requests, intervals }
  return (
    <>
      <Card>
        <Chart
          {...common}
          level={2}
          title={t('chart.calls')}
          summary={t('chart.callsSummary', {
            calls: count(callsOf(total)),
            errors: count(total.errors),
            most: count(Math.max(...points.map(callsOf))),
          })}
          kind="bars"
          series={callOutcomes.map((outcome) => ({
            label: t(`outcome.${outcome}`),
            tone: outcome,
            values: points.map((point) => point[outcome]),
          }))}
        />
      </Card>
      <div className="grid gap-6 lg:grid-cols-2">
        <Card>
          <Chart
            {...common}
            level={2}
            title={t('chart.latency')}
            summary={t('chart.latencySummary', { p50: latency(total.p50), p95: latency(total.p95) })}
            kind="lines"
            unit="ms"
            series={(
              [
                ['p50', 'first'],
                ['p95', 'second'],
                ['p99', 'third'],
              ] as const
            ).map(([name, tone]) => ({
              label: t(`chart.${name}`),
              tone,
              values: points.map((point) => point[name]),
            }))}
          />
        </Card>
        <Card>
          <Chart
            {...common}
            requests={requests && withQuery(requests, { endpoint: 'token' })}
            level={2}
            title={t('chart.tokens')}
            summary={t('chart.tokensSummary', {
              minted: count(total.tokensMinted),
              reused: count(total.tokensReused),
            })}
            kind="bars"
            series={[
              { label: t('chart.reused'), tone: 'first', values: points.map((point) => point.tokensReused) },
              {
                label: t('chart.minted'),
                tone: 'second',
                values: points.map((point) => point.tokensMinted),
              },
            ]}
          />
        </Card>
      </div>
    </>
  )
}

/** The charts' data, for intervals with calls. */
export async function Numbers({ points, period, requests, wording }: Omit<Props, 'total' | 'zoom'>) {
  const t = await getTranslations('usage.table')
  const { count, latency } = wording
  const placeOf = ({ at }: UsagePoint) => {
    const to = new Date(at.getTime() + period.stepMinutes * 60_000)
    return { path: requests, from: at, to }
  }
  const write = createWriter(await getLocale(), period.stepMinutes * 60)
  return (
    <Card>
      <Fold open={false} summary={<span className="font-semibold text-lg">{t('title')}</span>}>
        <p className="my-3 text-muted text-sm">{t('lead')}</p>
        <ScrollBox label={t('title')}>
          <Table
            caption={t('caption')}
            rows={points.filter((point) => callsOf(point) > 0).reverse()}
            rowKey={({ at }) => at.toISOString()}
            columns={[
              {
                label: t('from'),
                cell: (point) => (
                  <RequestsLink place={placeOf(point)}>
                    {write.interval(point.at.getTime() / 1000)}
                  </RequestsLink>
                ),
              },
              { label: t('calls'), numeric: true, cell: (point) => count(callsOf(point)) },
              {
                label: t('errors'),
                numeric: true,
                cell: (point) => <ErrorsLink usage={point} count={count} place={placeOf(point)} />,
              },
              { label: t('p50'), numeric: true, cell: ({ p50 }) => latency(p50) },
              { label: t('p95'), numeric: true, cell: ({ p95 }) => latency(p95) },
              { label: t('p99'), numeric: true, cell: ({ p99 }) => latency(p99) },
              { label: t('minted'), numeric: true, cell: ({ tokensMinted }) => count(tokensMinted) },
              { label: t('reused'), numeric: true, cell: ({ tokensReused }) => count(tokensReused) },
            ]}
          />
        </ScrollBox>
      </Fold>
    </Card>
  )
}
