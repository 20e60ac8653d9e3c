import { now, secondsFromNow } from '@/lib/clock'
import { command } from '@/lib/commands/command'
import type { Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { makeLink } from '@/lib/identity/link'
import { countAttempts, type ThrottleKey } from '@/lib/identity/throttle'
import { isUuid, newId } from '@/lib/ids'
import type { Recipient } from '@/lib/mail/commands'
import { done, keepingWrites, refused } from '@/lib/result'
import { revocationSchema, type TeamInvitation, teamInvitationDays, teamInvitationSchema } from './schema'
import { columnsOf, type TeamResource } from './subject'
import { subject } from './target'
import { listLocked, mailedName, notifyOwners } from './team-members'

/** Maximum people on a team plus open invitations to it. */
const maxPlaces = 50

/**
 * Invites an address to an application or an organisation, as a member or as an owner; they join when they
 * accept. A further invitation replaces the previous one. Result and writes are the same for known and
 * unknown addresses; the mail to an unknown one is in the inviter's language.
 * @returns the invitation's id, and what it is to; refused `on_team` (the owner can see who is), `full`, `throttled`
 */
export const inviteToTeam = command({
  on: subject,
  right: 'team',
  confirm: 'production',
  notifies: 'owners',
  input: teamInvitationSchema,
  audit: ['application.member_invited', 'organisation.member_invited'],
  async run({ transaction, actor, subject, input, mail, record }) {
    const { email, role } = input
    const inviter = await transaction.developer.findUniqueOrThrow({ where: { id: actor.id ?? '' } })
    const attempts: ThrottleKey[] = [
      ['team_invitation', inviter.id],
      ['team_invitation_mail', email],
    ]
    // Each attempt counts, whatever becomes of it.
    const throttled = await countAttempts(attempts, transaction)
    if (throttled) return keepingWrites(throttled)
    const team = await listLocked(transaction, subject.id)
    if (team.some((each) => each.email === email)) return keepingWrites(refused('on_team'))
    const place = columnsOf(subject)
    const others = { ...place, ...live(), email: { not: email } }
    const waiting = await transaction.membershipInvitation.count({ where: others })
    if (team.length + waiting >= maxPlaces) return keepingWrites(refused('full'))
    await transaction.membershipInvitation.updateMany({
      where: { ...place, email, ...unresolved },
      data: { cancelledAt: now() },
    })
    const { id, link } = await insertInvitation(transaction, subject, input, inviter)
    await mail(await recipientOf(transaction, email, inviter.locale), 'application-shared', {
      ...mailedName(subject),
      inviterEmail: inviter.email,
      inviterName: inviter.displayName || undefined,
      role,
      days: teamInvitationDays,
      link: `${getSettings().PORTAL_URL}/join/${link}`,
    })
    const news = { change: 'invited', personEmail: email, role } as const
    await notifyOwners({ transaction, mail }, subject, news, { by: inviter.id })
    record(subject, { invitationId: id, role, email }, `${subject.type}.member_invited`)
    return done({ id, subject })
  },
})

/** Revokes an invitation. @returns refused `gone`: used, replaced or revoked */
export const revokeInvitation = command({
  on: subject,
  right: 'team',
  input: revocationSchema,
  audit: ['application.invitation_revoked', 'organisation.invitation_revoked'],
  async run({ transaction, subject, input: { invitationId }, record }) {
    if (!isUuid(invitationId)) return refused('gone')
    const { count } = await transaction.membershipInvitation.updateMany({
      where: { id: invitationId, ...columnsOf(subject), ...unresolved },
      data: { cancelledAt: now() },
    })
    if (count === 0) return refused('gone')
    record(subject, { invitationId }, `${subject.type}.invitation_revoked`)
    return done(subject)
  },
})

/** Neither used nor revoked, expired or not. */
const unresolved = { usedAt: null, cancelledAt: null } as const

/** The `where` clause of invitations that can be accepted now. */
export function live() {
  return { ...unresolved, expiresAt: { gt: now() } }
}

async function insertInvitation(
  transaction: Transaction,
  subject: TeamResource,
  to: TeamInvitation,
  { id: invitedById }: { id: string },
): Promise<{ id: string; link: string }> {
  const id = newId()
  const { link, tokenHash } = makeLink()
  const times = { createdAt: now(), expiresAt: secondsFromNow(teamInvitationDays * 24 * 3600) }
  await transaction.membershipInvitation.create({
    data: { id, ...columnsOf(subject), ...to, tokenHash, invitedById, ...times },
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
