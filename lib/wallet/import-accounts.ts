import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { ClientBase } from 'pg'
import type { Environment } from '@/generated/prisma/enums'
import { inTransaction } from '@/lib/pool'
import { done, type Result, refused } from '@/lib/result'
import { rulesOf } from './account-rules'
import { CsvError, type LinePosition, readCsv } from './csv'
import { Fault } from './faults'
import { beginImport, endImport, fileLock, lockNumbers, noteNewest } from './import-locks'
import { type Merged, mergeAccounts, removeDemoAccounts } from './merge-accounts'
import { closeOvertakenByFile } from './overtaken'
import {
  type BadLine,
  copyLines,
  type FoundLine,
  nothingFound,
  removeDuplicates,
  writeBadLines,
} from './read-lines'
import { findMissingAccounts, type MissingAccounts, needsAllowance, removeMissing } from './remove-accounts'

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
  tooMany: MissingAccounts | null
  /** the line at which an import that had been killed continued */
  continuedAt?: number
}

type Watch = (progress: ImportProgress) => void

const noneMissing: MissingAccounts = { missing: 0, stored: 0 }
const nothingGone = { removed: 0, grantsRemoved: 0 }

/**
 * Loads an accounts file: all of it or, when a line is bad, nothing; with `skipBad` the good lines. Its lines
 * are staged, then merged into `wallet_account` in one transaction: new accounts are added, amounts and details of
 * known ones updated unless a change, or a later file, has written something newer; accounts that are not in the file
 * are left alone, or removed with `complete`. The time of amounts or details changes, to that of the file, only if
 * they did. The first import into Production removes the demo accounts. A file without accounts is refused.
 * @param client a dedicated connection, as the owner of the tables; for an upload, as the worker
 * @param size of the file in bytes
 * @returns `busy` when another import is running, `claimed` when the upload was applied meanwhile, `changed` when the
 *   file did not keep its size: its last line may be half a number, and it may lack accounts
 * @throws CsvError for a file that is not an accounts file
 */
export async function importAccounts(
  client: ClientBase,
  options: ImportOptions,
  size: number,
  watch: Watch = () => {},
): Promise<Result<ImportReport, 'busy' | 'claimed' | 'changed'>> {
  const { file } = options
  return typeof file === 'string'
    ? importFile(client, { ...options, file }, size, watch)
    : importUpload(client, { ...options, file }, size, watch)
}

/** Holds the lock for the session, as its lines are staged in several transactions. */
async function importFile(
  client: ClientBase,
  options: ImportOptions & { file: string },
  size: number,
  watch: Watch,
): Promise<Result<ImportReport, 'busy' | 'changed'>> {
  // Within a statement too, a server notices that the command was killed, and releases the lock for the next.
  await client.query(`SET client_connection_check_interval = '2s'`)
  const lock = fileLock(options.environment)
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS mine', [lock])
  if (!rows[0].mine) return refused('busy')
  const { file, environment, asOf, complete, allowRemovals, skipBad } = options
  try {
    const same = JSON.stringify({ size, environment, asOf, complete, allowRemovals, skipBad })
    const found = await stageFile(client, options, same, (done, lines) =>
      watch({ step: 'reading', done, total: size, lines }),
    )
    if ((await stat(file)).size !== size) {
      await discardStaged(client, environment)
      return refused('changed')
    }
    const report = await inImport<never>(client, async () => {
      await client.query(prepareTables)
      return done(await apply(client, options, found, `sort_imported_lines('${environment}')`, watch))
    })
    // Nothing of it is left to continue, whether it was stored or refused.
    await discardStaged(client, environment)
    return report
  } catch (error) {
    if (error instanceof CsvError) await discardStaged(client, environment)
    throw error
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [lock]).catch(() => {})
  }
}

async function importUpload(
  client: ClientBase,
  options: ImportOptions & { file: AsyncIterable<Uint8Array> },
  size: number,
  watch: Watch,
): Promise<Result<ImportReport, 'busy' | 'claimed'>> {
  return inImport(client, async () => {
    const lock = fileLock(options.environment)
    const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS mine', [lock])
    if (!rows[0].mine) return refused('busy')
    if (options.upload && !(await options.upload.claim(client))) return refused('claimed')
    await client.query(prepareTables)
    const found = nothingFound()
    let read = 0
    const batches = readCsv(options.file, (position) => {
      read = position.read
    })
    await copyLines(client, 'staged_line', batches, { found, rules: rulesOf(options.environment) }, () => {
      watch({ step: 'reading', done: read, total: size, lines: found.lines })
      return false
    })
    return done(await apply(client, options, found, 'sort_staged_accounts()', watch))
  })
}

/** A transaction that is kept only if something was loaded. */
async function inImport<Reason extends string>(
  client: ClientBase,
  work: () => Promise<Result<ImportReport, Reason>>,
): Promise<Result<ImportReport, Reason>> {
  await client.query('BEGIN')
  try {
    const result = await work()
    await client.query(result.ok && result.value.loaded ? 'COMMIT' : 'ROLLBACK')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

async function apply(
  client: ClientBase,
  options: ImportOptions,
  { lines, bad: found, continuedAt }: FoundLine & { continuedAt?: number | null },
  sort: string,
  watch: Watch,
): Promise<ImportReport> {
  if (lines === 0) throw new CsvError(new Fault('no_rows'))
  const { file, environment, asOf, skipBad, badFile, operator } = options
  watch({ step: 'checking', done: 0, total: 1, lines })
  await client.query(`SELECT ${sort}`)
  await removeDuplicates(client, found)
  const { count: bad, first: firstBad } = found
  if (bad > 0 && badFile && typeof file === 'string')
    await writeBadLines(client, file, rulesOf(environment), badFile)
  const report = { lines, bad, firstBad, loaded: null, tooMany: null, continuedAt: continuedAt ?? undefined }
  const total = lines - bad
  if (total === 0 || (bad > 0 && !skipBad)) return report
  await lockNumbers(client, environment)
  const demoRemoved = environment === 'production' ? await removeDemoAccounts(client) : 0
  const missing = options.complete ? await findMissingAccounts(client, environment, asOf) : noneMissing
  if (needsAllowance(missing) && missing.missing > (options.allowRemovals ?? 0))
    return { ...report, tooMany: missing }
  const importId =
    options.upload?.importId ?? (await beginImport(client, { environment, source: 'file', operator }))
  const merged = await mergeAccounts(client, environment, asOf, importId, (stored) =>
    watch({ step: 'storing', done: stored, total, lines }),
  )
  const gone = missing.missing > 0 ? await removeMissing(client, environment, asOf, importId) : nothingGone
  if (environment === 'production') await closeOvertakenByFile(client, asOf, options.complete)
  const loaded = { ...merged, demoRemoved, ...gone }
  await noteNewest(client, importId, asOf)
  await endImport(client, importId)
  await options.upload?.finish(client, { ...report, loaded })
  await audit(client, options, { ...loaded, bad, asOf, operator })
  return { ...report, loaded }
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

// Dropped with the transaction: not worth write-ahead logging, nor JIT compilation of its queries.
const prepareTables = `
  SET LOCAL jit = off;
  SET LOCAL work_mem = '64MB';
  SET LOCAL maintenance_work_mem = '128MB';
  SELECT stage_accounts()`

/** What is read of a file between two notes of the position, in bytes: after a kill no more is read again. */
const pieceBytes = 4 * 1024 * 1024

/** What was staged up to a position; `digest` is the SHA-256 of the bytes read until then. */
type Progress = LinePosition & { digest: string; found: FoundLine }

/** Everything found in a file, and the line at which it continued a staged import; null if it read all of it. */
type StagedFile = FoundLine & { continuedAt: number | null }

/**
 * Stages the good lines of a file in the table of its environment, in pieces that are committed with their position.
 * If it is killed, the next call with the same options continues after the last piece, when the file is the same up to
 * there. Otherwise it starts from the beginning. Call it under the lock of imports, outside of a transaction.
 * @param options everything that has to be the same, with the file's size, as text
 */
async function stageFile(
  client: ClientBase,
  { file, environment }: { file: string; environment: Environment },
  options: string,
  onRead: (bytes: number, lines: number) => void,
): Promise<StagedFile> {
  const tables = tablesOf(environment)
  const { progress, hash } = await findStaged(client, file, options, environment)
  const { found } = progress
  let position: LinePosition = progress
  const bytes = readHashed(file, progress, hash)
  const batches = readCsv(
    bytes,
    (at) => {
      position = at
    },
    progress,
  )
  try {
    for (let isMore = true; isMore; ) {
      const end = position.read + pieceBytes
      isMore = await inTransaction(client, async () => {
        const paused = await copyLines(
          client,
          tables.lines,
          batches,
          { found, rules: rulesOf(environment) },
          () => {
            onRead(position.read, found.lines)
            return position.read >= end
          },
        )
        await note(client, tables.staged, options, { ...position, digest: hash.copy().digest('hex'), found })
        return paused
      })
    }
  } finally {
    await batches.return(undefined)
  }
  return { ...found, continuedAt: progress.read > 0 ? progress.line : null }
}

/** Removes what is staged. */
async function discardStaged(client: Pick<ClientBase, 'query'>, environment: Environment): Promise<void> {
  await client.query(`SELECT discard_staged_import('0', $1)`, [environment])
}

function tablesOf(environment: Environment): { staged: string; lines: string } {
  const prefix = environment === 'sandbox' ? 'sandbox_' : ''
  return { staged: `${prefix}staged_import`, lines: `${prefix}imported_line` }
}

async function findStaged(
  client: ClientBase,
  file: string,
  options: string,
  environment: Environment,
): Promise<{ progress: Progress; hash: Hash }> {
  const { rows } = await client.query<{ progress: Progress }>(
    `SELECT progress FROM ${tablesOf(environment).staged} WHERE options = $1`,
    [options],
  )
  const [staged] = rows
  const hash = staged ? await hashStart(file, staged.progress.read) : null
  if (staged && hash?.copy().digest('hex') === staged.progress.digest)
    return { progress: staged.progress, hash }
  await discardStaged(client, environment)
  return {
    progress: { read: 0, end: 0, line: 1, digest: '', found: nothingFound() },
    hash: createHash('sha256'),
  }
}

async function note(client: ClientBase, table: string, options: string, progress: Progress): Promise<void> {
  await client.query(`DELETE FROM ${table}`)
  await client.query(`INSERT INTO ${table} (options, progress) VALUES ($1, $2)`, [
    options,
    JSON.stringify(progress),
  ])
}

/** Hashes the first `bytes` of a file. */
async function hashStart(file: string, bytes: number): Promise<Hash> {
  const hash = createHash('sha256')
  if (bytes > 0) for await (const chunk of createReadStream(file, { end: bytes - 1 })) hash.update(chunk)
  return hash
}

/** Reads a file from the end of the last whole record, and adds to the hash what it does not contain yet. */
async function* readHashed(file: string, { end, read }: LinePosition, hash: Hash): AsyncGenerator<Buffer> {
  let at = end
  for await (const chunk of createReadStream(file, { start: end, highWaterMark: 256 * 1024 })) {
    hash.update(chunk.subarray(Math.max(0, read - at)))
    at += chunk.length
    yield chunk
  }
}
