import type { Application } from '@/generated/prisma/client'
import { type Interested, refuseInterest } from '@/lib/applications/conflict-of-interest'
import { lockApplication } from '@/lib/applications/lock'
import { listRecipients } from '@/lib/applications/queries'
import { limitOf } from '@/lib/applications/rate-limit'
import { decisionOf, lockForDecision } from '@/lib/applications/requests'
import { recordAudit } from '@/lib/audit/commands'
import type { Administrator } from '@/lib/audit/schema'
import { onRow, type Transaction } from '@/lib/database'
import { recordEvent } from '@/lib/events/commands'
import { queueMail } from '@/lib/mail/commands'
import { done, type Result, refused } from '@/lib/result'
import { limitLink } from './request-limit'
import type { LimitDecision } from './schema'

type DecisionRefusal = 'not_found' | Interested | 'already_decided' | 'withdrawn' | 'not_higher'

/**
 * A reviewer's decision on a request. An approval sets the application's limit, from the next call on. If two reviewers
 * decide at the same time, the first succeeds. The application's owners are mailed.
 * @returns refused `not_found` (unknown, or not a reviewer any more), `own_application` (they are or were on the team),
 * `invited` (to it), `already_decided`, `withdrawn` (also when the application was deleted), `not_higher` (an
 * approval, but the limit has been raised in the meantime)
 */
export async function decideLimitRequest(
  requestId: string,
  decision: LimitDecision,
  reviewer: Administrator,
): Promise<Result<LimitDecision['outcome'], DecisionRefusal>> {
  return onRow(requestId, async (transaction) => {
    const wanted = { where: { id: requestId }, include: { application: true } }
    const find = () => transaction.limitRequest.findUnique(wanted)
    const found = await lockForDecision(transaction, find, reviewer)
    if (!found.ok) return found
    const { application, callsPerMinute } = found.value
    const { outcome } = decision
    const limit = limitOf(application)
    if (outcome === 'approved' && (limit === 0 || callsPerMinute <= limit)) return refused('not_higher')
    const data = decisionOf(decision, reviewer)
    await transaction.limitRequest.update({ where: { id: requestId }, data })
    if (outcome === 'approved') await writeLimit(transaction, application, callsPerMinute)
    await mailDecision(transaction, application, { callsPerMinute, ...decision })
    const subject = { type: 'application', id: application.id } as const
    const detail = { requestId, callsPerMinute, from: application.rateLimit }
    await recordAudit(transaction, reviewer, `application.limit_${outcome}`, subject, detail)
    return done(outcome)
  })
}

/**
 * Sets the limit of an application, or with null returns it to the default of its environment, from the next
 * call on. Its owners are mailed. Saving the same limit again changes nothing.
 * @returns refused `not_found` (unknown, deleted), `own_application` (the administrator is or was on its
 *   team), `invited` (to it)
 */
export async function changeLimit(
  applicationId: string,
  { callsPerMinute }: { callsPerMinute: number | null },
  administrator: Administrator,
): Promise<Result<undefined, 'not_found' | Interested>> {
  return onRow(applicationId, async (transaction) => {
    await lockApplication(transaction, applicationId)
    const application = await findServed(transaction, applicationId)
    if (!application) return refused('not_found')
    const interest = await refuseInterest(transaction, applicationId, administrator.id)
    if (interest) return refused(interest)
    if (application.rateLimit === callsPerMinute) return done(undefined)
    await writeLimit(transaction, application, callsPerMinute)
    const { name: applicationName, environment } = application
    const limit = limitOf({ environment, rateLimit: callsPerMinute })
    const recipients = await listRecipients(transaction, applicationId, 'limits')
    const props = { applicationName, environment, limit, link: limitLink(applicationId) }
    await queueMail(transaction, recipients, 'limit-changed', props)
    const subject = { type: 'application', id: applicationId } as const
    const detail = { from: application.rateLimit, to: callsPerMinute }
    await recordAudit(transaction, administrator, 'application.limit_changed', subject, detail)
    return done(undefined)
  })
}

function findServed(transaction: Transaction, id: string): Promise<Application | null> {
  return transaction.application.findFirst({ where: { id, state: { not: 'deleted' } } })
}

async function writeLimit(
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

async function mailDecision(
  transaction: Transaction,
  { id, name: applicationName, environment }: Application,
  { outcome, reason, callsPerMinute }: LimitDecision & { callsPerMinute: number },
): Promise<void> {
  const props = { applicationName, environment, callsPerMinute, link: limitLink(id) }
  const recipients = await listRecipients(transaction, id, 'limits')
  if (outcome === 'rejected') await queueMail(transaction, recipients, 'limit-rejected', { ...props, reason })
  else await queueMail(transaction, recipients, 'limit-approved', { ...props, reason: reason || undefined })
}
