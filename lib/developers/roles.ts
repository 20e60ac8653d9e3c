import { z } from 'zod'
import type { Developer, Role } from '@/generated/prisma/client'
import { now } from '@/lib/clock'
import { command, type Mailing } from '@/lib/commands/command'
import type { Transaction } from '@/lib/database'
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
import { languageSchema } from '@/lib/identity/schema'
import { revokeSessions } from '@/lib/identity/session'
import { person, toPerson } from '@/lib/identity/target'
import { removeIdentities } from '@/lib/identity/unlink-identity'
import { done, refused } from '@/lib/result'
import { noApproval } from './approval'

/** Hours for which an invitation can be used. */
const invitationHours = 24

export const invitationSchema = z.object({
  email: emailAddress,
  role: z.enum(['reviewer', 'administrator'], 'role_required'),
})

/** The roles that can remain when a role is taken away. */
const lowerRoleSchema = z.object({ role: z.enum(['developer', 'reviewer'], 'role_required') })

const rank = { developer: 0, reviewer: 1, administrator: 2 } as const

/**
 * Invites someone to become reviewer or administrator. They get the role only by using the link, so that a mistyped
 * address gives no one rights. A further invitation replaces the previous one. The address may be unknown.
 * `locale` is the language of the mail to an unknown address, `breakGlass` whether the account then keeps its password
 * when those of its role are off.
 * @returns the id of the invited developer; refused `own_role`, `has_role` (this one or a higher), `suspended`,
 *   `provider_only` (passwords of this role are off: the provider gives it)
 */
export const inviteToRole = command({
  right: 'administrator',
  confirm: 'always',
  notifies: 'administrators',
  input: invitationSchema.extend({ locale: languageSchema.shape.locale, breakGlass: z.boolean().optional() }),
  audit: 'developer.invited',
  async run({ transaction, actor, input: { email, role, locale, breakGlass = false }, mail, record }) {
    if (isPasswordOff({ role, breakGlass })) return refused('provider_only')
    const { developer } = await lockByEmail(transaction, email, locale)
    if (developer.id === actor.id) return refused('own_role')
    if (developer.suspendedAt) return refused('suspended')
    if (developer.activatedAt && rank[developer.role] >= rank[role]) return refused('has_role')
    const link = await issueLink(transaction, {
      developerId: developer.id,
      purpose: 'invitation',
      hours: invitationHours,
      invitation: { role, invitedById: actor.id, breakGlass },
    })
    const props = { link: `${getSettings().PORTAL_URL}/invitation/${link}`, hours: invitationHours, role }
    await mail(developer, 'reviewer-invitation', props)
    await reportRole({ transaction, mail }, { change: 'offered', role, personEmail: email }, actor.id)
    record({ type: 'developer', id: developer.id }, breakGlass ? { role, breakGlass } : { role })
    return done(developer.id)
  },
})

/**
 * Notifies all administrators of a staff role inside the caller's transaction, as it gives rights over all of
 * Production: its author too, who could be a stranger in their session.
 * @param invitedById null for an invitation from the command line
 */
export async function reportRole(
  { transaction, mail }: Mailing,
  news: { change: 'offered' | 'accepted'; role: Exclude<Role, 'developer'>; personEmail: string },
  invitedById: string | null,
): Promise<void> {
  const by = invitedById && (await transaction.developer.findUnique({ where: { id: invitedById } }))
  const readers = (await listAdministrators(transaction)).filter(({ email }) => email !== news.personEmail)
  await mail(readers, 'staff-role', { ...news, byEmail: by ? by.email : undefined })
}

/**
 * Makes a break-glass account of one that has this role already, or a higher one: it keeps its password when those of
 * other reviewers and administrators are off, and its role whatever the provider says.
 * @returns refused `not_found` (no such account with that role), `already`
 */
export const makeBreakGlass = command({
  right: 'system',
  input: invitationSchema,
  audit: 'developer.made_break_glass',
  async run({ transaction, input: { email, role }, record }) {
    const found = await transaction.developer.findFirst({ where: { email, deletedAt: null } })
    const developer = found && (await lockDeveloper(transaction, found.id))
    if (!developer?.activatedAt || rank[developer.role] < rank[role]) return refused('not_found')
    if (developer.breakGlass) return refused('already')
    await transaction.developer.update({ where: { id: developer.id }, data: { breakGlass: true } })
    record({ type: 'developer', id: developer.id })
    return done(undefined)
  },
})

/** Revokes an invitation. @returns refused `not_found` when it was already used, replaced or revoked */
export const cancelInvitation = command({
  on: person,
  right: 'administrator',
  confirm: 'always',
  audit: 'developer.invitation_cancelled',
  async run({ transaction, person: invited, record }) {
    if ((await cancelLinks(transaction, invited.id, ['invitation'])) === 0) return refused('not_found')
    record(person.subject(invited))
    return done(undefined)
  },
})

/**
 * Takes a role away, or lowers it, effective at the next request: their sessions end, and so do invitations that they
 * sent or received, and their claims on submissions.
 * @returns refused `own_role`, `not_lower` (their role is not higher than that), `last_administrator`
 */
export const lowerRole = command({
  ...toPerson,
  input: lowerRoleSchema,
  audit: 'developer.role_lowered',
  async run({ transaction, actor, person: lowered, input: { role }, mail, record }) {
    const { id, role: from } = lowered
    if (id === actor.id) return refused('own_role')
    if (rank[role] >= rank[from]) return refused('not_lower')
    if (from === 'administrator' && (await isLastAdministrator(transaction, id)))
      return refused('last_administrator')
    await changeRole(transaction, id, role)
    await mail(lowered, 'role-changed', { role })
    record(person.subject(lowered), { from, to: role })
    return done(undefined)
  },
})

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
  await revokeSessions(transaction, developerId)
  await revokeInvitations(transaction, developerId)
  await releaseAssignments(transaction, developerId)
  return developer
}

/** Ends open invitations that this developer sent or received, inside the caller's transaction. */
export async function revokeInvitations(transaction: Transaction, developerId: string): Promise<void> {
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

/**
 * Removes another person's identity of single sign-on. Their sessions from the provider end, and a role that came from
 * its claim goes. They get a mail, and can then set a password by "Forgot password?".
 * @returns refused `own_identity` (their account page, or another administrator), `not_linked`, `last_administrator`
 */
export const unlinkDeveloper = command({
  ...toPerson,
  audit: 'developer.identity_removed',
  async run({ transaction, actor, person: linked, mail, record }) {
    const { id, role, roleByClaim } = linked
    if (id === actor.id) return refused('own_identity')
    if (roleByClaim && role === 'administrator' && (await isLastAdministrator(transaction, id)))
      return refused('last_administrator')
    const issuer = await removeIdentities({ transaction, mail }, linked)
    if (issuer === null) return refused('not_linked')
    if (roleByClaim) await changeRole(transaction, id, 'developer')
    record(person.subject(linked), { issuer, ...(roleByClaim && { from: role, to: 'developer' }) })
    return done(undefined)
  },
})

/**
 * Releases the assignments of a reviewer inside the caller's transaction, on all submissions or on those of one
 * application or organisation. An assignment must not outlive the right to decide, as the applicant's messages are
 * mailed to its holder alone.
 */
export async function releaseAssignments(
  transaction: Transaction,
  reviewerId: string,
  subjectId?: string,
): Promise<void> {
  await transaction.submission.updateMany({
    where: {
      assigneeId: reviewerId,
      ...(subjectId && {
        OR: [
          { applicationId: subjectId },
          { organisationId: subjectId },
          { application: { organisationId: subjectId } },
        ],
      }),
    },
    data: { assigneeId: null, assignedUntil: null },
  })
}
