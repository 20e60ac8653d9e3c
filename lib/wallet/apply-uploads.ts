import type { ClientBase, Pool } from 'pg'
import type { Environment } from '@/generated/prisma/enums'
import { CsvError } from './csv'
import { type ImportProgress, type ImportReport, importAccounts } from './import-accounts'
import type { UploadOptions, UploadReport } from './schema'
import { discardUpload, readUpload, type StagedUpload, UploadLost } from './upload-content'

type Waiting = {
  id: number
  environment: Environment
  requestedById: string
  options: Omit<UploadOptions, 'environment'>
  upload: StagedUpload
}

const progressMs = 1000

/**
 * Applies the uploads that wait, the oldest first, each as the command would: all of it or nothing. If the worker ends
 * or is killed meanwhile, nothing of it was stored, and the next run applies it from its beginning. While
 * another import or a stream is running they wait for the next run.
 * @param signal ends the run: the worker ends
 */
export async function applyUploads(pool: Pool, signal?: AbortSignal): Promise<void> {
  for (let next = await findNext(pool); next && !signal?.aborted; next = await findNext(pool)) {
    const applied = await applyOne(pool, next, signal)
    if (!applied) return
  }
}

/** @returns false when it has to wait */
async function applyOne(pool: Pool, waiting: Waiting, signal?: AbortSignal): Promise<boolean> {
  const { id, environment, requestedById, options, upload } = waiting
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const result = await importAccounts(
      client,
      {
        ...options,
        file: readUpload(upload),
        environment,
        badFile: null,
        upload: { importId: id, requestedById, claim: claimOf(id), finish: finishOf(waiting) },
      },
      upload.size,
      watchOf(pool, id, signal),
    )
    if (!result.ok) return result.reason === 'claimed'
    if (!result.value.loaded) await close(pool, waiting, 'refused', result.value)
    return true
  } catch (error) {
    if (error instanceof CsvError)
      await close(pool, waiting, 'refused', { error: error.message, fault: error.fault })
    else if (error instanceof UploadLost) await close(pool, waiting, 'failed', { error: lost })
    else {
      broken = error as Error
      throw error
    }
    return true
  } finally {
    client.release(broken)
  }
}

const lost = 'The content of this upload was no longer there. Upload the file again.'

/** Progress is written on other connections, as this transaction shows nothing until its end. */
function watchOf(pool: Pool, id: number, signal?: AbortSignal): (progress: ImportProgress) => void {
  let wroteAt = Number.NEGATIVE_INFINITY
  return (progress) => {
    signal?.throwIfAborted()
    if (performance.now() - wroteAt < progressMs) return
    wroteAt = performance.now()
    pool
      .query(
        `UPDATE account_import SET state = 'running', progress = $2
         WHERE id = $1 AND state IN ('waiting', 'running')`,
        [id, JSON.stringify(progress)],
      )
      .catch(() => {})
  }
}

function claimOf(id: number) {
  return async (client: ClientBase): Promise<boolean> => {
    const { rowCount } = await client.query(
      `SELECT FROM account_import WHERE id = $1 AND state IN ('waiting', 'running')`,
      [id],
    )
    return rowCount === 1
  }
}

function finishOf({ id, upload }: Waiting) {
  return async (client: ClientBase, report: ImportReport): Promise<void> => {
    await client.query(`UPDATE account_import SET state = 'done', report = $2 WHERE id = $1`, [
      id,
      JSON.stringify(report),
    ])
    await client.query('DELETE FROM upload_chunk WHERE upload_id = $1', [upload.id])
  }
}

/** Ends an upload that changed nothing. Only one of two workers that found the same fault records it. */
async function close(
  pool: Pool,
  { id, environment, requestedById, upload }: Waiting,
  state: 'refused' | 'failed',
  report: UploadReport,
): Promise<void> {
  await pool.query(
    `WITH closed AS (
       UPDATE account_import SET state = $2, report = $3, ended_at = now()
       WHERE id = $1 AND state IN ('waiting', 'running') RETURNING id)
     INSERT INTO audit_entry (actor_id, actor_role, action, subject_type, subject_id, detail)
     SELECT $4, 'administrator', 'accounts.upload_refused', 'account', $5, jsonb_build_object('importId', id, 'bad', $6::int)
     FROM closed`,
    [id, state, JSON.stringify(report), requestedById, environment, report.bad ?? null],
  )
  await discardUpload(upload.id)
}

async function findNext(pool: Pool): Promise<Waiting | null> {
  const { rows } = await pool.query(
    `SELECT id, environment, requested_by_id AS "requestedById", options,
       jsonb_build_object('id', upload_id, 'size', size, 'keyId', encryption_key_id) AS upload
     FROM account_import WHERE state IN ('waiting', 'running') AND source = 'upload' ORDER BY id LIMIT 1`,
  )
  return rows[0] ?? null
}
