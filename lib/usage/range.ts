import { dayMs, isUsualTime } from '@/lib/clock'

/**
 * The selectable periods, each with the lengths of its intervals and of the bars of its histogram, and of what begins
 * with it by the clock and is not over yet, in minutes.
 */
const ranges = {
  hour: { minutes: 60, interval: 1, bar: 1, unit: 1 },
  day: { minutes: 1440, interval: 5, bar: 20, unit: 60 },
  week: { minutes: 10_080, interval: 60, bar: 180, unit: 180 },
  month: { minutes: 43_200, interval: 1440, bar: 720, unit: 1440 },
}

export type RangeName = keyof typeof ranges
export const rangeNames = Object.keys(ranges) as RangeName[]

/** The lengths of intervals that can be chosen, in minutes, as they are in a URL. */
export const resolutions = ['1', '5', '60', '1440'] as const
const lengths = [...resolutions.map(Number), 10_080]

const minuteMs = 60_000
/** How far back each tier of usage reaches (docs/operations/retention.md): before that, intervals are longer. */
const tiers = [
  { days: 35, minutes: 60 },
  { days: 100, minutes: 1440 },
]
const points = { usual: 300, max: 1500 }
const maxYears = 5

export type Period = { from: Date; to: Date; stepMinutes: number }

/** Where the range that ends now begins on every page: of a whole hour or day, so that all of them count the same. */
export function rangeBegins(range: RangeName, now: Date): Date {
  const { minutes, unit } = ranges[range]
  return new Date((Math.floor(now.getTime() / (unit * minuteMs)) + 1) * unit * minuteMs - minutes * minuteMs)
}

type Span = { from?: Date; to?: Date }
export type PeriodProblem = { field: 'from' | 'to'; reason: 'badTime' | 'order' | 'tooLong' }
type Choice = { range: RangeName; from?: string; to?: string; step?: string }

/**
 * The period of a view: between two times (UTC) if both are given, else the range that ends now. Intervals start at
 * multiples of their length in Unix time; a length that would give too many, or finer ones than are kept, is exceeded.
 */
export function choosePeriod(
  { range, from, to, step }: Choice,
  now: Date,
): { period: Period; problem?: PeriodProblem } {
  const { minutes, interval: usual } = ranges[range]
  const recent = () =>
    align(now.getTime() - (minutes - 1) * minuteMs, now.getTime() + 1, step ? Number(step) : usual, now)
  if (!from && !to) return { period: recent() }
  const [begins, ends] = [parseTime(from), to ? parseTime(to) : now.getTime()]
  if (begins === null) return { period: recent(), problem: { field: 'from', reason: 'badTime' } }
  if (ends === null) return { period: recent(), problem: { field: 'to', reason: 'badTime' } }
  if (begins >= ends) return { period: recent(), problem: { field: 'to', reason: 'order' } }
  if (ends - begins > maxYears * 366 * dayMs)
    return { period: recent(), problem: { field: 'from', reason: 'tooLong' } }
  return { period: align(begins, ends, step ? Number(step) : usualStep(ends - begins), now) }
}

/** The most bars of a histogram, and the lengths that they can have, in minutes. */
const maxBars = 72
const barMinutes = [1, 2, 5, 10, 20, 30, 60, 120, 180, 360, 720, 1440, 2880, 10_080, 20_160, 43_200]

/**
 * The bars of a histogram, at most 72: of the range that ends now, with what `wanted` selects of it, or of the wanted
 * times where they are not within that.
 */
export function chooseBars(
  range: RangeName,
  wanted: Span,
  now: Date,
): { period: Period; selection?: Required<Span> } {
  const { bar: stepMinutes } = ranges[range]
  const step = stepMinutes * minuteMs
  const end = new Date((Math.floor(now.getTime() / step) + 1) * step)
  const recent = { from: rangeBegins(range, now), to: end, stepMinutes }
  const { from = recent.from, to = recent.to } = wanted
  if ((!wanted.from && !wanted.to) || from >= to) return { period: recent }
  if (from >= recent.from && to <= recent.to) return { period: recent, selection: { from, to } }
  return {
    period: fitBars(Math.max(from.getTime(), to.getTime() - maxYears * 366 * dayMs), to.getTime(), now),
  }
}

function fitBars(begins: number, ends: number, now: Date): Period {
  const least = leastMinutes(begins, now)
  const periods = barMinutes.map((stepMinutes) => widen(begins, ends, stepMinutes))
  const fits = ({ from, to, stepMinutes }: Period) =>
    stepMinutes >= least && (to.getTime() - from.getTime()) / (stepMinutes * minuteMs) <= maxBars
  return periods.find(fits) ?? widen(begins, ends, 43_200)
}

/** The length of the intervals that are still kept since then. */
function leastMinutes(begins: number, now: Date): number {
  return tiers.findLast(({ days }) => now.getTime() - begins > days * dayMs)?.minutes ?? 1
}

function widen(begins: number, ends: number, stepMinutes: number): Period {
  const step = stepMinutes * minuteMs
  return {
    from: new Date(Math.floor(begins / step) * step),
    to: new Date(Math.ceil(ends / step) * step),
    stepMinutes,
  }
}

/** A field for date and time (HTML), taken as UTC; null if it is none. */
export function parseTime(text: string | undefined): number | null {
  if (!text || !/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return null
  const at = Date.parse(`${text}Z`)
  return isUsualTime(at) && new Date(at).toISOString().slice(0, 16) === text ? at : null
}

function usualStep(ms: number): number {
  return lengths.find((length) => ms / (length * minuteMs) <= points.usual) ?? 10_080
}

function align(begins: number, ends: number, wanted: number, now: Date): Period {
  const least = leastMinutes(begins, now)
  const fits = (length: number) =>
    length >= Math.max(wanted, least) && (ends - begins) / (length * minuteMs) <= points.max
  return widen(begins, ends, lengths.find(fits) ?? 10_080)
}
