import type { Pool } from 'pg'
import { matchesSecret } from '@/lib/credentials/secret'
import { secretContext } from '@/lib/credentials/stored-secret'
import { documentChunkContext } from '@/lib/documents/content'
import { idTokenContext } from '@/lib/identity/provider-session'
import { factorContext } from '@/lib/identity/second-factor'
import { decrypt, type Keyring } from '@/lib/keyring'
import { mailContext } from '@/lib/mail/commands'
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

type Kind =
  | 'client_secret'
  | 'totp_factor'
  | 'provider_session'
  | 'mail_message'
  | 'webhook_secret'
  | 'document'

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

async function takeSamples(
  pool: Pool,
  lost: readonly string[],
  kinds: readonly Kind[] = [
    'client_secret',
    'totp_factor',
    'provider_session',
    'mail_message',
    'webhook_secret',
    'document',
  ],
): Promise<Sample[]> {
  const sources: {
    what: Kind
    context: (id: string) => string
    columns: string
    from: string
    order: string
  }[] = [
    {
      what: 'client_secret',
      context: secretContext,
      columns: `id, ciphertext, encryption_key_id AS "keyId", secret_hash AS hash, hash_key_id AS "hashKeyId"`,
      from: 'client_secret WHERE revoked_at IS NULL AND octet_length(ciphertext) > 0',
      order: 'id',
    },
    {
      what: 'totp_factor',
      context: factorContext,
      columns: `developer_id AS id, secret_ciphertext AS ciphertext, encryption_key_id AS "keyId", NULL AS hash`,
      from: 'totp_factor WHERE true',
      order: 'developer_id',
    },
    {
      what: 'provider_session',
      context: idTokenContext,
      columns: `id, id_token_ciphertext AS ciphertext, encryption_key_id AS "keyId", NULL AS hash`,
      from: 'provider_session WHERE true',
      order: 'id',
    },
    {
      what: 'mail_message',
      context: mailContext,
      columns: `id, props_ciphertext AS ciphertext, encryption_key_id AS "keyId", NULL AS hash`,
      from: 'mail_message WHERE props_ciphertext IS NOT NULL',
      order: 'id',
    },
    {
      what: 'webhook_secret',
      context: webhookSecretContext,
      columns: `id, ciphertext, encryption_key_id AS "keyId", NULL AS hash`,
      from: 'webhook_secret WHERE true',
      order: 'id',
    },
    {
      // The smallest of each key, as they are large.
      what: 'document',
      context: (id) => documentChunkContext(id, 0),
      columns: `id, ciphertext, encryption_key_id AS "keyId", NULL AS hash`,
      from: `(SELECT DISTINCT ON (encryption_key_id) id, encryption_key_id FROM document
              WHERE purged_at IS NULL ORDER BY encryption_key_id, size) smallest
             JOIN document_chunk ON document_id = id AND sequence = 0`,
      order: 'id',
    },
  ]
  const found: Sample[] = []
  for (const { what, context, columns, from, order } of sources.filter((each) => kinds.includes(each.what))) {
    const some = (direction: string) =>
      `(SELECT ${columns} FROM ${from} ORDER BY ${order} ${direction} LIMIT ${sampled})`
    const { rows } = await pool.query(`${some('ASC')} UNION ${some('DESC')}`)
    for (const { id, ...row } of rows) found.push({ ...row, what, context: context(id) })
  }
  return found.filter(({ keyId, hashKeyId }) => !lost.includes(keyId) && !lost.includes(hashKeyId))
}
