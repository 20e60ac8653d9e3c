/** Monday to Friday, 8 to 17 h in UTC, the time of the markets served. Nine hours of work make one business day. */
const opens = 8 * 60
const closes = 17 * 60
const minute = 60_000
const day = 24 * 60 * minute

export const minutesPerBusinessDay = closes - opens

/**
 * The moment when `minutes` of business time have passed since `from`.
 * @param minutes zero or more; zero gives `from`, or the next opening when it lies outside business hours
 */
export function addBusinessMinutes(from: Date, minutes: number): Date {
  let at = nextOpenMoment(from.getTime())
  let left = minutes
  while (left > 0) {
    const here = Math.min(left, (closingOf(at) - at) / minute)
    at += here * minute
    left -= here
    if (left > 0) at = nextOpenMoment(at)
  }
  return new Date(Math.round(at))
}

/** Whole minutes of business time from one moment to a later one; 0 when `to` is not later. */
export function businessMinutesBetween(from: Date, to: Date): number {
  const end = to.getTime()
  let minutes = 0
  for (let at = nextOpenMoment(from.getTime()); at < end; at = nextOpenMoment(closingOf(at)))
    minutes += (Math.min(end, closingOf(at)) - at) / minute
  return Math.floor(minutes)
}

function nextOpenMoment(at: number): number {
  const midnight = Math.floor(at / day) * day
  const weekday = new Date(midnight).getUTCDay()
  const open = weekday !== 0 && weekday !== 6
  if (open && at < midnight + closes * minute) return Math.max(at, midnight + opens * minute)
  return nextOpenMoment(midnight + day)
}

function closingOf(at: number): number {
  return Math.floor(at / day) * day + closes * minute
}
