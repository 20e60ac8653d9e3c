/**
 * The rows that the gateway's look-ups send and receive: each column is declared once, and both the SQL and what
 * writes or reads it derive from that. All rows of a result come as one text, of words separated by spaces: rows with
 * ten columns cost both sides more than the look-up itself (decision 11).
 */

import { detach } from './expiring-map'

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
  return {
    // `concat` writes nothing for null, and so keeps its place.
    sql: `string_agg(concat(${['q.position', ...words].join(`, ' ', `)}), ' ')`,
    read(reply: string | null | undefined, take: (found: Found<Of>, index: number) => void): void {
      if (!reply) return
      const left = new Words(reply)
      while (!left.isOver()) {
        const index = Number(left.next()) - 1
        const found: Record<string, unknown> = {}
        for (const [name, read] of readers) found[name] = read(left)
        take(found as Found<Of>, index)
      }
    },
  }
}

/** One row that a statement returns about itself. */
export function singleRow<Of extends Columns>(columns: Of) {
  const { words, read } = group(columns)
  return {
    sql: `concat(${words.join(`, ' ', `)})`,
    read: (reply: string | null | undefined): Row<Of> | null => (reply ? read(new Words(reply)) : null),
  }
}

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
  boolean: (value: boolean) => (value ? 't' : 'f'),
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
