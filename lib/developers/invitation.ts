import type { Developer, EmailLink, Role } from '@/generated/prisma/client'
import { recordAudit } from '@/lib/audit/commands'
import { now } from '@/lib/clock'
import { database, type Transaction } from '@/lib/database'
import { lockDeveloper } from '@/lib/identity/administrators'
import { cancelLinks, consumeLink, findLink } from '@/lib/identity/link'
import { hashPassword } from '@/lib/identity/password'
import { findWeakness, type Weakness } from '@/lib/identity/password-strength'
import type { Device } from '@/lib/identity/schema'
import { endSessions, lockSession, type StartedSession, startSession } from '@/lib/identity/session'
import { done, type Result, refused } from '@/lib/result'

type Accepted = StartedSession & { role: Role }

/** An invitation that can be used now, and whether its owner has a password yet; null for any other link. */
export async function findInvitation(link: string) {
  const { state, row } = await findLink(link, 'invitation')
  if (state !== 'usable' || !row?.invitedRole || !(await isStillGiven(row, database()))) return null
  const { id: developerId, email, activatedAt } = row.developer
  return { developerId, email, role: row.invitedRole, activated: activatedAt !== null }
}

/**
 * Accepts an invitation of somebody new: the password is set, the role is theirs, and they are signed in.
 * @returns refused with what is wrong with the password (the link stays usable), or `unusable_link`
 */
export async function acceptAsNewcomer(
  { link, password }: { link: string; password: string },
  device: Device,
): Promise<Result<Accepted, Weakness | 'unusable_link'>> {
  const { state, row } = await findLink(link, 'invitation')
  if (state !== 'usable' || !row || row.developer.activatedAt) return refused('unusable_link')
  const weakness = findWeakness(password, row.developer.email, false)
  if (weakness) return refused(weakness)
  const passwordHash = await hashPassword(password, row.developerId)
  return database().$transaction(async (transaction) => {
    const developer = await lockDeveloper(transaction, row.developerId)
    if (!developer || developer.activatedAt) return refused('unusable_link')
    return accept(transaction, row, { passwordHash, activatedAt: now() }, device, null)
  })
}

/**
 * Accepts an invitation of somebody who is signed in and has just confirmed that it is them. Their sessions end, and a
 * new one with another id begins: rights changed.
 * @returns refused `unusable_link`, also for a link that was sent to someone else, and when the session has ended
 */
export async function acceptAsDeveloper(
  link: string,
  signedIn: { id: string; sessionId: string; confirmedAt: Date | null },
  device: Device,
): Promise<Result<Accepted, 'unusable_link'>> {
  const { state, row } = await findLink(link, 'invitation')
  if (state !== 'usable' || row?.developerId !== signedIn.id) return refused('unusable_link')
  return database().$transaction(async (transaction) => {
    if (!(await lockSession(transaction, signedIn.sessionId, signedIn.id))) return refused('unusable_link')
    return accept(transaction, row, {}, device, signedIn.confirmedAt)
  })
}

/** The developer's row is locked by the caller. Of two posts of one link one wins. */
async function accept(
  transaction: Transaction,
  link: EmailLink,
  data: Partial<Pick<Developer, 'passwordHash' | 'activatedAt'>>,
  device: Device,
  confirmedAt: Date | null,
): Promise<Result<Accepted, 'unusable_link'>> {
  const { developerId: id, invitedRole: role, invitedById } = link
  if (!role || !(await isStillGiven(link, transaction)) || !(await consumeLink(transaction, link)))
    return refused('unusable_link')
  // A sign-up of the same address was mailed one: the account is activated without it.
  await cancelLinks(transaction, id, ['activation'])
  const developer = await transaction.developer.update({
    where: { id },
    data: { ...data, role, sessionVersion: { increment: 1 } },
  })
  await endSessions(transaction, id)
  const session = await startSession(transaction, developer, device, { confirmedAt })
  const subject = { type: 'developer', id } as const
  await recordAudit(transaction, { id, role }, 'developer.role_accepted', subject, { role, invitedById })
  return done({ ...session, role })
}

/**
 * Whether the person who gave an invitation is still an administrator: one that was under way when they lost the role
 * is not among those that ended with it. The command line gives invitations in no one's name.
 */
async function isStillGiven({ invitedById }: EmailLink, client: Transaction): Promise<boolean> {
  if (invitedById === null) return true
  const able = { role: 'administrator', suspendedAt: null, deletedAt: null } as const
  return (await client.developer.count({ where: { id: invitedById, ...able } })) === 1
}
