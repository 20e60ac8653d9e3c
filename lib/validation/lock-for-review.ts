import { hasInterest, lockReviewer } from '@/lib/applications/conflict-of-interest'
import { subjectIdOf } from '@/lib/applications/subject'
import type { Transaction } from '@/lib/database'
import { type LockedSubmission, lockSubmission } from '@/lib/documents/locked-submission'
import { done, type Result, refused } from '@/lib/result'

/**
 * Locks a submission for a reviewer's command, together with the reviewer's own row, so that they cannot lose their
 * role meanwhile. Developers are locked first, as everywhere.
 * @returns refused `not_found` (no such submission, or not a reviewer any more), `own_application` (they are or were on
 *   the team of its application, or in the organisation)
 */
export async function lockForReview(
  transaction: Transaction,
  submissionId: string,
  reviewerId: string,
): Promise<Result<LockedSubmission, 'not_found' | 'own_application'>> {
  const able = await lockReviewer(transaction, reviewerId)
  const submission = able ? await lockSubmission(transaction, submissionId) : null
  if (!submission) return refused('not_found')
  if (await hasInterest(subjectIdOf(submission), reviewerId, transaction)) return refused('own_application')
  return done(submission)
}
