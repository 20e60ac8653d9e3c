import type { Pool } from 'pg'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { databasePool } from '@/lib/database'
import { purgeAbandonedUploads, purgeExpiredDocuments } from '@/lib/documents/retention'
import { newId } from '@/lib/ids'
import { createApplication } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { createWorkerMetrics } from './metrics'
import { createTasks } from './tasks'

const { owner } = withOwnDatabase({ as: 'worker' })
let worker: Pool

beforeAll(async () => {
  worker = databasePool()
})

beforeEach(() =>
  owner.query('TRUNCATE upload_chunk; UPDATE document SET purged_at = now() WHERE purged_at IS NULL'),
)

/** Documents of one application that was rejected a year ago, each with a piece of content. */
async function createExpired(documents: number): Promise<string> {
  const { id } = await createApplication(owner, { environment: 'production', state: 'rejected' })
  await owner.query(`UPDATE application SET state_changed_at = now() - interval '1 year' WHERE id = $1`, [id])
  await owner.query(`INSERT INTO submission (id, application_id, number) VALUES ($1, $1, 1)`, [id])
  await owner.query(
    `WITH made AS (
       INSERT INTO document (id, submission_id, requirement_id, version, name, kind, size, sha256, encryption_key_id, replaced_at)
       SELECT gen_random_uuid(), $1, $2, n, 'document.pdf', 'pdf', 1, sha256('x'), 'k', now() FROM generate_series(1, $3) n
       RETURNING id)
     INSERT INTO document_chunk (document_id, sequence, ciphertext) SELECT id, 0, 'x' FROM made`,
    [id, newId(), documents],
  )
  return id
}

async function createPieces(pieces: number, age: string) {
  await owner.query(
    `INSERT INTO upload_chunk (upload_id, sequence, ciphertext, created_at)
     SELECT $1, n, 'x', now() - $3::interval FROM generate_series(1, $2) n`,
    [newId(), pieces, age],
  )
}

async function count(table: string): Promise<number> {
  return (await owner.query(`SELECT count(*)::int AS count FROM ${table}`)).rows[0].count
}

async function countAudited(applicationId: string): Promise<number> {
  const { rows } = await owner.query(
    `SELECT count(*)::int AS count FROM audit_entry WHERE action = 'document.purged' AND detail->>'applicationId' = $1`,
    [applicationId],
  )
  return rows[0].count
}

/** As the queue runs the nightly job. */
function runTask(abortSignal?: AbortSignal) {
  const metrics = createWorkerMetrics(worker)
  const tasks = createTasks({ pool: worker, metrics } as never)
  return Promise.resolve(tasks['purge-documents']?.({}, { abortSignal } as never)).then(() =>
    metrics.registry.metrics(),
  )
}

test('the nightly job takes more than one batch of each kind, and reports how many went', async () => {
  await createPieces(251, '2 days')
  await createPieces(3, '1 hour')
  const applicationId = await createExpired(21)
  const told = await runTask()
  expect(await count('upload_chunk')).toBe(3)
  expect(await count('document_chunk')).toBe(0)
  expect(await countAudited(applicationId)).toBe(21)
  expect(told).toContain('guichet_pruned_rows_total{what="upload_chunk"} 251')
  expect(told).toContain('guichet_pruned_rows_total{what="document"} 21')
})

test('nothing is begun when the time is over or the worker ends', async () => {
  await createPieces(2, '2 days')
  const applicationId = await createExpired(2)
  expect(await purgeAbandonedUploads(0)).toBe(0)
  expect(await purgeExpiredDocuments(0)).toBe(0)
  await runTask(AbortSignal.abort())
  expect(await count('upload_chunk')).toBe(2)
  expect(await count('document_chunk')).toBe(2)
  expect(await countAudited(applicationId)).toBe(0)
  await runTask()
})

test('a worker that ends waits for the current document only, and the next run takes the rest', async () => {
  const applicationId = await createExpired(25)
  const ends = new AbortController()
  const running = purgeExpiredDocuments(undefined, ends.signal)
  await expect.poll(() => countAudited(applicationId), { interval: 5 }).toBeGreaterThan(0)
  ends.abort()
  const purged = await running
  expect(purged).toBeGreaterThan(0)
  expect(purged).toBeLessThan(25)
  expect(await count('document_chunk')).toBe(25 - purged)
  expect(await purgeExpiredDocuments()).toBe(25 - purged)
  expect(await countAudited(applicationId)).toBe(25)
})
