import { recordAudit } from '@/lib/audit/commands'
import type { Administrator } from '@/lib/audit/schema'
import { database } from '@/lib/database'
import { isLastAdministrator, lockDeveloper } from '@/lib/identity/administrators'
import { removeIdentities } from '@/lib/identity/unlink-identity'
import { isUuid } from '@/lib/ids'
import { done, type Result, refused } from '@/lib/result'
import { changeRole } from './roles'

/**
 * Removes another person's identity of single sign-on. Their sessions from the provider end, and a role that came from
 * its claim goes. They get a mail, and can then set a password by "Forgot password?".
 * @returns refused `not_found`, `own_identity` (their account page, or another administrator), `not_linked`,
 *   `last_administrator`
 */
export async function unlinkDeveloper(
  developerId: string,
  administrator: Administrator,
): Promise<Result<undefined, 'not_found' | 'own_identity' | 'not_linked' | 'last_administrator'>> {
  if (!isUuid(developerId)) return refused('not_found')
  if (developerId === administrator.id) return refused('own_identity')
  return database().$transaction(async (transaction) => {
    const developer = await lockDeveloper(transaction, developerId)
    if (!developer) return refused('not_found')
    const { role, roleByClaim } = developer
    if (roleByClaim && role === 'administrator' && (await isLastAdministrator(transaction, developerId)))
      return refused('last_administrator')
    const issuer = await removeIdentities(transaction, developer)
    if (issuer === null) return refused('not_linked')
    if (roleByClaim) await changeRole(transaction, developerId, 'developer')
    const subject = { type: 'developer', id: developerId } as const
    await recordAudit(transaction, administrator, 'developer.identity_removed', subject, {
      issuer,
      ...(roleByClaim && { from: role, to: 'developer' }),
    })
    return done(undefined)
  })
}
