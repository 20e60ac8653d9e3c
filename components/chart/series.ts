import { tagOf } from '@/lib/languages'

/** The colours of outcomes, and of what is neither good nor bad, as classes: literal, so that Tailwind finds them. */
export const chartTones = {
  succeeded: 'fill-chart-succeeded',
  refused: 'fill-chart-refused',
  limited: 'fill-chart-limited',
  failed: 'fill-chart-failed',
  /** Needs nothing from anyone. */
  unchanged: 'fill-chart-unchanged',
  stale: 'fill-chart-stale',
} as const

export type ChartTone = keyof typeof chartTones

/** One value for each bar. */
export type Series = { label: string; tone: ChartTone; values: number[] }

/** Bars of the same length, and the server's clock, which the browser's may differ from: in Unix seconds. */
export type Intervals = { start: number; step: number; now: number }

/** A spike this many times the 95th percentile would flatten all other bars, and is cut. */
const spike = 4

/** The sums of the series, bar by bar. */
export function addUp(series: Series[]): number[] {
  return (series[0]?.values ?? []).map((_, index) =>
    series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
  )
}

/** The upper end of the axis: a number whose half is a whole number. */
export function findTop(sums: number[]): number {
  const sorted = sums.filter((sum) => sum > 0).sort((one, other) => one - other)
  const usual = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0
  const max = sorted.at(-1) ?? 0
  const end = max > spike * usual ? usual * 1.25 : max
  let top = 2
  for (let factor = 1; top < end; factor *= 10)
    for (const each of factor === 1 ? [2, 4, 6, 8, 10] : [1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10])
      if (top < end) top = each * factor
  return top
}

const daySeconds = 86_400

/**
 * Where the axis of time is named, in Unix seconds: where a multiple of `every` begins, days in the middle of their
 * bar; never later than now.
 */
export function placeMarks(from: number, to: number, every: number, { step, now }: Intervals): number[] {
  const first = Math.ceil(from / every) * every
  const end = Math.min(to, now)
  const middle = step === daySeconds ? step / 2 : 0
  return Array.from(
    { length: Math.ceil((end - first) / every) },
    (_, index) => first + index * every + middle,
  )
}

/** Two bars as one, for narrow screens. */
export function pairUp(
  series: Series[],
  { step, ...rest }: Intervals,
): { series: Series[]; intervals: Intervals } {
  const merge = (values: number[]) =>
    values.flatMap((value, index) => (index % 2 ? [] : [value + (values[index + 1] ?? 0)]))
  return {
    series: series.map((each) => ({ ...each, values: merge(each.values) })),
    intervals: { ...rest, step: step * 2 },
  }
}

/** How a chart writes numbers and times (Unix seconds, shown in UTC), the same on the server and in a browser. */
export function createAxisFormatter(locale: string, step: number) {
  const tag = tagOf(locale)
  const numbers = new Intl.NumberFormat(tag)
  const compact = new Intl.NumberFormat(tag, { notation: 'compact' })
  const day = new Intl.DateTimeFormat(tag, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  const time = new Intl.DateTimeFormat(tag, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  })
  const isDaily = step >= daySeconds
  return {
    /** A mark of the axis: the time, and the day where one begins. */
    axis(at: number): string {
      return isDaily || at % daySeconds === 0 ? day.format(at * 1000) : time.format(at * 1000)
    },
    /** The beginning of one interval, or `whole` it. */
    interval(at: number, whole = false): string {
      const date = day.format(at * 1000)
      if (isDaily) return date
      const end = whole ? ` – ${time.format((at + step) * 1000)}` : ''
      return `${date}, ${time.format(at * 1000)}${end} UTC`
    },
    /** From one moment to another: the times, with the days where there are two. */
    span(from: number, to: number): string {
      const isOneDay = Math.floor(from / daySeconds) === Math.floor(to / daySeconds)
      const moment = (at: number) =>
        `${isOneDay ? '' : `${day.format(at * 1000)}, `}${time.format(at * 1000)}`
      return `${moment(from)} – ${moment(to)}`
    },
    value: (value: number) => numbers.format(value),
    /** For the scale, which has little room. */
    short: (value: number) => (value < 10_000 ? numbers : compact).format(value),
  }
}
