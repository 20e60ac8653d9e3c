import {
  type Change,
  ChangeError,
  type ChangeRules,
  isObject,
  type Members,
  readChange,
} from '@/lib/wallet/change'
import { formatTimestamp } from '@/lib/wallet/timestamp'
import { columnFieldOf, fieldsOf, toText } from './columns'
import type { FeedMapping, TableMapping } from './mapping'
import { type FeedRow, numberOf, readRow, timeOf } from './rows'

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

function single(change: Change | ChangeError): Change[] | ChangeError {
  return change instanceof ChangeError ? change : [change]
}
