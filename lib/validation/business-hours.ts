import type { BusinessCalendar } from '@/lib/business-calendar'
import { getSettings } from '@/lib/env'

const minute = 60_000
const day = 24 * 60 * minute

/** The operator's calendar, from the settings. */
export function businessCalendar(): BusinessCalendar {
  const settings = getSettings()
  return {
    workingDays: settings.VALIDATION_WORKING_DAYS,
    hours: settings.VALIDATION_OPENING_HOURS,
    timeZone: settings.VALIDATION_TIME_ZONE,
    holidays: settings.VALIDATION_HOLIDAYS,
  }
}

/** The working minutes in one business day. */
export function minutesPerBusinessDay({ hours } = businessCalendar()): number {
  return hours.closes - hours.opens
}

/**
 * The business minutes until a decision, as promised to who submits now: what was left when changes were requested, and
 * at least half a business day.
 */
export function slaMinutes(remainingMinutes: number | null): number {
  const inDay = minutesPerBusinessDay()
  if (remainingMinutes === null) return getSettings().VALIDATION_BUSINESS_DAYS * inDay
  return Math.max(remainingMinutes, inDay / 2)
}

/**
 * The time when `minutes` of business time have passed since `from`.
 * @param minutes zero or more; zero returns `from`, or the next opening when it is outside business hours
 */
export function addBusinessMinutes(from: Date, minutes: number, calendar = businessCalendar()): Date {
  let left = minutes * minute
  for (const { opens, closes } of openings(from, calendar)) {
    const start = Math.max(opens, from.getTime())
    if (left <= closes - start) return new Date(Math.round(start + left))
    left -= closes - start
  }
  throw new Error('unreachable: business days never end')
}

/** Whole minutes of business time from one moment to a later one; 0 when `to` is not later. */
export function businessMinutesBetween(from: Date, to: Date, calendar = businessCalendar()): number {
  let passed = 0
  for (const { opens, closes } of openings(from, calendar)) {
    if (opens >= to.getTime()) break
    passed += Math.max(0, Math.min(closes, to.getTime()) - Math.max(opens, from.getTime()))
  }
  return Math.floor(passed / minute)
}

/** Whether a business day has begun after `from` and not later than `to`. */
export function hasOpenedBetween(from: Date, to: Date, calendar = businessCalendar()): boolean {
  for (const { opens } of openings(from, calendar)) if (opens > from.getTime()) return opens <= to.getTime()
  return false
}

/** The business days that close after `from`, in order, without end. */
function* openings(
  from: Date,
  { workingDays, hours, timeZone, holidays }: BusinessCalendar,
): Generator<{ opens: number; closes: number }> {
  const local = from.getTime() + offsetAt(from.getTime(), timeZone)
  for (let date = Math.floor(local / day) * day; ; date += day) {
    const name = new Date(date).toISOString().slice(0, 10)
    const off = holidays.has(name) || holidays.has(name.slice(5))
    if (off || !workingDays.includes(new Date(date).getUTCDay())) continue
    const closes = instantOf(date + hours.closes * minute, timeZone)
    if (closes > from.getTime()) yield { opens: instantOf(date + hours.opens * minute, timeZone), closes }
  }
}

/** The instant when the clocks in a time zone show `local` (milliseconds as if they were UTC). */
function instantOf(local: number, timeZone: string): number {
  const guess = local - offsetAt(local, timeZone)
  // If the clocks change between the two, the offset at the guess itself is the right one.
  return local - offsetAt(guess, timeZone)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** How far the clocks of a time zone are ahead of UTC at an instant, in milliseconds. */
function offsetAt(at: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  formats.set(timeZone, format)
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign = '+', hours = 0, minutes = 0] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * minute
}
