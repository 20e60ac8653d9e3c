import { now } from '@/lib/clock'
import { type AccountRecord, parseAccount, readMsisdn } from './account-record'
import { accountColumns, Fault } from './faults'

/** An account after a change. `asOf` is in ISO 8601, UTC, to the millisecond. */
export type AccountChange = AccountRecord & { asOf: string; op?: undefined }

/** The removal of an account, as of a time. */
export type Removal = { op: 'remove'; msisdn: string; asOf: string }

export type Change = AccountChange | Removal

const order = accountColumns.map((_, index) => index)
const known = new Set<string>([...accountColumns, 'as_of'])
const knownInRemoval = new Set(['op', 'msisdn', 'asOf'])
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/
/** A clock this far ahead is wrong, and its changes would override all later ones. */
const maxAheadMs = 3_600_000

/**
 * Parses one line of a stream of changes: a JSON object with the columns of an accounts file, all of them text, and
 * `as_of`, the time of the change; or `{"op":"remove","msisdn":"…","asOf":"…"}`.
 * @returns the change, or why the line is bad: the name and the error, never the value
 */
export function parseChange(line: string): Change | string {
  const given = readObject(line)
  if (!given) return 'is not a JSON object'
  const isRemoval = 'op' in given
  const text = readTexts(given, isRemoval ? knownInRemoval : known)
  if (typeof text === 'string') return text
  return isRemoval ? parseRemoval(text) : parseAccountChange(text)
}

function readTexts(given: Record<string, unknown>, names: Set<string>): Record<string, string> | string {
  if (Object.keys(given).some((name) => !names.has(name))) return 'has a name that is not known'
  for (const name of names)
    if (typeof given[name] !== 'string') return `${name}: must be there, as text in quotes`
  return given as Record<string, string>
}

function parseRemoval({ op, msisdn: given = '', asOf: time = '' }: Record<string, string>): Removal | string {
  if (op !== 'remove') return 'op: must be remove'
  const msisdn = readMsisdn(given)
  if (msisdn instanceof Fault) return String(msisdn)
  const asOf = parseMoment(time)
  return asOf instanceof Date ? { op, msisdn, asOf: asOf.toISOString() } : `asOf: ${asOf}`
}

function parseAccountChange(text: Record<string, string>): AccountChange | string {
  const account = parseAccount(
    accountColumns.map((name) => text[name] ?? ''),
    order,
  )
  if (account instanceof Fault) return String(account)
  const asOf = parseMoment(text.as_of ?? '')
  return asOf instanceof Date ? { ...account, asOf: asOf.toISOString() } : `as_of: ${asOf}`
}

/**
 * Parses the time of a change: ISO 8601 with its offset, at most an hour ahead of our clock.
 * @returns the time, or the error in it
 */
export function parseMoment(text: string): Date | string {
  const read = new Date(moment.test(text) && isDay(text.slice(0, 10)) ? text : Number.NaN)
  if (Number.isNaN(read.getTime())) return 'must be a time such as 2026-11-21T09:00:00.000Z'
  return read.getTime() > now().getTime() + maxAheadMs ? 'lies in the future' : read
}

/** JavaScript reads 30 February as 2 March. */
function isDay(day: string): boolean {
  const read = new Date(day)
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day)
}

function readObject(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
