import 'uplot/dist/uPlot.min.css'
import UPlot from 'uplot'
import { addUp, createAxisFormatter, type Intervals, placeMarks, type Series } from './series'

export type LiveChart = {
  /** The bars from one number to another, as selected; null for none. */
  mark(bars: [number, number] | null): void
  placeOf(index: number): { index: number; middle: number; width: number }
  destroy(): void
}

type Input = {
  series: Series[]
  intervals: Intervals
  top: number
  locale: string
  selection?: { from: number; to: number }
  selects: boolean
  onMove: (place: ReturnType<LiveChart['placeOf']> | null) => void
  /** Called with the first and the last of the selected bars. */
  onSelect: (first: number, last: number) => void
}

/**
 * The bars, the axis of time below them, and the scale at their right, so that the first bar stands on the left edge.
 */
const [barHeight, axisHeight, scaleWidth] = [160, 24, 36]
/** Above the bars, for the upper half of the highest number of the scale. */
const labelRoom = 8
const wholeSteps = Array.from({ length: 12 }, (_, power) =>
  [1, 2, 5].map((each) => each * 10 ** power),
).flat()
/** Narrower selections are clicks. */
const minSelection = 8

/**
 * Draws on a canvas inside `box`, in the colours of the legend of its figure, and again when those or its size change.
 */
export function draw(box: HTMLElement, input: Input): LiveChart {
  let plot = create(box, input)
  const resized = new ResizeObserver(() =>
    plot.setSize({ width: box.clientWidth, height: labelRoom + barHeight + axisHeight }),
  )
  resized.observe(box)
  const recolour = () => {
    plot.destroy()
    plot = create(box, input)
  }
  const themed = new MutationObserver(recolour)
  themed.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  const changes = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) =>
    window.matchMedia(query),
  )
  for (const change of changes) change.addEventListener('change', recolour)
  return {
    mark: (bars) =>
      mark(plot, bars?.sort((one, other) => one - other).map((each, end) => edge(input, each + end)) ?? null),
    placeOf: (index) => placeOf(plot, input, index),
    destroy() {
      resized.disconnect()
      themed.disconnect()
      for (const change of changes) change.removeEventListener('change', recolour)
      plot.destroy()
    },
  }
}

function create(box: HTMLElement, input: Input): UPlot {
  const { series, intervals, top, selection, selects, onMove, onSelect } = input
  const sums = addUp(series)
  const at = sums.map((_, index) => edge(input, index + 0.5))
  const options: UPlot.Options = {
    width: box.clientWidth,
    height: labelRoom + barHeight + axisHeight,
    padding: [labelRoom, 0, 0, 0],
    legend: { show: false },
    cursor: { x: false, y: false, points: { show: false }, drag: { x: selects, setScale: false } },
    scales: {
      x: { time: false, range: [intervals.start, edge(input, sums.length)] },
      y: { range: [0, top] },
    },
    axes: createAxes(box, input),
    series: [{}, ...createSeries(box, series)],
    hooks: {
      ready: [(plot) => mark(plot, selection ? [selection.from, selection.to] : null)],
      draw: [(plot) => finish(plot, box, input, sums)],
      setCursor: [(plot) => onMove(plot.cursor.idx == null ? null : placeOf(plot, input, plot.cursor.idx))],
      setSelect: [
        (plot) => {
          const { left, width } = plot.select
          if (!selects || width < minSelection) return
          const barAt = (x: number) => Math.floor((plot.posToVal(x, 'x') - intervals.start) / intervals.step)
          onSelect(Math.max(0, barAt(left)), Math.min(sums.length - 1, barAt(left + width - 1)))
        },
      ],
    },
  }
  // A stack is drawn from its highest sum down, each over the rest of the previous one.
  const plot = new UPlot(options, [at, ...stack(series, top).reverse()] as UPlot.AlignedData, box)
  plot.root.style.marginTop = `-${labelRoom}px`
  // Not after a drag: that click goes no further.
  plot.over.addEventListener('click', () => {
    const { idx } = plot.cursor
    if (selects && idx != null) onSelect(idx, idx)
  })
  return plot
}

function createSeries(box: HTMLElement, series: Series[]): UPlot.Series[] {
  const swatches = box.closest('figure')?.querySelectorAll('[data-swatch]') ?? []
  // A canvas knows no classes: the colours are those that the legend has now.
  const colours = [...swatches].map((swatch) => getComputedStyle(swatch).fill)
  const paths = UPlot.paths.bars?.({ size: [1, Number.POSITIVE_INFINITY], gap: 2 })
  return series
    .map(({ label }, index) => ({
      label,
      fill: colours[index] ?? 'currentColor',
      width: 0,
      paths,
      points: { show: false },
    }))
    .reverse()
}

function createAxes(box: HTMLElement, { locale, intervals }: Input): UPlot.Axis[] {
  const write = createAxisFormatter(locale, intervals.step)
  const { color: stroke, borderColor, fontFamily } = getComputedStyle(box)
  const common = { stroke, font: `12px ${fontFamily}`, ticks: { show: false } }
  const days = [1, 2, 7, 14, 30, 90].map((each) => each * 86_400)
  const times = [60, 300, 600, 900, 1800, 3600, 7200, 10_800, 14_400, 21_600, 43_200]
  return [
    {
      ...common,
      grid: { show: false },
      border: { show: true, stroke: borderColor, width: 1 },
      size: axisHeight,
      gap: 4,
      space: 70,
      incrs: intervals.step >= 86_400 ? days : [...times, ...days],
      splits: (_, __, from, to, every) => placeMarks(from, to, every, intervals),
      // At the very edge half of it would be cut.
      values: (plot, splits) => splits.map((at) => (plot.valToPos(at, 'x') < 18 ? '' : write.axis(at))),
    },
    {
      ...common,
      side: 1,
      grid: { stroke: borderColor, width: 1 },
      // Some languages write "20 mil" where others write "20K".
      size: (plot, values) => Math.max(scaleWidth, 4 + measure(plot.ctx, common.font, values ?? [])),
      gap: 4,
      space: 44,
      // Half a call is none.
      incrs: wholeSteps,
      values: (_, splits) => splits.map((value) => write.short(value)),
    },
  ]
}

/** The width in pixels of the longest of these texts. */
function measure(context: CanvasRenderingContext2D, font: string, texts: string[]): number {
  context.font = font
  return Math.ceil(Math.max(0, ...texts.map((text) => context.measureText(text).width)))
}

/** The sums from below. What is on top, failures and what was refused, is seen among thousands. */
function stack(series: Series[], top: number): number[][] {
  const least = (top * 2) / barHeight
  const all = addUp(series)
  const sums: number[][] = []
  for (const [at, { values }] of series.entries())
    sums.push(
      values.map((value, index) => {
        // One that is cut keeps its shares.
        const shown = value * Math.min(1, top / Math.max(1, all[index] ?? 0))
        const own = at === series.length - 1 && value > 0 ? Math.max(shown, least) : shown
        return own + (sums.at(-1)?.[index] ?? 0)
      }),
    )
  return sums
}

/** What is not selected, and the bar in progress, are paler; bars that are cut show it, and the highest its number. */
function finish({ ctx, bbox, valToPos }: UPlot, box: HTMLElement, input: Input, sums: number[]): void {
  const { selection, top, locale, intervals } = input
  const x = (at: number) => Math.round(valToPos(at, 'x', true))
  const { backgroundColor } = getComputedStyle(document.documentElement)
  const { accentColor, color } = getComputedStyle(box)
  const pale = (from: number, to: number, alpha: number) => {
    ctx.globalAlpha = alpha
    ctx.fillStyle = backgroundColor
    ctx.fillRect(from, bbox.top, to - from, bbox.height - 1)
    ctx.globalAlpha = 1
  }
  const handle = (at: number) => {
    const [width, height] = [7 * devicePixelRatio, 28 * devicePixelRatio]
    ctx.beginPath()
    ctx.roundRect(at - width / 2, bbox.top + (bbox.height - height) / 2, width, height, width / 2)
    ctx.lineWidth = 3 * devicePixelRatio
    ctx.strokeStyle = backgroundColor
    ctx.stroke()
    ctx.fillStyle = accentColor
    ctx.fill()
  }
  if (selection) {
    pale(bbox.left, x(selection.from), 0.62)
    pale(x(selection.to), bbox.left + bbox.width, 0.62)
    for (const at of [selection.from, selection.to]) handle(x(at))
  } else if (edge(input, sums.length) > intervals.now)
    pale(x(edge(input, sums.length - 1)), bbox.left + bbox.width, 0.5)
  const write = createAxisFormatter(locale, intervals.step)
  const isCut = (index: number) => (sums[index] ?? 0) > top
  for (const index of sums.keys()) {
    if (!isCut(index)) continue
    const [left, right] = [x(edge(input, index)), x(edge(input, index + 1))]
    ctx.fillStyle = backgroundColor
    ctx.fillRect(left, bbox.top + 4 * devicePixelRatio, right - left, 2 * devicePixelRatio)
  }
  const max = Math.max(...sums)
  if (max <= top) return
  // Next to all cut bars that touch it, on the side that has more room.
  let at = sums.indexOf(max)
  const isRight = at > sums.length / 2
  while (isCut(isRight ? at - 1 : at + 1)) at += isRight ? -1 : 1
  ctx.fillStyle = color
  ctx.textAlign = isRight ? 'right' : 'left'
  ctx.textBaseline = 'top'
  ctx.fillText(write.value(max), x(edge(input, isRight ? at : at + 1)) + (isRight ? -4 : 4), bbox.top + 2)
}

function mark(plot: UPlot, span: number[] | null): void {
  const [from = 0, to = 0] = (span ?? []).map((at) => plot.valToPos(at, 'x'))
  plot.setSelect({ left: from, width: to - from, top: 0, height: barHeight }, false)
}

function placeOf(plot: UPlot, input: Input, index: number) {
  const [left, right] = [index, index + 1].map((each) => plot.valToPos(edge(input, each), 'x'))
  return { index, middle: ((left ?? 0) + (right ?? 0)) / 2, width: (right ?? 0) - (left ?? 0) }
}

/** Where a bar begins. */
function edge({ intervals: { start, step } }: Input, index: number): number {
  return start + index * step
}
