import { now } from '@/lib/clock'

const moment = /^(\d{4}-\d\d-\d\d)[Tt ]((?!24)\d\d:\d\d:\d\d)(?:\.(\d{1,12}))?([Zz]|[+-]\d\d:\d\d)$/

/** The year 2000, in microseconds: what is before it is a time of another unit, such as seconds for milliseconds. */
const earliest = 946_684_800_000_000
/** The year 10000: it has no place in RFC 3339, and an offset leads there. */
const tooLate = Date.UTC(10_000) * 1000

/**
 * Reads a time of RFC 3339 with its offset, or a number of milliseconds since 1970. What is finer than a microsecond is
 * cut off.
 * @returns microseconds since 1970; null if it is no time, or one before the year 2000
 */
export function parseTimestamp(value: string | number | { toString(): string }): number | null {
  return inRange(typeof value === 'string' ? readText(value) : readMilliseconds(String(value)))
}

/** @returns the same microseconds since 1970; null if they are before the year 2000 or after 9999 */
export function inRange(at: number | null): number | null {
  return at !== null && at >= earliest && at < tooLate ? at : null
}

function readText(value: string): number | null {
  const [, day = '', time, fraction = '', offset = ''] = moment.exec(value) ?? []
  if (!isDay(day)) return null
  const seconds = Date.parse(`${day}T${time}${offset.toUpperCase()}`) * 1000
  return Number.isNaN(seconds) ? null : seconds + Number(fraction.padEnd(6, '0').slice(0, 6))
}

function readMilliseconds(text: string): number | null {
  const [, whole, fraction = ''] = /^(\d{1,13})(?:\.(\d{1,12}))?$/.exec(text) ?? []
  return whole === undefined ? null : Number(whole) * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3))
}

/** JavaScript reads 30 February as 2 March. */
function isDay(day: string): boolean {
  return new Date(day).getUTCDate() === Number(day.slice(8))
}

/** `2026-11-27T09:00:00.123456Z`. */
export function formatTimestamp(microseconds: number): string {
  const seconds = Math.floor(microseconds / 1_000_000)
  const rest = String(microseconds - seconds * 1_000_000).padStart(6, '0')
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}.${rest}Z`
}

/** A clock this far ahead is wrong, and its changes would override all later ones. */
export const maxAheadMs = 3_600_000

/** Reads the time of a file. @returns it in ISO 8601, UTC; or why it cannot be one */
export function parseAsOf(text: string): { asOf: string } | 'invalid' | 'future' {
  const read = parseTimestamp(text)
  if (read === null) return 'invalid'
  return read > (now().getTime() + maxAheadMs) * 1000 ? 'future' : { asOf: formatTimestamp(read) }
}
