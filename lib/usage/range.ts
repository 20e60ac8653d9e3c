import { dayMs } from '@/lib/clock'

/** The selectable periods, in minutes, each with the length of its intervals. */
const ranges = { hour: [60, 1], day: [1440, 5], week: [10_080, 60], month: [43_200, 1440] } as const

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
  const [minutes, usual] = ranges[range]
  const recent = () =>
    align(now.getTime() - (minutes - 1) * minuteMs, now.getTime() + 1, step ? Number(step) : usual, now)
  if (!from && !to) return { period: recent() }
  const [begins, ends] = [readTime(from), to ? readTime(to) : now.getTime()]
  if (begins === null) return { period: recent(), problem: { field: 'from', reason: 'badTime' } }
  if (ends === null) return { period: recent(), problem: { field: 'to', reason: 'badTime' } }
  if (begins >= ends) return { period: recent(), problem: { field: 'to', reason: 'order' } }
  if (ends - begins > maxYears * 366 * dayMs)
    return { period: recent(), problem: { field: 'from', reason: 'tooLong' } }
  return { period: align(begins, ends, step ? Number(step) : usualStep(ends - begins), now) }
}

/** A field for date and time (HTML), taken as UTC; null if it is none. */
export function readTime(text: string | undefined): number | null {
  if (!text || !/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return null
  const at = Date.parse(`${text}Z`)
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 16) !== text ? null : at
}

function usualStep(ms: number): number {
  return lengths.find((length) => ms / (length * minuteMs) <= points.usual) ?? 10_080
}

function align(begins: number, ends: number, wanted: number, now: Date): Period {
  const age = now.getTime() - begins
  const least = tiers.findLast(({ days }) => age > days * dayMs)?.minutes ?? 1
  const fits = (length: number) =>
    length >= Math.max(wanted, least) && (ends - begins) / (length * minuteMs) <= points.max
  const stepMinutes = lengths.find(fits) ?? 10_080
  const step = stepMinutes * minuteMs
  return {
    from: new Date(Math.floor(begins / step) * step),
    to: new Date(Math.ceil(ends / step) * step),
    stepMinutes,
  }
}
