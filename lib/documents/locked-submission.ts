import { findInterest, lockReviewer } from '@/lib/applications/conflict-of-interest'
import { openTo } from '@/lib/applications/rights'
import type { Transaction } from '@/lib/database'
import { done, type Result, refused } from '@/lib/result'

const whose = {
  application: { include: { developer: { select: { email: true, displayName: true } } } },
} as const

/**
 * The data that every command on a submission needs about it, its application and its team; null if it does not exist.
 * The application and then the submission are locked until the transaction ends, so that of two commands the second
 * sees the first one's changes.
 */
export async function lockSubmission(transaction: Transaction, id: string) {
  await transaction.$queryRaw`
    SELECT a.id FROM application a JOIN submission s ON s.application_id = a.id
    WHERE s.id = ${id}::uuid FOR NO KEY UPDATE OF a`
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
 *   the team of its application), `invited` (to that team)
 */
export async function lockForReview(
  transaction: Transaction,
  submissionId: string,
  reviewerId: string,
): Promise<Result<LockedSubmission, 'not_found' | 'own_application' | 'invited'>> {
  const able = await lockReviewer(transaction, reviewerId)
  const submission = able ? await lockSubmission(transaction, submissionId) : null
  if (!submission) return refused('not_found')
  const interest = await findInterest(transaction, submission.applicationId, reviewerId)
  if (interest) return refused(interest === 'invited' ? 'invited' : 'own_application')
  return done(submission)
}

/**
 * The newest submission of this developer's application, locked; null when they may not change its documents, or were
 * suspended since their request began (an upload takes up to half an hour). It is looked up again under the lock: in
 * the meantime they may have left the team, or another submission may have been opened.
 */
export async function lockOwnSubmission(
  transaction: Transaction,
  applicationId: string,
  developerId: string,
) {
  if (!(await findNewest(transaction, applicationId, developerId))) return null
  await transaction.$queryRaw`SELECT id FROM application WHERE id = ${applicationId}::uuid FOR NO KEY UPDATE`
  const newest = await findNewest(transaction, applicationId, developerId)
  return newest && lockSubmission(transaction, newest.id)
}

function findNewest(transaction: Transaction, applicationId: string, developerId: string) {
  const able = { members: { some: { developerId, developer: { suspendedAt: null } } } }
  return transaction.submission.findFirst({
    where: { applicationId, application: { AND: [openTo(developerId, 'documents'), able] } },
    orderBy: { number: 'desc' },
    select: { id: true },
  })
}
