import { recordAudit } from '@/lib/audit/commands'
import type { Owner } from '@/lib/audit/schema'
import { now, secondsFromNow } from '@/lib/clock'
import { database, type Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { makeLink } from '@/lib/identity/link'
import { type Throttled, takeAttempts } from '@/lib/identity/throttle'
import { isUuid, newId } from '@/lib/ids'
import { queueMail, type Recipient } from '@/lib/mail/commands'
import { done, type Result, refused } from '@/lib/result'
import { findApplicationFor } from './queries'
import { type TeamInvitation, teamInvitationDays } from './schema'
import { lockTeam } from './team-members'

/** Maximum people on a team plus open invitations to it. */
const maxPlaces = 50

/**
 * Invites an address to an application, as a member or as an owner; they join when they accept. A further invitation
 * replaces the previous one. Result and writes are the same for known and unknown addresses; the mail to an unknown one
 * is in the inviter's language.
 * @returns the invitation's id; refused `not_found`, `on_team` (the owner can see who is), `full`, `throttled`
 */
export async function inviteToTeam(
  applicationId: string,
  { email, role }: TeamInvitation,
  owner: Owner,
): Promise<Result<string, 'not_found' | 'on_team' | 'full'> | Throttled> {
  if (!(await findApplicationFor(owner.id, 'team', applicationId))) return refused('not_found')
  const throttled = await takeAttempts([
    ['team_invitation', owner.id],
    ['team_invitation_mail', email],
  ])
  if (throttled) return throttled
  return database().$transaction(async (transaction) => {
    const team = await lockTeam(transaction, applicationId)
    const application = await findApplicationFor(owner.id, 'team', applicationId, transaction)
    const inviter = team.find(({ id }) => id === owner.id)
    // A suspension during the request has already ended their invitations; this one would survive it.
    if (!application || !inviter || inviter.suspended) return refused('not_found')
    if (team.some((each) => each.email === email)) return refused('on_team')
    await transaction.applicationInvitation.updateMany({
      where: { applicationId, email, ...unresolved },
      data: { cancelledAt: now() },
    })
    const waiting = await transaction.applicationInvitation.count({ where: { applicationId, ...live() } })
    if (team.length + waiting >= maxPlaces) return refused('full')
    const { id, link } = await insertInvitation(transaction, { applicationId, email, role }, owner)
    await queueMail(
      transaction,
      await recipientOf(transaction, email, inviter.locale),
      'application-shared',
      {
        applicationName: application.name,
        inviterEmail: inviter.email,
        inviterName: inviter.displayName || undefined,
        role,
        days: teamInvitationDays,
        link: `${getSettings().PORTAL_URL}/join/${link}`,
      },
    )
    const subject = { type: 'application', id: applicationId } as const
    await recordAudit(transaction, owner, 'application.member_invited', subject, {
      invitationId: id,
      role,
      email,
    })
    return done(id)
  })
}

/**
 * Revokes an invitation.
 * @returns refused `not_found`: no such application of this owner, or the invitation was used, replaced or revoked
 */
export async function revokeTeamInvitation(
  applicationId: string,
  invitationId: string,
  owner: Owner,
): Promise<Result<undefined, 'not_found'>> {
  if (!isUuid(invitationId)) return refused('not_found')
  return database().$transaction(async (transaction) => {
    if (!(await findApplicationFor(owner.id, 'team', applicationId, transaction))) return refused('not_found')
    const { count } = await transaction.applicationInvitation.updateMany({
      where: { id: invitationId, applicationId, ...unresolved },
      data: { cancelledAt: now() },
    })
    if (count === 0) return refused('not_found')
    const subject = { type: 'application', id: applicationId } as const
    await recordAudit(transaction, owner, 'application.invitation_revoked', subject, { invitationId })
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
  to: TeamInvitation & { applicationId: string },
  owner: Owner,
): Promise<{ id: string; link: string }> {
  const id = newId()
  const { link, tokenHash } = makeLink()
  const times = { createdAt: now(), expiresAt: secondsFromNow(teamInvitationDays * 24 * 3600) }
  await transaction.applicationInvitation.create({
    data: { id, ...to, tokenHash, invitedById: owner.id, ...times },
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
