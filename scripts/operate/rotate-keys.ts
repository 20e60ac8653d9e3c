import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool, PoolClient } from 'pg'
import { z } from 'zod'
import { command } from '@/lib/commands/command'
import { execute } from '@/lib/commands/execute'
import { secretContext } from '@/lib/credentials/commands'
import { hashSecret } from '@/lib/credentials/secret'
import { databasePool } from '@/lib/database'
import { documentChunkContext } from '@/lib/documents/content'
import { requireSetting, SettingsError } from '@/lib/env'
import { type EncryptedColumn, encryptedColumns } from '@/lib/health/key-checks'
import { decrypt, encrypt, formatKeyring, generateKey, type Keyring, parseKeyring } from '@/lib/keyring'
import { inTransaction, onConnection } from '@/lib/pool'
import { done } from '@/lib/result'
import { writeFileAs } from '@/scripts/launch/postgres/owned-file'
import { findPlace } from '@/scripts/launch/postgres/place'
import { readKeys } from '@/scripts/launch/start/keys'
import { defineCommand, ifInterrupted, print } from './command'
import { operatorActor } from './operator'
import { createProgress } from './output'
import { connectScript, locateDatabase } from './settings'

export default defineCommand({
  usage: `Usage: guichet rotate-keys [--new-key]

Encrypts stored data again, and hashes secrets again, under the first key of SECRET_ENCRYPTION_KEYS and SECRET_HASH_KEYS
while everything serves. Exits with 1 while something is left under an older key.

  --new-key  only makes that key, for the embedded default, whose keys are in DATA_DIR`,
  options: { 'new-key': { type: 'boolean' } },
  async run(values) {
    return values['new-key'] ? makeKey() : rotate()
  },
})

function makeKey(): number {
  const { dataDir, embedded } = locateDatabase()
  if (!embedded)
    throw new SettingsError(
      'SECRET_ENCRYPTION_KEYS: is set by you, so put the new key before the others there and restart every process.',
    )
  const id = addEncryptionKey(dataDir)
  print(
    `Key ${id} was made. Restart "npm start", so that every process knows it; then run "guichet rotate-keys".`,
  )
  return 0
}

async function rotate(): Promise<number> {
  const needed = ['SECRET_ENCRYPTION_KEYS', 'SECRET_HASH_KEYS'] as const
  const { dataDir, embedded } = await connectScript('guichet-rotate-keys', needed)
  if (embedded) refuseUnknownKey(dataDir)
  const keyrings = {
    encryption: requireSetting('SECRET_ENCRYPTION_KEYS'),
    hashes: requireSetting('SECRET_HASH_KEYS'),
  }
  ifInterrupted('What was done stays: run it again.')
  const progress = createProgress()
  const outcomes = await rotateKeys(databasePool(), keyrings, { onProgress: progress.show }).finally(
    progress.end,
  )
  const input = { keyId: keyrings.encryption[0].id, outcomes }
  if (outcomes.some(({ rotated }) => rotated > 0))
    await execute(recordRotation, { actor: operatorActor(), input })
  for (const { what, rotated, unreadable } of outcomes) {
    print(`${what}: ${rotated} now under the newest key`)
    for (const id of unreadable) print(`  ${id} cannot be read: its key is missing, or it was changed`)
  }
  const left = await countLeftOver(databasePool(), keyrings)
  for (const { what, keyId, count } of left) print(`left under key ${keyId}: ${count} ${what}`)
  if (left.length === 0)
    print('Nothing is left under older keys. Keep them as long as backups that need them.')
  return left.length > 0 ? 1 : 0
}

/**
 * Adds a new encryption key before the others in the data folder of the embedded default. The processes use it after
 * the next start.
 * @param set the environment's own value, which would win over the file
 * @returns the id of the new key
 */
export function addEncryptionKey(dataDir: string, set = process.env.SECRET_ENCRYPTION_KEYS): string {
  const keys = readKeys(dataDir)
  if (!keys) throw new SettingsError(`${join(dataDir, 'keys.json')} is not there: run "npm start" first.`)
  if (set && set !== keys.SECRET_ENCRYPTION_KEYS)
    throw new SettingsError(
      'SECRET_ENCRYPTION_KEYS: is set by you, so put the new key before the others there.',
    )
  const keyring = parseKeyring(keys.SECRET_ENCRYPTION_KEYS)
  const numbers = keyring.map(({ id }) => Number(id)).filter(Number.isInteger)
  const fresh = generateKey(String(Math.max(0, ...numbers) + 1))
  const text = { ...keys, SECRET_ENCRYPTION_KEYS: formatKeyring([fresh, ...keyring]) }
  writeFileAs(null, join(dataDir, 'keys.json'), `${JSON.stringify(text, null, 2)}\n`)
  return fresh.id
}

/**
 * Refuses while processes run that were started, with their database, before the newest key was made: they could not
 * read what it encrypts.
 * @throws SettingsError that says to restart
 */
export function refuseUnknownKey(dataDir: string): void {
  const made = statSync(join(dataDir, 'keys.json')).mtimeMs
  const database = join(findPlace(dataDir)?.data ?? '', 'postmaster.pid')
  const started = statSync(database, { throwIfNoEntry: false })?.mtimeMs
  if (started !== undefined && started < made)
    throw new SettingsError(
      'The running processes do not know the newest key yet: stop "npm start", start it again, then run this again.',
    )
}

/** The entry alone: what it is about takes many transactions. */
const recordRotation = command({
  right: 'system',
  input: z.custom<{ keyId: string; outcomes: Outcome[] }>(),
  audit: 'keys.rotated',
  async run({ input: { keyId, outcomes }, record }) {
    const detail = Object.fromEntries(outcomes.map(({ what, rotated }): [string, number] => [what, rotated]))
    record({ type: 'keyring', id: keyId }, detail)
    return done(undefined)
  },
})

type Keyrings = { encryption: Keyring; hashes: Keyring }

/** The result for one kind of data. `unreadable` items are left unchanged: their key is gone, or they were altered. */
type Outcome = { what: string; rotated: number; unreadable: string[] }

type Options = {
  onProgress?: (what: string, done: number, total: number) => void
  /** rows whose locks are held at the same time */
  batch?: number
}

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

const staleDocument = 'encryption_key_id <> $1 AND purged_at IS NULL'

/** Thrown to leave a document unchanged. */
class Unreadable extends Error {}

/**
 * Re-encrypts documents, one transaction each, with one chunk of 1 MiB in memory at a time. Concurrent readers see a
 * document as it was before or as it is after.
 */
async function rotateDocuments(pool: Pool, keyring: Keyring, { onProgress }: Options): Promise<Outcome> {
  const newest = keyring[0].id
  const counted = await pool.query(`SELECT count(*)::int AS total FROM document WHERE ${staleDocument}`, [
    newest,
  ])
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
    `SELECT id FROM document WHERE ${staleDocument} AND id > $2 ORDER BY id LIMIT 1`,
    [newest, after],
  )
  return rows[0]?.id ?? null
}

async function rotateDocument(client: PoolClient, id: string, keyring: Keyring): Promise<void> {
  const newest = keyring[0].id
  const { rows } = await client.query(
    `SELECT encryption_key_id AS "keyId" FROM document WHERE ${staleDocument} AND id = $2 FOR NO KEY UPDATE`,
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

/** null when the key is gone, or the ciphertext was changed or moved. */
function tryDecrypt(
  keyring: Keyring,
  { keyId, sealed }: { keyId: string; sealed: Buffer },
  context: string,
): Buffer | null {
  try {
    return decrypt(keyring, { keyId, ciphertext: sealed }, context)
  } catch {
    return null
  }
}
