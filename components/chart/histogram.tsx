import { useFormatter, useNow, useTranslations } from 'next-intl'
import { type ReactNode, useId } from 'react'
import { classNames } from '@/components/class-names'
import { Link } from '@/components/ui/link'
import { useLocale } from '@/i18n/current-locale'
import { Plot } from './plot'
import { chartTones, type Intervals, type Series } from './series'

type Props = {
  title: string
  /** Each with its sum, and where the requests behind it are. */
  series: (Series & { href?: string })[]
  intervals: Omit<Intervals, 'now'>
  /** The URL of the same page without a period: dragging across the bars opens what was selected. */
  select?: string
  /** What is selected, in Unix seconds. */
  selection?: { from: number; to: number }
  /** Above the selection. */
  cleared?: ReactNode
  /** What the tooltip says of each bar after its counts, by its number. */
  notes?: string[]
  /** What is said in place of bars, where there is none. */
  empty?: ReactNode
  /** The numbers as a table, which is all there is without a script. */
  children?: ReactNode
}

/** Bars over time, in UTC, stacked by outcome, whose length in time is named. Server component. */
export function Histogram({ title, series, intervals, children, cleared, empty, ...rest }: Props) {
  const id = useId()
  const t = useTranslations('usage.chart')
  const format = useFormatter()
  const counted = series.map(({ values }) => values.reduce((sum, value) => sum + value, 0))
  const bars = series.map(({ label, tone, values }) => ({ label, tone, values }))
  return (
    <figure className="grid min-w-0" aria-labelledby={id}>
      <figcaption className="flex min-h-6 flex-wrap items-center gap-x-5 gap-y-1 text-xs">
        <h2 id={id} className="text-subject">
          {title}
        </h2>
        <span className="text-muted">
          <span className="max-sm:hidden">{t('length', { length: useLength(intervals.step) })}</span>
          <span className="sm:hidden">{t('length', { length: useLength(intervals.step * 2) })}</span>
        </span>
        <ul className="flex flex-wrap gap-x-5 gap-y-0.5 sm:ml-auto">
          {series.map(({ label, tone, href }, index) => (
            <li key={label}>
              <Key href={href} tone={tone} label={label} count={format.number(counted[index] ?? 0)} />
            </li>
          ))}
        </ul>
        {children}
      </figcaption>
      {/* Down to the scale; what begins too far right for its own width moves left. */}
      <div className="flex min-h-7 items-end pr-9">
        {rest.selection && (
          <svg width={`${placeOf(rest.selection.from, intervals, bars)}%`} height="1" aria-hidden="true" />
        )}
        {cleared}
      </div>
      <div className="relative">
        <Plot
          title={title}
          series={bars}
          intervals={{ ...intervals, now: wholeMinute(useNow()) }}
          locale={useLocale()}
          total={t('total')}
          {...rest}
        />
        {counted.every((count) => count === 0) && empty && (
          <p className="inset-0 flex flex-wrap content-center items-center justify-center gap-x-3 text-muted text-sm [@media(scripting:enabled)]:absolute">
            {empty}
          </p>
        )}
      </div>
    </figure>
  )
}

/** In Unix seconds; the chart is drawn again only when the minute is another. */
function wholeMinute(at: Date): number {
  return Math.floor(at.getTime() / 60_000) * 60
}

/** In hundredths of the chart's width. */
function placeOf(at: number, { start, step }: Props['intervals'], series: Series[]): number {
  return ((at - start) / (step * (series[0]?.values.length ?? 1))) * 100
}

/** Such as "20 minutes". */
function useLength(seconds: number): string {
  const format = useFormatter()
  const [value, unit] =
    seconds % 86_400 === 0
      ? ([seconds / 86_400, 'day'] as const)
      : seconds % 3600 === 0
        ? ([seconds / 3600, 'hour'] as const)
        : ([seconds / 60, 'minute'] as const)
  return format.number(value, { style: 'unit', unit, unitDisplay: 'long' })
}

type KeyProps = { href?: string; tone: Series['tone']; label: string; count: string }

function Key({ href, tone, label, count }: KeyProps) {
  const content = (
    <>
      <svg
        width="8"
        height="8"
        aria-hidden="true"
        data-swatch=""
        className={classNames('shrink-0', chartTones[tone])}
      >
        <rect width="8" height="8" rx="2" />
      </svg>
      {label} <span className="font-medium text-ink tabular-nums">{count}</span>
    </>
  )
  const look = 'inline-flex min-h-6 items-center gap-1.5 text-muted'
  if (!href) return <span className={look}>{content}</span>
  return (
    <Link href={href} className={classNames(look, 'hover:text-ink')}>
      {content}
    </Link>
  )
}
