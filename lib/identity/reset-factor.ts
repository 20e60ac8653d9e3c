import { recordAudit } from '@/lib/audit/commands'
import type { Actor } from '@/lib/audit/schema'
import { database } from '@/lib/database'
import { isUuid } from '@/lib/ids'
import { queueMail } from '@/lib/mail/commands'
import { done, type Result, refused } from '@/lib/result'
import { lockDeveloper } from './administrators'
import { isSecondFactorOn, removeFactors } from './factors'
import { endSessions } from './session'

/**
 * Removes a lost second factor (authenticator, passkeys and recovery codes): the owner signs in with the password and
 * sets up another. All sessions end, and the owner gets a mail.
 * @param actor an administrator, or the system: `guichet reset-factor` on the server
 * @returns refused `not_found`, `own_factor` (another administrator has to do it), `no_factor`
 */
export async function resetSecondFactor(
  developerId: string,
  actor: Actor,
): Promise<Result<undefined, 'not_found' | 'own_factor' | 'no_factor'>> {
  if (!isUuid(developerId)) return refused('not_found')
  if (developerId === actor.id) return refused('own_factor')
  return database().$transaction(async (transaction) => {
    const developer = await lockDeveloper(transaction, developerId)
    if (!developer) return refused('not_found')
    if (!(await isSecondFactorOn(developerId, transaction))) return refused('no_factor')
    await removeFactors(transaction, developerId)
    await transaction.developer.update({
      where: { id: developerId },
      data: { sessionVersion: { increment: 1 } },
    })
    await endSessions(transaction, developerId)
    await queueMail(transaction, developer, 'second-factor-turned-off', { factorLeft: false })
    const subject = { type: 'developer', id: developerId } as const
    await recordAudit(transaction, actor, 'developer.second_factor_reset', subject)
    return done(undefined)
  })
}
