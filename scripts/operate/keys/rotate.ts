import type { Pool, PoolClient } from 'pg'
import { secretContext } from '@/lib/credentials/commands'
import { hashSecret } from '@/lib/credentials/secret'
import { type EncryptedColumn, encryptedColumns } from '@/lib/health/key-checks'
import { encrypt, type Keyring } from '@/lib/keyring'
import { inTransaction, onConnection } from '@/lib/pool'
import { type Options, type Outcome, tryDecrypt } from './batch'
import { rotateDocuments } from './rotate-documents'

export type Keyrings = { encryption: Keyring; hashes: Keyring }

/**
 * Brings everything that is stored encrypted, and the hashes of client secrets, under the newest key of each keyring.
 * Uses small consecutive transactions, so that other clients are served meanwhile; finished ones persist, so that an
 * interrupted run is simply started again.
 */
export async function rotateKeys(pool: Pool, keyrings: Keyrings, options: Options = {}): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const column of encryptedColumns)
    outcomes.push(await rotateColumn(pool, column, keyrings.encryption, options))
  outcomes.push(await rotateHashes(pool, keyrings, options))
  outcomes.push(await rotateDocuments(pool, keyrings.encryption, options))
  return outcomes
}

/** How much still depends on each key but the newest: kind, key id, count. Retired secrets keep their hash for good. */
export async function countLeftOver(
  pool: Pool,
  keyrings: Keyrings,
): Promise<{ what: string; keyId: string; count: number }[]> {
  const newest = keyrings.encryption[0].id
  const parts = [
    ...encryptedColumns.map(
      ({ what, table, column }) =>
        `SELECT '${what}' AS what, encryption_key_id AS key_id FROM ${table}
         WHERE encryption_key_id <> $1 AND octet_length(${column}) > 0`,
    ),
    `SELECT 'documents', encryption_key_id FROM document WHERE encryption_key_id <> $1 AND purged_at IS NULL`,
    `SELECT 'hashes of client secrets', hash_key_id FROM client_secret
     WHERE hash_key_id <> $2 AND octet_length(ciphertext) > 0`,
  ]
  const { rows } = await pool.query(
    `SELECT what, key_id AS "keyId", count(*)::int AS count FROM (${parts.join(' UNION ALL ')}) AS found
     GROUP BY 1, 2 ORDER BY 1, 2`,
    [newest, keyrings.hashes[0].id],
  )
  return rows
}

type Row = { id: string; sealed: Buffer; keyId: string }

async function rotateColumn(
  pool: Pool,
  target: EncryptedColumn,
  keyring: Keyring,
  options: Options,
): Promise<Outcome> {
  const { what, table, id, column, context } = target
  const stale = `encryption_key_id <> $1 AND octet_length(${column}) > 0`
  const select = `SELECT ${id} AS id, ${column} AS sealed, encryption_key_id AS "keyId" FROM ${table}
    WHERE ${stale} AND ${id} > $2 ORDER BY ${id} LIMIT $3 FOR NO KEY UPDATE`
  const update = `UPDATE ${table} SET ${column} = fresh.sealed, encryption_key_id = $1
    FROM unnest($2::uuid[], $3::bytea[]) AS fresh (id, sealed) WHERE ${table}.${id} = fresh.id`
  return inBatches(
    pool,
    { what, table, stale, select, newest: keyring[0].id },
    options,
    async (client, rows) => {
      const fresh = rows.map((row) => {
        const plain = tryDecrypt(keyring, row, context(row.id))
        return { id: row.id, sealed: plain && encrypt(keyring, plain, context(row.id)).ciphertext }
      })
      const done = fresh.filter((row): row is { id: string; sealed: Buffer } => row.sealed !== null)
      await client.query(update, [keyring[0].id, done.map((row) => row.id), done.map((row) => row.sealed)])
      return fresh.filter(({ sealed }) => !sealed).map((row) => row.id)
    },
  )
}

/** A hash can't be converted, but the encrypted secret can be hashed again. */
async function rotateHashes(
  pool: Pool,
  { encryption, hashes }: Keyrings,
  options: Options,
): Promise<Outcome> {
  const stale = 'hash_key_id <> $1 AND octet_length(ciphertext) > 0'
  const select = `SELECT id, ciphertext AS sealed, encryption_key_id AS "keyId" FROM client_secret
    WHERE ${stale} AND id > $2 ORDER BY id LIMIT $3 FOR NO KEY UPDATE`
  const update = `UPDATE client_secret SET secret_hash = fresh.hash, hash_key_id = $1
    FROM unnest($2::uuid[], $3::bytea[]) AS fresh (id, hash) WHERE client_secret.id = fresh.id`
  const plan = {
    what: 'hashes of client secrets',
    table: 'client_secret',
    stale,
    select,
    newest: hashes[0].id,
  }
  return inBatches(pool, plan, options, async (client, rows) => {
    const fresh = rows.map((row) => {
      const secret = tryDecrypt(encryption, row, secretContext(row.id))
      return { id: row.id, hash: secret && hashSecret(hashes, secret.toString()).hash }
    })
    const done = fresh.filter((row): row is { id: string; hash: Buffer } => row.hash !== null)
    await client.query(update, [hashes[0].id, done.map((row) => row.id), done.map((row) => row.hash)])
    return fresh.filter(({ hash }) => !hash).map((row) => row.id)
  })
}

type Plan = { what: string; table: string; stale: string; select: string; newest: string }

/** Goes through rows by id, so that unreadable ones are passed once. Each batch is a transaction. */
async function inBatches(
  pool: Pool,
  { what, table, stale, select, newest }: Plan,
  { onProgress, batch = 100 }: Options,
  work: (client: PoolClient, rows: Row[]) => Promise<string[]>,
): Promise<Outcome> {
  const counted = await pool.query(`SELECT count(*)::int AS total FROM ${table} WHERE ${stale}`, [newest])
  const unreadable: string[] = []
  let seen = 0
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await onConnection(pool, (client) =>
      inTransaction(client, async () => {
        const found = (await client.query<Row>(select, [newest, after, batch])).rows
        if (found.length > 0) unreadable.push(...(await work(client, found)))
        return found
      }),
    )
    seen += rows.length
    if (rows.length > 0) onProgress?.(what, seen, Math.max(seen, counted.rows[0].total))
    const last = rows.at(-1)
    if (!last || rows.length < batch) return { what, rotated: seen - unreadable.length, unreadable }
    after = last.id
  }
}
