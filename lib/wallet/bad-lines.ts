import { open } from 'node:fs/promises'
import type { ClientBase } from 'pg'
import { atFile } from '@/lib/at-file'
import { type AccountRules, parseAccount } from './account-record'
import { type CsvRecord, readCsv } from './csv'
import { Fault } from './faults'
import { type ColumnOrder, readHeader } from './header'

/** A line of an accounts file that cannot be loaded; `line` from 1, `reason` in English. Older ones have no fault. */
export type BadLine = { line: number; reason: string; fault?: Pick<Fault, 'code' | 'values'> }

/** The number of bad lines, and the first of them. */
export type FoundBad = { count: number; first: BadLine[] }

const kept = 100
const fetched = 10_000
const header = 'line,reason,text\r\n'

/** Counts a bad line; call it in the order of lines. */
export function countBad(found: FoundBad, line: number, fault: Fault): void {
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
