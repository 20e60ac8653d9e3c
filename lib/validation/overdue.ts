import { now } from '@/lib/clock'
import { database, type Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { queueMail } from '@/lib/mail/commands'
import { businessCalendar, hasOpenedBetween } from './business-hours'
import { listOverdue } from './queue'
import { findReviewers, reviewLink } from './recipients'
import { subjectOf } from './submission-subject'

/** Maximum submissions listed in a mail; the queue shows all of them. */
const maxInMail = 20

/** Milliseconds between scheduled runs. */
const interval = 15 * 60_000

/** Mails every reviewer the overdue submissions, in one mail, when the operator's business day begins. */
export async function remindOverdueSubmissions(payload: unknown): Promise<void> {
  const due = scheduledTime(payload)
  if (hasOpenedBetween(new Date(due.getTime() - interval), due)) await database().$transaction(remindOverdue)
}

/** When the job was due, which for a backfilled one is not now. */
function scheduledTime(payload: unknown): Date {
  const scheduled = (payload as { _cron?: { ts?: string } } | null)?._cron?.ts
  return scheduled ? new Date(scheduled) : now()
}

/** Queues one mail to each reviewer with the overdue submissions; none if there are none. */
async function remindOverdue(transaction: Transaction): Promise<void> {
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
