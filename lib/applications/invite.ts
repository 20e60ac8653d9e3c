import { recordAudit } from '@/lib/audit/commands'
import type { Owner } from '@/lib/audit/schema'
import { now, secondsFromNow } from '@/lib/clock'
import { database, onRow, type Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { makeLink } from '@/lib/identity/link'
import { type Throttled, takeAttempts } from '@/lib/identity/throttle'
import { newId } from '@/lib/ids'
import { queueMail, type Recipient } from '@/lib/mail/commands'
import { done, type Result, refused } from '@/lib/result'
import { type TeamInvitation, teamInvitationDays } from './schema'
import { columnsOf, findSubjectFor, ofSubject, type Subject } from './subject'
import { lockTeam, mailedName, notifyOwners } from './team-members'

/** Maximum people on a team plus open invitations to it. */
const maxPlaces = 50

/**
 * Invites an address to an application or an organisation, as a member or as an owner; they join when they
 * accept. A further invitation replaces the previous one. Result and writes are the same for known and
 * unknown addresses; the mail to an unknown one is in the inviter's language.
 * @returns the invitation's id; refused `not_found`, `on_team` (the owner can see who is), `full`, `throttled`
 */
export async function inviteToTeam(
  subjectId: string,
  { email, role }: TeamInvitation,
  owner: Owner,
): Promise<Result<string, 'not_found' | 'on_team' | 'full'> | Throttled> {
  if (!(await findSubjectFor(owner.id, 'team', subjectId))) return refused('not_found')
  const throttled = await takeAttempts([
    ['team_invitation', owner.id],
    ['team_invitation_mail', email],
  ])
  if (throttled) return throttled
  return database().$transaction(async (transaction) => {
    const team = await lockTeam(transaction, subjectId)
    const subject = await findSubjectFor(owner.id, 'team', subjectId, transaction)
    // A suspension during the request has already ended their invitations; this one would survive it.
    const able = { id: owner.id, suspendedAt: null }
    const inviter = await transaction.developer.findUnique({ where: able })
    if (!subject || !inviter) return refused('not_found')
    if (team.some((each) => each.email === email)) return refused('on_team')
    await transaction.applicationInvitation.updateMany({
      where: { ...columnsOf(subject), email, ...unresolved },
      data: { cancelledAt: now() },
    })
    const waiting = await transaction.applicationInvitation.count({
      where: { ...columnsOf(subject), ...live() },
    })
    if (team.length + waiting >= maxPlaces) return refused('full')
    const { id, link } = await insertInvitation(transaction, subject, { email, role }, owner)
    await queueMail(
      transaction,
      await recipientOf(transaction, email, inviter.locale),
      'application-shared',
      {
        ...mailedName(subject),
        inviterEmail: inviter.email,
        inviterName: inviter.displayName || undefined,
        role,
        days: teamInvitationDays,
        link: `${getSettings().PORTAL_URL}/join/${link}`,
      },
    )
    const { type } = subject
    await notifyOwners(
      transaction,
      subject,
      { change: 'invited', personEmail: email, role },
      { by: owner.id },
    )
    await recordAudit(
      transaction,
      owner,
      `${type}.member_invited`,
      { type, id: subjectId },
      { invitationId: id, role, email },
    )
    return done(id)
  })
}

/**
 * Revokes an invitation.
 * @returns refused `not_found`: no such application or organisation of this owner, or the invitation was
 *   used, replaced or revoked
 */
export async function revokeTeamInvitation(
  subjectId: string,
  invitationId: string,
  owner: Owner,
): Promise<Result<undefined, 'not_found'>> {
  return onRow(invitationId, async (transaction) => {
    const found = await findSubjectFor(owner.id, 'team', subjectId, transaction)
    if (!found) return refused('not_found')
    const { count } = await transaction.applicationInvitation.updateMany({
      where: { id: invitationId, ...ofSubject(subjectId), ...unresolved },
      data: { cancelledAt: now() },
    })
    if (count === 0) return refused('not_found')
    const subject = { type: found.type, id: subjectId }
    await recordAudit(transaction, owner, `${found.type}.invitation_revoked`, subject, { invitationId })
    return done(undefined)
  })
}

/** Neither used nor revoked, expired or not. */
const unresolved = { usedAt: null, cancelledAt: null } as const

/** The `where` clause of invitations that can be accepted now. */
export function live() {
  return { ...unresolved, expiresAt: { gt: now() } }
}

async function insertInvitation(
  transaction: Transaction,
  subject: Subject,
  to: TeamInvitation,
  owner: Owner,
): Promise<{ id: string; link: string }> {
  const id = newId()
  const { link, tokenHash } = makeLink()
  const times = { createdAt: now(), expiresAt: secondsFromNow(teamInvitationDays * 24 * 3600) }
  await transaction.applicationInvitation.create({
    data: { id, ...columnsOf(subject), ...to, tokenHash, invitedById: owner.id, ...times },
  })
  return { id, link }
}

async function recipientOf(transaction: Transaction, email: string, locale: string): Promise<Recipient> {
  const known = await transaction.developer.findFirst({
    where: { email, activatedAt: { not: null } },
    select: { id: true, locale: true },
  })
  return { id: known?.id ?? null, email, locale: known?.locale ?? locale }
}
