/** The selectable periods: the number and length (in minutes) of their intervals. */
const ranges = {
  hour: { steps: 12, stepMinutes: 5 },
  day: { steps: 24, stepMinutes: 60 },
  month: { steps: 30, stepMinutes: 1440 },
} as const

export type RangeName = keyof typeof ranges
export const rangeNames = Object.keys(ranges) as RangeName[]

/**
 * The period ending with the interval that contains `now`; intervals start at multiples of their length in Unix time.
 */
export function rangeUntil(name: RangeName, now: Date) {
  const { steps, stepMinutes } = ranges[name]
  const step = stepMinutes * 60_000
  const end = (Math.floor(now.getTime() / step) + 1) * step
  return { from: new Date(end - steps * step), to: new Date(end), stepMinutes }
}
