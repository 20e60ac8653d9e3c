import type { Developer, EmailLink } from '@/generated/prisma/client'
import { recordAudit } from '@/lib/audit/commands'
import { now } from '@/lib/clock'
import { database, type Transaction } from '@/lib/database'
import { lockDeveloper } from '@/lib/identity/administrators'
import { isPasswordOff } from '@/lib/identity/break-glass'
import { cancelLinks, consumeLink, findLink } from '@/lib/identity/link'
import { hashPassword } from '@/lib/identity/password'
import { findWeakness, type Weakness } from '@/lib/identity/password-strength'
import { moveProviderSession } from '@/lib/identity/provider-session'
import type { Device } from '@/lib/identity/schema'
import { endSessions, lockSession, type StartedSession, startSession } from '@/lib/identity/session'
import { done, type Result, refused } from '@/lib/result'
import { noApproval } from './approval'
import { reportRole } from './roles'

/** A usable invitation, and whether the invited developer already has a password; null for any other link. */
export async function findInvitation(link: string) {
  const { state, row } = await findLink(link, 'invitation')
  if (state !== 'usable' || !row.invitedRole || !(await isStillGiven(row, database()))) return null
  const { id: developerId, email, activatedAt } = row.developer
  return { developerId, email, role: row.invitedRole, activated: activatedAt !== null }
}

/**
 * Accepts an invitation to someone new: sets the password, gives the role and signs them in.
 * @returns refused with the weakness of the password (the link stays usable), or `unusable_link`
 */
export async function acceptAsNewcomer(
  { link, password }: { link: string; password: string },
  device: Device,
): Promise<Result<StartedSession, Weakness | 'unusable_link'>> {
  const { state, row } = await findLink(link, 'invitation')
  if (state !== 'usable' || row.developer.activatedAt) return refused('unusable_link')
  const weakness = findWeakness(password, row.developer.email, false)
  if (weakness) return refused(weakness)
  const passwordHash = await hashPassword(password, row.developerId)
  return database().$transaction(async (transaction) => {
    const developer = await lockDeveloper(transaction, row.developerId)
    if (!developer || developer.activatedAt) return refused('unusable_link')
    return accept(transaction, row, { passwordHash, activatedAt: now() }, device)
  })
}

/**
 * Accepts an invitation as a signed-in developer who has just confirmed their identity. Their sessions end, and a new
 * one with another id begins, as their rights changed.
 * @returns refused `unusable_link`, also for a link that was sent to someone else, and when the session has ended
 */
export async function acceptAsDeveloper(
  link: string,
  signedIn: { id: string; sessionId: string; confirmedAt: Date | null },
  device: Device,
): Promise<Result<StartedSession, 'unusable_link'>> {
  const { state, row } = await findLink(link, 'invitation')
  if (state !== 'usable' || row.developerId !== signedIn.id) return refused('unusable_link')
  return database().$transaction(async (transaction) => {
    if (!(await lockSession(transaction, signedIn.sessionId, signedIn.id))) return refused('unusable_link')
    return accept(transaction, row, {}, device, signedIn)
  })
}

/** The caller has locked the developer's row. If one link is posted twice, one post succeeds. */
async function accept(
  transaction: Transaction,
  link: EmailLink,
  data: Partial<Pick<Developer, 'passwordHash' | 'activatedAt'>>,
  device: Device,
  from: { sessionId: string; confirmedAt: Date | null } | null = null,
): Promise<Result<StartedSession, 'unusable_link'>> {
  const { developerId: id, invitedRole: role, invitedById, breakGlass } = link
  if (!role || role === 'developer' || isPasswordOff({ role, breakGlass })) return refused('unusable_link')
  if (!(await isStillGiven(link, transaction)) || !(await consumeLink(transaction, link)))
    return refused('unusable_link')
  // An activation link may be open from a sign-up with the same address: the account is now activated without it.
  await cancelLinks(transaction, id, ['activation'])
  const developer = await transaction.developer.update({
    where: { id },
    data: {
      ...data,
      role,
      roleByClaim: false,
      ...noApproval,
      ...(breakGlass ? { breakGlass } : {}),
      sessionVersion: { increment: 1 },
    },
  })
  await endSessions(transaction, id)
  const session = await continueSession(transaction, developer, device, from)
  await reportRole(transaction, { change: 'accepted', role, personEmail: developer.email }, invitedById)
  const subject = { type: 'developer', id } as const
  await recordAudit(transaction, { id, role }, 'developer.role_accepted', subject, { role, invitedById })
  return done(session)
}

/** A session that the provider opened remains one. That of an account that is now a break-glass one is reported. */
async function continueSession(
  transaction: Transaction,
  developer: Developer,
  device: Device,
  from: { sessionId: string; confirmedAt: Date | null } | null,
): Promise<StartedSession> {
  if (!from) return startSession(transaction, developer, device)
  const where = { id: from.sessionId, developerId: developer.id }
  const { identityId } = await transaction.session.findUniqueOrThrow({ where, select: { identityId: true } })
  const { confirmedAt } = from
  const session = await startSession(transaction, developer, device, {
    continues: !developer.breakGlass,
    confirmedAt,
    identityId,
  })
  await moveProviderSession(transaction, from.sessionId, session.sessionId)
  return session
}

/**
 * Whether the inviter is still an administrator: losing the role ends their invitations, but not one that is being
 * created at that moment. Invitations from the command line have no inviter.
 */
async function isStillGiven({ invitedById }: EmailLink, client: Transaction): Promise<boolean> {
  if (invitedById === null) return true
  const able = { role: 'administrator', suspendedAt: null, deletedAt: null } as const
  return (await client.developer.count({ where: { id: invitedById, ...able } })) === 1
}
