import 'uplot/dist/uPlot.min.css'
import UPlot from 'uplot'
import { createWriter } from './format'
import { type ChartKind, dashes, findLonePoints, type Intervals, type Series, type Unit } from './series'

/** `show` moves the cross-hair, and that of the page's other charts, to an interval, or removes it. */
export type LiveChart = { show(index: number | null): void; destroy(): void }

type Input = {
  kind: ChartKind
  series: Series[]
  intervals: Intervals
  unit: Unit
  top: number
  locale: string
  onMove: (index: number | null) => void
  /** The selected period, in Unix seconds. */
  onSelect?: (from: number, to: number) => void
  onPress?: (index: number) => void
}

const height = 240
const weekMarks = 6
const wholeSteps = Array.from({ length: 12 }, (_, power) =>
  [1, 2, 5].map((each) => each * 10 ** power),
).flat()
/** Narrower selections are clicks. */
const minSelection = 8
const moves = ['mousemove', 'mouseleave']

/**
 * Draws on a canvas inside `box`, in the colours of the legend of its figure, and again when those or its
 * size change.
 */
export function draw(box: HTMLElement, input: Input): LiveChart {
  let plot = create(box, input)
  const resized = new ResizeObserver(() => plot.setSize({ width: box.clientWidth, height }))
  resized.observe(box)
  const recolour = () => {
    plot.destroy()
    plot = create(box, input)
  }
  const themed = new MutationObserver(recolour)
  themed.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  const scheme = window.matchMedia('(prefers-color-scheme: dark)')
  scheme.addEventListener('change', recolour)
  return {
    show(index) {
      // Its types don't have the last parameter, which shares the move.
      const move: (at: { left: number; top: number }, fire: boolean, share: boolean) => void = plot.setCursor
      const left = index === null ? -10 : plot.valToPos(middle(input.intervals, index), 'x')
      move({ left, top: index === null ? -10 : 0 }, true, true)
    },
    destroy() {
      resized.disconnect()
      themed.disconnect()
      scheme.removeEventListener('change', recolour)
      plot.destroy()
    },
  }
}

function create(box: HTMLElement, input: Input): UPlot {
  const { kind, series, intervals, top, onMove, onSelect, onPress } = input
  const count = series[0]?.values.length ?? 0
  const at = Array.from({ length: count }, (_, index) => middle(intervals, index))
  const end = intervals.start + count * intervals.step
  const options: UPlot.Options = {
    width: box.clientWidth,
    height,
    // On the right, half of a label of the axis.
    padding: [8, 24, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      points: { show: kind === 'lines' },
      drag: { x: onSelect !== undefined, setScale: false },
      // Selections are not shared: each would open its period.
      sync: { key: 'time', setSeries: false, filters: { pub: (type) => moves.includes(type) } },
    },
    scales: { x: { time: false, range: [intervals.start, end] }, y: { range: [0, top] } },
    axes: createAxes(box, at, input),
    series: [{}, ...createSeries(box, kind, series)],
    hooks: {
      setCursor: [({ cursor }) => onMove(cursor.idx ?? null)],
      setSelect: [(plot) => select(plot, onSelect)],
    },
  }
  // A stack is drawn from its highest sum down, each over the rest of the previous one.
  const values = kind === 'bars' ? stack(series).reverse() : series.map(({ values }) => values)
  const plot = new UPlot(options, [at, ...values] as UPlot.AlignedData, box)
  // Not after a drag: that click goes no further.
  plot.over.addEventListener('click', () => onPress && plot.cursor.idx != null && onPress(plot.cursor.idx))
  return plot
}

function createSeries(box: HTMLElement, kind: ChartKind, series: Series[]): UPlot.Series[] {
  const colours = readColours(box)
  const slot = box.clientWidth / (series[0]?.values.length ?? 1)
  // Narrow bars need a gap of at least a pixel.
  const paths = UPlot.paths.bars?.({ size: [slot < 8 ? 0.6 : 0.8, 48] })
  const drawn = series.map(({ label }, index) => {
    const colour = colours[index] ?? 'currentColor'
    return kind === 'bars'
      ? { label, fill: colour, width: 0, paths, points: { show: false } }
      : {
          label,
          stroke: colour,
          width: 2,
          dash: dashes[index],
          points: {
            show: true,
            size: 5,
            fill: colour,
            filter: (_: UPlot, at: number) => findLonePoints(series[at - 1]?.values ?? []),
          },
        }
  })
  return kind === 'bars' ? drawn.reverse() : drawn
}

function createAxes(box: HTMLElement, at: number[], { unit, locale, intervals }: Input): UPlot.Axis[] {
  const write = createWriter(locale, intervals.step)
  const { color: stroke } = getComputedStyle(box)
  const grid = { stroke: getComputedStyle(box).borderColor, width: 1 }
  const font = `12px ${getComputedStyle(box).fontFamily}`
  const days = [1, 2, 7, 14, 30, 90].map((each) => each * 86_400)
  const times = [60, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200]
  return [
    {
      stroke,
      font,
      grid: { show: false },
      ticks: { show: false },
      size: 28,
      space: 70,
      incrs: intervals.step >= 86_400 ? days : [...times, ...days],
      values: (_, splits) => splits.map((at) => write.axis(at)),
      // Weeks are named by their first day, below their bar.
      ...(intervals.step > 86_400 && {
        splits: () => at.filter((_, index) => index % Math.ceil(at.length / weekMarks) === 0),
        values: (_: UPlot, splits: number[]) => splits.map((at) => write.axis(at - intervals.step / 2)),
      }),
    },
    {
      stroke,
      font,
      grid,
      ticks: { show: false },
      size: 64,
      space: 48,
      // Half a call is none.
      ...(unit === 'count' && { incrs: wholeSteps }),
      values: (_, splits) => splits.map((value) => write.value(value, unit)),
    },
  ]
}

/** A canvas knows no classes: the colours are those that the legend has now. */
function readColours(box: HTMLElement): string[] {
  const swatches = box.closest('figure')?.querySelectorAll('[data-swatch]') ?? []
  return [...swatches].map((swatch) => getComputedStyle(swatch).fill)
}

function stack(series: Series[]): number[][] {
  const sums: number[][] = []
  for (const { values } of series)
    sums.push(values.map((value, index) => (value ?? 0) + (sums.at(-1)?.[index] ?? 0)))
  return sums
}

function select(plot: UPlot, onSelect: Input['onSelect']): void {
  const { left, width } = plot.select
  if (!onSelect || width < minSelection) return
  onSelect(Math.floor(plot.posToVal(left, 'x')), Math.ceil(plot.posToVal(left + width, 'x')))
}

function middle({ start, step }: Intervals, index: number): number {
  return start + (index + 0.5) * step
}
