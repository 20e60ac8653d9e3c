import { classNames } from '@/components/class-names'
import { ChartFrame, type ChartSize, niceTop } from './chart-frame'
import { type Pattern, Patterns, patternFill } from './patterns'

export type Series = { label: string; pattern: Pattern; values: number[] }

type Props = {
  title: string
  summary: string
  /** From the bottom up; each has its own pattern, so that distinguishing them never depends on colour alone. */
  series: Series[]
  /** One label per interval. */
  steps: string[]
  formatCount: (count: number) => string
}

/** Stacked bars, rendered on the server with attributes only: the CSP allows no inline styles. */
export function BarChart({ title, summary, series, steps, formatCount }: Props) {
  const most = Math.max(...steps.map((_, index) => sumAt(series, index)))
  const top = niceTop(most)
  return (
    <ChartFrame
      title={title}
      summary={summary}
      steps={steps}
      marks={[...new Set([0, top / 2, top])].map((value) => ({ at: value / top, label: formatCount(value) }))}
      legend={series.map(({ label, pattern }) => ({ label, sign: <Sign pattern={pattern} /> }))}
    >
      {(size, prefix) => (
        <>
          <Patterns prefix={prefix} />
          {series.map(({ label, pattern }, index) => (
            <path
              key={label}
              d={drawBars(series, index, top, size)}
              strokeWidth="1"
              fill={patternFill(pattern, prefix)}
              className={classNames('stroke-surface', pattern === 'solid' && 'fill-accent')}
            />
          ))}
        </>
      )}
    </ChartFrame>
  )
}

/** The bars of one series, stacked on those below, as one path: the number of elements dominates the page's time. */
function drawBars(series: Series[], index: number, top: number, size: ChartSize): string {
  const values = series[index]?.values ?? []
  const slot = size.width / values.length
  const width = Math.max(2, slot * 0.7)
  return values
    .map((value, step) => {
      if (value === 0) return ''
      const below = series.slice(0, index).reduce((sum, each) => sum + heightOf(each.values[step] ?? 0), 0)
      const y = Math.max(0, size.height - below - heightOf(value))
      return `M${round(slot * step + (slot - width) / 2)} ${round(y)}h${round(width)}v${round(heightOf(value))}h${round(-width)}z`
    })
    .join('')

  // Never too thin to be seen: the one error among thousands is what people look for.
  function heightOf(value: number): number {
    return value === 0 ? 0 : Math.max(3, (value / top) * size.height)
  }
}

function round(length: number): number {
  return Math.round(length * 10) / 10
}

function Sign({ pattern }: { pattern: Pattern }) {
  const prefix = `sign-${pattern}`
  return (
    <svg width="18" height="18" aria-hidden="true" className="shrink-0">
      <Patterns prefix={prefix} only={pattern} />
      <rect
        width="18"
        height="18"
        rx="3"
        fill={patternFill(pattern, prefix)}
        className={pattern === 'solid' ? 'fill-accent' : undefined}
      />
    </svg>
  )
}

function sumAt(series: Series[], index: number): number {
  return series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0)
}
