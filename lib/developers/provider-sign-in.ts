import { z } from 'zod'
import type { Developer, Role } from '@/generated/prisma/client'
import { now } from '@/lib/clock'
import { command } from '@/lib/commands/command'
import type { Transaction } from '@/lib/database'
import { isLastAdministrator, lockByEmail, lockDeveloper } from '@/lib/identity/administrators'
import { cancelLinks } from '@/lib/identity/link'
import type { ProviderPerson } from '@/lib/identity/provider-flow'
import { keepProviderSession } from '@/lib/identity/provider-session'
import { recordRefusedSignIn } from '@/lib/identity/refused-sign-in'
import { startSession } from '@/lib/identity/session'
import { addIdentity, lockPerson } from '@/lib/identity/sign-in-identity'
import { deviceOf } from '@/lib/identity/target'
import type { Locale } from '@/lib/languages'
import { done, keepingWrites, refused } from '@/lib/result'
import { changeRole } from './roles'

/**
 * Signs a person in whom the provider has authenticated. They are known by issuer and subject only; an unknown one with
 * a new and verified address gets an account. The role follows the provider's claim, except that of
 * break-glass accounts. `locale` is that of the mails to a new account.
 * @returns refused `suspended`, `address_taken` (an account has it: its owner may link this person),
 *   `address_unverified` (or missing), `last_administrator` (the claim would leave the portal without one)
 */
export const signInByProvider = command({
  right: 'anyone',
  notifies: 'administrators',
  input: z.custom<{ person: ProviderPerson; locale: Locale }>(),
  audit: ['developer.activated', 'developer.role_followed_provider', 'session.started'],
  lock: (transaction, _id, { input: { person } }) => lockPerson(transaction, person),
  async run({ transaction, actor, input: { person, locale }, mail, record }) {
    const device = deviceOf(actor)
    const found = (await findKnown(transaction, person)) ?? (await addAccount(transaction, person, locale))
    if ('reason' in found) return found
    const { developer: previous, identityId, isNew } = found
    if (previous.suspendedAt) {
      await recordRefusedSignIn(transaction, { developerId: previous.id, why: 'suspended' }, device)
      return keepingWrites(refused('suspended'))
    }
    const developer = await followRole(transaction, previous, person.role)
    if (!developer) return refused('last_administrator')
    await transaction.signInIdentity.update({ where: { id: identityId }, data: { lastUsedAt: now() } })
    const session = await startSession({ transaction, mail }, developer, device, { identityId })
    await keepProviderSession(transaction, session.sessionId, person)
    const { id, role } = developer
    const subject = { type: 'developer', id } as const
    const by = { id, role }
    if (isNew) record(subject, { by: 'provider' }, 'developer.activated', by)
    if (role !== previous.role)
      record(subject, { from: previous.role, role }, 'developer.role_followed_provider', by)
    const detail = { by: 'provider', address: device.address }
    record({ type: 'session', id: session.sessionId }, detail, 'session.started', by)
    return done(session)
  },
})

type Found = { developer: Developer; identityId: string; isNew: boolean }

async function findKnown(
  transaction: Transaction,
  { issuer, subject }: ProviderPerson,
): Promise<Found | null> {
  const where = { issuer_subject: { issuer, subject } }
  const identity = await transaction.signInIdentity.findUnique({ where })
  const developer = identity && (await lockDeveloper(transaction, identity.developerId))
  // Its owner may have unlinked it while this waited for the lock.
  if (!developer || !(await transaction.signInIdentity.findUnique({ where }))) return null
  return { developer, identityId: identity.id, isNew: false }
}

/** A sign-up with the address that was never activated becomes this account: the provider says whose address it is. */
async function addAccount(transaction: Transaction, person: ProviderPerson, locale: Locale) {
  const { email, emailVerified } = person
  if (!email) return refused('address_unverified')
  const holder = await transaction.developer.findUnique({ where: { email } })
  // This person's own, if they came back elsewhere a moment ago.
  if (holder && isAccount(holder)) return (await findKnown(transaction, person)) ?? refused('address_taken')
  if (!emailVerified) return refused('address_unverified')
  const { developer } = await lockByEmail(transaction, email, locale)
  // Someone may have activated it in the meantime, or this person elsewhere.
  if (isAccount(developer)) return (await findKnown(transaction, person)) ?? refused('address_taken')
  await cancelLinks(transaction, developer.id, ['activation'])
  const data = { activatedAt: now() }
  const activated = await transaction.developer.update({ where: { id: developer.id }, data })
  const identityId = await addIdentity(transaction, person, developer.id)
  return { developer: activated, identityId, isNew: true }
}

/** Also one that the operator made for someone who has not used its link yet, or that an administrator blocked. */
function isAccount({ activatedAt, suspendedAt, role }: Developer): boolean {
  return activatedAt !== null || suspendedAt !== null || role !== 'developer'
}

/** @returns the developer with the role of the claim; null if that would leave no administrator */
async function followRole(
  transaction: Transaction,
  developer: Developer,
  role: Role,
): Promise<Developer | null> {
  if (developer.role === role || developer.breakGlass) return developer
  if (developer.role === 'administrator' && (await isLastAdministrator(transaction, developer.id)))
    return null
  return changeRole(transaction, developer.id, role, true)
}
