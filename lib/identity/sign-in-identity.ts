import { z } from 'zod'
import { now } from '@/lib/clock'
import { command } from '@/lib/commands/command'
import { database, type Transaction } from '@/lib/database'
import { consumeOnce, keepProviderSession } from '@/lib/identity/provider-session'
import { newId } from '@/lib/ids'
import { done, refused } from '@/lib/result'
import { lockDeveloper } from './administrators'
import { reportBreakGlassLink } from './break-glass'
import type { LogoutRequest } from './logout-token'
import type { ProviderPerson } from './provider-flow'
import { findIssuer, findProviderName } from './provider-settings'
import { replaceSession } from './session'
import { ownSession } from './target'

/** When the developer's identity at the configured provider was linked; null if they have none. */
export async function findIdentity(developerId: string): Promise<{ createdAt: Date } | null> {
  const issuer = findIssuer()
  if (!issuer) return null
  return database().signInIdentity.findUnique({
    where: { developerId_issuer: { developerId, issuer } },
    select: { createdAt: true },
  })
}

/** Stores that this person at the provider is this developer, inside the caller's transaction. */
export async function addIdentity(
  transaction: Transaction,
  { issuer, subject }: Pick<ProviderPerson, 'issuer' | 'subject'>,
  developerId: string,
): Promise<string> {
  const id = newId()
  await transaction.signInIdentity.create({ data: { id, developerId, issuer, subject, createdAt: now() } })
  return id
}

/**
 * Lets what else is done for this person at the provider wait until the transaction ends: someone unknown may come back
 * twice at the same moment. Lock it before developers.
 */
export async function lockPerson(
  transaction: Transaction,
  { issuer, subject }: Pick<ProviderPerson, 'issuer' | 'subject'>,
): Promise<void> {
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${issuer}), hashtext(${subject}))`
}

/**
 * Links a person at the provider to the account that is signed in, and mails its owner, and all administrators if it is
 * a break-glass account. The route has required a confirmation before the way to the provider, and has checked that
 * this is the session it began in.
 * @returns refused `linked` (this person to an account, or this account to a person)
 */
export const linkIdentity = command({
  on: ownSession,
  right: 'self',
  notifies: ['person', 'administrators'],
  input: z.custom<ProviderPerson>(),
  audit: 'developer.identity_linked',
  taken: { issuer: 'linked' },
  async lock(transaction, id, given) {
    await lockPerson(transaction, given.input)
    await ownSession.lock(transaction, id, given)
  },
  async run({ transaction, own: { developer }, input: person, mail, record }) {
    await addIdentity(transaction, person, developer.id)
    await mail(developer, 'identity-linked', { provider: findProviderName() ?? '' })
    await reportBreakGlassLink({ transaction, mail }, developer)
    record({ type: 'developer', id: developer.id }, { issuer: person.issuer })
    return done(undefined)
  },
})

/**
 * Confirms the developer's identity by a fresh authentication at the provider; as `reauthenticate` does.
 * @returns refused `other_person` (not the one who is linked)
 */
export const reauthenticateByProvider = command({
  on: ownSession,
  right: 'self',
  input: z.custom<ProviderPerson>(),
  audit: 'session.confirmed',
  async run({ transaction, own: { developer, session }, input: person, mail, record }) {
    const { issuer, subject } = person
    const where = { issuer, subject, developerId: developer.id }
    if ((await transaction.signInIdentity.count({ where })) === 0) return refused('other_person')
    const { identityId, ...started } = await replaceSession({ transaction, mail }, session, developer, now())
    if (identityId) await keepProviderSession(transaction, started.sessionId, person)
    record({ type: 'session', id: started.sessionId }, { by: 'provider' })
    return done(started)
  },
})

/**
 * Ends sessions on request of the provider (Back-Channel Logout 1.0 §2.7): those of one of its sessions, or all that it
 * opened for a person. Sessions that began with a password are not the provider's.
 * @returns how many ended; refused `used` for a token that was used before
 */
export const revokeProviderSessions = command({
  right: 'system',
  input: z.custom<LogoutRequest>(),
  audit: 'developer.signed_out_by_provider',
  async run({ transaction, input: { subject, sid, jti, expiresAt }, record }) {
    const issuer = findIssuer() ?? ''
    if (!(await consumeOnce('oidc_logout', `${issuer}\0${jti}`, expiresAt, transaction)))
      return refused('used')
    const its = { revokedAt: null, ...(sid === null ? {} : { providerSession: { sid } }) }
    const sessions = await transaction.session.findMany({
      where: { ...its, identity: { issuer, ...(subject === null ? {} : { subject }) } },
      select: { developerId: true },
      orderBy: { developerId: 'asc' },
    })
    let ended = 0
    for (const id of new Set(sessions.map(({ developerId }) => developerId))) {
      if (!(await lockDeveloper(transaction, id))) continue
      const { count } = await transaction.session.updateMany({
        where: { ...its, developerId: id, identity: { issuer } },
        data: { revokedAt: now() },
      })
      record({ type: 'developer', id }, { ended: count })
      ended += count
    }
    return done(ended)
  },
})
