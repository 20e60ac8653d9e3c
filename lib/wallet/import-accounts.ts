import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Environment } from '@/generated/prisma/enums'
import { done, type Result, refused } from '@/lib/result'
import { type AccountRecord, type ColumnOrder, parseAccount, readHeader } from './account-record'
import { type BadLine, countBad, type FoundBad, removeDuplicates, writeBadLines } from './bad-lines'
import { CsvError, readCsv } from './csv'
import { beginImport, endImport, noteNewest } from './import-record'
import { type Merged, mergeAccounts, removeDemoAccounts } from './merge-accounts'
import { findMissing, type Missing, needsAllowance, removeMissing } from './remove-accounts'

export type ImportOptions = {
  /** a path, or the bytes of an upload, which are read once: without `badFile` */
  file: string | AsyncIterable<Uint8Array>
  environment: Environment
  /** the time of the data in the file, in ISO 8601; accounts stored with a later time stay as they are */
  asOf: string
  /** removes the accounts that are not in the file; for a file without bad lines only */
  complete: boolean
  /** how many removals to allow beyond 5 % of all accounts; none if null */
  allowRemovals: number | null
  /** loads the good lines even if there are bad ones */
  skipBad: boolean
  /** the file for bad lines; none if null */
  badFile: string | null
  /** the operating system's user who imports, for the audit log */
  operator?: string
  /** the upload that is applied; without it the import is recorded as a file's */
  upload?: Upload
}

/** An upload that the worker applies. */
export type Upload = {
  importId: number
  requestedById: string
  /** within the transaction, under the lock of imports; false ends it without a change */
  claim: (client: ClientBase) => Promise<boolean>
  /** within the transaction, at its end */
  finish: (client: ClientBase, report: ImportReport) => Promise<void>
}

/** `done` of `total`: bytes while the file is read, accounts while they are stored. */
export type ImportProgress = {
  step: 'reading' | 'checking' | 'storing'
  done: number
  total: number
  lines: number
}

/**
 * `loaded` is null when nothing was changed: there were bad lines, or `tooMany` accounts were missing. `removed` counts
 * accounts, `grantsRemoved` what applications could read of them.
 */
export type ImportReport = {
  lines: number
  bad: number
  firstBad: BadLine[]
  loaded: (Merged & { demoRemoved: number; removed: number; grantsRemoved: number }) | null
  tooMany: Missing | null
}

type Watch = (progress: ImportProgress) => void

const noneMissing: Missing = { missing: 0, stored: 0 }

/** Any number that no other lock uses. File imports take it for a transaction, streams of changes for their life. */
export const importLock = 20_261_121_02

/**
 * Loads an accounts file in one transaction: all of it or, when a line is bad, nothing; with `skipBad` the good lines.
 * COPY loads the file into a temporary table, from which it is merged into `wallet_account`: new accounts are added,
 * known ones updated unless a stream of changes, or a later file, has written something newer; accounts that are not in
 * the file are left alone, or removed with `complete`. `as_of` changes, to that of the file, only if an amount or the currency changed. The first
 * import into Production removes the demo accounts.
 * @param client a dedicated connection, as the owner of the tables or as the worker
 * @param size of the file in bytes
 * @returns `busy` when another import is running, `claimed` when the upload was applied meanwhile
 * @throws CsvError for a file that is not an accounts file
 */
export async function importAccounts(
  client: ClientBase,
  options: ImportOptions,
  size: number,
  watch: Watch = () => {},
): Promise<Result<ImportReport, 'busy' | 'claimed'>> {
  await client.query('BEGIN')
  try {
    const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS mine', [importLock])
    if (!rows[0].mine) return await end(client, 'ROLLBACK', refused('busy'))
    if (options.upload && !(await options.upload.claim(client)))
      return await end(client, 'ROLLBACK', refused('claimed'))
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
  if (bad > 0 && badFile && typeof file === 'string') await writeBadLines(client, file, badFile)
  const report = { lines, bad, firstBad, loaded: null, tooMany: null }
  if (bad > 0 && !skipBad) return report
  const total = lines - bad
  const demoRemoved = environment === 'production' && total > 0 ? await removeDemoAccounts(client) : 0
  const missing = options.complete ? await findMissing(client, environment, asOf) : noneMissing
  if (needsAllowance(missing) && missing.missing > (options.allowRemovals ?? 0))
    return { ...report, tooMany: missing }
  const importId =
    options.upload?.importId ?? (await beginImport(client, { environment, source: 'file', operator }))
  const merged = await mergeAccounts(client, environment, asOf, importId, (stored) =>
    watch({ step: 'storing', done: stored, total, lines }),
  )
  const grantsRemoved = missing.missing > 0 ? await removeMissing(client, environment, asOf, importId) : 0
  const loaded = { ...merged, demoRemoved, removed: missing.missing, grantsRemoved }
  await noteNewest(client, importId, asOf)
  await endImport(client, importId)
  await options.upload?.finish(client, { ...report, loaded })
  await audit(client, options, { ...loaded, bad, asOf, operator })
  return { ...report, loaded }
}

/** Streams the good lines into the staging table, and collects the bad ones. */
async function copy(
  client: ClientBase,
  file: ImportOptions['file'],
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
  await pipeline(Readable.from(rows()), client.query(copyFrom(`COPY staged_line (${columns}) FROM STDIN`)))
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

async function audit(
  client: ClientBase,
  { environment, upload }: ImportOptions,
  detail: object,
): Promise<void> {
  await client.query(
    `INSERT INTO audit_entry (actor_id, actor_role, action, subject_type, subject_id, detail)
     VALUES ($1, $2, 'accounts.imported', 'account', $3, $4)`,
    [
      upload?.requestedById,
      upload ? 'administrator' : 'system',
      environment,
      JSON.stringify({ ...detail, importId: upload?.importId }),
    ],
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
  SELECT stage_accounts()`
const prepareStage = 'SELECT sort_staged_accounts()'
