import { generateSync } from 'otplib'
import { recordAudit } from '@/lib/audit/commands'
import { readDetail, searchAudit } from '@/lib/audit/queries'
import { type ActingSession, type Device, type Owner, visitor } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { database } from '@/lib/database'
import { acceptAsDeveloper } from '@/lib/developers/invitation'
import { type beginConfirmation, beginRegistration } from '@/lib/identity/passkey'
import { hashPassword } from '@/lib/identity/password'
import { activationHours } from '@/lib/identity/schema'
import { showSetupKey, turnOnSecondFactor } from '@/lib/identity/second-factor'
import { type StartedSession, startSession } from '@/lib/identity/session'
import { startSignIn } from '@/lib/identity/sign-in'
import { newId } from '@/lib/ids'
import { deleteDeveloper } from '@/lib/lifecycle/delete-developer'
import { queueMail } from '@/lib/mail/commands'
import { succeed } from '@/lib/result'
import { executeAs } from '@/scripts/launch/execute-as'

export const goodPassword = 'violet tandem ocean glyph'
export const otherPassword = 'glyph lantern quarry mosaic'

/** The address of the tests' browsers. Loopback is shared by many, so that tests don't slow each other down. */
export const device = { address: '127.0.0.1', userAgent: 'vitest' }

/** Someone who is not signed in, at such a browser. */
export const stranger = { ...visitor, device }

let passwordHash: Promise<string> | undefined

/** No one is notified of what only sets the scene. */
const notMailed = async () => {}

export type SignedIn = {
  id: string
  email: string
  session: StartedSession
  actor: Owner & { session: ActingSession }
}

export function someEmail(): string {
  return `${newId()}@example.com`
}

/**
 * An activated and signed-in developer, stored as the pages would (lib/identity/activation.test.ts goes through all the
 * steps). Written directly into the tables, as signing up takes a quarter of a second on purpose.
 */
export async function signUpDeveloper(email = someEmail()): Promise<SignedIn> {
  passwordHash ??= hashPassword(goodPassword)
  const row = { id: newId(), email, passwordHash: await passwordHash, createdAt: now(), activatedAt: now() }
  const actor = { id: row.id, role: 'developer' } as const
  const session = await database().$transaction(async (transaction) => {
    const developer = await transaction.developer.create({ data: row })
    const subject = { type: 'developer', id: row.id } as const
    const mail = { link: 'http://localhost:3000/activate/used', hours: activationHours }
    await queueMail(transaction, { id: row.id, email, locale: 'en' }, 'activation-link', mail)
    await recordAudit(transaction, visitor, 'developer.signed_up', subject)
    await recordAudit(transaction, actor, 'developer.activated', subject)
    return startSession({ transaction, mail: notMailed }, developer, device)
  })
  return { id: row.id, email, session, actor: inSession(actor, session.sessionId) }
}

/** Enters an address and a password, at such a browser or another one. */
export function enterPassword(input: { email: string; password: string }, from: Device = device) {
  return executeAs({ ...visitor, device: from }, startSignIn, { input })
}

/** The same person, as they act in this session. */
export function inSession(actor: Owner, id: string, by: Device = device) {
  return { ...actor, session: { id, device: by, idempotencyKey: null } }
}

/** What a browser is to make a passkey of, in this session. */
export function askNewPasskey({ id }: { id: string }, sessionId: string) {
  const input = { name: 'Blue key' }
  return succeed(executeAs(inSession({ id, role: 'developer' }, sessionId), beginRegistration, { input }))
}

/** What a passkey is to respond to in this session, after the password or to confirm. */
export function askPasskey(begin: typeof beginConfirmation, { id }: { id: string }, sessionId: string) {
  return succeed(executeAs(inSession({ id, role: 'developer' }, sessionId), begin))
}

/** Accepts an invitation to a role in this session. */
export function acceptRole(link: string, { id, sessionId }: { id: string; sessionId: string }) {
  return executeAs(inSession({ id, role: 'developer' }, sessionId), acceptAsDeveloper, { input: { link } })
}

/** Turns their second factor on; returns the key, the recovery codes and the session that took the place of theirs. */
export async function giveSecondFactor(who: SignedIn) {
  const setup = await showSetupKey(who, who.session.sessionId)
  if (!setup) throw new Error('it is on already')
  const actor = inSession(who.actor, who.session.sessionId)
  const result = await succeed(executeAs(actor, turnOnSecondFactor, { input: { code: codeFor(setup.key) } }))
  return { key: setup.key, ...result }
}

/** The authenticator's code at the clock's time, or so many steps of 30 s later. */
export function codeFor(key: string, steps = 0): string {
  return generateSync({ secret: key, epoch: Math.floor(now().getTime() / 1000) + steps * 30 })
}

/** Opens a session of a developer who was put into the database, as signing in does. */
export async function openSession(
  id: string,
  state?: Parameters<typeof startSession>[3],
): Promise<StartedSession> {
  const developer = await database().developer.findUniqueOrThrow({ where: { id } })
  return startSession({ transaction: database(), mail: notMailed }, developer, device, state)
}

/** The audited actions on this subject, oldest first. */
export async function listActions(subjectId: string): Promise<string[]> {
  const rows = await database().auditEntry.findMany({ where: { subjectId }, orderBy: { sequence: 'asc' } })
  return rows.map(({ action }) => action)
}

/** The detail of the newest audit entry about it, with its addresses; null for those that are erased. */
export async function readNewestDetail(subjectId: string): Promise<Record<string, unknown>> {
  const [row] = (await searchAudit({ subjectId }, {}, 1)).rows
  return row ? readDetail(row, null) : {}
}

/** Someone deletes their own account, as typed on its page. */
export async function deleteAccount(owner: Owner) {
  const { email } = await database().developer.findUniqueOrThrow({ where: { id: owner.id } })
  return executeAs(owner, deleteDeveloper, { input: { email } })
}
