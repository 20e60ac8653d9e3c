import { type ReactNode, useId } from 'react'

/** The plot area, without the axes. */
export type ChartSize = { width: number; height: number }

type Props = {
  title: string
  /** A text alternative of one sentence. */
  summary: string
  steps: string[]
  /** Horizontal grid lines: `at` is 0 at the bottom and 1 at the top. */
  marks: { at: number; label: string }[]
  legend: { label: string; sign: ReactNode }[]
  children: (size: ChartSize, prefix: string) => ReactNode
}

const margin = { left: 78, top: 12, right: 8, bottom: 28 }
// Rendered twice, so that letters keep their size on a phone; the other one is hidden.
const layouts = [
  { name: 'narrow', width: 320, height: 200, labels: 3, className: 'block sm:hidden' },
  { name: 'wide', width: 1000, height: 240, labels: 8, className: 'hidden sm:block' },
]

/** A chart's axes, legend and name. Letters and lines take their colours from classes. */
export function ChartFrame({ title, summary, steps, marks, legend, children }: Props) {
  const prefix = useId().replace(/[^\w-]/g, '')
  return (
    <figure className="grid gap-3">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h3 className="font-semibold text-base">{title}</h3>
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {legend.map(({ label, sign }) => (
            <li key={label} className="flex items-center gap-2">
              {sign}
              {label}
            </li>
          ))}
        </ul>
      </figcaption>
      {layouts.map(({ name, width, height, labels, className }) => {
        const size = {
          width: width - margin.left - margin.right,
          height: height - margin.top - margin.bottom,
        }
        return (
          <svg
            key={name}
            viewBox={`0 0 ${width} ${height}`}
            role="img"
            aria-label={`${title}. ${summary}`}
            className={`w-full ${className}`}
          >
            <g transform={`translate(${margin.left} ${margin.top})`}>
              <Marks marks={marks} size={size} />
              {children(size, `${prefix}-${name}`)}
              <Steps steps={steps} size={size} most={labels} />
            </g>
          </svg>
        )
      })}
    </figure>
  )
}

function Marks({ marks, size }: { marks: Props['marks']; size: ChartSize }) {
  return marks.map(({ at, label }) => {
    const y = size.height * (1 - at)
    return (
      <g key={label}>
        <line x1="0" x2={size.width} y1={y} y2={y} strokeWidth="1" className="stroke-line" />
        <text x="-8" y={y + 4} textAnchor="end" fontSize="12" className="fill-muted">
          {label}
        </text>
      </g>
    )
  })
}

function Steps({ steps, size, most }: { steps: string[]; size: ChartSize; most: number }) {
  const every = Math.ceil(steps.length / most)
  return steps.map((step, index) =>
    index % every === 0 ? (
      <text
        key={step}
        x={(size.width / steps.length) * (index + 0.5)}
        y={size.height + 20}
        textAnchor="middle"
        fontSize="12"
        className="fill-muted"
      >
        {step}
      </text>
    ) : null,
  )
}

/** The next of 2, 4, 10, 20, 40, 100 …: an axis whose midpoint is a whole number. */
export function niceTop(most: number): number {
  let top = 2
  for (let factor = 1; top < most; factor *= 10)
    for (const each of [2, 4, 10]) if (top < most) top = each * factor
  return top
}
