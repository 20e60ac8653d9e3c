import type { ClientKey, ClientSecret } from '@/generated/prisma/client'
import { dayMs, now } from '@/lib/clock'
import { database, type Transaction } from '@/lib/database'

/** The displayable fields of a secret: never its text, hash or ciphertext. */
export type SecretSummary = Pick<
  ClientSecret,
  'id' | 'createdAt' | 'retiresAt' | 'lastUsedAt' | 'lastUsedAddress'
>

/**
 * The secrets of an application that work now: the current one (no end date) first, then a retiring one.
 * @param applicationId of an application that the caller has looked up with the owner's rights
 */
export async function listWorkingSecrets(applicationId: string): Promise<SecretSummary[]> {
  return workingSecrets(database(), applicationId)
}

/** As {@link listWorkingSecrets}, within a transaction. */
export async function workingSecrets(
  transaction: Transaction,
  applicationId: string,
): Promise<SecretSummary[]> {
  return transaction.clientSecret.findMany({
    where: {
      applicationId,
      proof: false,
      revokedAt: null,
      OR: [{ retiresAt: null }, { retiresAt: { gt: now() } }],
    },
    orderBy: [{ retiresAt: { sort: 'desc', nulls: 'first' } }],
    select: { id: true, createdAt: true, retiresAt: true, lastUsedAt: true, lastUsedAddress: true },
  })
}

/** The displayable fields of a key. */
export type KeySummary = Pick<
  ClientKey,
  'id' | 'kid' | 'algorithms' | 'createdAt' | 'lastUsedAt' | 'lastUsedAddress'
>

/**
 * The keys of an application, oldest first.
 * @param applicationId of an application that the caller may see
 */
export async function listKeys(applicationId: string): Promise<KeySummary[]> {
  return database().clientKey.findMany({
    where: { applicationId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    omit: { publicKey: true, thumbprint: true, applicationId: true },
  })
}

/**
 * True for a retiring secret that has not been used for 24 hours: it can be ended without breaking anything. For one
 * that was never used the 24 hours count from its creation.
 */
export function isSilent({ createdAt, retiresAt, lastUsedAt }: SecretSummary): boolean {
  return retiresAt !== null && (lastUsedAt ?? createdAt).getTime() + dayMs <= now().getTime()
}
