import { classNames } from '@/components/class-names'
import { ChartFrame, type ChartSize, niceTop } from './chart-frame'
import { type Pattern, Patterns, patternFill } from './patterns'

export type Series = { label: string; pattern: Pattern; values: number[] }

type Props = {
  title: string
  summary: string
  /** From the ground up; each has its own pattern, so that no colour is needed to tell them apart. */
  series: Series[]
  /** One label for each step. */
  steps: string[]
  formatCount: (count: number) => string
}

/** Stacked bars, drawn on the server with attributes only: the CSP allows no inline styles. */
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
          {steps.map((step, index) => (
            <Bar key={step} {...{ series, index, top, size, prefix }} count={steps.length} />
          ))}
        </>
      )}
    </ChartFrame>
  )
}

type BarProps = {
  series: Series[]
  index: number
  count: number
  top: number
  size: ChartSize
  prefix: string
}

function Bar({ series, index, count, top, size, prefix }: BarProps) {
  const slot = size.width / count
  const width = Math.max(2, slot * 0.7)
  let ground = size.height
  return series.map(({ label, pattern, values }) => {
    const value = values[index] ?? 0
    if (value === 0) return null
    // Never thinner than what can be seen: one error among thousands is what one looks for.
    const height = Math.max(3, (value / top) * size.height)
    ground -= height
    const place = { x: slot * index + (slot - width) / 2, y: Math.max(0, ground), width, height }
    return (
      <rect
        key={label}
        {...place}
        strokeWidth="1"
        fill={patternFill(pattern, prefix)}
        className={classNames('stroke-surface', pattern === 'solid' && 'fill-accent')}
      />
    )
  })
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
