import type { Pool } from 'pg'
import { secretContext } from '@/lib/credentials/commands'
import { matchesSecret } from '@/lib/credentials/secret'
import { documentChunkContext } from '@/lib/documents/content'
import { idTokenContext } from '@/lib/identity/provider-session'
import { factorContext } from '@/lib/identity/second-factor'
import { decrypt, type Keyring } from '@/lib/keyring'
import { mailContext } from '@/lib/mail/queries'
import { webhookSecretContext } from '@/lib/webhooks/signing-secret'
import type { Finding } from './schema'

/** Newest and oldest rows to check per kind: a key that was removed too early shows in the oldest. */
const sampled = 10

type Sample = {
  what: string
  context: string
  keyId: string
  ciphertext: Buffer
  hash: Buffer
  hashKeyId: string
}

type Kind = EncryptedColumn['table'] | 'document'

/**
 * Decrypts samples of encrypted values, and compares the hashes of the secrets among them.
 * @param lost ids of keys that the operator has declared lost: values under them are skipped
 */
export async function checkStoredKeys(
  pool: Pool,
  encryption: Keyring | undefined,
  hashes: Keyring | undefined,
  lost: readonly string[] = [],
): Promise<Finding[]> {
  const samples = await takeSamples(pool, lost)
  return [checkEncryption(samples, encryption), checkHashes(samples, encryption, hashes)]
}

/** Checks the encryption keys only, on values that the process may read: the worker reads no second factors. */
export async function checkEncryptionKeys(
  pool: Pool,
  encryption: Keyring | undefined,
  lost: readonly string[],
  kinds: readonly Kind[],
): Promise<Finding> {
  return checkEncryption(await takeSamples(pool, lost, kinds), encryption)
}

function checkEncryption(samples: Sample[], keyring: Keyring | undefined): Finding {
  for (const { what, context, keyId, ciphertext } of samples) {
    if (!keyring?.some(({ id }) => id === keyId))
      return { check: 'encryption_keys', outcome: 'missing', values: { key: keyId, what } }
    if (open(keyring, keyId, ciphertext, context) === null)
      return { check: 'encryption_keys', outcome: 'unreadable', values: { key: keyId, what } }
  }
  return { check: 'encryption_keys', outcome: 'good', values: { count: samples.length } }
}

function checkHashes(samples: Sample[], encryption?: Keyring, hashes?: Keyring): Finding {
  const secrets = samples.filter(({ hash }) => hash !== null)
  for (const { context, keyId, ciphertext, hash, hashKeyId } of secrets) {
    if (!hashes?.some(({ id }) => id === hashKeyId))
      return { check: 'hash_keys', outcome: 'missing', values: { key: hashKeyId } }
    const secret = encryption ? open(encryption, keyId, ciphertext, context) : null
    if (secret !== null && !matchesSecret(hashes, secret, { keyId: hashKeyId, hash }))
      return { check: 'hash_keys', outcome: 'mismatch', values: { key: hashKeyId } }
  }
  return { check: 'hash_keys', outcome: 'good', values: { count: secrets.length } }
}

function open(keyring: Keyring, keyId: string, ciphertext: Buffer, context: string): string | null {
  try {
    return decrypt(keyring, { keyId, ciphertext }, context).toString()
  } catch {
    return null
  }
}

type Source = { what: Kind; context: (id: string) => string; columns: string; from: string }

const hashed = 'secret_hash AS hash, hash_key_id AS "hashKeyId"'

/** The columns that are encrypted row by row, `context` is bound to a row's id. Documents are encrypted in chunks. */
export const encryptedColumns = [
  { what: 'client secrets', table: 'client_secret', id: 'id', column: 'ciphertext', context: secretContext },
  {
    what: 'second factors',
    table: 'totp_factor',
    id: 'developer_id',
    column: 'secret_ciphertext',
    context: factorContext,
  },
  {
    what: 'ID tokens',
    table: 'provider_session',
    id: 'id',
    column: 'id_token_ciphertext',
    context: idTokenContext,
  },
  { what: 'mails', table: 'mail_message', id: 'id', column: 'props_ciphertext', context: mailContext },
  {
    what: 'webhook secrets',
    table: 'webhook_secret',
    id: 'id',
    column: 'ciphertext',
    context: webhookSecretContext,
  },
] as const

const sources: Source[] = [
  ...encryptedColumns.map(({ table, id, column, context }): Source => {
    const isHashed = table === 'client_secret'
    return {
      what: table,
      context,
      columns: `${id} AS id, ${column} AS ciphertext, encryption_key_id AS "keyId", ${isHashed ? hashed : 'NULL AS hash'}`,
      from: `${table} WHERE octet_length(${column}) > 0 ${isHashed ? 'AND revoked_at IS NULL' : ''}`,
    }
  }),
  {
    // The smallest of each key, as they are large.
    what: 'document',
    context: (id) => documentChunkContext(id, 0),
    columns: `id, ciphertext, encryption_key_id AS "keyId", NULL AS hash`,
    from: `(SELECT DISTINCT ON (encryption_key_id) id, encryption_key_id FROM document
            WHERE purged_at IS NULL ORDER BY encryption_key_id, size) smallest
           JOIN document_chunk ON document_id = id AND sequence = 0`,
  },
]

export type EncryptedColumn = (typeof encryptedColumns)[number]

async function takeSamples(pool: Pool, lost: readonly string[], kinds?: readonly Kind[]): Promise<Sample[]> {
  const found: Sample[] = []
  for (const { what, context, columns, from } of sources) {
    if (kinds && !kinds.includes(what)) continue
    const some = (direction: string) =>
      `(SELECT ${columns} FROM ${from} ORDER BY id ${direction} LIMIT ${sampled})`
    const { rows } = await pool.query(`${some('ASC')} UNION ${some('DESC')}`)
    for (const { id, ...row } of rows) found.push({ ...row, what, context: context(id) })
  }
  return found.filter(({ keyId, hashKeyId }) => !lost.includes(keyId) && !lost.includes(hashKeyId))
}
