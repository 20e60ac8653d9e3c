import { lockSubject, ofSubjectOpenTo, subjectIdOf } from '@/lib/applications/subject'
import type { Transaction } from '@/lib/database'
import { isUuid } from '@/lib/ids'

const whose = {
  application: { include: { developer: { select: { email: true, displayName: true } } } },
  organisation: true,
} as const

/**
 * The data that every command on a submission needs about it, and its application or organisation; null if it does not
 * exist. The application or organisation and then the submission are locked until the transaction ends, so
 * that of two commands the second sees the first one's changes.
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
 * The newest submission of this developer's application or organisation, locked; null when they may not
 * change its documents, or were suspended since their request began (an upload takes up to half an hour). It
 * is looked up again under the lock: in the meantime they may have left the team, or another submission may
 * have been opened.
 */
export async function lockOwnSubmission(transaction: Transaction, subjectId: string, developerId: string) {
  if (!isUuid(subjectId) || !(await findNewest(transaction, subjectId, developerId))) return null
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
