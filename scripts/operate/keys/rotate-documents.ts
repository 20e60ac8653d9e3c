import type { Pool, PoolClient } from 'pg'
import { documentChunkContext } from '@/lib/documents/content'
import { encrypt, type Keyring } from '@/lib/keyring'
import { inTransaction, onConnection } from '@/lib/pool'
import { type Options, type Outcome, tryDecrypt } from './batch'

const stale = 'encryption_key_id <> $1 AND purged_at IS NULL'

/** Thrown to leave a document unchanged. */
class Unreadable extends Error {}

/**
 * Re-encrypts documents, one transaction each, with one chunk of 1 MiB in memory at a time. Concurrent readers see a
 * document as it was before or as it is after.
 */
export async function rotateDocuments(
  pool: Pool,
  keyring: Keyring,
  { onProgress }: Options,
): Promise<Outcome> {
  const newest = keyring[0].id
  const counted = await pool.query(`SELECT count(*)::int AS total FROM document WHERE ${stale}`, [newest])
  const unreadable: string[] = []
  let seen = 0
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const next = await findNext(pool, newest, after)
    if (!next) return { what: 'documents', rotated: seen - unreadable.length, unreadable }
    try {
      await onConnection(pool, (client) => inTransaction(client, () => rotateDocument(client, next, keyring)))
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      unreadable.push(next)
    }
    after = next
    onProgress?.('documents', ++seen, Math.max(seen, counted.rows[0].total))
  }
}

async function findNext(pool: Pool, newest: string, after: string): Promise<string | null> {
  const { rows } = await pool.query(
    `SELECT id FROM document WHERE ${stale} AND id > $2 ORDER BY id LIMIT 1`,
    [newest, after],
  )
  return rows[0]?.id ?? null
}

async function rotateDocument(client: PoolClient, id: string, keyring: Keyring): Promise<void> {
  const newest = keyring[0].id
  const { rows } = await client.query(
    `SELECT encryption_key_id AS "keyId" FROM document WHERE ${stale} AND id = $2 FOR NO KEY UPDATE`,
    [newest, id],
  )
  // Another run, or the end of its retention, was faster.
  if (!rows[0]) return
  const { keyId } = rows[0]
  for (let sequence = 0; ; sequence++) {
    const found = await client.query(
      'SELECT ciphertext FROM document_chunk WHERE document_id = $1 AND sequence = $2',
      [id, sequence],
    )
    if (!found.rows[0]) break
    const context = documentChunkContext(id, sequence)
    const plain = tryDecrypt(keyring, { keyId, sealed: found.rows[0].ciphertext }, context)
    if (!plain) throw new Unreadable()
    await client.query('UPDATE document_chunk SET ciphertext = $3 WHERE document_id = $1 AND sequence = $2', [
      id,
      sequence,
      encrypt(keyring, plain, context).ciphertext,
    ])
  }
  await client.query('UPDATE document SET encryption_key_id = $2 WHERE id = $1', [id, newest])
}
