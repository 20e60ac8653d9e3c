import type { Application } from '@/generated/prisma/client'
import type { AuditAction } from '@/lib/audit/actions'
import { recordAudit } from '@/lib/audit/commands'
import type { Owner } from '@/lib/audit/schema'
import { database, type Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { isUuid } from '@/lib/ids'
import { queueMail } from '@/lib/mail/commands'
import { done, type Result, refused } from '@/lib/result'
import { findApplicationFor } from './queries'
import type { Right } from './rights'
import {
  dropMember,
  endInvitationsOf,
  findSuccessor,
  giveOwnership,
  lockTeam,
  notifyOwners,
  type TeamMember,
} from './team-members'

/**
 * Removes another person from the team, effective at their next request; the invitations that they sent end too.
 * @returns refused `not_found`: no such application of this owner, no one with that id on it, or the owner themselves
 */
export function removeMember(
  applicationId: string,
  memberId: string,
  owner: Owner,
): Promise<Result<undefined, 'not_found'>> {
  return changeTeam(applicationId, memberId, owner, async (transaction, { application, target }) => {
    await dropMember(transaction, applicationId, memberId)
    const teamless = { applicationName: application.name, link: `${getSettings().PORTAL_URL}/applications` }
    await queueMail(transaction, target, 'team-removed', teamless)
    await notifyOwners(transaction, application, { change: 'removed', personEmail: target.email }, [owner.id])
    await record(transaction, owner, 'application.member_removed', applicationId, {
      memberId,
      role: target.role,
    })
    return done(undefined)
  })
}

/**
 * Makes a member a further owner.
 * @returns refused `not_found` as above, `suspended`, `owner_already`
 */
export function makeOwner(
  applicationId: string,
  memberId: string,
  owner: Owner,
): Promise<Result<undefined, 'not_found' | 'suspended' | 'owner_already'>> {
  return changeTeam(applicationId, memberId, owner, async (transaction, { application, target }) => {
    if (target.suspended) return refused('suspended')
    if (target.role === 'owner') return refused('owner_already')
    await giveOwnership(transaction, application, target, 'made')
    await notifyOwners(transaction, application, { change: 'made_owner', personEmail: target.email }, [
      owner.id,
      memberId,
    ])
    await record(transaction, owner, 'application.member_made_owner', applicationId, { memberId })
    return done(undefined)
  })
}

/**
 * Hands the application over to someone on its team, who becomes an owner; the previous owner becomes a member. Secrets
 * and tokens keep working.
 * @returns refused `not_found` as above, `suspended`
 */
export function handOver(
  applicationId: string,
  memberId: string,
  owner: Owner,
): Promise<Result<undefined, 'not_found' | 'suspended'>> {
  return changeTeam(applicationId, memberId, owner, async (transaction, { application, target }) => {
    if (target.suspended) return refused('suspended')
    await giveOwnership(transaction, application, target, 'handed_over')
    await transaction.applicationMember.update({
      where: { applicationId_developerId: { applicationId, developerId: owner.id } },
      data: { role: 'member' },
    })
    await endInvitationsOf(transaction, owner.id, applicationId)
    await notifyOwners(transaction, application, { change: 'handed_over', personEmail: target.email }, [
      owner.id,
      memberId,
    ])
    await record(transaction, owner, 'application.handed_over', applicationId, { memberId })
    return done(undefined)
  })
}

/**
 * Leaves an application. If no owner remains who is not suspended, the member who has been on the team longest and is
 * not suspended becomes owner and gets a mail.
 * @returns refused `not_found` (not on its team), `only_person` (no one else could own it)
 */
export async function leaveApplication(
  applicationId: string,
  leaver: Owner,
): Promise<Result<undefined, 'not_found' | 'only_person'>> {
  return database().$transaction(async (transaction) => {
    const found = await lockTeamFor(transaction, applicationId, leaver, 'leave')
    if (!found) return refused('not_found')
    const { application, team } = found
    const others = team.filter(({ id }) => id !== leaver.id)
    const { role, email } = team.find(({ id }) => id === leaver.id) as TeamMember
    const successor = role === 'owner' ? findSuccessor(others) : null
    if (successor === 'nobody') return refused('only_person')
    if (successor) await giveOwnership(transaction, application, successor, 'inherited')
    await dropMember(transaction, applicationId, leaver.id)
    await notifyOwners(transaction, application, { change: 'left', personEmail: email }, [
      successor?.id ?? '',
    ])
    const detail = { role, successorId: successor?.id ?? null }
    await record(transaction, leaver, 'application.member_left', applicationId, detail)
    return done(undefined)
  })
}

type Change<Reason extends string> = (
  transaction: Transaction,
  found: { application: Application; target: TeamMember },
) => Promise<Result<undefined, Reason>>

/** A change that an owner makes to another person on the team. */
function changeTeam<Reason extends string>(
  applicationId: string,
  memberId: string,
  owner: Owner,
  change: Change<Reason>,
): Promise<Result<undefined, Reason | 'not_found'>> {
  return database().$transaction(async (transaction) => {
    const found = await lockTeamFor(transaction, applicationId, owner, 'team')
    const target = found?.team.find(({ id }) => id === memberId && id !== owner.id)
    if (!found || !target) return refused('not_found')
    return change(transaction, { application: found.application, target })
  })
}

async function lockTeamFor(transaction: Transaction, applicationId: string, { id }: Owner, right: Right) {
  if (!isUuid(applicationId)) return null
  const team = await lockTeam(transaction, applicationId)
  const application = await findApplicationFor(id, right, applicationId, transaction)
  const actor = team.find((each) => each.id === id)
  // An owner who was suspended during the request must not choose a successor.
  return application && actor && !actor.suspended ? { application, team } : null
}

async function record(
  transaction: Transaction,
  actor: Owner,
  action: AuditAction,
  applicationId: string,
  detail: Record<string, string | null>,
): Promise<void> {
  await recordAudit(transaction, actor, action, { type: 'application', id: applicationId }, detail)
}
