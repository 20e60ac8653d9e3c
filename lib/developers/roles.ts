import { z } from 'zod'
import type { Developer, Role } from '@/generated/prisma/client'
import { recordAudit } from '@/lib/audit/commands'
import type { Administrator, SystemActor } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { database, onRow, type Transaction } from '@/lib/database'
import { emailAddress } from '@/lib/email-address'
import { getSettings } from '@/lib/env'
import {
  isLastAdministrator,
  listAdministrators,
  lockByEmail,
  lockDeveloper,
} from '@/lib/identity/administrators'
import { isPasswordOff } from '@/lib/identity/break-glass'
import { cancelLinks, issueLink } from '@/lib/identity/link'
import type { Locale } from '@/lib/identity/schema'
import { endSessions } from '@/lib/identity/session'
import { isUuid } from '@/lib/ids'
import { queueMail } from '@/lib/mail/commands'
import { done, type Result, refused } from '@/lib/result'
import { noApproval } from './approval'
import { endClaims } from './claims'

/** Hours for which an invitation can be used. */
const invitationHours = 24

export const invitationSchema = z.object({
  email: emailAddress,
  role: z.enum(['reviewer', 'administrator'], 'role_required'),
})

/** The roles that can remain when a role is taken away. */
export const lowerRoleSchema = z.object({ role: z.enum(['developer', 'reviewer'], 'role_required') })

const rank = { developer: 0, reviewer: 1, administrator: 2 } as const

/**
 * Invites someone to become reviewer or administrator. They get the role only by using the link, so that a mistyped
 * address gives no one rights. A further invitation replaces the previous one. The address may be unknown.
 * @param locale the language of the mail to an unknown address
 * @param breakGlass whether the account then keeps its password when those of its role are off
 * @returns the id of the invited developer; refused `own_role`, `has_role` (this one or a higher), `suspended`,
 *   `provider_only` (passwords of this role are off: the provider gives it)
 */
export async function inviteToRole(
  { email, role }: z.output<typeof invitationSchema>,
  administrator: Administrator | SystemActor,
  locale: Locale,
  breakGlass = false,
): Promise<Result<string, 'own_role' | 'has_role' | 'suspended' | 'provider_only'>> {
  if (isPasswordOff({ role, breakGlass })) return refused('provider_only')
  return database().$transaction(async (transaction) => {
    const { developer } = await lockByEmail(transaction, email, locale)
    if (developer.id === administrator.id) return refused('own_role')
    if (developer.suspendedAt) return refused('suspended')
    if (developer.activatedAt && rank[developer.role] >= rank[role]) return refused('has_role')
    const link = await issueLink(transaction, {
      developerId: developer.id,
      purpose: 'invitation',
      hours: invitationHours,
      invitation: { role, invitedById: administrator.id, breakGlass },
    })
    const mail = { link: `${getSettings().PORTAL_URL}/invitation/${link}`, hours: invitationHours, role }
    await queueMail(transaction, developer, 'reviewer-invitation', mail)
    await reportRole(transaction, { change: 'offered', role, personEmail: email }, administrator.id)
    const subject = { type: 'developer', id: developer.id } as const
    await recordAudit(transaction, administrator, 'developer.invited', subject, {
      role,
      ...(breakGlass ? { breakGlass } : {}),
    })
    return done(developer.id)
  })
}

/**
 * Notifies all administrators of a staff role inside the caller's transaction, as it gives rights over all of
 * Production: its author too, who could be a stranger in their session.
 * @param invitedById null for an invitation from the command line
 */
export async function reportRole(
  transaction: Transaction,
  news: { change: 'offered' | 'accepted'; role: Exclude<Role, 'developer'>; personEmail: string },
  invitedById: string | null,
): Promise<void> {
  const by = invitedById && (await transaction.developer.findUnique({ where: { id: invitedById } }))
  const readers = (await listAdministrators(transaction)).filter(({ email }) => email !== news.personEmail)
  await queueMail(transaction, readers, 'staff-role', { ...news, byEmail: by ? by.email : undefined })
}

/**
 * Makes a break-glass account of one that has this role already, or a higher one: it keeps its password when those of
 * other reviewers and administrators are off, and its role whatever the provider says.
 * @returns refused `not_found` (no such account with that role), `already`
 */
export async function makeBreakGlass(
  { email, role }: z.output<typeof invitationSchema>,
  actor: SystemActor,
): Promise<Result<undefined, 'not_found' | 'already'>> {
  return database().$transaction(async (transaction) => {
    const found = await transaction.developer.findFirst({ where: { email, deletedAt: null } })
    const developer = found && (await lockDeveloper(transaction, found.id))
    if (!developer?.activatedAt || rank[developer.role] < rank[role]) return refused('not_found')
    if (developer.breakGlass) return refused('already')
    await transaction.developer.update({ where: { id: developer.id }, data: { breakGlass: true } })
    const subject = { type: 'developer', id: developer.id } as const
    await recordAudit(transaction, actor, 'developer.made_break_glass', subject)
    return done(undefined)
  })
}

/**
 * Revokes an invitation.
 * @returns refused `not_found` when it was already used, replaced or revoked
 */
export async function cancelInvitation(
  developerId: string,
  administrator: Administrator,
): Promise<Result<undefined, 'not_found'>> {
  return onRow(developerId, async (transaction) => {
    if ((await cancelLinks(transaction, developerId, ['invitation'])) === 0) return refused('not_found')
    const subject = { type: 'developer', id: developerId } as const
    await recordAudit(transaction, administrator, 'developer.invitation_cancelled', subject)
    return done(undefined)
  })
}

/**
 * Takes a role away, or lowers it, effective at the next request: their sessions end, and so do invitations that they
 * sent or received, and their claims on submissions.
 * @returns refused `not_found`, `own_role`, `not_lower` (their role is not higher than that), `last_administrator`
 */
export async function lowerRole(
  developerId: string,
  { role }: z.output<typeof lowerRoleSchema>,
  administrator: Administrator,
): Promise<Result<undefined, 'not_found' | 'own_role' | 'not_lower' | 'last_administrator'>> {
  if (!isUuid(developerId)) return refused('not_found')
  if (developerId === administrator.id) return refused('own_role')
  return database().$transaction(async (transaction) => {
    const developer = await lockDeveloper(transaction, developerId)
    if (!developer) return refused('not_found')
    if (rank[role] >= rank[developer.role]) return refused('not_lower')
    if (developer.role === 'administrator' && (await isLastAdministrator(transaction, developerId)))
      return refused('last_administrator')
    await changeRole(transaction, developerId, role)
    await queueMail(transaction, developer, 'role-changed', { role })
    const subject = { type: 'developer', id: developerId } as const
    await recordAudit(transaction, administrator, 'developer.role_lowered', subject, {
      from: developer.role,
      to: role,
    })
    return done(undefined)
  })
}

/**
 * Gives a role inside the caller's transaction. Their sessions end, and so does what the previous role allowed:
 * invitations that they sent or received, and claims on submissions. Who gives a role admits the person.
 * @param roleByClaim whether the role is now the provider's; otherwise it remains what it was
 */
export async function changeRole(
  transaction: Transaction,
  developerId: string,
  role: Role,
  roleByClaim?: boolean,
): Promise<Developer> {
  const developer = await transaction.developer.update({
    where: { id: developerId },
    data: { role, roleByClaim, ...noApproval, sessionVersion: { increment: 1 } },
  })
  await endSessions(transaction, developerId)
  await endInvitations(transaction, developerId)
  await endClaims(transaction, developerId)
  return developer
}

/** Ends open invitations that this developer sent or received, inside the caller's transaction. */
export async function endInvitations(transaction: Transaction, developerId: string): Promise<void> {
  await transaction.emailLink.updateMany({
    where: {
      purpose: 'invitation',
      usedAt: null,
      cancelledAt: null,
      OR: [{ developerId }, { invitedById: developerId }],
    },
    data: { cancelledAt: now() },
  })
}
