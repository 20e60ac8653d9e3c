import { inRange, readMoment } from '@/lib/wallet/moment'
import type { FieldSchema } from './columns'
import type { TableMapping } from './mapping'

const perSecond = { s: 0, ms: 3, us: 6, ns: 9 } as const
const local = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(\.\d{1,12})?$/

/** A time without a zone that a connector writes as text with a Z. */
export function isWallTime(schema: FieldSchema | undefined): boolean {
  return schema?.name === 'io.debezium.time.IsoTimestamp'
}

/**
 * Reads the time of a row. A number with a `zone` counts from 1970 there, as connectors write columns without a zone
 * (DATETIME, TIMESTAMP, DATE).
 * @returns microseconds since 1970; null if it is none
 */
export function readRowTime(text: string, { unit, zone }: TableMapping['asOf']): number | null {
  if (unit !== 'text') {
    const epoch = readEpoch(text, perSecond[unit])
    return inRange(epoch !== null && zone ? toUtc(epoch, zone) : epoch)
  }
  const [, day, time, fraction = ''] = local.exec(text) ?? []
  // PostgreSQL shortens the offset to hours.
  if (day === undefined) return readMoment(text.replace(/([+-]\d\d)$/, '$1:00'))
  const wall = readMoment(`${day}T${time}${fraction}Z`)
  return wall === null ? null : inRange(toUtc(wall, zone as string))
}

function readEpoch(text: string, digits: number): number | null {
  if (!/^\d{1,19}$/.test(text)) return null
  const microseconds = digits > 6 ? BigInt(text) / 1000n : BigInt(text) * 10n ** BigInt(6 - digits)
  return microseconds <= Number.MAX_SAFE_INTEGER ? Number(microseconds) : null
}

/** Twice: the first guess may be on the other side of a change of the clocks. */
function toUtc(wall: number, zone: string): number {
  return wall - offsetAt(wall - offsetAt(wall, zone), zone)
}

const formats = new Map<string, Intl.DateTimeFormat>()

function offsetAt(microseconds: number, timeZone: string): number {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  formats.set(timeZone, format)
  const name =
    format.formatToParts(microseconds / 1000).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000_000
}
