import { useFormatter, useLocale } from 'next-intl'
import { type ReactNode, useId } from 'react'
import { classNames } from '@/components/class-names'
import { createWriter } from './format'
import { Hatch } from './hatch'
import { LivePlot } from './live-plot'
import {
  type ChartKind,
  dashes,
  findTop,
  type Intervals,
  type Series,
  type Tone,
  tones,
  type Unit,
} from './series'
import { StaticPlot } from './static-plot'

type Props = {
  title: string
  /** A text alternative of one sentence. */
  summary: string
  kind: ChartKind
  series: Series[]
  intervals: Intervals
  unit?: Unit
  /** The URL of the same page without a period: dragging across the chart opens what was selected. */
  zoom?: string
  /** The URL of the requests behind the chart: a press on an interval opens its own. */
  requests?: string
  level?: 2 | 3
  /** The numbers as a table, unless the page has one for several charts. */
  children?: ReactNode
}

/**
 * Bars or lines over time, in UTC. Drawn on the server; a script then replaces it with one that can be read
 * by pointer and keyboard. Server component.
 */
export function Chart({
  title,
  summary,
  kind,
  series,
  intervals,
  unit = 'count',
  zoom,
  requests,
  level = 3,
  children,
}: Props) {
  const id = useId()
  const locale = useLocale()
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <figure className="grid min-w-0 gap-3" aria-labelledby={id}>
      <figcaption className="grid gap-2">
        <Heading id={id} className="font-semibold text-base">
          {title}
        </Heading>
        <p className="text-muted text-sm">{summary}</p>
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {series.map(({ label, tone }, index) => (
            <li key={label} className="flex items-center gap-2">
              <Swatch kind={kind} tone={tone} index={index} />
              {label}
            </li>
          ))}
        </ul>
      </figcaption>
      <LivePlot
        {...{ title, kind, series, intervals, unit, zoom, requests, locale }}
        top={findTop(kind, series)}
      >
        <StaticFrame kind={kind} series={series} intervals={intervals} unit={unit} />
      </LivePlot>
      {children}
    </figure>
  )
}

/** The look of a series in the plot, also without colours. */
function Swatch({ kind, tone, index }: { kind: ChartKind; tone: Tone; index: number }) {
  return (
    <svg
      width={kind === 'lines' ? 22 : 12}
      height="12"
      aria-hidden="true"
      data-swatch=""
      className={classNames('shrink-0', tones[tone].fill)}
    >
      {kind === 'lines' ? (
        <path
          d="M0 6h22"
          strokeWidth="2.5"
          strokeDasharray={dashes[index]?.join(' ') || undefined}
          className={classNames(tones[tone].stroke, 'forced-colors:stroke-[CanvasText]')}
        />
      ) : (
        <>
          <rect width="12" height="12" rx="3" className="print:hidden forced-colors:hidden" />
          <g className="hidden print:block forced-colors:block">
            <Hatch index={index} />
            <path d="M0 0h12v12h-12z" fill="none" className="stroke-[CanvasText]" />
          </g>
        </>
      )}
    </svg>
  )
}

/** The plot with the labels of its axes. */
function StaticFrame({
  kind,
  series,
  intervals,
  unit = 'count',
}: Pick<Props, 'kind' | 'series' | 'intervals' | 'unit'>) {
  const format = useFormatter()
  const write = createWriter(useLocale(), intervals.step)
  const top = findTop(kind, series)
  const steps = series[0]?.values.length ?? 0
  const marks = [0, Math.floor(steps / 2), Math.max(0, steps - 1)].map(
    (index) => intervals.start + index * intervals.step,
  )
  return (
    <div
      aria-hidden="true"
      className="grid h-60 grid-cols-[3.5rem_1fr] grid-rows-[1fr_auto] gap-x-2 gap-y-1 text-muted text-xs"
    >
      <div className="flex flex-col justify-between text-right tabular-nums">
        {[top, top / 2, 0].map((value) => (
          <span key={value}>{unit === 'ms' ? `${format.number(value)} ms` : format.number(value)}</span>
        ))}
      </div>
      <div className="min-h-0 border-line border-y">
        <StaticPlot kind={kind} series={series} />
      </div>
      <div className="col-start-2 flex justify-between tabular-nums">
        {marks.map((at, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a short chart repeats a label
          <span key={index}>{write.axis(at)}</span>
        ))}
      </div>
    </div>
  )
}
