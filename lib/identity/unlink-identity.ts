import type { Developer } from '@/generated/prisma/client'
import { command, type Mailing } from '@/lib/commands/command'
import { database, type Transaction } from '@/lib/database'
import { done, refused } from '@/lib/result'
import { isPasswordOff } from './break-glass'
import { findFactors } from './factors'
import { findProviderName } from './provider-settings'
import { ownSession } from './target'

/**
 * Why the developer cannot unlink their identity of single sign-on: `role_by_claim` (their role is the provider's), or
 * `only_way` (there is neither a password that may be used nor a passkey). Null if they can.
 */
export async function findHold(developerId: string): Promise<Hold | null> {
  return holdOn(await database().developer.findUniqueOrThrow({ where: { id: developerId } }), database())
}

export type Hold = 'role_by_claim' | 'only_way'

/**
 * Removes the identity of single sign-on from the developer's account, and mails its owner. Sessions that the provider
 * opened end with it, also this one.
 * @returns refused `not_linked`, or as {@link findHold} says
 */
export const unlinkIdentity = command({
  on: ownSession,
  right: 'self',
  confirm: 'always',
  notifies: 'person',
  audit: 'developer.identity_unlinked',
  async run({ transaction, own: { developer }, mail, record }) {
    const hold = await holdOn(developer, transaction)
    if (hold) return refused(hold)
    const issuer = await removeIdentities({ transaction, mail }, developer)
    if (issuer === null) return refused('not_linked')
    record({ type: 'developer', id: developer.id }, { issuer })
    return done(undefined)
  },
})

/**
 * Removes the identities of a developer, whose row the caller has locked, with the sessions that they opened, and mails
 * the developer.
 * @returns the issuer of one; null if there were none
 */
export async function removeIdentities(
  { transaction, mail }: Mailing,
  developer: Developer,
): Promise<string | null> {
  const where = { developerId: developer.id }
  const identity = await transaction.signInIdentity.findFirst({ where, select: { issuer: true } })
  if (!identity) return null
  // Their sessions go with them, by the foreign key.
  await transaction.signInIdentity.deleteMany({ where })
  const provider = findProviderName() ?? identity.issuer
  await mail(developer, 'identity-unlinked', { provider })
  return identity.issuer
}

async function holdOn(developer: Developer, client: Transaction): Promise<Hold | null> {
  if (developer.roleByClaim) return 'role_by_claim'
  if (isPasswordOff(developer)) return 'only_way'
  if (developer.passwordHash !== null) return null
  return (await findFactors(developer.id, client)).passkeys > 0 ? null : 'only_way'
}
