import { recordAudit } from '@/lib/audit/commands'
import { type Actor, visitor } from '@/lib/audit/schema'
import { database, type Transaction } from '@/lib/database'
import { inConstantTime } from './constant-time'
import { takeAttempt } from './throttle'

/** Several times the duration of the write, and short compared with checking a password. */
const stepMilliseconds = 50

/**
 * Records a refused password under its account. The actor is a visitor, as no identity was proven. Unknown addresses
 * leave no row, and take the same time.
 */
export async function recordRefusedPassword(
  developerId: string | null,
  why: 'password' | 'suspended' | 'provider_only',
): Promise<void> {
  await inConstantTime(async () => {
    if (developerId === null) return
    await database().$transaction((transaction) =>
      recordRefusedSignIn(transaction, visitor, developerId, why),
    )
  }, stepMilliseconds)
}

/**
 * Records `session.refused`, at most once a minute per account: a flood of attempts must not flood the log. Call it
 * last, inside the caller's transaction.
 */
export async function recordRefusedSignIn(
  transaction: Transaction,
  actor: Actor,
  developerId: string,
  why: 'password' | 'suspended' | 'provider_only' | 'code' | 'passkey',
): Promise<void> {
  if ((await takeAttempt('refusal_record', developerId, transaction)) > 0) return
  await recordAudit(transaction, actor, 'session.refused', { type: 'developer', id: developerId }, { why })
}

/** A passkey whose counter went backwards: instead of the row about a refused sign-in, of which there is one a minute. */
export function recordCopiedPasskey(
  transaction: Transaction,
  actor: Actor,
  passkeyId: string,
): Promise<void> {
  return recordAudit(transaction, actor, 'passkey.counter_went_back', { type: 'passkey', id: passkeyId })
}
