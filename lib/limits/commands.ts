import type { Application } from '@/generated/prisma/client'
import { declineInvitations, hasInterest } from '@/lib/applications/conflict-of-interest'
import { lockApplication } from '@/lib/applications/lock'
import { listRecipients } from '@/lib/applications/queries'
import { limitOf } from '@/lib/applications/rate-limit'
import { recordAudit } from '@/lib/audit/commands'
import type { Administrator } from '@/lib/audit/schema'
import { onRow, type Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { recordEvent } from '@/lib/events/commands'
import { queueMail } from '@/lib/mail/commands'
import { done, type Result, refused } from '@/lib/result'
import { requireShown } from '@/lib/shown'

/** The URL of the page where a team sees its limit, for mails. */
export function limitLink(applicationId: string): string {
  return `${getSettings().PORTAL_URL}/applications/${applicationId}/traffic#limit`
}

/**
 * Sets the limit of an application, or with null returns it to the default of its environment, from the next
 * call on. Its owners are mailed. Saving the same limit again changes nothing.
 * @returns refused `not_found` (unknown, deleted), `own_application` (the administrator is or was on its
 *   team)
 */
export async function changeLimit(
  applicationId: string,
  { callsPerMinute }: { callsPerMinute: number | null },
  administrator: Administrator,
): Promise<Result<undefined, 'not_found' | 'own_application'>> {
  return onRow(applicationId, async (transaction) => {
    await lockApplication(transaction, applicationId)
    const application = await findServed(transaction, applicationId)
    if (!application) return refused('not_found')
    if (await hasInterest(applicationId, administrator.id, transaction)) return refused('own_application')
    requireShown(application.rateLimit)
    if (application.rateLimit === callsPerMinute) return done(undefined)
    await writeLimit(transaction, application, callsPerMinute)
    const { name: applicationName, environment } = application
    const limit = limitOf({ environment, rateLimit: callsPerMinute })
    const recipients = await listRecipients(transaction, applicationId, 'limits')
    const props = { applicationName, environment, limit, link: limitLink(applicationId) }
    await queueMail(transaction, recipients, 'limit-changed', props)
    await declineInvitations(transaction, applicationId, administrator)
    const subject = { type: 'application', id: applicationId } as const
    const detail = { from: application.rateLimit, to: callsPerMinute }
    await recordAudit(transaction, administrator, 'application.limit_changed', subject, detail)
    return done(undefined)
  })
}

function findServed(transaction: Transaction, id: string): Promise<Application | null> {
  return transaction.application.findFirst({ where: { id, state: { not: 'deleted' } } })
}

/** Sets a limit in a transaction that has the application locked, and notifies its webhook. */
export async function writeLimit(
  transaction: Transaction,
  application: Application,
  rateLimit: number | null,
): Promise<void> {
  const { id: applicationId, environment } = application
  await transaction.application.update({ where: { id: applicationId }, data: { rateLimit } })
  const data = {
    applicationId,
    previousCallsPerMinute: limitOf(application),
    callsPerMinute: limitOf({ environment, rateLimit }),
  }
  await recordEvent(transaction, 'application.limit_changed', data, applicationId)
}
