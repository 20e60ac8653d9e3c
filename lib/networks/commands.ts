import { findInterest, lockApplication, lockReviewer } from '@/lib/applications/conflict-of-interest'
import { recordAudit } from '@/lib/audit/commands'
import type { Administrator } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { database, type Transaction } from '@/lib/database'
import { isUuid } from '@/lib/ids'
import type { LimitDecision } from '@/lib/limits/schema'
import { done, type Result, refused } from '@/lib/result'
import { mailOwners } from './change-networks'

type Refusal = 'not_found' | 'own_application' | 'invited' | 'already_decided' | 'withdrawn'

/**
 * A reviewer's decision on a request. An approval puts the list into force, from the next call on, and is what later lists are
 * compared with. If two reviewers decide at the same time, the first succeeds. The application's owners are mailed.
 * @returns refused `not_found` (unknown, or not a reviewer any more), `own_application` (they are or were on the team),
 *   `invited` (to it), `already_decided`, `withdrawn` (also when the application was deleted)
 */
export async function decideNetworkRequest(
  requestId: string,
  { outcome, reason }: LimitDecision,
  reviewer: Administrator,
): Promise<Result<LimitDecision['outcome'], Refusal>> {
  if (!isUuid(requestId)) return refused('not_found')
  return database().$transaction(async (transaction) => {
    const found = await lockForDecision(transaction, requestId, reviewer)
    if (!found.ok) return found
    const { application, networks } = found.value
    const { id } = application
    await transaction.networkRequest.update({
      where: { id: requestId },
      data: { state: outcome, closedAt: now(), decidedById: reviewer.id, decisionReason: reason || null },
    })
    if (outcome === 'approved') {
      const data = { allowedNetworks: networks, approvedNetworks: networks }
      await transaction.application.update({ where: { id }, data })
    }
    const news = { change: outcome, count: networks.length, reason: reason || undefined }
    await mailOwners(transaction, application, news)
    const detail = { requestId, from: application.allowedNetworks.length, to: networks.length }
    await recordAudit(
      transaction,
      reviewer,
      `application.networks_${outcome}`,
      { type: 'application', id },
      detail,
    )
    return done(outcome)
  })
}

/** The request with its application, both locked. Reviewers are locked first, as everywhere. */
async function lockForDecision(transaction: Transaction, id: string, reviewer: Administrator) {
  const able = await lockReviewer(transaction, reviewer.id)
  const seen = able && (await transaction.networkRequest.findUnique({ where: { id } }))
  if (!seen) return refused('not_found')
  await lockApplication(transaction, seen.applicationId)
  const include = { application: true }
  const request = await transaction.networkRequest.findUniqueOrThrow({ where: { id }, include })
  const interest = await findInterest(transaction, request.applicationId, reviewer.id)
  if (interest) return refused(interest === 'invited' ? 'invited' : 'own_application')
  if (request.state === 'withdrawn') return refused('withdrawn')
  if (request.state !== 'open') return refused('already_decided')
  return done(request)
}
