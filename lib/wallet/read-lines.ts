import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type AccountRecord, type AccountRules, parseAccount } from './account-record'
import { countBad, type FoundBad } from './bad-lines'
import { CsvError, type CsvRecord } from './csv'
import { Fault } from './faults'
import { type ColumnOrder, readHeader } from './header'

/** What was found in a file so far; `order` is null until its header was read. */
export type FoundLine = { lines: number; bad: FoundBad; order: ColumnOrder | null }

/** Nothing found yet. */
export function nothingFound(): FoundLine {
  return { lines: 0, bad: { count: 0, first: [] }, order: null }
}

/**
 * Copies the good lines of a file into `table`, and adds what is found to `found`.
 * @param onBatch called after each batch of records; true pauses
 * @returns whether it was paused; false at the end of the file
 * @throws CsvError when the file is not an accounts file
 */
export async function copyLines(
  client: ClientBase,
  table: string,
  batches: AsyncIterator<CsvRecord[]>,
  { found, rules }: { found: FoundLine; rules: AccountRules },
  onBatch: () => boolean,
): Promise<boolean> {
  let paused = false

  async function* rows(): AsyncGenerator<string> {
    while (!paused) {
      const { value: records, done } = await batches.next()
      if (done) {
        found.order ??= requireHeader([])
        return
      }
      const text = toCopyRows(records, found, rules)
      paused = onBatch()
      if (text) yield text
    }
  }

  const columns = 'line, msisdn, type, status, currency, balance, frozen_balance'
  await pipeline(Readable.from(rows()), client.query(copyFrom(`COPY ${table} (${columns}) FROM STDIN`)))
  return paused
}

function toCopyRows(records: CsvRecord[], found: FoundLine, rules: AccountRules): string {
  const accounts = found.order ? records : records.slice(1)
  found.order ??= requireHeader(records[0]?.fields ?? null)
  let text = ''
  for (const { line, fields } of accounts) {
    found.lines++
    const account = parseAccount(fields, found.order, rules)
    if (account instanceof Fault) countBad(found.bad, line, account)
    else text += toCopyRow(line, account)
  }
  return text
}

function requireHeader(fields: string[] | null): ColumnOrder {
  const order = readHeader(fields)
  if (order instanceof Fault) throw new CsvError(order)
  return order
}

/** One row in COPY's text format; every field has been checked to need no escaping. */
function toCopyRow(
  line: number,
  { msisdn, type, status, currency, balance, frozenBalance }: AccountRecord,
): string {
  return `${line}\t${msisdn}\t${type}\t${status}\t${currency}\t${balance}\t${frozenBalance}\n`
}
