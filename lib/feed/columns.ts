import { ExactNumber } from '@/lib/exact-json'
import { currencyDecimals } from '@/lib/wallet/account-record'
import { ChangeError, isObject, type Members } from '@/lib/wallet/change'
import type { TableMapping } from './mapping'

/** A field of Kafka Connect's schema. */
export type FieldSchema = { type?: unknown; name?: unknown; parameters?: { scale?: unknown } }
type AmountColumn = NonNullable<TableMapping['balance']>

const decimalName = 'org.apache.kafka.connect.data.Decimal'
const variableName = 'io.debezium.data.VariableScaleDecimal'

/**
 * Reads an amount of a column: digits, or the bytes of a decimal where the schema or the mapping says so.
 * @returns it with a decimal point, without needless zeros
 */
export function parseDecimal(
  value: unknown,
  column: AmountColumn,
  schema: FieldSchema | undefined,
  currency: string,
): string | ChangeError {
  const [inexact] = /^(float|double)/.exec(toText(schema?.type)) ?? []
  if (inexact)
    return new ChangeError(
      'float',
      `${column.column} is a ${inexact}, which does not keep amounts: emit it as decimal or text`,
    )
  const text = readDigits(value, column, schema)
  if (text === null || text.length > 150) return new ChangeError('amount', `${column.column} is not a number`)
  if (text === 'unclear')
    return new ChangeError(
      'amount',
      `${column.column} may be digits or their bytes: send events with schemas`,
    )
  if (!column.minorUnits) return trimZeros(text)
  const whole = /^(-?\d+)(?:\.0*)?$/.exec(text)?.[1]
  if (whole === undefined)
    return new ChangeError('amount', `${column.column} is not a whole number of minor units`)
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

/** The field of a schema with a name. */
export function columnFieldOf(schema: unknown, name: string): FieldSchema | undefined {
  return fieldsOf(schema).find(({ field }) => field === name)
}

/** Its fields: a schema is whatever a sender says. */
export function fieldsOf(schema: unknown): Members[] {
  return isObject(schema) && Array.isArray(schema.fields) ? schema.fields.filter(isObject) : []
}

function readDigits(
  value: unknown,
  column: Pick<AmountColumn, 'minorUnits' | 'scale'>,
  schema: FieldSchema | undefined,
): string | 'unclear' | null {
  if (schema?.name === variableName || (isObject(value) && 'scale' in value && 'value' in value)) {
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

/** Of up to 32 bytes. */
const base64 = /^(?:[A-Za-z0-9+/]{4}){0,10}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** The big-endian two's complement of a decimal's digits, in Base64. */
function decode(value: unknown, scale: number): string | null {
  if (typeof value !== 'string' || !base64.test(value) || !Number.isInteger(scale)) return null
  const bytes = Buffer.from(value, 'base64')
  if (bytes.length === 0 || scale < -30 || scale > 60) return null
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
