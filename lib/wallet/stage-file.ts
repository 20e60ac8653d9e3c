import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { ClientBase } from 'pg'
import type { Environment } from '@/generated/prisma/enums'
import { inTransactionOf } from '@/lib/pool'
import { rulesOf } from './account-rules'
import { type Position, readCsv } from './csv'
import { copyLines, type Found, nothingFound } from './read-lines'

/** What is read of a file between two notes of the position, in bytes: after a kill no more is read again. */
const pieceBytes = 4 * 1024 * 1024

/** What was staged up to a position; `digest` is the SHA-256 of the bytes read until then. */
type Progress = Position & { digest: string; found: Found }

/** Everything found in a file, and the line at which it continued a staged import; null if it read all of it. */
export type StagedFile = Found & { continuedAt: number | null }

/**
 * Stages the good lines of a file in the table of its environment, in pieces that are committed with their position.
 * If it is killed, the next call with the same options continues after the last piece, when the file is the same up to
 * there. Otherwise it starts from the beginning. Call it under the lock of imports, outside of a transaction.
 * @param options everything that has to be the same, with the file's size, as text
 */
export async function stageFile(
  client: ClientBase,
  { file, environment }: { file: string; environment: Environment },
  options: string,
  onRead: (bytes: number, lines: number) => void,
): Promise<StagedFile> {
  const tables = tablesOf(environment)
  const { progress, hash } = await findStaged(client, file, options, environment)
  const { found } = progress
  let position: Position = progress
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
      isMore = await inTransactionOf(client, async () => {
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
export async function discardStaged(
  client: Pick<ClientBase, 'query'>,
  environment: Environment,
): Promise<void> {
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
async function* readHashed(file: string, { end, read }: Position, hash: Hash): AsyncGenerator<Buffer> {
  let at = end
  for await (const chunk of createReadStream(file, { start: end, highWaterMark: 256 * 1024 })) {
    hash.update(chunk.subarray(Math.max(0, read - at)))
    at += chunk.length
    yield chunk
  }
}
