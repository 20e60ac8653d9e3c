import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import type { Environment } from '@/generated/prisma/enums'
import type { Keyring } from '@/lib/keyring'
import { carryingRequests } from '@/lib/request-context'
import { askedRows } from '@/lib/rows'
import { nameStatement } from '@/lib/statement'
import { deriveToken, hashToken, tokenLifetimeSeconds } from './token'

// A credential of the other environment is not found, and null mints nothing.
const mintOne = nameStatement(
  'mint-token',
  `SELECT FROM mint_access_token(
      (SELECT c.id FROM (
          SELECT id, application_id FROM client_secret WHERE id = $1
          UNION ALL SELECT id, application_id FROM client_key WHERE id = $1
        ) c JOIN application a ON a.id = c.application_id AND a.environment = $9::environment),
      $2, decode($3, 'hex'), $4, decode($5, 'hex'), make_interval(secs => $6), $7)
    WHERE ${carryingRequests('$8')}`,
)

type NextToken = MintInput & { token: string; generation: string; nonce: string }

const askedMints = askedRows<NextToken>({
  id: ['uuid', ({ credentialId }) => credentialId],
  generation: ['bigint', ({ generation }) => generation],
  nonce: ['bytea', ({ nonce }) => nonce],
  hash: ['bytea', ({ token }) => hashToken(token)],
})

const mintSeveral = nameStatement(
  'mint-tokens',
  `SELECT at_position::int, minted
    FROM mint_access_tokens(
      ARRAY(
        SELECT s.id FROM unnest($1::uuid[]) WITH ORDINALITY AS q (id, position)
        LEFT JOIN (client_secret s JOIN application a ON a.id = s.application_id AND a.environment = $8::environment)
          ON s.id = q.id
        ORDER BY q.position
      ), $2, $3::bytea[], array_fill($5::text, ARRAY[cardinality($1::uuid[])]), $4::bytea[], make_interval(secs => $6))
    WHERE ${carryingRequests('$7')}`,
)

const ofApplication = (id: string, environment: string) =>
  `EXISTS (SELECT FROM application a WHERE a.id = ${id} AND a.environment = ${environment}::environment)`

const endOne = nameStatement(
  'end-token',
  `UPDATE access_token SET expires_at = clock_timestamp()
    WHERE token_hash = decode($1, 'hex') AND application_id = $2 AND expires_at > clock_timestamp()
      AND ${ofApplication('$2', '$4')} AND ${carryingRequests('$3')}`,
)

const findOne = nameStatement(
  'find-own-token',
  `SELECT floor(extract(epoch FROM issued_at))::float8 AS "issuedAt",
      floor(extract(epoch FROM expires_at))::float8 AS "expiresAt"
    FROM access_token WHERE token_hash = decode($1, 'hex') AND application_id = $2 AND expires_at > clock_timestamp()
      AND ${ofApplication('$2', '$4')} AND ${carryingRequests('$3')}`,
)

/** A new token, and its lifetime in whole seconds. */
export type MintedToken = { token: string; expiresIn: number }

export type MintInput = {
  environment: Environment
  applicationId: string
  /** The secret or key that the client has just used: nothing is minted if it was retired in the meantime. */
  credentialId: string
  /** The latest existing generation, `0` before the first. */
  latestGeneration: string
  /** Ends the previous token immediately, as a renewal window of 0 requires. */
  alone: boolean
}

/**
 * Mints the next generation of an application's token under the newest key.
 * @param requestIds of the request that it is for, see {@link carryingRequests}
 * @returns null when another process minted that generation first, or when the application or the credential
 *   may no longer be served: read and decide again
 */
export async function mintToken(
  pool: Pool,
  keys: Keyring,
  input: MintInput,
  requestIds: string,
): Promise<MintedToken | null> {
  const { token, generation, nonce } = deriveNext(keys, input)
  const { rowCount } = await pool.query({
    ...mintOne,
    values: [
      input.credentialId,
      generation,
      nonce,
      keys[0].id,
      hashToken(token),
      tokenLifetimeSeconds,
      input.alone,
      requestIds,
      input.environment,
    ],
  })
  return rowCount === 1 ? { token, expiresIn: tokenLifetimeSeconds } : null
}

/**
 * Mints for several applications in one statement and one commit. For each: as {@link mintToken}, but
 * undefined where it was left out, to be minted on its own: its application or secret is locked, or the
 * application may not be served.
 * @param inputs by secrets, not keys, and none of them `alone`; all of one environment
 */
export async function mintTokens(
  pool: Pool,
  environment: Environment,
  keys: Keyring,
  inputs: MintInput[],
  requestIds: string,
): Promise<(MintedToken | null | undefined)[]> {
  const next = inputs.map((input) => deriveNext(keys, input))
  const { rows } = await pool.query<[position: number, minted: boolean]>({
    ...mintSeveral,
    rowMode: 'array',
    values: [...askedMints.values(next), keys[0].id, tokenLifetimeSeconds, requestIds, environment],
  })
  const results: (MintedToken | null | undefined)[] = new Array(inputs.length).fill(undefined)
  for (const [position, minted] of rows) {
    const { token = '' } = next[position - 1] ?? {}
    results[position - 1] = minted ? { token, expiresIn: tokenLifetimeSeconds } : null
  }
  return results
}

function deriveNext(keys: Keyring, input: MintInput): NextToken {
  const generation = String(BigInt(input.latestGeneration) + 1n)
  const nonce = randomBytes(16).toString('hex')
  const token = deriveToken(keys[0], { ...input, generation, nonce })
  return { ...input, token, generation, nonce }
}

/**
 * Ends one token of an application now. Another's token, an unknown one and one that has ended are left as they are.
 * @param tokenHash in hexadecimal
 * @param requestIds of the request that it is for, see {@link carryingRequests}
 */
export async function revokeToken(
  pool: Pool,
  environment: Environment,
  applicationId: string,
  tokenHash: string,
  requestIds: string,
): Promise<void> {
  await pool.query({ ...endOne, values: [tokenHash, applicationId, requestIds, environment] })
}

/**
 * A live token of this application: when it was issued and when it ends, in Unix seconds; null for any other.
 * @param tokenHash in hexadecimal
 * @param requestIds of the request that it is for, see {@link carryingRequests}
 */
export async function findOwnToken(
  pool: Pool,
  environment: Environment,
  applicationId: string,
  tokenHash: string,
  requestIds: string,
): Promise<{ issuedAt: number; expiresAt: number } | null> {
  const { rows } = await pool.query({
    ...findOne,
    values: [tokenHash, applicationId, requestIds, environment],
  })
  return rows[0] ?? null
}
