import type { Transaction } from '@/lib/database'

/**
 * Ends the claims of a reviewer inside the caller's transaction, on all submissions or on those of one
 * application or organisation. A claim must not outlive the right to decide, as the applicant's messages are
 * mailed to its holder alone.
 */
export async function endClaims(
  transaction: Transaction,
  reviewerId: string,
  subjectId?: string,
): Promise<void> {
  await transaction.submission.updateMany({
    where: {
      claimedById: reviewerId,
      ...(subjectId && {
        OR: [
          { applicationId: subjectId },
          { organisationId: subjectId },
          { application: { organisationId: subjectId } },
        ],
      }),
    },
    data: { claimedById: null, claimedUntil: null },
  })
}
