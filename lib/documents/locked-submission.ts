import { lockReviewer } from '@/lib/applications/conflict-of-interest'
import { lockSubject, ofSubjectOpenTo, subjectIdOf } from '@/lib/applications/subject'
import type { Target } from '@/lib/commands/command'
import type { Transaction } from '@/lib/database'

const whose = {
  application: { include: { developer: { select: { email: true, displayName: true } } } },
  organisation: true,
} as const

/** What every command on a submission needs of it, and its application or organisation; null if it does not exist. */
async function readSubmission(transaction: Transaction, id: string) {
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

export type LockedSubmission = NonNullable<Awaited<ReturnType<typeof readSubmission>>>

/**
 * Locks a submission's application or organisation and then the submission until the transaction ends, so that of two
 * commands the second sees the first one's changes.
 */
export async function lockSubmission(transaction: Transaction, id: string): Promise<void> {
  const found = await transaction.submission.findUnique({ where: { id } })
  if (!found) return
  await lockSubject(transaction, subjectIdOf(found))
  await transaction.$queryRaw`SELECT id FROM submission WHERE id = ${id}::uuid FOR NO KEY UPDATE`
}

/** A submission, for the system. */
export const submission: Target<'submission', LockedSubmission, never> = {
  name: 'submission',
  find: (transaction, _right, id) => readSubmission(transaction, id),
  lock: lockSubmission,
  subject: ({ id }) => ({ type: 'submission', id }),
}

/**
 * The newest submission of an application or an organisation, by its subject's id. Not found by anyone who may not
 * change its documents.
 */
export const ownSubmission: Target<'submission', LockedSubmission, 'documents'> = {
  ...submission,
  async find(transaction, _right, subjectId, { id }) {
    const newest = id && (await findNewest(transaction, subjectId, id))
    return newest ? readSubmission(transaction, newest.id) : null
  },
  async lock(transaction, subjectId, { actor: { id } }) {
    await lockSubject(transaction, subjectId)
    const newest = id && (await findNewest(transaction, subjectId, id))
    if (newest) await lockSubmission(transaction, newest.id)
  },
}

function findNewest(transaction: Transaction, subjectId: string, developerId: string) {
  return transaction.submission.findFirst({
    where: ofSubjectOpenTo(subjectId, developerId, 'documents'),
    orderBy: { number: 'desc' },
    select: { id: true },
  })
}

/** A submission that was sent to the reviewers. The row of who decides is locked too. */
export const sentSubmission: Target<'submission', LockedSubmission, 'reviewer'> = {
  ...submission,
  async find(transaction, _right, id) {
    const found = await readSubmission(transaction, id)
    return found?.submittedAt ? found : null
  },
  async lock(transaction, id, { actor }) {
    await lockReviewer(transaction, actor)
    await lockSubmission(transaction, id)
  },
}
