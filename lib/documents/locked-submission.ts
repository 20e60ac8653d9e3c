import { openTo } from '@/lib/applications/rights'
import type { Transaction } from '@/lib/database'

const whose = {
  application: {
    include: { developer: { select: { email: true } }, members: { select: { developerId: true } } },
  },
} as const

/**
 * What every command on a submission needs to know of it and of whose it is; null when there is none. It is locked to
 * the end of the transaction, so that of two commands the second sees what the first did. The application is locked
 * first, as by everything that changes its state.
 */
export async function lockSubmission(transaction: Transaction, id: string) {
  await transaction.$queryRaw`
    SELECT a.id FROM application a JOIN submission s ON s.application_id = a.id
    WHERE s.id = ${id}::uuid FOR NO KEY UPDATE OF a`
  await transaction.$queryRaw`SELECT id FROM submission WHERE id = ${id}::uuid FOR NO KEY UPDATE`
  const submission = await transaction.submission.findUnique({ where: { id }, include: whose })
  if (!submission) return null
  // One after another: within a transaction there is one connection, and pg is to refuse queries that overlap on it.
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
 * The newest submission of an application of this developer's, locked; null when they may not change its documents. Asked
 * twice: while this waited for the lock they may have left the team, and another submission may have been opened.
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

/** Whether this person is on the team of the application that the submission is about. */
export function isOnTeam(
  { application }: { application: { members: { developerId: string }[] } },
  developerId: string,
): boolean {
  return application.members.some((member) => member.developerId === developerId)
}

function findNewest(transaction: Transaction, applicationId: string, developerId: string) {
  return transaction.submission.findFirst({
    where: { applicationId, application: openTo(developerId, 'documents') },
    orderBy: { number: 'desc' },
    select: { id: true },
  })
}
