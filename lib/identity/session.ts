import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Developer, Role, Session } from '@/generated/prisma/client'
import type { ActingSession } from '@/lib/audit/schema'
import { now, secondsFromNow } from '@/lib/clock'
import { command, type Mailing } from '@/lib/commands/command'
import { database, type Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { newId } from '@/lib/ids'
import { done } from '@/lib/result'
import { lockDeveloper } from './administrators'
import { reportBreakGlass } from './break-glass'
import { endPendingChange } from './link'
import { moveProviderSession } from './provider-session'
import { findIssuer } from './provider-settings'
import { requiresApprovalSql, requiresTermsSql } from './required-action'
import { type Device, sessionNameSchema } from './schema'
import { ownSession, sessionOf, sessionOfSelf } from './target'

/** The content of the session cookie. All three values must match the rows, or the cookie is invalid. */
export type SessionClaims = { developerId: string; sessionId: string; sessionVersion: number }

export type StartedSession = SessionClaims & {
  expiresAt: Date
  /** of the developer in this session (`roleIn`) */
  role: Role
  /** of the developer who signs in; left out where a session only continues */
  locale?: string
}

const hour = 3600
/** Seconds after which a session ends, in all and without use. Both are shorter for reviewers and administrators. */
const limits: Record<Role, { absolute: number; idle: number }> = {
  developer: { absolute: 7 * 24 * hour, idle: 8 * hour },
  reviewer: { absolute: 12 * hour, idle: hour },
  administrator: { absolute: 12 * hour, idle: hour },
}
/** Seconds that the code may take after the password. */
const awaitingSeconds = 600
const seenStepSeconds = 60
/** Seconds in which the form that replaced a session may be sent again with the cookie of the previous one. */
const repeatSeconds = 60
const userAgentLimit = 300

type SessionOwner = Pick<
  Developer,
  'id' | 'email' | 'role' | 'roleByClaim' | 'breakGlass' | 'sessionVersion' | 'locale'
>

/**
 * The role of a developer in a session. One that came from a claim is held only where the provider opened the
 * session.
 */
function roleIn(
  { role, roleByClaim }: Pick<Developer, 'role' | 'roleByClaim'>,
  identityId: string | null,
): Role {
  return roleByClaim && identityId === null ? 'developer' : role
}

/**
 * Opens a session inside the caller's transaction. With `awaitingSecondFactor` it does not count as signed in until the
 * code is given, and is then replaced by one with another id. With `identityId` it was opened by the provider of single
 * sign-on, whose authentication replaces a second factor. Unless it `continues` another one it is a sign-in, which is
 * reported if the account is a break-glass one.
 */
export async function startSession(
  { transaction, mail }: Mailing,
  developer: SessionOwner,
  device: Device,
  {
    awaitingSecondFactor = false,
    continues = false,
    confirmedAt = null as Date | null,
    expiresAt = null as Date | null,
    name = '',
    identityId = null as string | null,
  } = {},
): Promise<StartedSession> {
  const at = now()
  const role = roleIn(developer, identityId)
  const life = awaitingSecondFactor ? awaitingSeconds : limits[role].absolute
  const row = {
    id: newId(),
    developerId: developer.id,
    userAgent: device.userAgent.slice(0, userAgentLimit),
    address: device.address,
    name,
    awaitingSecondFactor,
    confirmedAt,
    identityId,
    createdAt: at,
    lastSeenAt: at,
    expiresAt: expiresAt ?? secondsFromNow(life),
  }
  await transaction.session.create({ data: row })
  if (!awaitingSecondFactor && !continues) await reportBreakGlass({ transaction, mail }, developer, device)
  const { id: developerId, sessionVersion } = developer
  const locale = awaitingSecondFactor || continues ? undefined : developer.locale
  return { developerId, sessionId: row.id, sessionVersion, expiresAt: row.expiresAt, role, locale }
}

/**
 * Locks the developer whose session a command runs in. Every command that ends sessions holds this lock, so that the
 * session stays valid until the transaction ends.
 * @returns null when the session or the account has ended
 */
export async function lockSession(transaction: Transaction, sessionId: string, developerId: string) {
  const developer = await lockDeveloper(transaction, developerId)
  if (!developer || developer.suspendedAt) return null
  const live = { id: sessionId, developerId, revokedAt: null, expiresAt: { gt: now() } }
  return (await transaction.session.count({ where: live })) === 1 ? developer : null
}

/**
 * Replaces a session by one with another id, as rights have changed and an earlier copy of the cookie must not get
 * them. It ends when the previous one would have, unless that one was waiting for a code. The caller has called
 * {@link lockSession}.
 *
 * A browser that lost the response still has the previous cookie: the form that caused this may use it to say so
 * ({@link findNextOwner}).
 * @param confirmedAt when the person confirmed who they are, if that is why
 * @returns the new session; `identityId` if the provider opened it
 */
export async function replaceSession(
  { transaction, mail }: Mailing,
  { id, device, idempotencyKey }: ActingSession,
  developer: SessionOwner,
  confirmedAt?: Date | null,
): Promise<StartedSession & { identityId: string | null }> {
  const previous = await transaction.session.update({
    where: { id, developerId: developer.id, revokedAt: null },
    data: { revokedAt: now() },
  })
  const { awaitingSecondFactor, expiresAt, identityId, name } = previous
  const started = await startSession({ transaction, mail }, developer, device, {
    continues: !awaitingSecondFactor,
    confirmedAt: confirmedAt ?? previous.confirmedAt,
    expiresAt: awaitingSecondFactor ? null : expiresAt,
    name,
    identityId,
  })
  if (idempotencyKey)
    await transaction.session.update({
      where: { id },
      data: { successorId: started.sessionId, successorForm: hashKey(idempotencyKey) },
    })
  if (identityId) await moveProviderSession(transaction, id, started.sessionId)
  return { ...started, identityId }
}

/** A valid session and its developer. */
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
  displayName: string
  timeZone: string | null
  hasAuthenticator: boolean
  hasPasskey: boolean
  /** Whether terms are in force that this developer has not accepted; reviewers and administrators are exempt. */
  awaitsTerms: boolean
  /**
   * Whether an administrator has yet to approve this developer, or rejected them; reviewers and
   * administrators are exempt.
   */
  awaitsApproval: boolean
  /** whether the provider of single sign-on opened it */
  byProvider: boolean
}

/**
 * The session behind a cookie with its developer, or null when any of it has ended. One statement. Sessions of a
 * provider that is no longer configured have ended, and those of a password that may no longer be used
 * (`isPasswordOff`). The role is that of `roleIn`.
 */
export async function findSession({ developerId, sessionId, sessionVersion }: SessionClaims) {
  const { STAFF_PASSWORDS: passwords } = getSettings()
  const [session] = await database().$queryRaw<LiveSession[]>`
    SELECT s.id, s.created_at AS "createdAt", s.last_seen_at AS "lastSeenAt", s.confirmed_at AS "confirmedAt",
           s.awaiting_second_factor AS "awaitingSecondFactor", d.id AS "developerId", d.email, r.role::text, d.locale,
           d.display_name AS "displayName", d.time_zone AS "timeZone",
           f.confirmed_at IS NOT NULL AS "hasAuthenticator",
           EXISTS (SELECT FROM passkey p WHERE p.developer_id = d.id) AS "hasPasskey",
           ${requiresTermsSql} AS "awaitsTerms", ${requiresApprovalSql} AS "awaitsApproval",
           s.identity_id IS NOT NULL AS "byProvider"
    FROM session s JOIN developer d ON d.id = s.developer_id LEFT JOIN totp_factor f ON f.developer_id = d.id
      LEFT JOIN sign_in_identity i ON i.id = s.identity_id
      CROSS JOIN LATERAL (SELECT CASE WHEN d.role_by_claim AND s.identity_id IS NULL THEN 'developer'
                                      ELSE d.role END AS role) r
    WHERE s.id = ${sessionId}::uuid AND d.id = ${developerId}::uuid AND d.session_version = ${sessionVersion}
      AND s.revoked_at IS NULL AND s.expires_at > ${now()}
      AND d.activated_at IS NOT NULL AND d.suspended_at IS NULL AND d.deleted_at IS NULL
      AND CASE WHEN s.identity_id IS NOT NULL THEN i.issuer = ${findIssuer()}
          ELSE ${passwords === 'allowed'} OR d.role = 'developer' OR d.break_glass END`
  return session && !isIdle(session, session.role) ? session : null
}

/**
 * The session that replaced the one behind a cookie, for a repeat of the form that caused it and nothing else: its key
 * is known to the page that it was on only.
 * @returns what the cookie has to be, or null: a minute later, for any other request, or once the new one has ended
 */
export async function findSuccessor(
  { developerId, sessionId }: SessionClaims,
  idempotencyKey: string | null,
): Promise<StartedSession | null> {
  if (!idempotencyKey) return null
  const replaced = await database().session.findFirst({
    where: {
      id: sessionId,
      developerId,
      successorForm: hashKey(idempotencyKey),
      revokedAt: { gt: secondsFromNow(-repeatSeconds) },
    },
    include: { developer: true },
  })
  const { developer, successorId } = replaced ?? {}
  const successor =
    successorId && (await database().session.findFirst({ where: { id: successorId, revokedAt: null } }))
  if (!developer || !successor) return null
  const { sessionVersion } = developer
  const role = roleIn(developer, successor.identityId)
  return { developerId, sessionId: successor.id, sessionVersion, expiresAt: successor.expiresAt, role }
}

function hashKey(key: string) {
  return createHash('sha256').update(key).digest()
}

/** Records that a session is in use, at most once a minute. */
export async function noteSession(session: Pick<Session, 'id' | 'lastSeenAt'>): Promise<void> {
  const before = new Date(now().getTime() - seenStepSeconds * 1000)
  if (session.lastSeenAt > before) return
  await database().session.updateMany({
    where: { id: session.id, lastSeenAt: { lte: before } },
    data: { lastSeenAt: now() },
  })
}

/**
 * Ends one of the developer's own sessions, by signing out or for another device. Ending another device's session also
 * cancels a pending change of address and a setup key, which its user may have begun.
 */
export const revokeSession = command({
  on: sessionOfSelf,
  right: 'self',
  audit: 'session.revoked',
  async run({ transaction, actor, session: { id, developerId }, record }) {
    await transaction.session.update({ where: { id }, data: { revokedAt: now() } })
    const current = sessionOf(actor)
    if (current && current.id !== id) await endUnfinished(transaction, developerId)
    record({ type: 'session', id })
    return done(undefined)
  },
})

/** Names one of the developer's own live sessions; an empty name removes it. */
export const nameSession = command({
  on: sessionOfSelf,
  right: 'self',
  input: sessionNameSchema,
  audit: 'session.named',
  async run({ transaction, session: { id }, input: { sessionName: name }, record }) {
    await transaction.session.update({ where: { id }, data: { name } })
    record({ type: 'session', id })
    return done(undefined)
  },
})

/**
 * Ends all of the developer's sessions except this one, and their access keys unless `keepAccessKeys`.
 * @returns how many sessions ended
 */
export const revokeOtherSessions = command({
  on: ownSession,
  right: 'self',
  input: z.object({ keepAccessKeys: z.boolean() }),
  audit: 'developer.sessions_revoked',
  async run({ transaction, own: { developer, session }, input: { keepAccessKeys }, record }) {
    const { id } = developer
    const ended = await revokeSessions(transaction, id, session.id)
    const where = { developerId: id }
    const keys = keepAccessKeys ? 0 : (await transaction.personalAccessKey.deleteMany({ where })).count
    record({ type: 'developer', id }, { ended, accessKeys: keys })
    return done(ended)
  },
})

/**
 * Ends a developer's sessions except `keep`, and cancels what may have been begun in them: a pending change of address,
 * and an authenticator that was not confirmed. Inside the caller's transaction.
 */
export async function revokeSessions(
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

const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera/, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChromium\/|\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/\bcurl\//, 'curl'],
]

const systems: [RegExp, string][] = [
  [/\biPhone|\biPad/, 'iOS'],
  [/\bAndroid/, 'Android'],
  [/\bWindows/, 'Windows'],
  [/\bMac OS X|\bMacintosh/, 'macOS'],
  [/\bCrOS/, 'ChromeOS'],
  [/\bLinux/, 'Linux'],
]

/** Browser and system from a User-Agent header, or null for each: enough to recognise one's own device. */
export function nameBrowser(userAgent: string): { browser: string | null; system: string | null } {
  const find = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null
  return { browser: find(browsers), system: find(systems) }
}
