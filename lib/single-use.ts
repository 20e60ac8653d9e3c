import { createHash } from 'node:crypto'
import { database, type Transaction } from '@/lib/database'

/** The purpose of a value: equal values of two kinds do not collide. */
type Kind = 'oidc_state' | 'oidc_logout'

/**
 * Uses a value up, on all portals. Only its hash is stored, until it would be refused as too old anyway.
 * @returns false if it was used before
 */
export async function consumeOnce(
  kind: Kind,
  value: string,
  expiresAt: Date,
  client: Transaction = database(),
): Promise<boolean> {
  const keyHash = new Uint8Array(createHash('sha256').update(`${kind}\0${value}`).digest())
  const { count } = await client.singleUse.createMany({
    data: [{ keyHash, expiresAt }],
    skipDuplicates: true,
  })
  return count === 1
}
