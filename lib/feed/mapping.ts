import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { SettingsError } from '@/lib/env'
import { ExactNumber } from '@/lib/exact-json'
import { accountStatuses, accountTypes, currencyDecimals } from '@/lib/wallet/account-record'
import { ChangeError, isObject, type Members } from '@/lib/wallet/change'

const column = z.string().min(1).max(128)
const scale = z.number().int().min(0).max(30)

/**
 * Minor units have as many decimals as the currency, or `scale`; without them, `scale` is that of Base64 without a
 * schema.
 */
const amount = z.strictObject({ column, minorUnits: z.boolean().default(false), scale: scale.optional() })

const words = (allowed: readonly string[]) => {
  const word = z.enum(allowed as [string, ...string[]])
  return z.union([
    z.strictObject({ column, values: z.record(z.string(), word).optional() }),
    z.strictObject({ constant: word }),
  ])
}

const currency = z.union([
  z.strictObject({ column }),
  z.strictObject({
    constant: z.string().refine((code) => currencyDecimals.has(code), 'is not a currency of ISO 4217'),
  }),
])

const asOf = z
  .strictObject({
    column,
    unit: z.enum(['s', 'ms', 'us', 'ns', 'text']),
    zone: z.string().refine(isZone, 'is not a time zone').optional(),
  })
  .refine(({ unit, zone }) => unit !== 'text' || zone !== undefined, {
    path: ['zone'],
    message: 'is needed for text, which may come without an offset',
  })

const table = z
  .strictObject({
    msisdn: z.union([
      column.transform((name) => ({ column: name, prepend: '' })),
      z.strictObject({
        column,
        prepend: z
          .string()
          .regex(/^\d{1,6}$/)
          .default(''),
      }),
    ]),
    balance: amount.optional(),
    frozenBalance: amount.optional(),
    currency: currency.optional(),
    type: words(accountTypes).optional(),
    status: words(accountStatuses).optional(),
    asOf,
    removeOnDelete: z.boolean().default(false),
  })
  .superRefine((given, context) => {
    const needs = (name: keyof typeof given, ...needed: (keyof typeof given)[]) => {
      for (const other of needed)
        if (given[name] !== undefined && given[other] === undefined)
          context.addIssue({ code: 'custom', path: [other], message: `is needed with ${name}` })
    }
    needs('type', 'status')
    needs('status', 'type')
    needs('frozenBalance', 'balance', 'currency')
    needs('balance', 'currency')
    if (!given.balance && !given.type && !given.frozenBalance && !given.status)
      context.addIssue({ code: 'custom', message: 'must name a balance, or a type and a status' })
  })

const mapping = z.strictObject({ tables: z.record(z.string().regex(/^[^.]+\.[^.]+$/), table) })

export type FeedMapping = z.output<typeof mapping>
export type TableMapping = z.output<typeof table>

/** Parses the file of FEED_MAPPING. @returns the mapping, or a sentence that names what is wrong */
export function parseMapping(text: string): FeedMapping | string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return 'is not JSON'
  }
  const parsed = mapping.safeParse(value)
  if (parsed.success) return parsed.data
  const { path, message } = innermost(parsed.error.issues[0] as z.core.$ZodIssue)
  return `${path.map(String).join(' → ')}: ${message}`
}

/** Of what may be one of several, the issue of the one that was meant: that with the fewest. */
function innermost(issue: z.core.$ZodIssue): Pick<z.core.$ZodIssue, 'path' | 'message'> {
  if (issue.code !== 'invalid_union') return issue
  const [meant] = issue.errors.toSorted((a, b) => a.length - b.length)
  const inner = meant?.[0] ? innermost(meant[0]) : issue
  return { path: [...issue.path, ...inner.path], message: inner.message }
}

function isZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** Reads the file of FEED_MAPPING; null without one. @throws SettingsError that names what is wrong in it */
export function readMapping(path: string | undefined): FeedMapping | null {
  if (!path) return null
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new SettingsError(
      `FEED_MAPPING: ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`,
    )
  }
  const mapping = parseMapping(text)
  if (typeof mapping !== 'string') return mapping
  throw new SettingsError(`FEED_MAPPING: ${path}: ${mapping}.`)
}

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
