import { type Change, type ChangeRules, type Members, Refusal, readChange } from '@/lib/wallet/change'
import { writeMoment } from '@/lib/wallet/moment'
import { type FieldSchema, fieldOf, readDecimal, readName } from './columns'
import type { TableMapping } from './mapping'
import { isWallTime, readRowTime } from './times'

/** A row before or after a change, with its schema if the event has one. */
export type Row = { columns: Members; schema: FieldSchema | undefined }

/** What PostgreSQL's connector writes for a large value that did not change. */
const unchanged = '__debezium_unavailable_value'

/** Reads a row of a table of FEED_MAPPING as what it says about its number. */
export function readRow(row: Row, table: TableMapping, rules: ChangeRules): Change | Refusal {
  const msisdn = numberOf(row, table) ?? ''
  const change: Members = { msisdn }
  const refusal =
    findMissing(row, table) ??
    addTime(row, table, change) ??
    addWords(row, table, change) ??
    addAmounts(row, table, change)
  if (!refusal) return readChange(change, rules)
  return new Refusal(refusal.code, refusal.message, /^\d{6,15}$/.test(msisdn) ? msisdn : undefined)
}

/** A column that is not there is a wrong setting, and no value that is missing. */
function findMissing({ columns }: Row, table: TableMapping): Refusal | null {
  for (const each of Object.values(table))
    if (typeof each === 'object' && 'column' in each && !Object.hasOwn(columns, each.column))
      return new Refusal(
        'column',
        `The row has no column ${each.column}: FEED_MAPPING names columns in the letters of the event`,
      )
  return null
}

function addTime(row: Row, table: TableMapping, change: Members): Refusal | null {
  const asOf = timeOf(row, table)
  const { column, unit } = table.asOf
  if (asOf === null) return new Refusal('as_of', `${column} is not a time in ${unit}`)
  change.asOf = writeMoment(asOf)
  return null
}

function addWords(row: Row, table: TableMapping, change: Members): Refusal | null {
  for (const name of ['type', 'status'] as const) {
    const column = table[name]
    const word = column && textOf(row, column.column)
    if (!column || word == null) continue
    const { values } = column
    const meant = values ? values[word] : word
    if (meant === undefined)
      return new Refusal(name, `FEED_MAPPING has no word for a value of ${column.column}`)
    change[name] = meant
  }
  return null
}

function addAmounts(
  row: Row,
  { balance, frozenBalance, currency }: TableMapping,
  change: Members,
): Refusal | null {
  const unit = !currency
    ? ''
    : 'constant' in currency
      ? currency.constant
      : (textOf(row, currency.column) ?? '')
  for (const [name, column] of Object.entries({ balance, frozenBalance })) {
    const value = column && columnOf(row, column.column)
    if (!column || value == null) continue
    const amount = readDecimal(value, column, schemaOf(row, column.column), unit)
    if (amount instanceof Refusal) return amount
    change[name] = { value: amount, unit }
  }
  return null
}

/** For a column that is not known and must not be null, connectors write nothing, or zero. */
export function numberOf(row: Row, { msisdn: { column, prepend } }: TableMapping): string | null {
  const text = textOf(row, column)
  return text && text !== '0' ? prepend + text : null
}

/** Microseconds since 1970; null if its column has no time. */
export function timeOf(row: Row, { asOf }: TableMapping): number | null {
  const text = textOf(row, asOf.column) ?? ''
  return readRowTime(isWallTime(schemaOf(row, asOf.column)) ? text.replace(/Z$/, '') : text, asOf)
}

function textOf(row: Row, column: string): string | null {
  const value = columnOf(row, column)
  return value == null ? null : readName(value, schemaOf(row, column))
}

function schemaOf({ schema }: Row, name: string): FieldSchema | undefined {
  return fieldOf(schema, name)
}

function columnOf({ columns }: Row, name: string): unknown {
  return columns[name] === unchanged ? null : columns[name]
}
