import type { Transaction } from '@/lib/database'

/**
 * Releases the assignments of a reviewer inside the caller's transaction, on all submissions or on those of one
 * application or organisation. An assignment must not outlive the right to decide, as the applicant's messages are
 * mailed to its holder alone.
 */
export async function releaseAssignments(
  transaction: Transaction,
  reviewerId: string,
  subjectId?: string,
): Promise<void> {
  await transaction.submission.updateMany({
    where: {
      assigneeId: reviewerId,
      ...(subjectId && {
        OR: [
          { applicationId: subjectId },
          { organisationId: subjectId },
          { application: { organisationId: subjectId } },
        ],
      }),
    },
    data: { assigneeId: null, assignedUntil: null },
  })
}
