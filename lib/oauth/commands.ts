import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { Environment } from '@/generated/prisma/enums'
import { carryingRequests } from '@/lib/request-context'
import { nameStatement } from '@/lib/statement'

/** The use of an assertion; `expiresAt` is when it would be refused as expired. */
export type AssertionUse = { applicationId: string; jti: string; expiresAt: Date }

// In the order of the key, so that two gateways that take the same ones wait for each other rather than deadlock.
const statement = nameStatement(
  'take-assertions',
  `INSERT INTO single_use (key_hash, expires_at)
  SELECT use.key_hash, use.expires_at
  FROM unnest($1::bytea[], $2::timestamptz[], $4::uuid[]) AS use (key_hash, expires_at, application_id)
  JOIN application a ON a.id = use.application_id AND a.environment = $5::environment
  WHERE ${carryingRequests('$3')} ORDER BY use.key_hash
  ON CONFLICT DO NOTHING RETURNING encode(key_hash, 'hex') AS hash`,
)

/**
 * Uses assertions up, on all gateways (RFC 7523 §3). Only a hash of client and `jti` is stored, until the assertion
 * would be refused as expired anyway.
 * @param requestIds of all requests in the batch, see {@link carryingRequests}
 * @returns of each, in order, whether this was its first use
 */
export async function consumeAssertions(
  pool: Pool,
  environment: Environment,
  uses: AssertionUse[],
  requestIds: string,
): Promise<boolean[]> {
  const hashes = uses.map(hashUse)
  const { rows } = await pool.query<{ hash: string }>({
    ...statement,
    values: [
      hashes,
      uses.map(({ expiresAt }) => expiresAt),
      requestIds,
      uses.map(({ applicationId }) => applicationId),
      environment,
    ],
  })
  const taken = new Set(rows.map(({ hash }) => hash))
  // Deleted when it is found: of two equal ones in this batch only one is the first.
  return hashes.map((hash) => taken.delete(hash.toString('hex')))
}

function hashUse({ applicationId, jti }: AssertionUse): Buffer {
  return createHash('sha256').update(`client_assertion\0${applicationId}\0${jti}`).digest()
}
