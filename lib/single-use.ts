import { createHash } from 'node:crypto'
import { database, type Transaction } from '@/lib/database'

/** The purpose of a value: equal values of two kinds do not collide. */
type Kind = 'oidc_state' | 'oidc_logout' | 'form' | 'form_result'

/**
 * Uses a value up, on all portals. Only its hash is stored, until it would be refused as too old anyway.
 * @param leadsTo a page to keep with it, which {@link findTaken} returns
 * @returns false if it was used before
 */
export async function takeOnce(
  kind: Kind,
  value: string,
  expiresAt: Date,
  client: Transaction = database(),
  leadsTo: string | null = null,
): Promise<boolean> {
  const { count } = await client.singleUse.createMany({
    data: [{ keyHash: hashOf(kind, value), expiresAt, leadsTo }],
    skipDuplicates: true,
  })
  return count === 1
}

/** What was kept with a value that was used up; null if it was not. */
export function findTaken(kind: Kind, value: string): Promise<{ leadsTo: string | null } | null> {
  const select = { leadsTo: true }
  return database().singleUse.findUnique({ where: { keyHash: hashOf(kind, value) }, select })
}

function hashOf(kind: Kind, value: string) {
  return new Uint8Array(createHash('sha256').update(`${kind}\0${value}`).digest())
}
