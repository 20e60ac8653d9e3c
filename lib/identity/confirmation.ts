import { recordAudit } from '@/lib/audit/commands'
import type { Owner } from '@/lib/audit/schema'
import { limitKey } from '@/lib/caller-address'
import { now } from '@/lib/clock'
import { database, type Transaction } from '@/lib/database'
import { done, keepingWrites, type Result, refused } from '@/lib/result'
import type { CurrentSession } from './factors'
import { recogniseDevice } from './known-device'
import { takePasskey } from './passkey'
import { checkPassword } from './password'
import { recordCopiedPasskey, recordRefusedSignIn } from './refused-sign-in'
import type { Device } from './schema'
import { takeCode } from './second-factor'
import { lockSession, replaceSession, type StartedSession } from './session'
import { forgetAttempts, type Throttled, type ThrottleKey, takeAttempts } from './throttle'

/** Proof of identity in addition to the password: a code, or a passkey response, unchecked. */
export type FactorProof = { code: string } | { passkey: unknown }

/** One of the three is sufficient; an empty one counts as absent. */
export type Proof = { password: string; code: string } | { passkey: unknown }

/**
 * Completes a sign-in with the second factor that follows the password, and gives the session another id.
 * Unless it is a recovery code, the two also confirm the session.
 * @param pending the session that waits for the factor
 * @returns refused `code_wrong`, `over` (start again with the password), `throttled`
 */
export async function completeSignIn(
  proof: FactorProof,
  owner: Owner,
  pending: CurrentSession,
  device: Device,
): Promise<Result<StartedSession, 'code_wrong' | 'over'> | Throttled> {
  const keys = codeKeys(owner.id, device)
  const throttled = await takeAttempts(keys)
  if (throttled) return throttled
  return database().$transaction(async (transaction) => {
    const developer = await lockSession(transaction, pending.id, owner.id)
    if (!developer) return refused('over')
    const { by, copied } = await takeFactor(transaction, proof, owner, pending.id, 'sign_in')
    if (!by) {
      await (copied
        ? recordCopiedPasskey(transaction, owner, copied)
        : recordRefusedSignIn(transaction, { developerId: owner.id, why: 'code' }, device))
      return keepingWrites(refused('code_wrong'))
    }
    await forgetAttempts(keys, transaction)
    const confirmedAt = by === 'recovery_code' ? null : now()
    const session = await replaceSession(transaction, { id: pending.id, confirmedAt }, developer, device)
    const subject = { type: 'session', id: session.sessionId } as const
    await recordAudit(transaction, owner, 'session.started', subject, { by, address: device.address })
    return done(session)
  })
}

/**
 * Confirms the developer's identity by password, code or passkey; valid for 15 minutes in this session, which gets
 * another id: an earlier copy of its cookie must not be confirmed too. A session that the provider opened is
 * confirmed by a passkey, or by the provider (`confirmByProvider`).
 * @returns refused `wrong`, `ended` (the session has), `throttled`
 * @throws PasswordQueueFull in a flood of attempts
 */
export async function confirmIdentity(
  proof: Proof,
  owner: Owner,
  sessionId: string,
  device: Device,
): Promise<Result<StartedSession, 'wrong' | 'ended'> | Throttled> {
  const keys: ThrottleKey[] = [['confirmation', sessionId]]
  const throttled = await takeAttempts(keys)
  if (throttled) return throttled
  const byPassword = 'password' in proof && (await isPassword(owner.id, proof.password))
  return database().$transaction(async (transaction) => {
    const developer = await lockSession(transaction, sessionId, owner.id)
    if (!developer) return refused('ended')
    const ofProvider = { id: sessionId, identityId: { not: null } }
    if ('password' in proof && (await transaction.session.count({ where: ofProvider })) > 0)
      return refused('wrong')
    const { by, copied } = byPassword
      ? { by: 'password', copied: null }
      : await takeFactor(transaction, proof, owner, sessionId, 'confirm')
    if (copied) await recordCopiedPasskey(transaction, owner, copied)
    if (!by) return keepingWrites(refused('wrong'))
    await forgetAttempts(keys, transaction)
    const confirmed = { id: sessionId, confirmedAt: now() }
    const session = await replaceSession(transaction, confirmed, developer, device)
    const subject = { type: 'session', id: session.sessionId } as const
    await recordAudit(transaction, owner, 'session.confirmed', subject, { by })
    return done(session)
  })
}

async function isPassword(developerId: string, password: string): Promise<boolean> {
  if (password === '') return false
  const developer = await database().developer.findUniqueOrThrow({ where: { id: developerId } })
  return checkPassword(developer.passwordHash, password, developerId)
}

/** `by` names the accepted proof, or is null; `copied` is a passkey whose counter went backwards. */
async function takeFactor(
  transaction: Transaction,
  proof: FactorProof,
  owner: Owner,
  sessionId: string,
  purpose: 'sign_in' | 'confirm',
): Promise<{ by: string | null; copied: string | null }> {
  if ('code' in proof) {
    const by = proof.code === '' ? null : await takeCode(transaction, owner.id, proof.code)
    return { by, copied: null }
  }
  const use = await takePasskey(transaction, owner.id, sessionId, purpose, proof.passkey)
  return use.ok ? { by: 'passkey', copied: null } : { by: null, copied: use.copied }
}

/**
 * A browser known to the account has its own count, and there is one for all such browsers, as each link that an
 * attacker opens in a stolen mailbox makes another browser known. Other browsers count per account and address, and per
 * account alone: a stranger with the password and many addresses must not try many codes, as six digits are few.
 */
function codeKeys(developerId: string, { address, marks }: Device): ThrottleKey[] {
  const known = recogniseDevice(marks, developerId)
  if (known)
    return [
      ['code_device', `${developerId}\0${known}`],
      ['code_known', developerId],
    ]
  return [
    ['code', `${developerId}\0${limitKey(address)}`],
    ['code_account', developerId],
  ]
}
