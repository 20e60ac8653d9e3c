import { concerning, type TeamResource } from '@/lib/applications/subject'
import type { Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import type { Recipient } from '@/lib/mail/commands'

/**
 * Everyone who may decide on an application or an organisation: no one who was ever on its team, in the application's
 * organisation, or on the team of one of the organisation's applications. Without a subject, all reviewers.
 */
export async function findReviewers(
  transaction: Transaction,
  subjectId: string | null,
): Promise<Recipient[]> {
  return transaction.developer.findMany({
    where: {
      role: { in: ['reviewer', 'administrator'] },
      suspendedAt: null,
      deletedAt: null,
      ...(subjectId && {
        participations: { none: concerning(subjectId) },
      }),
    },
    select: { id: true, email: true, locale: true },
    orderBy: { id: 'asc' },
  })
}

/**
 * The page where people see the validation of their application or organisation, at `PORTAL_URL` as it is for
 * mails.
 */
export function applicantLink(subject: Pick<TeamResource, 'type' | 'id'>): string {
  return `${getSettings().PORTAL_URL}${applicantPath(subject)}`
}

/** The path of that page. */
export function applicantPath({ type, id }: Pick<TeamResource, 'type' | 'id'>): string {
  return type === 'application' ? `/applications/${id}/validation` : `/organisations/${id}`
}

/** The page where reviewers decide on a submission, at `PORTAL_URL` as it is for mails. */
export function reviewLink(submissionId: string): string {
  return `${getSettings().PORTAL_URL}/review/${submissionId}`
}
