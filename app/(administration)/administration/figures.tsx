import { TrendingUp } from 'lucide-react'
import { getFormatter, getLocale, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { Chart } from '@/components/chart/chart'
import { createWriter } from '@/components/chart/format'
import type { Series } from '@/components/chart/series'
import { EnvironmentBadge } from '@/components/environment-badge'
import { Card } from '@/components/ui/card'
import { Moment } from '@/components/ui/moment'
import { ScrollBox } from '@/components/ui/scroll-box'
import { Table } from '@/components/ui/table'
import { TextLink } from '@/components/ui/text-link'
import { type Compared, type Figures as FigureValues, getFigures } from '@/lib/lifecycle/figures'

type Props = { figures: FigureValues }

/** The last 30 days of the installation: numbers with their growth, charts and the applications with most calls. */
export async function Figures() {
  const figures = await getFigures()
  return (
    <>
      <Tiles figures={figures} />
      <Calls figures={figures} />
      <Top figures={figures} />
    </>
  )
}

async function Tiles({ figures }: Props) {
  const t = await getTranslations('administration.overview.figures')
  const { waiting } = figures
  return (
    <section aria-label={t('title')}>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
        {(['signUps', 'activeApplications', 'calls', 'errors'] as const).map((name) => (
          <Tile
            key={name}
            term={t(name)}
            value={figures[name].current}
            note={<Growth {...figures[name]} isBad={name === 'errors'} />}
          />
        ))}
        <Tile
          term={t('waiting')}
          value={waiting.submissions}
          note={
            waiting.oldest
              ? t.rich('oldest', { moment: () => <Moment at={waiting.oldest ?? new Date()} as="relative" /> })
              : t('nothingWaits')
          }
        />
      </dl>
    </section>
  )
}

async function Tile({ term, value, note }: { term: string; value: number; note: ReactNode }) {
  const format = await getFormatter()
  return (
    <div className="flex flex-col gap-1 rounded-xl border border-line bg-surface p-4 shadow-card">
      <dt className="text-muted text-sm">{term}</dt>
      <dd className="grid">
        <span className="font-semibold text-xl tabular-nums">{format.number(value)}</span>
        <span className="text-muted text-xs">{note}</span>
      </dd>
    </div>
  )
}

async function Growth({ current, previous, isBad }: Compared & { isBad: boolean }) {
  const t = await getTranslations('administration.overview.figures')
  const format = await getFormatter()
  const change = format.number((current - previous) / previous, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
  })
  const text = previous === 0 ? t('none') : t('growth', { change })
  if (!isBad || current <= previous) return <>{text}</>
  return (
    <span className="font-medium text-danger">
      <TrendingUp className="mr-1 inline size-3.5" aria-hidden="true" />
      {text}
    </span>
  )
}

async function Calls({ figures: { days, calls, errors } }: Props) {
  const t = await getTranslations('administration.overview.figures')
  const format = await getFormatter()
  const { number } = format
  const intervals = { start: (days[0]?.at.getTime() ?? 0) / 1000, step: 86_400 }
  const series = (
    label: string,
    tone: Series['tone'],
    read: (day: (typeof days)[number]) => number,
  ): Series => ({
    label,
    tone,
    values: days.map(read),
  })
  return (
    <Card>
      <Chart
        level={2}
        title={t('callsPerDay')}
        summary={t('callsSummary', { calls: number(calls.current), errors: number(errors.current) })}
        kind="bars"
        intervals={intervals}
        series={[
          series(t('succeeded'), 'succeeded', (day) => day.calls - day.errors),
          series(t('errors'), 'failed', (day) => day.errors),
        ]}
      >
        <Numbers days={days} />
      </Chart>
    </Card>
  )
}

/** The figures of each day. */
async function Numbers({ days }: { days: FigureValues['days'] }) {
  const t = await getTranslations('administration.overview.figures')
  const format = await getFormatter()
  const write = createWriter(await getLocale(), 86_400)
  const column = (name: 'calls' | 'errors' | 'activeApplications' | 'signUps') => ({
    label: t(name),
    numeric: true,
    cell: (day: (typeof days)[number]) => format.number(day[name]),
  })
  return (
    <details>
      <summary className="inline-block min-h-6 text-sm underline underline-offset-4">{t('table')}</summary>
      <div className="mt-3">
        <ScrollBox label={t('table')}>
          <Table
            caption={t('callsPerDay')}
            rows={days.toReversed()}
            rowKey={({ at }) => at.toISOString()}
            columns={[
              { label: t('day'), cell: ({ at }) => write.interval(at.getTime() / 1000) },
              column('calls'),
              column('errors'),
              column('activeApplications'),
              column('signUps'),
            ]}
          />
        </ScrollBox>
      </div>
    </details>
  )
}

async function Top({ figures: { top, calls } }: Props) {
  const t = await getTranslations('administration.overview.figures')
  const format = await getFormatter()
  const percent = (value: number) => format.number(value, { style: 'percent', maximumFractionDigits: 1 })
  if (top.length === 0)
    return (
      <Card title={t('top')}>
        <p className="text-muted">{t('topNone')}</p>
      </Card>
    )
  return (
    <Card title={t('top')}>
      <Table
        caption={t('top')}
        rows={top}
        rowKey={({ id }) => id}
        columns={[
          {
            label: t('application'),
            cell: ({ id, name }) => <TextLink href={`/administration/applications/${id}`}>{name}</TextLink>,
          },
          {
            label: t('environment'),
            cell: ({ environment }) => <EnvironmentBadge environment={environment} />,
          },
          { label: t('calls'), numeric: true, cell: (each) => format.number(each.calls) },
          {
            label: t('share'),
            numeric: true,
            cell: (each) => percent(each.calls / Math.max(1, calls.current)),
          },
          { label: t('errorRate'), numeric: true, cell: (each) => percent(each.errors / each.calls) },
        ]}
      />
    </Card>
  )
}
