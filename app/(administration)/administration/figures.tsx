import { TrendingUp } from 'lucide-react'
import { getFormatter, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { createWriter } from '@/components/chart/format'
import { Histogram } from '@/components/chart/histogram'
import { ScrollBox } from '@/components/ui/scroll-box'
import { Section } from '@/components/ui/section'
import { Table } from '@/components/ui/table'
import { TextLink } from '@/components/ui/text-link'
import { FigureRow } from '@/components/usage/figures'
import { getLocale } from '@/i18n/current-locale'
import { type Compared, type Figures as FigureValues, getFigures } from '@/lib/lifecycle/figures'

type Props = { figures: FigureValues }

/** The last 30 days of the installation: numbers with their growth, charts and the applications with most calls. */
export async function Figures({ aside }: { aside: ReactNode }) {
  const figures = await getFigures()
  return (
    <>
      <div className="grid min-w-0 gap-8 xl:col-span-2">
        <Tiles figures={figures} />
        <Calls figures={figures} />
      </div>
      {aside}
      <Top figures={figures} />
    </>
  )
}

async function Tiles({ figures }: Props) {
  const t = await getTranslations('administration.overview.figures')
  const { number } = await getFormatter()
  return (
    <FigureRow
      label={t('title')}
      figures={(['calls', 'errors', 'activeApplications', 'signUps'] as const).map((name) => ({
        value: number(figures[name].current),
        term: (
          <>
            {t(name)}
            <br />
            <Growth {...figures[name]} isBad={name === 'errors'} />
          </>
        ),
      }))}
    />
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

async function Calls({ figures: { days } }: Props) {
  const t = await getTranslations('administration.overview.figures')
  return (
    <Histogram
      title={t('callsPerDay')}
      intervals={{ start: (days[0]?.at.getTime() ?? 0) / 1000, step: 86_400 }}
      series={[
        { label: t('succeeded'), tone: 'succeeded', values: days.map(({ calls, errors }) => calls - errors) },
        { label: t('errors'), tone: 'failed', values: days.map(({ errors }) => errors) },
      ]}
    >
      <Numbers days={days} />
    </Histogram>
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
    <details className="open:basis-full">
      <summary className="inline-flex min-h-6 items-center text-muted underline underline-offset-4">
        {t('table')}
      </summary>
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

async function Top({ figures: { top } }: Props) {
  const environments = await getTranslations('common.environment')
  const t = await getTranslations('administration.overview.figures')
  const format = await getFormatter()
  const percent = (value: number) => format.number(value, { style: 'percent', maximumFractionDigits: 1 })
  if (top.length === 0)
    return (
      <Section title={t('top')}>
        <p className="text-muted">{t('topNone')}</p>
      </Section>
    )
  return (
    <Section title={t('top')}>
      <Table
        caption={t('top')}
        rows={top}
        rowKey={({ id }) => id}
        columns={[
          {
            label: t('application'),
            cell: ({ id, name, environment }) => (
              <span className="flex items-center gap-2">
                <span
                  className={`size-2 shrink-0 rounded-full ${environment === 'sandbox' ? 'bg-sandbox-solid' : 'bg-production-solid'}`}
                >
                  <span className="sr-only">{environments(environment)}</span>
                </span>
                <TextLink href={`/administration/applications/${id}`}>{name}</TextLink>
              </span>
            ),
          },
          { label: t('calls'), numeric: true, cell: (each) => format.number(each.calls) },
          { label: t('errors'), numeric: true, cell: (each) => percent(each.errors / each.calls) },
        ]}
      />
    </Section>
  )
}
