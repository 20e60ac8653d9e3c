import type { Pool } from 'pg'
import type { Environment } from '@/generated/prisma/enums'
import type { Keyring } from '@/lib/keyring'
import { deriveToken, hashToken } from '@/lib/tokens/token'
import type { Finding } from './schema'

// The key checks that a gateway can run, with its rights and without Prisma.

const sampled = 10

/** Whether a gateway can serve with these keys. */
export async function checkGatewayKeys(
  pool: Pool,
  environment: Environment,
  keys: { hashes: Keyring; tokens: Keyring; lost: readonly string[] },
): Promise<Finding[]> {
  const tokens = await checkTokenKeys(pool, keys.tokens, environment)
  // Tokens under a missing key stay valid, and are replaced by tokens under an available key.
  const serves = tokens.outcome === 'missing' ? [] : [tokens]
  return [await checkHashKeyIds(pool, environment, keys.hashes, keys.lost), ...serves]
}

/** Whether the newest and the oldest secrets in force are hashed with keys of these ids. */
async function checkHashKeyIds(
  pool: Pool,
  environment: Environment,
  hashes: Keyring,
  lost: readonly string[],
): Promise<Finding> {
  const select = (order: string) =>
    `(SELECT s.hash_key_id AS id FROM client_secret s JOIN application a ON a.id = s.application_id
      WHERE s.revoked_at IS NULL AND a.environment = $1 ORDER BY s.id ${order} LIMIT ${sampled})`
  const { rows } = await pool.query(`${select('ASC')} UNION ALL ${select('DESC')}`, [environment])
  const known = [...hashes.map(({ id }) => id), ...lost]
  const missing = rows.find(({ id }) => !known.includes(id))
  return missing
    ? { check: 'hash_keys', outcome: 'missing', values: { key: missing.id } }
    : { check: 'hash_keys', outcome: 'good', values: { count: rows.length } }
}

/**
 * Derives live tokens again: if a token's hash differs, a gateway with these keys could not issue it again.
 * @param environment whose tokens; without it those of both
 */
export async function checkTokenKeys(
  pool: Pool,
  keys: Keyring | undefined,
  environment?: Environment,
): Promise<Finding> {
  if (!keys) return { check: 'token_keys', outcome: 'elsewhere', values: {} }
  const { rows } = await pool.query(
    `SELECT a.environment, t.application_id AS "applicationId", t.generation::text, encode(t.nonce, 'hex') AS nonce,
            t.key_id AS "keyId", encode(t.token_hash, 'hex') AS hash
     FROM access_token t JOIN application a ON a.id = t.application_id
     WHERE t.expires_at > now() AND a.environment = coalesce($2, a.environment)
     ORDER BY t.expires_at DESC LIMIT $1`,
    [sampled, environment],
  )
  for (const { keyId, hash, ...origin } of rows) {
    const key = keys.find(({ id }) => id === keyId)
    if (!key) return { check: 'token_keys', outcome: 'missing', values: { key: keyId } }
    if (hashToken(deriveToken(key, origin)) !== hash)
      return { check: 'token_keys', outcome: 'mismatch', values: { key: keyId } }
  }
  return { check: 'token_keys', outcome: 'good', values: { count: rows.length } }
}
