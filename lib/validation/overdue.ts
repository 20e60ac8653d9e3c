import type { Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { queueMail } from '@/lib/mail/commands'
import { businessCalendar } from './business-hours'
import { listOverdue } from './queue'
import { findReviewers, reviewLink } from './recipients'

/** A mail names this many; the queue shows the rest. */
const mostInMail = 20

/** Queues one mail to each reviewer that lists the submissions past their promise; none when there are none. */
export async function remindOverdue(transaction: Transaction): Promise<void> {
  const submissions = (await listOverdue(mostInMail)).flatMap(({ id, dueAt, application }) =>
    dueAt ? [{ applicationName: application.name, link: reviewLink(id), dueAt: dueAt.toISOString() }] : [],
  )
  if (submissions.length === 0) return
  const { timeZone } = businessCalendar()
  const queueLink = `${getSettings().PORTAL_URL}/review`
  for (const reviewer of await findReviewers(transaction, null))
    await queueMail(transaction, reviewer, 'submissions-overdue', { submissions, queueLink, timeZone })
}
