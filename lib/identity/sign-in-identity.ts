import type { Developer } from '@/generated/prisma/client'
import { recordAudit } from '@/lib/audit/commands'
import { type ActingSession, type Owner, systemActor } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { database, type Transaction, violatesUnique } from '@/lib/database'
import { newId } from '@/lib/ids'
import { queueMail } from '@/lib/mail/commands'
import { done, type Result, refused } from '@/lib/result'
import { takeOnce } from '@/lib/single-use'
import { lockDeveloper } from './administrators'
import { reportBreakGlassLink } from './break-glass'
import type { LogoutRequest } from './logout-token'
import type { ProviderPerson } from './provider-flow'
import { keepProviderSession } from './provider-session'
import { findIssuer, findProviderName } from './provider-settings'
import { lockSession, replaceSession, type StartedSession } from './session'

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
 * Links a person at the provider to the account that is signed in, and mails its owner, and all
 * administrators if it is a break-glass account. The caller has required a confirmation before the way to the
 * provider, and has checked that this is the session it began in.
 * @returns refused `linked` (this person to an account, or this account to a person), `ended` (the session has)
 */
export async function linkIdentity(
  person: ProviderPerson,
  owner: Owner,
  sessionId: string,
): Promise<Result<undefined, 'linked' | 'ended'>> {
  try {
    return await database().$transaction(async (transaction) => {
      const developer = await lockSession(transaction, sessionId, owner.id)
      if (!developer) return refused('ended')
      await addIdentity(transaction, person, owner.id)
      await queueMail(transaction, developer, 'identity-linked', { provider: findProviderName() ?? '' })
      await reportBreakGlassLink(transaction, developer)
      const subject = { type: 'developer', id: owner.id } as const
      await recordAudit(transaction, owner, 'developer.identity_linked', subject, { issuer: person.issuer })
      return done(undefined)
    })
  } catch (error) {
    if (violatesUnique(error, 'issuer')) return refused('linked')
    throw error
  }
}

/**
 * Confirms the developer's identity by a fresh authentication at the provider; as `confirmIdentity` does.
 * @returns refused `other_person` (not the one who is linked), `ended` (the session has)
 */
export async function confirmByProvider(
  person: ProviderPerson,
  owner: Owner,
  session: ActingSession,
): Promise<Result<StartedSession, 'other_person' | 'ended'>> {
  return database().$transaction(async (transaction) => {
    const developer = await lockSession(transaction, session.id, owner.id)
    if (!developer) return refused('ended')
    const { issuer, subject } = person
    const where = { issuer, subject, developerId: owner.id }
    if ((await transaction.signInIdentity.count({ where })) === 0) return refused('other_person')
    const { identityId, ...started } = await replaceSession(transaction, session, developer, now())
    if (identityId) await keepProviderSession(transaction, started.sessionId, person)
    await recordAudit(
      transaction,
      owner,
      'session.confirmed',
      { type: 'session', id: started.sessionId },
      { by: 'provider' },
    )
    return done(started)
  })
}

/**
 * Ends sessions on request of the provider (Back-Channel Logout 1.0 §2.7): those of one of its sessions, or all that it
 * opened for a person. Sessions that began with a password are not the provider's.
 * @returns how many ended; refused `repeated` for a token that was used before
 */
export async function endProviderSessions({
  subject,
  sid,
  jti,
  expiresAt,
}: LogoutRequest): Promise<Result<number, 'repeated'>> {
  const issuer = findIssuer() ?? ''
  return database().$transaction(async (transaction) => {
    if (!(await takeOnce('oidc_logout', `${issuer}\0${jti}`, expiresAt, transaction)))
      return refused('repeated')
    const sessions = await transaction.session.findMany({
      where: {
        revokedAt: null,
        identity: { issuer, ...(subject === null ? {} : { subject }) },
        ...(sid === null ? {} : { providerSession: { sid } }),
      },
      select: { developerId: true },
      orderBy: { developerId: 'asc' },
    })
    let ended = 0
    for (const developerId of new Set(sessions.map((session) => session.developerId))) {
      const developer = await lockDeveloper(transaction, developerId)
      if (developer) ended += await endThose(transaction, developer, { issuer, sid })
    }
    return done(ended)
  })
}

async function endThose(
  transaction: Transaction,
  { id }: Pick<Developer, 'id'>,
  { issuer, sid }: { issuer: string; sid: string | null },
): Promise<number> {
  const { count } = await transaction.session.updateMany({
    where: {
      developerId: id,
      revokedAt: null,
      identity: { issuer },
      ...(sid === null ? {} : { providerSession: { sid } }),
    },
    data: { revokedAt: now() },
  })
  const subject = { type: 'developer', id } as const
  await recordAudit(transaction, systemActor, 'developer.signed_out_by_provider', subject, { ended: count })
  return count
}
