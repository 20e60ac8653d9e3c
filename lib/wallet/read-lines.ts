import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { atFile } from '@/lib/files'
import { type AccountRecord, type AccountRules, parseAccount } from './account-record'
import { CsvError, type CsvRecord, readCsv } from './csv'
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

/** A line of an accounts file that cannot be loaded; `line` from 1, `reason` in English. Older ones have no fault. */
export type BadLine = { line: number; reason: string; fault?: Pick<Fault, 'code' | 'values'> }

/** The number of bad lines, and the first of them. */
type FoundBad = { count: number; first: BadLine[] }

const kept = 100
const fetched = 10_000
const header = 'line,reason,text\r\n'

/** Counts a bad line; call it in the order of lines. */
function countBad(found: FoundBad, line: number, fault: Fault): void {
  found.count++
  if (found.first.length < kept) found.first.push(makeBadLine(line, fault))
}

/** Removes the second and later lines of every msisdn from the staging table, and counts them as bad. */
export async function removeDuplicates(client: ClientBase, found: FoundBad): Promise<void> {
  await client.query(`
    INSERT INTO staged_duplicate
    SELECT line, twice.first
    FROM staged_account JOIN (SELECT msisdn, min(line) AS first FROM staged_account
                              GROUP BY msisdn HAVING count(*) > 1) twice USING (msisdn)
    WHERE line > twice.first`)
  const { rowCount } = await client.query(
    'DELETE FROM staged_account USING staged_duplicate twice WHERE staged_account.line = twice.line',
  )
  if (!rowCount) return
  const { rows } = await client.query<{ line: number; first: number }>(
    `SELECT line, first FROM staged_duplicate ORDER BY line LIMIT ${kept}`,
  )
  found.count += rowCount
  const duplicates = rows.map(({ line, first }) => makeBadLine(line, makeDuplicate(first)))
  found.first = [...found.first, ...duplicates].sort((a, b) => a.line - b.line).slice(0, kept)
}

/**
 * Writes every bad line to `path`: its number, the reason, and the original line. Reads the file a second time rather
 * than keeping what may be all of it in memory. Call it after {@link removeDuplicates}.
 */
export async function writeBadLines(
  client: ClientBase,
  file: string,
  rules: AccountRules,
  path: string,
): Promise<void> {
  // Balances and phone numbers: readable only by the user who runs the import.
  const output = await open(path, 'w', 0o600)
  const duplicates = readDuplicates(client)
  let duplicate = (await duplicates.next()).value
  try {
    let order: ColumnOrder | null = null
    let text = header
    for await (const records of readCsv(file)) {
      order ??= readHeader((records.shift() as CsvRecord).fields) as ColumnOrder
      for (const { line, text: original, fields } of records) {
        const account = parseAccount(fields, order, rules)
        const isDuplicate = duplicate?.line === line
        if (account instanceof Fault) text += formatBad(line, account, original)
        else if (isDuplicate) text += formatBad(line, makeDuplicate(duplicate?.first ?? 0), original)
        if (isDuplicate) duplicate = (await duplicates.next()).value
      }
      // One character per byte, as it was read.
      await atFile(path, () => output.write(text, null, 'latin1'))
      text = ''
    }
  } finally {
    await output.close()
  }
}

/** In the order of lines, in batches: they may be most of the file. */
async function* readDuplicates(
  client: ClientBase,
): AsyncGenerator<{ line: number; first: number }, undefined> {
  await client.query(
    'DECLARE duplicates NO SCROLL CURSOR FOR SELECT line, first FROM staged_duplicate ORDER BY line',
  )
  for (;;) {
    const { rows } = await client.query(`FETCH ${fetched} FROM duplicates`)
    yield* rows
    if (rows.length < fetched) return
  }
}

function makeBadLine(line: number, fault: Fault): BadLine {
  return { line, reason: String(fault), fault: { code: fault.code, values: fault.values } }
}

function makeDuplicate(first: number): Fault {
  return new Fault('duplicate', { first: String(first) })
}

function formatBad(line: number, fault: Fault, text: string): string {
  return `${line},"${fault}","${text.replaceAll('"', '""')}"\r\n`
}
