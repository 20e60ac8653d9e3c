import { recordAudit } from '@/lib/audit/commands'
import { now, secondsFromNow } from '@/lib/clock'
import { onRow } from '@/lib/database'
import { done, type Result, refused } from '@/lib/result'
import type { Reviewer } from './decide'
import { lockForReview } from './lock-for-review'
import { claimMinutes } from './schema'

/**
 * Shows the others that this reviewer is working on a submission, for {@link claimMinutes}; claiming it again restarts
 * that time. A claim keeps no one from deciding.
 * @returns refused `not_found`, `own_application` (as in `decideSubmission`), `taken` when another's claim
 *   is still valid, or the submission is not waiting for a decision
 */
export async function claimSubmission(
  submissionId: string,
  reviewer: Reviewer,
): Promise<Result<{ until: Date }, 'not_found' | 'own_application' | 'taken'>> {
  return onRow(submissionId, async (transaction) => {
    const found = await lockForReview(transaction, submissionId, reviewer.id)
    if (!found.ok) return found
    const until = secondsFromNow(claimMinutes * 60)
    const { count } = await transaction.submission.updateMany({
      where: {
        id: submissionId,
        state: 'in_validation',
        OR: [{ claimedById: null }, { claimedById: reviewer.id }, { claimedUntil: { lte: now() } }],
      },
      data: { claimedById: reviewer.id, claimedUntil: until },
    })
    if (count === 0) return refused('taken')
    await recordAudit(transaction, reviewer, 'submission.claimed', { type: 'submission', id: submissionId })
    return done({ until })
  })
}

/** Releases a reviewer's own claim; never another's. */
export async function releaseSubmission(submissionId: string, reviewer: Reviewer): Promise<void> {
  await onRow(submissionId, async (transaction) => {
    const { count } = await transaction.submission.updateMany({
      where: { id: submissionId, claimedById: reviewer.id },
      data: { claimedById: null, claimedUntil: null },
    })
    if (count > 0)
      await recordAudit(transaction, reviewer, 'submission.released', {
        type: 'submission',
        id: submissionId,
      })
  })
}
