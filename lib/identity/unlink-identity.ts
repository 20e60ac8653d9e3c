import type { Developer } from '@/generated/prisma/client'
import { recordAudit } from '@/lib/audit/commands'
import type { Owner } from '@/lib/audit/schema'
import { database, type Transaction } from '@/lib/database'
import { queueMail } from '@/lib/mail/commands'
import { done, type Result, refused } from '@/lib/result'
import { isPasswordOff } from './break-glass'
import { findFactors } from './factors'
import { findProviderName } from './provider-settings'
import { lockSession } from './session'

/** Whether the developer could sign in without an identity of single sign-on, by a password or a passkey. */
export async function canUnlink(developerId: string): Promise<boolean> {
  return hasOtherWay(await database().developer.findUniqueOrThrow({ where: { id: developerId } }), database())
}

/**
 * Removes the identity of single sign-on from the developer's account, and mails its owner. Sessions that the provider
 * opened end with it, also this one. The caller has required a confirmation.
 * @returns refused `not_linked`, `only_way` (there is neither a password that may be used nor a passkey), `ended` (the
 *   session has)
 */
export async function unlinkIdentity(
  owner: Owner,
  sessionId: string,
): Promise<Result<undefined, 'not_linked' | 'only_way' | 'ended'>> {
  return database().$transaction(async (transaction) => {
    const developer = await lockSession(transaction, sessionId, owner.id)
    if (!developer) return refused('ended')
    const where = { developerId: owner.id }
    const identities = await transaction.signInIdentity.findMany({ where, select: { issuer: true } })
    const [issuer] = identities.map((each) => each.issuer)
    if (issuer === undefined) return refused('not_linked')
    if (!(await hasOtherWay(developer, transaction))) return refused('only_way')
    // Their sessions go with them, by the foreign key.
    await transaction.signInIdentity.deleteMany({ where })
    await queueMail(transaction, developer, 'identity-unlinked', { provider: findProviderName() ?? issuer })
    const subject = { type: 'developer', id: owner.id } as const
    await recordAudit(transaction, owner, 'developer.identity_unlinked', subject, { issuer })
    return done(undefined)
  })
}

async function hasOtherWay(developer: Developer, client: Transaction): Promise<boolean> {
  if (isPasswordOff(developer)) return false
  return developer.passwordHash !== null || (await findFactors(developer.id, client)).passkeys > 0
}
