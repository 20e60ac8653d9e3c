import { recordAudit } from '@/lib/audit/commands'
import type { Actor } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { database } from '@/lib/database'
import { done, type Result, refused } from '@/lib/result'
import { checkPassword } from './password'
import { recordRefusedSignIn } from './refused-sign-in'
import type { Device } from './schema'
import { type CurrentSession, takeCode } from './second-factor'
import { replaceSession, type StartedSession } from './session'
import { forgetAttempts, type Throttled, type ThrottleKey, takeAttempts } from './throttle'

type Owner = Extract<Actor, { id: string }>

/**
 * Gives the code that signing in asks for after the password, and opens the session with another id.
 * @param pending the session that waits for it
 * @returns refused `code_wrong`, `over` (start again with the password), `throttled`
 */
export async function completeSignIn(
  code: string,
  owner: Owner,
  pending: CurrentSession,
  device: Device,
): Promise<Result<StartedSession, 'code_wrong' | 'over'> | Throttled> {
  const keys = codeKeys(owner.id, device)
  const throttled = await takeAttempts(keys)
  if (throttled) return throttled
  return database().$transaction(async (transaction) => {
    const by = await takeCode(transaction, owner.id, code)
    if (!by) {
      await recordRefusedSignIn(transaction, owner, owner.id, 'code')
      return refused('code_wrong')
    }
    await forgetAttempts(keys, transaction)
    const developer = await transaction.developer.findUniqueOrThrow({ where: { id: owner.id } })
    const session = await replaceSession(transaction, pending, developer, device)
    if (!session) return refused('over')
    await recordAudit(
      transaction,
      owner,
      'session.started',
      { type: 'session', id: session.sessionId },
      { by },
    )
    return done(session)
  })
}

/**
 * Shows that it is still them, by the password or a code: good for 15 minutes in this session.
 * @returns refused `wrong`, `throttled`
 * @throws PasswordQueueFull in a flood
 */
export async function confirmIdentity(
  proof: { password: string; code: string },
  owner: Owner,
  sessionId: string,
): Promise<Result<undefined, 'wrong'> | Throttled> {
  const keys: ThrottleKey[] = [['confirmation', owner.id]]
  const throttled = await takeAttempts(keys)
  if (throttled) return throttled
  const developer = await database().developer.findUniqueOrThrow({ where: { id: owner.id } })
  const byPassword = proof.password !== '' && (await checkPassword(developer.passwordHash, proof.password))
  return database().$transaction(async (transaction) => {
    const by = byPassword
      ? 'password'
      : proof.code !== '' && (await takeCode(transaction, owner.id, proof.code))
    if (!by) return refused('wrong')
    await forgetAttempts(keys, transaction)
    await transaction.session.updateMany({
      where: { id: sessionId, developerId: owner.id, revokedAt: null },
      data: { confirmedAt: now() },
    })
    await recordAudit(transaction, owner, 'session.confirmed', { type: 'session', id: sessionId }, { by })
    return done(undefined)
  })
}

/** Per account and address: a stranger who knows the password slows down nobody else. */
function codeKeys(developerId: string, { address }: Device): ThrottleKey[] {
  return [['code', `${developerId}\0${address}`]]
}
