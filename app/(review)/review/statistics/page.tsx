import { getFormatter, getTranslations } from 'next-intl/server'
import { z } from 'zod'
import { queryReader } from '@/app/_request/query'
import { requireReviewer } from '@/app/_request/session'
import { StaffShell } from '@/app/_request/staff-shell'
import { titled } from '@/app/_request/titled'
import { Chart } from '@/components/chart/chart'
import type { Tone } from '@/components/chart/series'
import type { Query } from '@/components/query'
import { Card } from '@/components/ui/card'
import { DefinitionList } from '@/components/ui/definition-list'
import { Moment } from '@/components/ui/moment'
import { Table } from '@/components/ui/table'
import { TextLink } from '@/components/ui/text-link'
import { findEmailAddresses } from '@/lib/developers/directory'
import { countWaitingAges, listReviewerDecisions, listWeeks, type Week } from '@/lib/validation/statistics'

type Props = { searchParams: Promise<Query> }

const periods = ['30', '90', '365'] as const
const weeksShown = 12
/** An unknown value counts as absent. */
const readPeriod = queryReader({ days: z.enum(periods).catch('90') })

export const generateMetadata = titled('review.statistics')

/** How long submissions wait, how many are decided, and by whom. */
export default async function StatisticsPage({ searchParams }: Props) {
  await requireReviewer()
  const { days } = readPeriod(await searchParams)
  const t = await getTranslations('review.statistics')
  return (
    <StaffShell current="statistics" title={t('title')} lead={t('lead')}>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[2fr_3fr]">
        <Ages />
        <Weeks />
        <div className="lg:col-span-2">
          <Reviewers days={days} />
        </div>
      </div>
    </StaffShell>
  )
}

async function Ages() {
  const t = await getTranslations('review.statistics')
  const format = await getFormatter()
  const ages = await countWaitingAges()
  const count = (value: number) => format.number(value)
  return (
    <Card title={t('ages')}>
      <DefinitionList
        items={[
          { term: t('underDay'), value: count(ages.underDay) },
          { term: t('underThreeDays'), value: count(ages.underThreeDays) },
          { term: t('underWeek'), value: count(ages.underWeek) },
          { term: t('longer'), value: count(ages.longer) },
          { term: t('median'), value: await duration(ages.medianHours) },
          { term: t('oldest'), value: await duration(ages.oldestHours) },
        ]}
      />
    </Card>
  )
}

async function Weeks() {
  const t = await getTranslations('review.statistics')
  const format = await getFormatter()
  const rows = await listWeeks(weeksShown)
  const weeks = rows.toReversed()
  const [start, last] = [weeks[0]?.week ?? new Date(), weeks.at(-1)]
  const series = (label: string, tone: Tone, read: (week: Week) => number) => ({
    label,
    tone,
    values: weeks.map(read),
  })
  const number = (label: string, value: (row: Week) => number) => ({
    label,
    numeric: true,
    cell: (row: Week) => format.number(value(row)),
  })
  return (
    <Card>
      <Chart
        level={2}
        title={t('weeks')}
        summary={t('weeksSummary', {
          count: sum(weeks.map(totalOf)),
          weeks: weeksShown,
          now: last ? totalOf(last) : 0,
        })}
        kind="bars"
        intervals={{ start: start.getTime() / 1000, step: 7 * 86_400 }}
        series={[
          series(t('approved'), 'succeeded', ({ approved }) => approved),
          series(t('changesRequested'), 'refused', ({ changesRequested }) => changesRequested),
          series(t('rejected'), 'failed', ({ rejected }) => rejected),
        ]}
      >
        <details>
          <summary className="inline-block min-h-6 text-sm underline underline-offset-4">
            {t('table')}
          </summary>
          <div className="mt-3">
            <Table
              caption={t('weeks')}
              rows={rows}
              rowKey={({ week }) => week.toISOString()}
              columns={[
                { label: t('week'), cell: ({ week }) => <Moment at={week} as="day" /> },
                number(t('approved'), ({ approved }) => approved),
                number(t('changesRequested'), ({ changesRequested }) => changesRequested),
                number(t('rejected'), ({ rejected }) => rejected),
                number(t('total'), totalOf),
              ]}
            />
          </div>
        </details>
      </Chart>
    </Card>
  )
}

function totalOf({ approved, changesRequested, rejected }: Omit<Week, 'week'>): number {
  return approved + changesRequested + rejected
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

async function Reviewers({ days }: { days: (typeof periods)[number] }) {
  const t = await getTranslations('review.statistics')
  const format = await getFormatter()
  const rows = await listReviewerDecisions(Number(days))
  const names = await findEmailAddresses(rows.map(({ reviewerId }) => reviewerId))
  const medians = new Map(
    await Promise.all(
      rows.map(async ({ reviewerId, medianHours }) => [reviewerId, await duration(medianHours)] as const),
    ),
  )
  return (
    <Card title={t('reviewers')} aside={<Periods chosen={days} />}>
      <Table
        caption={t('reviewers')}
        empty={t('none')}
        rows={rows}
        rowKey={({ reviewerId }) => reviewerId}
        columns={[
          {
            label: t('reviewer'),
            breaks: true,
            cell: ({ reviewerId }) => names.get(reviewerId) ?? t('gone'),
          },
          { label: t('approved'), numeric: true, cell: ({ approved }) => format.number(approved) },
          {
            label: t('changesRequested'),
            numeric: true,
            cell: ({ changesRequested }) => format.number(changesRequested),
          },
          { label: t('rejected'), numeric: true, cell: ({ rejected }) => format.number(rejected) },
          { label: t('total'), numeric: true, cell: (row) => format.number(totalOf(row)) },
          { label: t('medianDecision'), numeric: true, cell: ({ reviewerId }) => medians.get(reviewerId) },
        ]}
      />
    </Card>
  )
}

async function Periods({ chosen }: { chosen: string }) {
  const t = await getTranslations('review.statistics')
  return (
    <nav aria-label={t('period')} className="flex flex-wrap gap-3 text-sm">
      {periods.map((days) =>
        days === chosen ? (
          <span key={days} aria-current="page" className="font-medium">
            {t('days', { days: Number(days) })}
          </span>
        ) : (
          <TextLink key={days} href={`/review/statistics?days=${days}`}>
            {t('days', { days: Number(days) })}
          </TextLink>
        ),
      )}
    </nav>
  )
}

/** Hours up to two days, then days. */
async function duration(hours: number | null): Promise<string> {
  const t = await getTranslations('review.statistics')
  if (hours === null) return '–'
  return hours < 48 ? t('hours', { hours: Math.round(hours) }) : t('days', { days: Math.round(hours / 24) })
}
