import { recordAudit } from '@/lib/audit/commands'
import type { Owner } from '@/lib/audit/schema'
import { database, type Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { queueMail } from '@/lib/mail/commands'
import { done, type Result, refused } from '@/lib/result'
import { requireShown } from '@/lib/shown'
import { listRecipients } from './queries'
import type { Right } from './rights'
import { columnsOf, findSubjectFor, type Subject } from './subject'
import {
  dropMember,
  endInvitationsOf,
  findSuccessor,
  giveOwnership,
  lockTeam,
  mailedName,
  notifyOwners,
  placesWithin,
  shownLeaving,
  type TeamMember,
} from './team-members'

/**
 * Removes another person from the team, effective at their next request; the invitations that they sent end too.
 * @returns refused `not_found`: no such application or organisation of this owner, no one with that id on it,
 *   or the owner themselves
 */
export function removeMember(
  subjectId: string,
  memberId: string,
  owner: Owner,
): Promise<Result<undefined, 'not_found'>> {
  return changeTeam(subjectId, memberId, owner, async (transaction, { subject, target }) => {
    await dropMember(transaction, subjectId, memberId)
    await queueMail(transaction, target, 'team-removed', teamless(subject))
    await notifyOwners(
      transaction,
      subject,
      { change: 'removed', personEmail: target.email },
      { by: owner.id },
    )
    await record(transaction, owner, 'member_removed', subject, { memberId, role: target.role })
    return done(undefined)
  })
}

/**
 * Makes a member a further owner.
 * @returns refused `not_found` as above, `suspended`, `owner_already`
 */
export function makeOwner(
  subjectId: string,
  memberId: string,
  owner: Owner,
): Promise<Result<undefined, 'not_found' | 'suspended' | 'owner_already'>> {
  return changeTeam(subjectId, memberId, owner, async (transaction, { subject, target }) => {
    if (target.suspended) return refused('suspended')
    if (target.role === 'owner') return refused('owner_already')
    await giveOwnership(transaction, subject, target, 'made')
    const news = { change: 'made_owner', personEmail: target.email } as const
    await notifyOwners(transaction, subject, news, { by: owner.id, except: [memberId] })
    await record(transaction, owner, 'member_made_owner', subject, { memberId })
    return done(undefined)
  })
}

/**
 * Hands an application or organisation over to someone on its team, who becomes an owner; the previous owner
 * becomes a member. Secrets and tokens keep working.
 * @returns refused `not_found` as above, `suspended`
 */
export function handOver(
  subjectId: string,
  memberId: string,
  owner: Owner,
): Promise<Result<undefined, 'not_found' | 'suspended'>> {
  return changeTeam(subjectId, memberId, owner, async (transaction, { subject, target }) => {
    if (target.suspended) return refused('suspended')
    await giveOwnership(transaction, subject, target, 'handed_over')
    const before = await listRecipients(transaction, subjectId, 'team')
    await transaction.applicationMember.updateMany({
      where: { ...columnsOf(subject), developerId: owner.id },
      data: { role: 'member' },
    })
    await endInvitationsOf(transaction, owner.id, placesWithin(subjectId))
    const news = { change: 'handed_over', personEmail: target.email } as const
    await notifyOwners(transaction, subject, news, { by: owner.id, before, except: [memberId] })
    await record(transaction, owner, 'handed_over', subject, { memberId })
    return done(undefined)
  })
}

/**
 * Leaves an application or an organisation, and then the teams of its applications too. If no owner remains
 * who is not suspended, the member who has been on the team longest and is not suspended becomes owner and
 * gets a mail.
 * @returns refused `not_found` (not on its team), `only_person` (no one else could own it)
 */
export async function leaveTeam(
  subjectId: string,
  leaver: Owner,
): Promise<Result<undefined, 'not_found' | 'only_person'>> {
  return database().$transaction(async (transaction) => {
    const found = await lockTeamFor(transaction, subjectId, leaver, 'leave')
    const own = found?.team.find(({ id }) => id === leaver.id)
    // Someone of the application's organisation who is not on its team leaves the organisation, or stays.
    if (!found || !own) return refused('not_found')
    const { subject, team } = found
    requireShown(shownLeaving(team, leaver.id))
    const others = team.filter(({ id }) => id !== leaver.id)
    const { role, email } = own
    const needsOwner = role === 'owner' && !(await isInOrganisation(transaction, subjectId))
    const successor = needsOwner ? findSuccessor(others) : null
    if (successor === 'nobody') return refused('only_person')
    if (successor) await giveOwnership(transaction, subject, successor, 'inherited')
    await dropMember(transaction, subjectId, leaver.id)
    const news = { change: 'left', personEmail: email } as const
    await notifyOwners(transaction, subject, news, { except: successor ? [successor.id] : [] })
    await queueMail(transaction, own, 'team-removed', { ...teamless(subject), left: true })
    const detail = { role, successorId: successor?.id ?? null }
    await record(transaction, leaver, 'member_left', subject, detail)
    return done(undefined)
  })
}

/** For mails to someone who has no access any more. */
function teamless(subject: Subject) {
  return { ...mailedName(subject), link: `${getSettings().PORTAL_URL}/${subject.type}s` }
}

type Change<Reason extends string> = (
  transaction: Transaction,
  found: { subject: Subject; target: TeamMember },
) => Promise<Result<undefined, Reason>>

/** A change that an owner makes to another person on the team. */
function changeTeam<Reason extends string>(
  subjectId: string,
  memberId: string,
  owner: Owner,
  change: Change<Reason>,
): Promise<Result<undefined, Reason | 'not_found'>> {
  return database().$transaction(async (transaction) => {
    const found = await lockTeamFor(transaction, subjectId, owner, 'team')
    const target = found?.team.find(({ id }) => id === memberId && id !== owner.id)
    if (!found || !target) return refused('not_found')
    requireShown([target.role, target.suspended])
    return change(transaction, { subject: found.subject, target })
  })
}

/** Someone without the right locks nothing, as with `lockApplicationFor`. */
async function lockTeamFor(transaction: Transaction, subjectId: string, { id }: Owner, right: Right) {
  if (!(await findSubjectFor(id, right, subjectId, transaction))) return null
  const team = await lockTeam(transaction, subjectId)
  const subject = await findSubjectFor(id, right, subjectId, transaction)
  // An owner who was suspended during the request must not choose a successor.
  const able = await transaction.developer.count({ where: { id, suspendedAt: null } })
  return subject && able > 0 ? { subject, team } : null
}

/** Whether this is an application whose organisation has owners, so that it needs none on its team. */
async function isInOrganisation(transaction: Transaction, id: string): Promise<boolean> {
  return (await transaction.application.count({ where: { id, organisationId: { not: null } } })) > 0
}

async function record(
  transaction: Transaction,
  actor: Owner,
  what: 'member_removed' | 'member_made_owner' | 'handed_over' | 'member_left',
  { type, id }: Subject,
  detail: Record<string, string | null>,
): Promise<void> {
  await recordAudit(transaction, actor, `${type}.${what}`, { type, id }, detail)
}
