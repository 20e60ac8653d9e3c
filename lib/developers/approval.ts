import type { Developer } from '@/generated/prisma/client'
import { recordAudit } from '@/lib/audit/commands'
import type { Administrator } from '@/lib/audit/schema'
import { database, onRow, type Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { lockDeveloper } from '@/lib/identity/administrators'
import { queueMail } from '@/lib/mail/commands'
import { done, type Result, refused } from '@/lib/result'

/** The columns of someone who needs no approval, or no longer. */
export const noApproval = { approval: null, rejectionReason: null }

/**
 * Admits someone who signed up while SIGN_UP_APPROVAL was `required`, also after a rejection. Effective at their next
 * request, and mailed to them.
 * @returns refused `not_found`, `not_waiting` (approved already, or never needed it)
 */
export async function approveDeveloper(
  developerId: string,
  administrator: Administrator,
): Promise<Result<undefined, 'not_found' | 'not_waiting'>> {
  return decide(developerId, ['waiting', 'rejected'], async (transaction, developer) => {
    const data = { approval: 'approved', rejectionReason: null } as const
    await transaction.developer.update({ where: { id: developerId }, data })
    const link = `${getSettings().PORTAL_URL}/applications`
    await queueMail(transaction, developer, 'sign-up-approved', { link })
    const subject = { type: 'developer', id: developerId } as const
    await recordAudit(transaction, administrator, 'developer.approved', subject)
  })
}

/**
 * Rejects someone who waits for an approval. They keep their account, which shows the reason, and can delete it.
 * @returns refused `not_found`, `not_waiting` (approved or rejected already, or never needed it)
 */
export async function rejectDeveloper(
  developerId: string,
  { reason }: { reason: string },
  administrator: Administrator,
): Promise<Result<undefined, 'not_found' | 'not_waiting'>> {
  return decide(developerId, ['waiting'], async (transaction, developer) => {
    const data = { approval: 'rejected', rejectionReason: reason } as const
    await transaction.developer.update({ where: { id: developerId }, data })
    await queueMail(transaction, developer, 'sign-up-rejected', { reason })
    const subject = { type: 'developer', id: developerId } as const
    await recordAudit(transaction, administrator, 'developer.rejected', subject, { reason })
  })
}

/** Why the developer was rejected; null while they wait. */
export async function findRejection(developerId: string): Promise<string | null> {
  const where = { id: developerId }
  const row = await database().developer.findUniqueOrThrow({ where, select: { rejectionReason: true } })
  return row.rejectionReason
}

async function decide(
  developerId: string,
  from: readonly Developer['approval'][],
  write: (transaction: Transaction, developer: Developer) => Promise<void>,
): Promise<Result<undefined, 'not_found' | 'not_waiting'>> {
  return onRow(developerId, async (transaction) => {
    const developer = await lockDeveloper(transaction, developerId)
    if (!developer) return refused('not_found')
    if (!from.includes(developer.approval)) return refused('not_waiting')
    await write(transaction, developer)
    return done(undefined)
  })
}
