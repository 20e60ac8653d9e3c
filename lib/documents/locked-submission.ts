import { lockReviewer, refuseInterest } from '@/lib/applications/conflict-of-interest'
import { lockSubject, ofSubjectOpenTo, subjectIdOf } from '@/lib/applications/subject'
import type { Transaction } from '@/lib/database'
import { done, type Result, refused } from '@/lib/result'

const whose = {
  application: { include: { developer: { select: { email: true, displayName: true } } } },
  organisation: true,
} as const

/**
 * The data that every command on a submission needs about it, and its application or organisation; null if it does not
 * exist. The application or organisation and then the submission are locked until the transaction ends, so that of two commands the second
 * sees the first one's changes.
 */
export async function lockSubmission(transaction: Transaction, id: string) {
  const found = await transaction.submission.findUnique({ where: { id } })
  if (!found) return null
  await lockSubject(transaction, subjectIdOf(found))
  await transaction.$queryRaw`SELECT id FROM submission WHERE id = ${id}::uuid FOR NO KEY UPDATE`
  const submission = await transaction.submission.findUnique({ where: { id }, include: whose })
  if (!submission) return null
  // One after another: a transaction has one connection, and pg will stop accepting overlapping queries on it.
  const of = { submissionId: id }
  const requirements = await transaction.submissionRequirement.findMany({
    where: of,
    orderBy: { position: 'asc' },
  })
  const documents = await transaction.document.findMany({
    where: { ...of, replacedAt: null, purgedAt: null },
  })
  return { ...submission, requirements, documents }
}

export type LockedSubmission = NonNullable<Awaited<ReturnType<typeof lockSubmission>>>

/**
 * Locks a submission for a reviewer's command, together with the reviewer's own row, so that they cannot lose their
 * role meanwhile. Developers are locked first, as everywhere.
 * @returns refused `not_found` (no such submission, or not a reviewer any more), `own_application` (they are or were on
 *   the team of its application, or in the organisation), `invited` (to it)
 */
export async function lockForReview(
  transaction: Transaction,
  submissionId: string,
  reviewerId: string,
): Promise<Result<LockedSubmission, 'not_found' | 'own_application' | 'invited'>> {
  const able = await lockReviewer(transaction, reviewerId)
  const submission = able ? await lockSubmission(transaction, submissionId) : null
  if (!submission) return refused('not_found')
  const interest = await refuseInterest(transaction, subjectIdOf(submission), reviewerId)
  if (interest) return refused(interest)
  return done(submission)
}

/**
 * The newest submission of this developer's application or organisation, locked; null when they may not change its documents, or were
 * suspended since their request began (an upload takes up to half an hour). It is looked up again under the lock: in
 * the meantime they may have left the team, or another submission may have been opened.
 */
export async function lockOwnSubmission(transaction: Transaction, subjectId: string, developerId: string) {
  if (!(await findNewest(transaction, subjectId, developerId))) return null
  await lockSubject(transaction, subjectId)
  const newest = await findNewest(transaction, subjectId, developerId)
  return newest && lockSubmission(transaction, newest.id)
}

async function findNewest(transaction: Transaction, subjectId: string, developerId: string) {
  const able = await transaction.developer.count({ where: { id: developerId, suspendedAt: null } })
  if (able === 0) return null
  return transaction.submission.findFirst({
    where: ofSubjectOpenTo(subjectId, developerId, 'documents'),
    orderBy: { number: 'desc' },
    select: { id: true },
  })
}
