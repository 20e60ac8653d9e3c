import { recordAudit } from '@/lib/audit/commands'
import { type Actor, visitor } from '@/lib/audit/schema'
import { database, type Transaction } from '@/lib/database'
import { inSameTime } from './same-time'
import { takeAttempt } from './throttle'

/** Several times what writing one row takes, and little beside the check of a password. */
const stepMilliseconds = 50

/**
 * Puts a refused password on record under the account that it was tried on. Nobody had proved who they are, so a
 * visitor did it. Unknown addresses leave no row, and take the same time.
 */
export async function recordRefusedPassword(
  developerId: string | null,
  why: 'password' | 'suspended',
): Promise<void> {
  await inSameTime(async () => {
    if (developerId === null) return
    await database().$transaction((transaction) =>
      recordRefusedSignIn(transaction, visitor, developerId, why),
    )
  }, stepMilliseconds)
}

/**
 * Records `session.refused`, at most once a minute for one account, whoever tries: a flood of attempts must not flood
 * the log. Inside the caller's transaction, as its last act.
 */
export async function recordRefusedSignIn(
  transaction: Transaction,
  actor: Actor,
  developerId: string,
  why: 'password' | 'suspended' | 'code',
): Promise<void> {
  if ((await takeAttempt('refusal_record', developerId, transaction)) > 0) return
  await recordAudit(transaction, actor, 'session.refused', { type: 'developer', id: developerId }, { why })
}
