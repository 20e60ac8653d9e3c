import type { Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import type { Recipient } from '@/lib/mail/commands'

/** Everybody who may decide on an application: never one of its own team. Without one, everybody who decides at all. */
export async function findReviewers(
  transaction: Transaction,
  applicationId: string | null,
): Promise<Recipient[]> {
  return transaction.developer.findMany({
    where: {
      role: { in: ['reviewer', 'administrator'] },
      suspendedAt: null,
      deletedAt: null,
      ...(applicationId ? { memberships: { none: { applicationId } } } : {}),
    },
    select: { email: true, locale: true },
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
