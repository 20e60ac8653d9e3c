import type { Developer, EmailLink } from '@/generated/prisma/client'
import { now } from '@/lib/clock'
import { type Context, command, type Mailing } from '@/lib/commands/command'
import { database, type Transaction } from '@/lib/database'
import { lockDeveloper } from '@/lib/identity/administrators'
import { isPasswordOff } from '@/lib/identity/break-glass'
import { cancelLinks, consumeLink, findLink } from '@/lib/identity/link'
import { hashPassword } from '@/lib/identity/password'
import { findWeakness } from '@/lib/identity/password-strength'
import { moveProviderSession } from '@/lib/identity/provider-session'
import { type Device, linkSchema, newPasswordSchema } from '@/lib/identity/schema'
import { revokeSessions, type StartedSession, startSession } from '@/lib/identity/session'
import { deviceOf, ownSession } from '@/lib/identity/target'
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
export const acceptAsNewcomer = command({
  right: 'anyone',
  notifies: 'administrators',
  input: newPasswordSchema,
  audit: 'developer.role_accepted',
  async prepare({ input: { link, password } }) {
    const { state, row } = await findLink(link, 'invitation')
    if (state !== 'usable' || row.developer.activatedAt) return refused('unusable_link')
    const weakness = findWeakness(password, row.developer.email, false)
    return weakness ? refused(weakness) : done({ row, hash: await hashPassword(password, row.developerId) })
  },
  async run(given) {
    const { row, hash: passwordHash } = given.prepared
    const developer = await lockDeveloper(given.transaction, row.developerId)
    if (!developer || developer.activatedAt) return refused('unusable_link')
    return accept(given, row, { passwordHash, activatedAt: now() }, null)
  },
})

/**
 * Accepts an invitation as a signed-in developer. Their sessions end, and a new one with another id begins, as their
 * rights changed.
 * @returns refused `unusable_link`, also for a link that was sent to someone else
 */
export const acceptAsDeveloper = command({
  on: ownSession,
  right: 'self',
  confirm: 'always',
  notifies: 'administrators',
  input: linkSchema,
  audit: 'developer.role_accepted',
  async run(given) {
    const { own, input, transaction } = given
    const { state, row } = await findLink(input.link, 'invitation', transaction)
    if (state !== 'usable' || row.developerId !== own.developer.id) return refused('unusable_link')
    return accept(given, row, {}, own.session.id)
  },
})

type Accepting = Pick<Context<unknown, unknown>, 'transaction' | 'actor' | 'mail' | 'record'>

/** The developer's row is locked. If one link is posted twice, one post succeeds. */
async function accept(
  { transaction, actor, mail, record }: Accepting,
  link: EmailLink,
  data: Partial<Pick<Developer, 'passwordHash' | 'activatedAt'>>,
  from: string | null,
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
  await revokeSessions(transaction, id)
  const session = await continueSession({ transaction, mail }, developer, deviceOf(actor), from)
  await reportRole(
    { transaction, mail },
    { change: 'accepted', role, personEmail: developer.email },
    invitedById,
  )
  record({ type: 'developer', id }, { role, invitedById }, 'developer.role_accepted', { id, role })
  return done(session)
}

/** A session that the provider opened remains one. That of an account that is now a break-glass one is reported. */
async function continueSession(
  { transaction, mail }: Mailing,
  developer: Developer,
  device: Device,
  from: string | null,
): Promise<StartedSession> {
  if (!from) return startSession({ transaction, mail }, developer, device)
  const where = { id: from, developerId: developer.id }
  const { identityId, confirmedAt } = await transaction.session.findUniqueOrThrow({ where })
  const session = await startSession({ transaction, mail }, developer, device, {
    continues: !developer.breakGlass,
    confirmedAt,
    identityId,
  })
  await moveProviderSession(transaction, from, session.sessionId)
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
