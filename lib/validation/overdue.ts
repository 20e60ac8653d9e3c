import type { Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { queueMail } from '@/lib/mail/commands'
import { businessCalendar } from './business-hours'
import { listOverdue } from './queue'
import { findReviewers, reviewLink } from './recipients'
import { subjectOf } from './submission-subject'

/** Maximum submissions listed in a mail; the queue shows all of them. */
const maxInMail = 20

/** Queues one mail to each reviewer with the overdue submissions; none if there are none. */
export async function remindOverdue(transaction: Transaction): Promise<void> {
  const submissions = (await listOverdue(maxInMail)).flatMap(({ id, dueAt, ...whose }) =>
    dueAt
      ? [{ applicationName: subjectOf(whose).name, link: reviewLink(id), dueAt: dueAt.toISOString() }]
      : [],
  )
  if (submissions.length === 0) return
  const { timeZone } = businessCalendar()
  const queueLink = `${getSettings().PORTAL_URL}/review`
  const reviewers = await findReviewers(transaction, null)
  await queueMail(transaction, reviewers, 'submissions-overdue', { submissions, queueLink, timeZone })
}
