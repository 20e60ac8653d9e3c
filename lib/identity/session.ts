import type { Developer, Role, Session } from '@/generated/prisma/client'
import { recordAudit } from '@/lib/audit/commands'
import type { Owner } from '@/lib/audit/schema'
import { now, secondsFromNow } from '@/lib/clock'
import { database, type Transaction } from '@/lib/database'
import { isUuid, newId } from '@/lib/ids'
import { done, type Result, refused } from '@/lib/result'
import { lockDeveloper } from './administrators'
import { endPendingChange } from './link'
import { confirmationMinutes, type Device } from './schema'

/** What the cookie says. All three must fit the rows, or the cookie is dead. */
export type SessionClaims = { developerId: string; sessionId: string; sessionVersion: number }

export type StartedSession = SessionClaims & { expiresAt: Date }

const hour = 3600
/** Seconds of life, and of silence, that a session may last. Those who decide on others have less of both. */
const limits: Record<Role, { absolute: number; idle: number }> = {
  developer: { absolute: 7 * 24 * hour, idle: 8 * hour },
  reviewer: { absolute: 12 * hour, idle: hour },
  administrator: { absolute: 12 * hour, idle: hour },
}
/** How long one may take to type the code after the password. */
const awaitingSeconds = 600
const seenStepSeconds = 60
const userAgentLimit = 300

/**
 * Opens a session inside the caller's transaction. With `awaitingSecondFactor` it counts as nobody until the code is
 * given, and then one with another id follows.
 */
export async function startSession(
  transaction: Transaction,
  developer: Pick<Developer, 'id' | 'role' | 'sessionVersion'>,
  { address, userAgent }: Device,
  { awaitingSecondFactor = false, confirmedAt = null as Date | null } = {},
): Promise<StartedSession> {
  const at = now()
  const life = awaitingSecondFactor ? awaitingSeconds : limits[developer.role].absolute
  const row = {
    id: newId(),
    developerId: developer.id,
    userAgent: userAgent.slice(0, userAgentLimit),
    address,
    awaitingSecondFactor,
    confirmedAt,
    createdAt: at,
    lastSeenAt: at,
    expiresAt: secondsFromNow(life),
  }
  await transaction.session.create({ data: row })
  const { sessionVersion } = developer
  return { developerId: developer.id, sessionId: row.id, sessionVersion, expiresAt: row.expiresAt }
}

/**
 * Locks the developer whose session a command runs in. Every command that ends sessions holds this lock, so that the
 * session stays valid until the transaction ends.
 * @returns null when the session or the account ended meanwhile
 */
export async function lockSession(transaction: Transaction, sessionId: string, developerId: string) {
  const developer = await lockDeveloper(transaction, developerId)
  if (!developer || developer.suspendedAt) return null
  const live = { id: sessionId, developerId, revokedAt: null, expiresAt: { gt: now() } }
  return (await transaction.session.count({ where: live })) === 1 ? developer : null
}

/**
 * Replaces a session by one with another id: rights changed, and a cookie that was copied earlier must not share in
 * them. The caller has called {@link lockSession}.
 */
export async function replaceSession(
  transaction: Transaction,
  previous: { id: string; confirmedAt: Date | null },
  developer: Pick<Developer, 'id' | 'role' | 'sessionVersion'>,
  device: Device,
): Promise<StartedSession> {
  await transaction.session.update({
    where: { id: previous.id, developerId: developer.id, revokedAt: null },
    data: { revokedAt: now() },
  })
  return startSession(transaction, developer, device, { confirmedAt: previous.confirmedAt })
}

/** A session in force and whose it is. */
export type LiveSession = {
  id: string
  createdAt: Date
  lastSeenAt: Date
  confirmedAt: Date | null
  awaitingSecondFactor: boolean
  developerId: string
  email: string
  role: Role
  locale: string
  hasAuthenticator: boolean
  hasPasskey: boolean
}

/** The session behind a cookie with its developer, or null when any of it is over. One statement. */
export async function findSession({ developerId, sessionId, sessionVersion }: SessionClaims) {
  const [session] = await database().$queryRaw<LiveSession[]>`
    SELECT s.id, s.created_at AS "createdAt", s.last_seen_at AS "lastSeenAt", s.confirmed_at AS "confirmedAt",
           s.awaiting_second_factor AS "awaitingSecondFactor", d.id AS "developerId", d.email, d.role::text, d.locale,
           f.confirmed_at IS NOT NULL AS "hasAuthenticator",
           EXISTS (SELECT FROM passkey p WHERE p.developer_id = d.id) AS "hasPasskey"
    FROM session s JOIN developer d ON d.id = s.developer_id LEFT JOIN totp_factor f ON f.developer_id = d.id
    WHERE s.id = ${sessionId}::uuid AND d.id = ${developerId}::uuid AND d.session_version = ${sessionVersion}
      AND s.revoked_at IS NULL AND s.expires_at > ${now()}
      AND d.activated_at IS NOT NULL AND d.suspended_at IS NULL AND d.deleted_at IS NULL`
  return session && !isIdle(session, session.role) ? session : null
}

/** Notes that a session is in use, at most once a minute. */
export async function noteSession(session: Pick<Session, 'id' | 'lastSeenAt'>): Promise<void> {
  const before = new Date(now().getTime() - seenStepSeconds * 1000)
  if (session.lastSeenAt > before) return
  await database().session.updateMany({
    where: { id: session.id, lastSeenAt: { lte: before } },
    data: { lastSeenAt: now() },
  })
}

/** True while a confirmation is good (15 minutes). */
export function isRecentlyConfirmed(confirmedAt: Date | null): boolean {
  return confirmedAt !== null && confirmedAt.getTime() + confirmationMinutes * 60_000 > now().getTime()
}

/**
 * Ends one of the developer's own sessions: signing out, or another device. With another device end a pending change of
 * address and a setup key, which may be its user's.
 * @param currentId the session that asks
 * @returns refused `not_found` for another's, or one that was ended before
 */
export async function revokeSession(
  sessionId: string,
  owner: Owner,
  currentId = sessionId,
): Promise<Result<undefined, 'not_found'>> {
  if (!isUuid(sessionId)) return refused('not_found')
  return database().$transaction(async (transaction) => {
    await lockDeveloper(transaction, owner.id)
    const { count } = await transaction.session.updateMany({
      where: { id: sessionId, developerId: owner.id, revokedAt: null },
      data: { revokedAt: now() },
    })
    if (count === 0) return refused('not_found')
    if (sessionId !== currentId) await endUnfinished(transaction, owner.id)
    await recordAudit(transaction, owner, 'session.revoked', { type: 'session', id: sessionId })
    return done(undefined)
  })
}

/** Ends all of the developer's sessions but this one. */
export async function revokeOtherSessions(
  sessionId: string,
  owner: Owner,
): Promise<{ ok: true; value: number }> {
  return database().$transaction(async (transaction) => {
    await lockDeveloper(transaction, owner.id)
    const ended = await endSessions(transaction, owner.id, sessionId)
    const subject = { type: 'developer', id: owner.id } as const
    await recordAudit(transaction, owner, 'developer.sessions_revoked', subject, { ended })
    return done(ended)
  })
}

/**
 * Ends a developer's sessions, all but `keep`, and with them anything that may have been begun in one of them: a change of
 * address that waits for its link, and an authenticator that was not confirmed. Inside the caller's transaction.
 */
export async function endSessions(
  transaction: Transaction,
  developerId: string,
  keep?: string,
): Promise<number> {
  const { count } = await transaction.session.updateMany({
    where: { developerId, revokedAt: null, ...(keep ? { id: { not: keep } } : {}) },
    data: { revokedAt: now() },
  })
  await endUnfinished(transaction, developerId)
  return count
}

async function endUnfinished(transaction: Transaction, developerId: string): Promise<void> {
  await endPendingChange(transaction, developerId)
  await transaction.totpFactor.deleteMany({ where: { developerId, confirmedAt: null } })
}

/** The developer's live sessions, last used first. */
export async function listSessions(developerId: string, role: Role): Promise<Session[]> {
  const sessions = await database().session.findMany({
    where: { developerId, revokedAt: null, awaitingSecondFactor: false, expiresAt: { gt: now() } },
    orderBy: { lastSeenAt: 'desc' },
  })
  return sessions.filter((session) => !isIdle(session, role))
}

function isIdle(session: Pick<Session, 'lastSeenAt'>, role: Role): boolean {
  return session.lastSeenAt.getTime() + limits[role].idle * 1000 <= now().getTime()
}
