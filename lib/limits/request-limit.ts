import type { Application } from '@/generated/prisma/client'
import { lockApplicationFor } from '@/lib/applications/lock'
import { listRecipients } from '@/lib/applications/queries'
import { limitOf } from '@/lib/applications/rate-limit'
import type { AuditAction } from '@/lib/audit/actions'
import { recordAudit } from '@/lib/audit/commands'
import type { Owner } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { onRow, type Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { type Throttled, takeAttempts } from '@/lib/identity/throttle'
import { newId } from '@/lib/ids'
import { queueMail } from '@/lib/mail/commands'
import { done, type Result, refused } from '@/lib/result'
import { findReviewers } from '@/lib/validation/recipients'
import type { LimitRequestInput } from './schema'

/** The URL of the page where a team sees its limit, for mails. */
export function limitLink(applicationId: string): string {
  return `${getSettings().PORTAL_URL}/applications/${applicationId}/usage#limit`
}

/**
 * Requests a higher limit for an application: the reviewers and its owners are mailed.
 * @returns refused `not_found` (unknown, or not theirs to request), `not_active` (it is not served), `not_higher` (its
 *   limit is as high, or it has none), `already_open` (one request at a time), `throttled`
 */
export async function requestLimit(
  applicationId: string,
  input: LimitRequestInput,
  owner: Owner,
): Promise<Result<undefined, 'not_found' | 'not_active' | 'not_higher' | 'already_open'> | Throttled> {
  return onRow(applicationId, async (transaction) => {
    const application = await lockApplicationFor(transaction, owner.id, 'limits', applicationId)
    if (!application) return refused('not_found')
    if (application.state !== 'active') return refused('not_active')
    const limit = limitOf(application)
    if (limit === 0 || input.callsPerMinute <= limit) return refused('not_higher')
    const open = { applicationId, state: 'open' } as const
    if ((await transaction.limitRequest.count({ where: open })) > 0) return refused('already_open')
    const throttled = await takeAttempts([['limit_request', applicationId]], transaction)
    if (throttled) return throttled
    const request = { ...input, id: newId(), applicationId }
    await transaction.limitRequest.create({
      data: { ...request, requestedById: owner.id, requestedAt: now() },
    })
    await notify(transaction, application, { ...request, limit })
    await record(transaction, owner, 'application.limit_requested', request)
    return done(undefined)
  })
}

/**
 * Withdraws the open request of an application.
 * @returns refused `not_found` (unknown, or not theirs to request), `not_open` (there is none, or it was decided)
 */
export async function withdrawLimitRequest(
  applicationId: string,
  owner: Owner,
): Promise<Result<undefined, 'not_found' | 'not_open'>> {
  return onRow(applicationId, async (transaction) => {
    if (!(await lockApplicationFor(transaction, owner.id, 'limits', applicationId)))
      return refused('not_found')
    const [request] = await transaction.limitRequest.updateManyAndReturn({
      where: { applicationId, state: 'open' },
      data: { state: 'withdrawn', closedAt: now() },
    })
    if (!request) return refused('not_open')
    await record(transaction, owner, 'application.limit_request_withdrawn', request)
    return done(undefined)
  })
}

type Sent = { id: string; applicationId: string; callsPerMinute: number; reason: string }

async function notify(
  transaction: Transaction,
  { name: applicationName, environment }: Application,
  { id, applicationId, callsPerMinute, reason, limit }: Sent & { limit: number },
): Promise<void> {
  const props = { applicationName, environment, callsPerMinute, reason, limit }
  await queueMail(
    transaction,
    await listRecipients(transaction, applicationId, 'limits'),
    'limit-requested',
    { ...props, toReviewer: false, link: limitLink(applicationId) },
  )
  const link = `${getSettings().PORTAL_URL}/review/limits/${id}`
  const reviewers = await findReviewers(transaction, applicationId)
  await queueMail(transaction, reviewers, 'limit-requested', { ...props, toReviewer: true, link })
}

function record(
  transaction: Transaction,
  owner: Owner,
  action: AuditAction,
  { id: requestId, applicationId, callsPerMinute }: Omit<Sent, 'reason'>,
): Promise<void> {
  const subject = { type: 'application', id: applicationId } as const
  return recordAudit(transaction, owner, action, subject, { requestId, callsPerMinute })
}
