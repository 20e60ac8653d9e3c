import { ExactNumber } from '@/lib/exact-json'
import { Refusal } from '@/lib/wallet/change'
import { currencyDecimals } from '@/lib/wallet/currency'
import { readMoment } from '@/lib/wallet/moment'
import type { TableMapping } from './mapping'

/** A field of Kafka Connect's schema. */
export type FieldSchema = { type?: unknown; name?: unknown; parameters?: { scale?: unknown } }
type AmountColumn = NonNullable<TableMapping['balance']>
type Members = Record<string, unknown>

const decimalName = 'org.apache.kafka.connect.data.Decimal'
const variableName = 'io.debezium.data.VariableScaleDecimal'

/**
 * Reads an amount of a column: digits, or the bytes of a decimal where the schema or the mapping says so.
 * @returns it with a decimal point, without needless zeros
 */
export function readDecimal(
  value: unknown,
  column: AmountColumn,
  schema: FieldSchema | undefined,
  currency: string,
): string | Refusal {
  if (schema && /^(float|double)/.test(toText(schema.type)))
    return new Refusal(
      'float',
      `${column.column} is a ${toText(schema.type)}, which does not keep amounts: emit it as decimal or text`,
    )
  const text = readDigits(value, column, schema)
  if (text === null || text.length > 150) return new Refusal('amount', `${column.column} is not a number`)
  if (text === 'unclear')
    return new Refusal('amount', `${column.column} may be digits or their bytes: send events with schemas`)
  if (!column.minorUnits) return trimZeros(text)
  const whole = /^(-?\d+)(?:\.0*)?$/.exec(text)?.[1]
  if (whole === undefined)
    return new Refusal('amount', `${column.column} is not a whole number of minor units`)
  return trimZeros(shift(BigInt(whole), column.scale ?? currencyDecimals.get(currency) ?? 0))
}

/** Reads what names something: also where a number, such as Oracle's NUMBER without a precision, comes as a decimal. */
export function readName(value: unknown, schema: FieldSchema | undefined): string {
  const isDecimal = schema?.name === decimalName || schema?.name === variableName
  const digits = isDecimal ? readDigits(value, { minorUnits: false }, schema) : null
  return digits ?? toText(value).trim()
}

/** The text of a scalar. An object has none: it may not even have a prototype. */
export function toText(value: unknown): string {
  const isScalar =
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    value instanceof ExactNumber
  return isScalar ? String(value) : ''
}

function readDigits(
  value: unknown,
  column: Pick<AmountColumn, 'minorUnits' | 'scale'>,
  schema: FieldSchema | undefined,
): string | 'unclear' | null {
  if (schema?.name === variableName || isVariable(value)) {
    const { scale, value: bytes } = (value ?? {}) as Members
    return schema?.name === variableName || column.scale !== undefined
      ? decode(bytes, Number(toText(scale)))
      : null
  }
  const text = toText(value)
  const isNumber = /^-?\d+(\.\d+)?$/.test(text)
  if (typeof value === 'string') {
    if (schema?.name === decimalName) return decode(text, Number(toText(schema.parameters?.scale ?? 0)))
    if (schema?.type === undefined && column.scale !== undefined && (!isNumber || base64.test(text)))
      return isNumber ? 'unclear' : decode(text, column.minorUnits ? 0 : column.scale)
  }
  return text
}

function isVariable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'scale' in value && 'value' in value
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** The big-endian two's complement of a decimal's digits, in Base64. */
function decode(value: unknown, scale: number): string | null {
  if (typeof value !== 'string' || !base64.test(value) || !Number.isInteger(scale)) return null
  const bytes = Buffer.from(value, 'base64')
  if (bytes.length === 0 || bytes.length > 32 || scale < -30 || scale > 60) return null
  return shift(BigInt.asIntN(bytes.length * 8, BigInt(`0x${bytes.toString('hex')}`)), scale)
}

function shift(digits: bigint, scale: number): string {
  if (scale <= 0) return String(digits * 10n ** BigInt(-scale))
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
  return `${digits < 0n ? '-' : ''}${text.slice(0, -scale)}.${text.slice(-scale)}`
}

/** A column has its own scale: zeros that the currency has no place for say nothing. */
function trimZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

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
    return epoch !== null && zone ? toUtc(epoch, zone) : epoch
  }
  const [, day, time, fraction = ''] = local.exec(text) ?? []
  // PostgreSQL shortens the offset to hours.
  if (day === undefined) return readMoment(text.replace(/([+-]\d\d)$/, '$1:00'))
  const wall = readMoment(`${day}T${time}${fraction}Z`)
  return wall === null ? null : toUtc(wall, zone as string)
}

/** Of the year 2000: a time of another unit is long before it, or far ahead. */
const earliest = 946_684_800_000_000n

function readEpoch(text: string, digits: number): number | null {
  if (!/^\d{1,19}$/.test(text)) return null
  const microseconds = digits > 6 ? BigInt(text) / 1000n : BigInt(text) * 10n ** BigInt(6 - digits)
  // Connectors write zero for no time where a column must have one.
  const isPossible = microseconds === 0n || microseconds >= earliest
  return isPossible && microseconds <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(microseconds) : null
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
