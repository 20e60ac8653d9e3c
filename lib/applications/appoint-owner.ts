import { recordAudit } from '@/lib/audit/commands'
import type { Administrator } from '@/lib/audit/schema'
import { database } from '@/lib/database'
import { isUuid } from '@/lib/ids'
import { done, type Result, refused } from '@/lib/result'
import { findInterest } from './conflict-of-interest'
import { giveOwnership, lockTeam } from './team-members'

/**
 * Makes a member the owner of an application whose owners are all suspended, so that it serves again, and mails the
 * team. Its secrets stay as they are: the previous owners may know them, so the new owner should rotate them.
 * @returns refused `not_found` (no such application, no one with that id on its team), `own_application` (the
 *   administrator is or was on its team), `invited` (they are invited to it), `has_owner` (an owner is not suspended),
 *   `suspended` (the member)
 */
export async function appointOwner(
  applicationId: string,
  { memberId, reason }: { memberId: string; reason: string },
  administrator: Administrator,
): Promise<Result<undefined, 'not_found' | 'own_application' | 'invited' | 'has_owner' | 'suspended'>> {
  if (!isUuid(applicationId)) return refused('not_found')
  return database().$transaction(async (transaction) => {
    const team = await lockTeam(transaction, applicationId)
    const application = await transaction.application.findFirst({
      where: { id: applicationId, state: { not: 'deleted' } },
    })
    const target = team.find(({ id }) => id === memberId)
    if (!application || !target) return refused('not_found')
    const interest = await findInterest(transaction, applicationId, administrator.id)
    if (interest) return refused(interest === 'invited' ? 'invited' : 'own_application')
    if (team.some(({ role, suspended }) => role === 'owner' && !suspended)) return refused('has_owner')
    if (target.suspended) return refused('suspended')
    await giveOwnership(transaction, { type: 'application', ...application }, target, 'appointed')
    const subject = { type: 'application', id: applicationId } as const
    await recordAudit(transaction, administrator, 'application.owner_appointed', subject, {
      memberId,
      reason,
    })
    return done(undefined)
  })
}
