import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Environment } from '@/generated/prisma/enums'
import { done, type Result, refused } from '@/lib/result'
import { type AccountRecord, type ColumnOrder, parseAccount, readHeader } from './account-record'
import { type BadLine, countBad, type FoundBad, removeDuplicates, writeBadLines } from './bad-lines'
import { CsvError, readCsv } from './csv'
import { type Merged, mergeAccounts, removeDemoAccounts } from './merge-accounts'

export type ImportOptions = {
  file: string
  environment: Environment
  /** the time of the data in the file, in ISO 8601; accounts stored with a later time stay as they are */
  asOf: string
  /** loads the good lines even if there are bad ones */
  skipBad: boolean
  /** the file for bad lines; none if null */
  badFile: string | null
  /** the operating system's user who imports, for the audit log */
  operator?: string
}

/** `done` of `total`: bytes while the file is read, accounts while they are stored. */
export type ImportProgress = {
  step: 'reading' | 'checking' | 'storing'
  done: number
  total: number
  lines: number
}

/** `loaded` is null when there were bad lines, and nothing was changed. */
export type ImportReport = {
  lines: number
  bad: number
  firstBad: BadLine[]
  loaded: (Merged & { demoRemoved: number }) | null
}

type Watch = (progress: ImportProgress) => void

/** Any number that no other lock uses. File imports take it for a transaction, streams of changes for their life. */
export const importLock = 20_261_121_02

/**
 * Loads an accounts file in one transaction: all of it or, when a line is bad, nothing; with `skipBad` the good lines.
 * COPY loads the file into a temporary table, from which it is merged into `wallet_account`: new accounts are added,
 * known ones updated unless a stream of changes, or a later file, has written something newer; accounts that are not in
 * the file are left alone. `as_of` changes, to that of the file, only if an amount or the currency changed. The first
 * import into Production removes the demo accounts.
 * @param client a dedicated connection, as the owner of the tables
 * @param size of the file in bytes
 * @returns `busy` when another import is running
 * @throws CsvError for a file that is not an accounts file
 */
export async function importAccounts(
  client: ClientBase,
  options: ImportOptions,
  size: number,
  watch: Watch = () => {},
): Promise<Result<ImportReport, 'busy'>> {
  await client.query('BEGIN')
  try {
    const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS mine', [importLock])
    if (!rows[0].mine) return await end(client, 'ROLLBACK', refused('busy'))
    const report = await load(client, options, size, watch)
    return await end(client, report.loaded ? 'COMMIT' : 'ROLLBACK', done(report))
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

async function load(
  client: ClientBase,
  options: ImportOptions,
  size: number,
  watch: Watch,
): Promise<ImportReport> {
  const { file, environment, asOf, skipBad, badFile, operator } = options
  await client.query(stage)
  const found = await copy(client, file, size, watch)
  const { lines } = found
  watch({ step: 'checking', done: 0, total: 1, lines })
  await client.query(prepareStage)
  await removeDuplicates(client, found.bad)
  const { count: bad, first: firstBad } = found.bad
  if (bad > 0 && badFile) await writeBadLines(client, file, badFile)
  if (bad > 0 && !skipBad) return { lines, bad, firstBad, loaded: null }
  const total = lines - bad
  const demoRemoved = environment === 'production' && total > 0 ? await removeDemoAccounts(client) : 0
  const merged = await mergeAccounts(client, environment, asOf, (stored) =>
    watch({ step: 'storing', done: stored, total, lines }),
  )
  const loaded = { ...merged, demoRemoved }
  await audit(client, environment, { ...loaded, bad, asOf, operator })
  return { lines, bad, firstBad, loaded }
}

/** Streams the good lines into the staging table, and collects the bad ones. */
async function copy(
  client: ClientBase,
  file: string,
  size: number,
  watch: Watch,
): Promise<{ lines: number; bad: FoundBad }> {
  const found = { lines: 0, bad: { count: 0, first: [] } as FoundBad }
  let bytes = 0
  const onRead = (read: number) => {
    bytes = read
  }

  async function* rows(): AsyncGenerator<string> {
    let order: ColumnOrder | null = null
    for await (const records of readCsv(file, onRead)) {
      const first: ColumnOrder = order ?? requireHeader(records[0]?.fields ?? null)
      let text = ''
      for (const record of order ? records : records.slice(1)) {
        found.lines++
        const account = parseAccount(record.fields, first)
        if (typeof account === 'string') countBad(found.bad, { line: record.line, reason: account })
        else text += toCopyRow(record.line, account)
      }
      order = first
      watch({ step: 'reading', done: bytes, total: size, lines: found.lines })
      if (text) yield text
    }
    if (!order) requireHeader([])
  }

  const columns = 'line, msisdn, type, status, currency, balance, frozen_balance'
  await pipeline(
    Readable.from(rows()),
    client.query(copyFrom(`COPY account_import_lines (${columns}) FROM STDIN`)),
  )
  return found
}

function requireHeader(fields: string[] | null): ColumnOrder {
  const order = readHeader(fields)
  if (typeof order === 'string') throw new CsvError(order)
  return order
}

/** One row in COPY's text format; every field has been checked to need no escaping. */
function toCopyRow(
  line: number,
  { msisdn, type, status, currency, balance, frozenBalance }: AccountRecord,
): string {
  return `${line}\t${msisdn}\t${type}\t${status}\t${currency}\t${balance}\t${frozenBalance}\n`
}

async function audit(client: ClientBase, environment: Environment, detail: object): Promise<void> {
  await client.query(
    `INSERT INTO audit_entry (actor_id, actor_role, action, subject_type, subject_id, detail)
     VALUES (NULL, 'system', 'accounts.imported', 'account', $1, $2)`,
    [environment, JSON.stringify(detail)],
  )
}

async function end<T>(client: ClientBase, how: 'COMMIT' | 'ROLLBACK', value: T): Promise<T> {
  await client.query(how)
  return value
}

// Dropped with the transaction: not worth write-ahead logging, nor JIT compilation of its queries.
const stage = `
  SET LOCAL jit = off;
  SET LOCAL work_mem = '64MB';
  SET LOCAL maintenance_work_mem = '128MB';
  CREATE TEMPORARY TABLE account_import_lines (
    line integer NOT NULL, msisdn bigint NOT NULL, type account_type NOT NULL, status account_status NOT NULL,
    currency text NOT NULL, balance numeric NOT NULL, frozen_balance numeric NOT NULL
  ) ON COMMIT DROP`
// Sorted once, so that later steps read it sequentially, however large it is.
const prepareStage = `
  CREATE TEMPORARY TABLE account_import ON COMMIT DROP AS SELECT * FROM account_import_lines ORDER BY msisdn, line;
  DROP TABLE account_import_lines;
  CREATE INDEX account_import_msisdn ON account_import (msisdn, line);
  ANALYZE account_import`
