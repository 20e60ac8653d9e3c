import { latencyBounds } from '@/lib/usage/schema'
import { ChartFrame, type ChartSize } from './chart-frame'

type Props = {
  title: string
  summary: string
  steps: string[]
  p50: (number | null)[]
  p95: (number | null)[]
  labels: { p50: string; p95: string }
  formatLatency: (bound: number) => string
}

const levels: number[] = [...latencyBounds, Number.POSITIVE_INFINITY]

/** Median and 95th percentile by bucket: rings on a solid line, filled squares on a dashed one. */
export function LatencyChart({ title, summary, steps, p50, p95, labels, formatLatency }: Props) {
  return (
    <ChartFrame
      title={title}
      summary={summary}
      steps={steps}
      marks={levels.map((bound) => ({ at: heightOf(bound), label: formatLatency(bound) }))}
      legend={[
        { label: labels.p50, sign: <Sign kind="p50" /> },
        { label: labels.p95, sign: <Sign kind="p95" /> },
      ]}
    >
      {(size) => (
        <>
          <Line kind="p95" values={p95} size={size} />
          <Line kind="p50" values={p50} size={size} />
        </>
      )}
    </ChartFrame>
  )
}

function Line({ kind, values, size }: { kind: 'p50' | 'p95'; values: (number | null)[]; size: ChartSize }) {
  const slot = size.width / values.length
  const points = values.map((value, index) =>
    value === null ? null : { x: slot * (index + 0.5), y: size.height * (1 - heightOf(value)) },
  )
  // An interval without calls interrupts the line.
  const path = points
    .map(
      (point, index) =>
        point && `${points[index - 1] ? 'L' : 'M'}${point.x.toFixed(1)} ${point.y.toFixed(1)}`,
    )
    .filter(Boolean)
    .join(' ')
  return (
    <g>
      <Stroke kind={kind} path={path} />
      <Points kind={kind} points={points.filter((point) => point !== null)} />
    </g>
  )
}

function Stroke({ kind, path }: { kind: 'p50' | 'p95'; path: string }) {
  return kind === 'p50' ? (
    <path d={path} fill="none" strokeWidth="2" className="stroke-accent" />
  ) : (
    <path d={path} fill="none" strokeWidth="2" strokeDasharray="5 4" className="stroke-danger" />
  )
}

function Points({ kind, points }: { kind: 'p50' | 'p95'; points: { x: number; y: number }[] }) {
  const draw = kind === 'p50' ? ring : square
  const path = points.map(({ x, y }) => draw(x.toFixed(1), y.toFixed(1))).join('')
  return kind === 'p50' ? (
    <path d={path} strokeWidth="2" className="fill-surface stroke-accent" />
  ) : (
    <path d={path} className="fill-danger" />
  )
}

/** A circle of radius 4, drawn from its left end as two halves. */
function ring(x: string, y: string): string {
  return `M${x} ${y}m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0`
}

function square(x: string, y: string): string {
  return `M${x} ${y}m-4.5 -4.5h9v9h-9z`
}

function Sign({ kind }: { kind: 'p50' | 'p95' }) {
  return (
    <svg width="30" height="14" aria-hidden="true" className="shrink-0">
      <Stroke kind={kind} path="M0 7 L30 7" />
      <Points kind={kind} points={[{ x: 15, y: 7 }]} />
    </svg>
  )
}

/** Buckets are equally spaced: their bounds grow too fast to be drawn to scale. */
function heightOf(bound: number): number {
  return (levels.indexOf(bound) + 0.5) / levels.length
}
