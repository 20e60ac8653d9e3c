import type { Application } from '@/generated/prisma/client'
import {
  declineInvitations,
  hasInterest,
  isStaff,
  lockReviewer,
} from '@/lib/applications/conflict-of-interest'
import { lockApplication, lockApplicationFor } from '@/lib/applications/lock'
import { listRecipients } from '@/lib/applications/queries'
import { recordAudit } from '@/lib/audit/commands'
import type { Administrator, Owner } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { onRow, type Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { type Throttled, takeAttempts } from '@/lib/identity/throttle'
import { newId } from '@/lib/ids'
import { done, type Result, refused } from '@/lib/result'
import { requireShown } from '@/lib/shown'
import { findReviewers } from '@/lib/validation/recipients'
import { type News, type Requested, rulesOf } from './kinds'
import type { RequestDecision, RequestKind } from './schema'
import { type RequestOf, requestTable } from './table'

/** What a team asks for, and why. */
type Wanted<Kind extends RequestKind> = { reason: string } & Pick<
  RequestOf<Kind>,
  Exclude<keyof RequestOf<Kind>, keyof RequestOf<RequestKind>>
>

/**
 * Sends a request in place of the application's open one, if any. The reviewers and its owners are mailed. The caller
 * has locked the application and checked the right to it.
 * @returns null, or why it is refused
 */
export async function sendRequest<Kind extends RequestKind>(
  transaction: Transaction,
  kind: Kind,
  application: Application,
  wanted: Wanted<Kind>,
  owner: Owner,
): Promise<Throttled | null> {
  const applicationId = application.id
  const { throttle } = rulesOf[kind]
  // Also per person, who can create any number of applications: each request mails every reviewer.
  const throttled = await takeAttempts(
    [
      [throttle, owner.id],
      [throttle, applicationId],
    ],
    transaction,
  )
  if (throttled) return throttled
  await withdrawOpen(transaction, kind, applicationId)
  const data = { ...wanted, id: newId(), applicationId, requestedById: owner.id, requestedAt: now() }
  const request = { ...(await requestTable(transaction, kind).create({ data })), application }
  const { reason } = wanted
  await mailTeam(transaction, kind, request, { change: 'requested', reason })
  const link = `${getSettings().PORTAL_URL}/review/${kind}/${request.id}`
  const reviewers = await findReviewers(transaction, applicationId)
  await rulesOf[kind].mail(transaction, reviewers, request, { change: 'review', link, reason })
  await record(transaction, owner, kind, 'requested', request)
  return null
}

/**
 * Withdraws the open request of an application.
 * @returns refused `not_found` (unknown, or not theirs to request), `not_open` (there is none, or it was decided)
 */
export async function withdrawRequest(
  kind: RequestKind,
  applicationId: string,
  owner: Owner,
): Promise<Result<undefined, 'not_found' | 'not_open'>> {
  return onRow(applicationId, async (transaction) => {
    const { right } = rulesOf[kind]
    const application = await lockApplicationFor(transaction, owner.id, right, applicationId)
    if (!application) return refused('not_found')
    const [request] = await withdrawOpen(transaction, kind, applicationId)
    if (!request) return refused('not_open')
    requireShown(request.id)
    await record(transaction, owner, kind, 'request_withdrawn', { ...request, application })
    return done(undefined)
  })
}

/** Withdraws the open request of an application that is locked; @returns it, if there was one */
export function withdrawOpen<Kind extends RequestKind>(
  transaction: Transaction,
  kind: Kind,
  applicationId: string,
): Promise<RequestOf<Kind>[]> {
  return requestTable(transaction, kind).updateManyAndReturn({
    where: { applicationId, state: 'open' },
    data: { state: 'withdrawn', closedAt: now() },
  })
}

type DecisionRefusal = 'not_found' | 'own_application' | 'already_decided' | 'withdrawn'

/**
 * A reviewer's decision on a request. An approval puts it into force, from the next call on. If two reviewers decide at
 * the same time, the first succeeds. The application's owners are mailed.
 * @returns refused `not_found` (unknown, or not a reviewer any more), `own_application` (they are or were on the team),
 *   `already_decided`, `withdrawn` (also when the application was deleted), `not_higher` (an
 *   approval, but the limit has been raised in the meantime)
 */
export async function decideRequest<Kind extends RequestKind>(
  kind: Kind,
  requestId: string,
  { outcome, reason }: RequestDecision,
  reviewer: Administrator,
): Promise<Result<RequestDecision['outcome'], DecisionRefusal | 'not_higher'>> {
  return onRow(requestId, async (transaction) => {
    const found = await lockForDecision(transaction, kind, requestId, reviewer)
    if (!found.ok) return found
    const request = found.value
    requireShown(shownOf(request))
    if (outcome === 'approved' && rulesOf[kind].isMoot(request)) return refused('not_higher')
    const decision = { state: outcome, decidedById: reviewer.id, decisionReason: reason || null }
    const data = { ...decision, closedAt: now() }
    await requestTable(transaction, kind).update({ where: { id: requestId }, data })
    if (outcome === 'approved') await rulesOf[kind].apply(transaction, request)
    await mailTeam(transaction, kind, request, { change: outcome, reason })
    await declineInvitations(transaction, request.applicationId, reviewer)
    await record(transaction, reviewer, kind, outcome, request)
    return done(outcome)
  })
}

/** What reviewers compare a request with, which administrators and owners may change while it waits. */
export function shownOf({
  application: { rateLimit, allowedNetworks },
}: Pick<Requested<RequestKind>, 'application'>) {
  return [rateLimit, allowedNetworks]
}

/** A request, with its application and the reviewer locked. Reviewers are locked first, as everywhere. */
async function lockForDecision<Kind extends RequestKind>(
  transaction: Transaction,
  kind: Kind,
  id: string,
  reviewer: Administrator,
): Promise<Result<Requested<Kind>, DecisionRefusal>> {
  const find = () =>
    requestTable(transaction, kind).findUnique({ where: { id }, include: { application: true } })
  await lockReviewer(transaction, reviewer)
  const seen = (await isStaff(transaction, reviewer, 'reviewer')) && (await find())
  if (!seen) return refused('not_found')
  await lockApplication(transaction, seen.applicationId)
  const request = (await find()) ?? seen
  if (await hasInterest(request.applicationId, reviewer.id, transaction)) return refused('own_application')
  if (request.state === 'withdrawn') return refused('withdrawn')
  if (request.state !== 'open') return refused('already_decided')
  return done(request)
}

async function mailTeam<Kind extends RequestKind>(
  transaction: Transaction,
  kind: Kind,
  request: Requested<Kind>,
  news: Omit<News, 'link'>,
): Promise<void> {
  const { right, link, mail } = rulesOf[kind]
  const recipients = await listRecipients(transaction, request.applicationId, right)
  await mail(transaction, recipients, request, { ...news, link: link(request.applicationId) })
}

function record<Kind extends RequestKind>(
  transaction: Transaction,
  actor: Administrator | Owner,
  kind: Kind,
  what: RequestDecision['outcome'] | 'requested' | 'request_withdrawn',
  request: Requested<Kind>,
): Promise<void> {
  const { audited, detail } = rulesOf[kind]
  const subject = { type: 'application', id: request.applicationId } as const
  return recordAudit(transaction, actor, `${audited}_${what}`, subject, {
    requestId: request.id,
    ...detail(request),
  })
}
