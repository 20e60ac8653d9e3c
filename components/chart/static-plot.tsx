import { useId } from 'react'
import { classNames } from '@/components/class-names'
import { type ChartKind, findTop, type Series, tones } from './series'

type Props = { kind: ChartKind; series: Series[] }

const slot = 10
const height = 200
/** Never too low to be seen: the one error among thousands is what people look for. */
const minBar = 3
const dashes = ['', 'print:[stroke-dasharray:6_4]', 'print:[stroke-dasharray:2_3]']
const forcedDashes = ['', 'forced-colors:[stroke-dasharray:6_4]', 'forced-colors:[stroke-dasharray:2_3]']

/**
 * The plot area as the server draws it: without a script, in print, and where the system forces its colours. In the last
 * two, patterns distinguish the series. Stretched to its box; text is outside of it.
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
      <Patterns prefix={prefix} />
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
              strokeLinecap="round"
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
              className={classNames(tones[tone].stroke, dashes[index], forcedDashes[index], forcedStroke)}
            />
          ))}
    </svg>
  )
}

const forcedStroke = 'forced-colors:stroke-[CanvasText]'

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
        className="hidden stroke-[CanvasText] print:block forced-colors:block"
      />
    </>
  )
}

/** Up to four series: full, stripes, dots and checks. */
function Patterns({ prefix }: { prefix: string }) {
  const drawings = ['M0 0h8v8h-8z', 'M-2 2L2-2M0 8L8 0M6 10L10 6', 'M2 2h1M6 6h1', 'M0 0L8 8M8 0L0 8']
  return (
    <defs>
      {drawings.map((drawing, index) => (
        <pattern key={drawing} id={`${prefix}-${index}`} width="8" height="8" patternUnits="userSpaceOnUse">
          <path
            d={drawing}
            strokeWidth={index === 2 ? 2 : 1.5}
            className={index === 0 ? 'fill-[CanvasText]' : 'stroke-[CanvasText]'}
          />
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
