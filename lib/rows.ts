/**
 * The rows that the gateway's look-ups send and receive: each column is declared once, and both the SQL and what
 * writes or reads it derive from that. A row comes as one text, of words separated by spaces, and all rows of a batch
 * as one: columns cost both sides more than the look-up itself (decision 11).
 */

import type { Pool } from 'pg'

import { detach } from './expiring-map'
import { nameStatement } from './statement'
import { asText } from './text-client'

/** A column of a result: its SQL, whose text has no spaces, and what is made of that text, which is empty for null. */
type Column<Value> = { sql: string; read: (word: string) => Value }

/** By name, in the order in which they are sent. */
type Columns = Record<string, Column<unknown>>

/** A row as it is read. */
export type Row<Of extends Columns> = { [Name in keyof Of]: ReturnType<Of[Name]['read']> }

/** Columns that are null together: their row is null if the first is. */
type Group<Found> = { words: string[]; read: (words: Words) => Found | null }

/** Text for the response alone. What is kept has to be {@link text}: a part of a reply keeps all of it in memory. */
export const word = <Text extends string = string>(sql: string): Column<Text> => ({
  sql,
  read: (found) => found as Text,
})

/** Text, as a copy. */
export const text = <Text extends string = string>(sql: string): Column<Text> => ({
  sql,
  read: (found) => detach(found) as Text,
})

export const number = (sql: string): Column<number> => ({ sql, read: Number })

export const flag = (sql: string): Column<boolean> => ({ sql, read: (found) => found === 't' })

export const bytes = (sql: string): Column<Buffer> => ({
  sql: `encode(${sql}, 'hex')`,
  read: (found) => Buffer.from(found, 'hex'),
})

/** An array of texts that have neither commas nor spaces. */
export const list = (sql: string): Column<string[]> => ({
  sql: `array_to_string(${sql}, ',')`,
  read: (found) => detach(found).split(','),
})

/** Text that may have spaces. */
export const anyText = (sql: string): Column<string> => {
  const { read, ...encoded } = bytes(`convert_to(${sql}, 'UTF8')`)
  return { ...encoded, read: (found) => read(found).toString() }
}

/** A column that may be null. */
export const orNull = <Value>({ sql, read }: Column<Value>): Column<Value | null> => ({
  sql,
  read: (found) => (found === '' ? null : read(found)),
})

/** Columns of the rows themselves. */
export function group<Of extends Columns>(columns: Of): Group<Row<Of>> {
  return { words: Object.values(columns).map(({ sql }) => sql), read: readerOf(columns) }
}

/**
 * Columns of a subquery.
 * @returns `list`, which selects them in it, and the group that they are outside
 */
export function subquery<Of extends Columns>(alias: string, columns: Of): Group<Row<Of>> & { list: string } {
  const entries = Object.entries(columns)
  return {
    list: entries.map(([name, { sql }]) => `${sql} AS "${name}"`).join(', '),
    words: entries.map(([name]) => `${alias}."${name}"`),
    read: readerOf(columns),
  }
}

function readerOf<Of extends Columns>(columns: Of): Group<Row<Of>>['read'] {
  const entries = Object.entries(columns)
  return (words) => {
    const row: Record<string, unknown> = {}
    let isNull = true
    for (let index = 0; index < entries.length; index++) {
      const [name, column] = entries[index] as [string, Column<unknown>]
      const found = words.next()
      if (index === 0) isNull = found === ''
      if (!isNull) row[name] = column.read(found)
    }
    return isNull ? null : (row as Row<Of>)
  }
}

type Groups = Record<string, Group<unknown>>
type Found<Of extends Groups> = { [Name in keyof Of]: ReturnType<Of[Name]['read']> }

/**
 * The result of a look-up for the rows of {@link askedRows}.
 * @returns `sql`, an aggregate of all rows, and `read`, which calls `take` with each of them and the index of what it
 *   was found for; in any order
 */
export function foundRows<Of extends Groups>(groups: Of) {
  const words = Object.values(groups).flatMap((each) => each.words)
  const readers = Object.entries(groups).map(([name, each]) => [name, each.read] as const)
  const readRow = (row: Words): Found<Of> => {
    const found: Record<string, unknown> = {}
    for (const [name, read] of readers) found[name] = read(row)
    return found as Found<Of>
  }
  return {
    // `concat` writes nothing for null, and so keeps its place.
    sql: `string_agg(${concat(['q.position', ...words])}, ' ')`,
    read(reply: string | null | undefined, take: (found: Found<Of>, index: number) => void): void {
      if (!reply) return
      const left = new Words(reply)
      while (!left.isOver()) {
        const index = Number(left.next()) - 1
        take(readRow(left), index)
      }
    },
    /** The same of one row, without the index. */
    sqlOfOne: concat(words),
    readOne: (reply: string) => readRow(new Words(reply)),
  }
}

const concat = (words: string[]) => `concat(${words.join(`, ' ', `)})`

/** Reads the words of a reply one after the other. */
class Words {
  private at = 0
  constructor(private readonly reply: string) {}

  next(): string {
    const space = this.reply.indexOf(' ', this.at)
    const end = space < 0 ? this.reply.length : space
    const found = this.reply.slice(this.at, end)
    this.at = end + 1
    return found
  }

  isOver(): boolean {
    return this.at >= this.reply.length
  }
}

/** How a value is written in an array, by its type in PostgreSQL; those of `bytea` are hexadecimal. */
const writers = {
  uuid: (value: string) => value,
  bigint: (value: string) => value,
  text: (value: string) => `"${value.replace(/["\\]/g, '\\$&')}"`,
  bytea: (value: string) => `"\\\\x${value}"`,
}
type Type = keyof typeof writers
type Asked<Question> = {
  [Of in Type]: readonly [Of, (question: Question) => Parameters<(typeof writers)[Of]>[0] | null]
}[Type]

/**
 * What a batch asks for, as rows `q` with their `position`: an array for each column.
 * @param columns by name: type and value
 */
export function askedRows<Question>(columns: Record<string, Asked<Question>>) {
  const entries = Object.values(columns) as [Type, (question: Question) => never][]
  const names = Object.keys(columns).join(', ')
  return {
    /** @param first number of the first of their parameters, which follow each other */
    from(first: number): string {
      const arrays = entries.map(([type], index) => `$${first + index}::${type}[]`).join(', ')
      return `unnest(${arrays}) WITH ORDINALITY AS q (${names}, position)`
    },
    values: (questions: Question[]): string[] =>
      entries.map(([type, pick]) => writeArray(questions, pick, writers[type])),
    /** The same for one question. */
    fromOne(first: number): string {
      const each = Object.entries(columns).map(
        ([name, [type]], index) => `$${first + index}::${type} AS ${name}`,
      )
      return `(SELECT ${each.join(', ')}) q`
    },
    valuesOfOne: (question: Question): (string | null)[] =>
      entries.map(([type, pick]) => {
        const value: string | null = pick(question)
        return value !== null && type === 'bytea' ? `\\x${value}` : value
      }),
  }
}

/** The questions' parameters follow the two of the rules. */
const firstAsked = 3

/** Sends the questions after two values for the rules, and calls `take` with each row and the index of its question. */
export type LookUp<Question, Found> = (
  pool: Pool,
  questions: Question[],
  values: [string, string],
  take: (found: Found, index: number) => void,
) => Promise<void>

/**
 * A look-up in one statement for all questions, and in another one without arrays and aggregates for a single one.
 * Both have the same text of the rules.
 * @param label of the first; the other one is its plural
 * @param rules what follows the questions in the FROM clause, with its WHERE; its parameters are `$1` and `$2`
 */
export function lookUpRows<Question, Of extends Groups>(
  label: string,
  asked: ReturnType<typeof askedRows<Question>>,
  found: ReturnType<typeof foundRows<Of>>,
  rules: string,
): LookUp<Question, Found<Of>> {
  const one = lookUpOne(label, asked, found, rules)
  const several = lookUpSeveral(`${label}s`, asked, found, rules)
  return (pool, questions, values, take) =>
    (questions.length === 1 ? one : several)(pool, questions, values, take)
}

export function lookUpOne<Question, Of extends Groups>(
  label: string,
  asked: ReturnType<typeof askedRows<Question>>,
  found: ReturnType<typeof foundRows<Of>>,
  rules: string,
): LookUp<Question, Found<Of>> {
  const statement = nameStatement(
    label,
    `SELECT ${found.sqlOfOne} FROM ${asked.fromOne(firstAsked)} ${rules}`,
  )
  return async (pool, [question], values, take) => {
    const asking = [...values, ...asked.valuesOfOne(question as Question)]
    const { rows } = await pool.query<[string]>({ ...statement, ...asText, values: asking })
    for (const [reply] of rows) take(found.readOne(reply), 0)
  }
}

export function lookUpSeveral<Question, Of extends Groups>(
  label: string,
  asked: ReturnType<typeof askedRows<Question>>,
  found: ReturnType<typeof foundRows<Of>>,
  rules: string,
): LookUp<Question, Found<Of>> {
  const statement = nameStatement(label, `SELECT ${found.sql} FROM ${asked.from(firstAsked)} ${rules}`)
  return async (pool, questions, values, take) => {
    const asking = [...values, ...asked.values(questions)]
    const { rows } = await pool.query<[string | null]>({ ...statement, ...asText, values: asking })
    found.read(rows[0]?.[0], take)
  }
}

function writeArray<Question>(
  questions: Question[],
  pick: (question: Question) => never,
  write: (value: never) => string,
): string {
  let literal = ''
  for (const question of questions) {
    const value = pick(question)
    literal += literal === '' ? '' : ','
    literal += value === null ? 'NULL' : write(value)
  }
  return `{${literal}}`
}
