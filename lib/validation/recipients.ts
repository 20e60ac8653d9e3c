import type { Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import type { Recipient } from '@/lib/mail/commands'

/** Everyone who may decide on an application: no one who was ever on its team. Without it, all reviewers. */
export async function findReviewers(
  transaction: Transaction,
  applicationId: string | null,
): Promise<Recipient[]> {
  return transaction.developer.findMany({
    where: {
      role: { in: ['reviewer', 'administrator'] },
      suspendedAt: null,
      deletedAt: null,
      ...(applicationId ? { participations: { none: { applicationId } } } : {}),
    },
    select: { id: true, email: true, locale: true },
    orderBy: { id: 'asc' },
  })
}

/** The page where an application's team sees its validation, at `PORTAL_URL` as it is for mails. */
export function applicantLink(applicationId: string): string {
  return `${getSettings().PORTAL_URL}/applications/${applicationId}/validation`
}

/** The page where reviewers decide on a submission, at `PORTAL_URL` as it is for mails. */
export function reviewLink(submissionId: string): string {
  return `${getSettings().PORTAL_URL}/review/${submissionId}`
}
