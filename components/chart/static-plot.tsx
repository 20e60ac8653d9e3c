import { useId } from 'react'
import { classNames } from '@/components/class-names'
import { Hatch } from './hatch'
import { type ChartKind, dashes, findTop, type Series, tones } from './series'

type Props = { kind: ChartKind; series: Series[] }

const slot = 10
const height = 200
/** Never too low to be seen: the one error among thousands is what people look for. */
const minBar = 3

/**
 * The plot area as the server draws it: without a script, in print, and where the system forces its colours.
 * In the last two, hatches distinguish stacked series. Stretched to its box; text is outside of it.
 */
export function StaticPlot({ kind, series }: Props) {
  const prefix = useId().replace(/[^\w-]/g, '')
  const steps = series[0]?.values.length ?? 0
  const top = findTop(kind, series)
  return (
    <svg
      viewBox={`0 0 ${Math.max(1, steps) * slot} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="h-full w-full"
    >
      <Patterns prefix={prefix} count={series.length} />
      {kind === 'bars'
        ? series.map((each, index) => (
            <Bars
              key={each.label}
              path={drawBars(series, index, top)}
              {...each}
              prefix={prefix}
              index={index}
            />
          ))
        : series.map(({ label, tone, values }, index) => (
            <path
              key={label}
              d={drawLine(values, top)}
              fill="none"
              strokeWidth="2"
              strokeDasharray={dashes[index]?.join(' ') || undefined}
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
              className={classNames(tones[tone].stroke, 'forced-colors:stroke-[CanvasText]')}
            />
          ))}
    </svg>
  )
}

type BarsProps = Series & { path: string; prefix: string; index: number }

function Bars({ path, tone, prefix, index }: BarsProps) {
  return (
    <>
      <path d={path} className={classNames(tones[tone].fill, 'print:hidden forced-colors:hidden')} />
      <path
        d={path}
        fill={`url(#${prefix}-${index})`}
        strokeWidth="1"
        vectorEffect="non-scaling-stroke"
        className={classNames('hidden print:block forced-colors:block', index > 0 && 'stroke-[CanvasText]')}
      />
    </>
  )
}

function Patterns({ prefix, count }: { prefix: string; count: number }) {
  return (
    <defs>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order is their identity
        <pattern key={index} id={`${prefix}-${index}`} width="12" height="12" patternUnits="userSpaceOnUse">
          <Hatch index={index} />
        </pattern>
      ))}
    </defs>
  )
}

/** The bars of one series, stacked on those below, as one path: the number of elements dominates the page's time. */
function drawBars(series: Series[], index: number, top: number): string {
  const barHeight = (value: number) =>
    value === 0 ? 0 : Math.max(minBar, Math.round((value / top) * height))
  const bars = (series[index]?.values ?? []).map((value, step) => {
    if (!value) return ''
    const below = series.slice(0, index).reduce((sum, { values }) => sum + barHeight(values[step] ?? 0), 0)
    const own = barHeight(value)
    return `M${step * slot + 1} ${Math.max(0, height - below - own)}h8v${own}h-8z`
  })
  return bars.join('')
}

/** An interval without a value interrupts the line; one between two such is a point. */
function drawLine(values: (number | null)[], top: number): string {
  const points = values.map((value, step) => {
    if (value === null) return ''
    const at = `${step * slot + slot / 2} ${Math.round(height - (value / top) * height)}`
    return (values[step - 1] ?? null) === null ? `M${at}h0` : `L${at}`
  })
  return points.join('')
}
