import type { Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import type { Recipient } from '@/lib/mail/commands'

/** Everyone who may decide on an application: no one who is or was on its team. Without one, everyone who decides at all. */
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

/** Where the team of an application sees how its validation stands: for mails, so at `PORTAL_URL`. */
export function applicantLink(applicationId: string): string {
  return `${getSettings().PORTAL_URL}/applications/${applicationId}/validation`
}

/** Where reviewers decide on a submission: for mails, so at `PORTAL_URL`. */
export function reviewLink(submissionId: string): string {
  return `${getSettings().PORTAL_URL}/review/${submissionId}`
}
