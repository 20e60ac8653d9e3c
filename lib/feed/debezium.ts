import { parseAccountMsisdn } from '@/lib/wallet/account-record'
import {
  type Change,
  ChangeError,
  type ChangeRules,
  isObject,
  type Members,
  readChange,
} from '@/lib/wallet/change'
import { Fault } from '@/lib/wallet/faults'
import { formatTimestamp, inRange, parseTimestamp } from '@/lib/wallet/timestamp'
import { columnFieldOf, type FieldSchema, fieldsOf, parseDecimal, readName, toText } from './columns'
import type { FeedMapping, TableMapping } from './mapping'

const heartbeat = new Set(['ts_ms', 'ts_us', 'ts_ns', 'serverName'])

/**
 * Reads what a sender sent: a change, a Debezium event with or without its schema, or what needs nothing.
 * @returns the changes that it stands for, as a row that gets another number removes the one before
 */
export function readEvent(
  value: unknown,
  mapping: FeedMapping | null,
  rules: ChangeRules,
): Change[] | ChangeError | 'ignored' {
  const isWrapped = isObject(value) && 'payload' in value && 'schema' in value
  const payload = isWrapped ? value.payload : value
  if (payload === null) return 'ignored'
  if (isObject(payload) && !('msisdn' in payload) && needsNothing(payload)) return 'ignored'
  if (!isObject(payload) || !isObject(payload.source)) return readPlain(payload, rules)
  const { op } = payload
  if (op === 'm') return 'ignored'
  if (op === 't') return new ChangeError('operation', 'A table was truncated: remove its accounts by a file')
  if (mapping === null) return new ChangeError('mapping', 'FEED_MAPPING is not set')
  const { schema, db, table } = payload.source
  const name = `${toText(schema ?? db)}.${toText(table)}`
  const columns = mapping.tables[name]
  if (!columns) return new ChangeError('table', 'FEED_MAPPING does not name the table of this event')
  return readRows(payload, isWrapped ? value.schema : null, columns, rules)
}

/** A change; or what a connector was set to make of its events, which looks like one with unknown members. */
function readPlain(value: unknown, rules: ChangeRules): Change[] | ChangeError {
  const change = readChange(value, rules)
  const isOther = change instanceof ChangeError && change.code === 'unknown_member' && isObject(value)
  if (!isOther || 'asOf' in value) return single(change)
  return new ChangeError(
    'unknown_member',
    'Is neither a change nor a Debezium event: send its events as they are, not flattened (ExtractNewRecordState) or as CloudEvents',
  )
}

/** Heartbeats, the borders of transactions, and changes of the schema. */
function needsNothing(payload: Members): boolean {
  const names = Object.keys(payload)
  if (names.length > 0 && names.every((name) => heartbeat.has(name))) return true
  if ('ddl' in payload || 'tableChanges' in payload) return true
  return (payload.status === 'BEGIN' || payload.status === 'END') && 'event_count' in payload
}

function readRows(
  payload: Members,
  schema: unknown,
  table: TableMapping,
  rules: ChangeRules,
): Change[] | ChangeError | 'ignored' {
  const rowOf = (name: 'before' | 'after'): FeedRow | null => {
    const columns = payload[name]
    return isObject(columns) ? { columns, schema: columnFieldOf(schema, name) } : null
  }
  const before = rowOf('before')
  const { op } = payload
  if (op === 'd') return table.removeOnDelete ? readDeletion(payload, before, table, rules) : 'ignored'
  if (op !== 'c' && op !== 'u' && op !== 'r') return new ChangeError('operation', 'op is none of c, u, r, d')
  const after = rowOf('after')
  if (!after) return new ChangeError('after', 'The event has no row after the change')
  const change = readRow(after, table, rules)
  const former = before && numberOf(before, table)
  if (!former || former === numberOf(after, table)) return single(change)
  if (change instanceof ChangeError) return ofTwoNumbers(change)
  const removal = readDeletion(payload, before, table, rules)
  if (!(removal instanceof ChangeError)) return [...removal, change]
  // What was no number of ours has no account that could be removed.
  return removal.code === 'as_of' ? ofTwoNumbers(removal) : [change]
}

/** What overtakes the change of one number says nothing about the other: without a time it does not close. */
function ofTwoNumbers(refusal: ChangeError): ChangeError {
  return refusal.with({ msisdn: refusal.of.msisdn })
}

function readDeletion(
  payload: Members,
  before: FeedRow | null,
  table: TableMapping,
  rules: ChangeRules,
): Change[] | ChangeError {
  const msisdn = before && numberOf(before, table)
  if (!msisdn)
    return new ChangeError('before', 'The row before the change has no number: set REPLICA IDENTITY FULL')
  const { ts_us: us, ts_ms: ms } = payload.source as Members
  const source = us != null ? Number(toText(us)) : Number(toText(ms)) * 1000
  const time = Number.isSafeInteger(source) ? source : 0
  const at = Math.max(time, timeOf(before, table) ?? 0)
  // As of 1970 it would be older than every account, and end none without a word.
  const asOf = at > 0 ? formatTimestamp(at) : null
  return single(readChange({ op: 'remove', msisdn, asOf }, rules))
}

/** Whether it is a row as a connector found it, which may be of any age, rather than a change. */
export function isSnapshot(value: unknown): boolean {
  const payload = isObject(value) && isObject(value.payload) ? value.payload : value
  return isObject(payload) && payload.op === 'r'
}

/** An event without what reading its rows again does not need: most of what its schema says. */
export function shortenEvent(value: unknown): unknown {
  if (!isObject(value) || !('payload' in value)) return value
  const rows = fieldsOf(value.schema).filter(({ field }) => field === 'before' || field === 'after')
  const fields = rows.map((row) => ({
    field: row.field,
    fields: fieldsOf(row).map(({ field, type, name, parameters }) => ({ field, type, name, parameters })),
  }))
  return { ...value, schema: { fields } }
}

/** A row before or after a change, with its schema if the event has one. */
type FeedRow = { columns: Members; schema: FieldSchema | undefined }

/** What connectors write for a large value that did not change, also as bytes. */
const unavailable = '__debezium_unavailable_value'
const unavailableValues = new Set<unknown>([unavailable, Buffer.from(unavailable).toString('base64')])

/**
 * Reads a row after a change of a table of FEED_MAPPING as what it says about its number. Each column that the mapping
 * names must be there and known: what a row leaves out would be taken for what it says.
 */
function readRow(row: FeedRow, table: TableMapping, rules: ChangeRules): Change | ChangeError {
  const change: Members = { msisdn: numberOf(row, table) ?? '' }
  const asOf = timeOf(row, table)
  const refusal =
    findMissing(row, table) ??
    addTime(asOf, table, change) ??
    addWords(row, table, change) ??
    addAmounts(row, table, change) ??
    readChange(change, rules)
  if (!(refusal instanceof ChangeError)) return refusal
  const msisdn = parseAccountMsisdn(String(change.msisdn))
  return refusal.with({
    msisdn: msisdn instanceof Fault ? undefined : msisdn,
    asOf: asOf ?? undefined,
    hasAmounts: table.balance !== undefined,
    hasDetails: table.type !== undefined,
  })
}

function findMissing({ columns }: FeedRow, table: TableMapping): ChangeError | null {
  for (const [name, each] of Object.entries(table)) {
    if (typeof each !== 'object' || !('column' in each)) continue
    const { column } = each
    const value = Object.hasOwn(columns, column) ? columns[column] : undefined
    if (value === undefined)
      return new ChangeError(
        'column',
        `The row has no column ${column}: FEED_MAPPING names columns in the letters of the event, and MySQL needs binlog_row_image=FULL`,
      )
    if (unavailableValues.has(value))
      return new ChangeError(
        'column',
        `The value of ${column} is not in the event, as it did not change: set REPLICA IDENTITY FULL`,
      )
    if (value === null && mustBeKnown.has(name)) return new ChangeError('null', `${column} is null`)
  }
  return null
}

const mustBeKnown = new Set(['balance', 'currency', 'type', 'status'])

function addTime(asOf: number | null, { asOf: { column, unit } }: TableMapping, change: Members) {
  if (asOf === null)
    return new ChangeError('as_of', `${column} is not a time in ${unit}, from the year 2000 on`)
  change.asOf = formatTimestamp(asOf)
  return null
}

function addWords(row: FeedRow, table: TableMapping, change: Members): ChangeError | null {
  for (const name of ['type', 'status'] as const) {
    const column = table[name]
    if (!column) continue
    if ('constant' in column) {
      change[name] = column.constant
      continue
    }
    const word = textOf(row, column.column) ?? ''
    const { values } = column
    if (values && !Object.hasOwn(values, word))
      return new ChangeError(name, `FEED_MAPPING has no word for a value of ${column.column}`)
    change[name] = values ? values[word] : word
  }
  return null
}

function addAmounts(
  row: FeedRow,
  { balance, frozenBalance, currency }: TableMapping,
  change: Members,
): ChangeError | null {
  const unit = !currency
    ? ''
    : 'constant' in currency
      ? currency.constant
      : (textOf(row, currency.column) ?? '')
  for (const [name, column] of Object.entries({ balance, frozenBalance })) {
    const value = column && columnOf(row, column.column)
    if (!column || value == null) continue
    const amount = parseDecimal(value, column, schemaOf(row, column.column), unit)
    if (amount instanceof ChangeError) return amount
    change[name] = { value: amount, unit }
  }
  return null
}

/** For a column that is not known and must not be null, connectors write nothing, or zero. */
function numberOf(row: FeedRow, { msisdn: { column, prepend } }: TableMapping): string | null {
  const text = textOf(row, column)
  return text && text !== '0' ? prepend + text : null
}

/** Microseconds since 1970; null if its column has no time. */
function timeOf(row: FeedRow, { asOf }: TableMapping): number | null {
  const text = textOf(row, asOf.column) ?? ''
  return readRowTime(isWallTime(schemaOf(row, asOf.column)) ? text.replace(/Z$/, '') : text, asOf)
}

function textOf(row: FeedRow, column: string): string | null {
  const value = columnOf(row, column)
  return value == null ? null : readName(value, schemaOf(row, column))
}

function schemaOf({ schema }: FeedRow, name: string): FieldSchema | undefined {
  return columnFieldOf(schema, name)
}

function columnOf({ columns }: FeedRow, name: string): unknown {
  return unavailableValues.has(columns[name]) ? null : columns[name]
}

const perSecond = { s: 0, ms: 3, us: 6, ns: 9 } as const
const local = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(\.\d{1,12})?$/

/** A time without a zone that a connector writes as text with a Z. */
function isWallTime(schema: FieldSchema | undefined): boolean {
  return schema?.name === 'io.debezium.time.IsoTimestamp'
}

/**
 * Reads the time of a row. A number with a `zone` counts from 1970 there, as connectors write columns without a zone
 * (DATETIME, TIMESTAMP, DATE).
 * @returns microseconds since 1970; null if it is none
 */
function readRowTime(text: string, { unit, zone }: TableMapping['asOf']): number | null {
  if (unit !== 'text') {
    const epoch = readEpoch(text, perSecond[unit])
    return inRange(epoch !== null && zone ? toUtc(epoch, zone) : epoch)
  }
  const [, day, time, fraction = ''] = local.exec(text) ?? []
  // PostgreSQL shortens the offset to hours.
  if (day === undefined) return parseTimestamp(text.replace(/([+-]\d\d)$/, '$1:00'))
  const wall = parseTimestamp(`${day}T${time}${fraction}Z`)
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

function single(change: Change | ChangeError): Change[] | ChangeError {
  return change instanceof ChangeError ? change : [change]
}
