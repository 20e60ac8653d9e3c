import { now } from '@/lib/clock'
import { database } from '@/lib/database'
import { hasOpenedBetween } from '@/lib/validation/business-hours'
import { remindOverdue } from '@/lib/validation/overdue'

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
