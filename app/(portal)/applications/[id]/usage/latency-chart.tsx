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

/** Median and 95th percentile by bucket: rings on a line, and filled squares on a broken one. */
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
  // A step without calls interrupts the line.
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
      {points.map((point) => point && <Point key={point.x} kind={kind} {...point} />)}
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

function Point({ kind, x, y }: { kind: 'p50' | 'p95'; x: number; y: number }) {
  return kind === 'p50' ? (
    <circle cx={x} cy={y} r="4" strokeWidth="2" className="fill-surface stroke-accent" />
  ) : (
    <rect x={x - 4.5} y={y - 4.5} width="9" height="9" className="fill-danger" />
  )
}

function Sign({ kind }: { kind: 'p50' | 'p95' }) {
  return (
    <svg width="30" height="14" aria-hidden="true" className="shrink-0">
      <Stroke kind={kind} path="M0 7 L30 7" />
      <Point kind={kind} x={15} y={7} />
    </svg>
  )
}

/** Buckets stand at equal distances: their bounds grow by more than they could be drawn to scale. */
function heightOf(bound: number): number {
  return (levels.indexOf(bound) + 0.5) / levels.length
}
