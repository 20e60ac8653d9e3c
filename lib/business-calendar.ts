/** The working hours of the operator's reviewers, from the settings `VALIDATION_*`. */
export type BusinessCalendar = {
  /** Days of the week, 0 for Sunday as in `Date`. */
  workingDays: readonly number[]
  /** Minutes after midnight in `timeZone`. */
  hours: { opens: number; closes: number }
  /** A name from the IANA time zone database. */
  timeZone: string
  /** Days off: `YYYY-MM-DD` once, `MM-DD` every year. */
  holidays: ReadonlySet<string>
}

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
/** Few enough that every year has a working day, however they are spread. */
const maxHolidays = 100

/** Parses `mon,tue,wed` into days of the week; null for anything else, and for an empty list. */
export function parseWorkingDays(text: string): number[] | null {
  const days = listOf(text).map((day) => weekdays.indexOf(day.toLowerCase()))
  return days.length === 0 || days.includes(-1) ? null : days
}

/** Parses `08:00-17:00`, both on one day and at least an hour apart; null for anything else. `24:00` is midnight. */
export function parseOpeningHours(text: string): BusinessCalendar['hours'] | null {
  const parts = /^\s*(\d\d):([0-5]\d)\s*-\s*(\d\d):([0-5]\d)\s*$/.exec(text)?.slice(1).map(Number)
  if (!parts) return null
  const [hour = 0, minute = 0, lastHour = 0, lastMinute = 0] = parts
  const hours = { opens: hour * 60 + minute, closes: lastHour * 60 + lastMinute }
  return hours.closes <= 24 * 60 && hours.closes - hours.opens >= 60 ? hours : null
}

/** The first entry of a list of holidays that is not a calendar date, or null. */
export function findWrongHoliday(text: string): string | null {
  return listOf(text).find((day) => !isDay(day)) ?? null
}

/** Parses `2026-12-25,05-01` into a set; null if one is not a calendar date, or there are more than 100. */
export function parseHolidays(text: string): Set<string> | null {
  const days = listOf(text)
  return days.length <= maxHolidays && days.every(isDay) ? new Set(days) : null
}

/** True for a name in this system's time zone database. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null
  } catch {
    return false
  }
}

function isDay(text: string): boolean {
  // A leap year represents every year, as 02-29 exists in some.
  const date = new Date(`${text.length === 5 ? `2000-${text}` : text}T00:00:00Z`)
  return (
    /^(\d{4}-)?\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().includes(text)
  )
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
}
