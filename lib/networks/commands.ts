import type { Interested } from '@/lib/applications/conflict-of-interest'
import { decisionOf, lockForDecision } from '@/lib/applications/requests'
import { recordAudit } from '@/lib/audit/commands'
import type { Administrator } from '@/lib/audit/schema'
import { onRow } from '@/lib/database'
import type { LimitDecision } from '@/lib/limits/schema'
import { done, type Result } from '@/lib/result'
import { mailOwners } from './change-networks'

type Refusal = 'not_found' | Interested | 'already_decided' | 'withdrawn'

/**
 * A reviewer's decision on a request. An approval puts the list into force, from the next call on, and is
 * what later lists are compared with. If two reviewers decide at the same time, the first succeeds. The
 * application's owners are mailed.
 * @returns refused `not_found` (unknown, or not a reviewer any more), `own_application` (they are or were on the team),
 *   `invited` (to it), `already_decided`, `withdrawn` (also when the application was deleted)
 */
export async function decideNetworkRequest(
  requestId: string,
  decision: LimitDecision,
  reviewer: Administrator,
): Promise<Result<LimitDecision['outcome'], Refusal>> {
  return onRow(requestId, async (transaction) => {
    const wanted = { where: { id: requestId }, include: { application: true } }
    const find = () => transaction.networkRequest.findUnique(wanted)
    const found = await lockForDecision(transaction, find, reviewer)
    if (!found.ok) return found
    const { application, networks } = found.value
    const { id } = application
    const { outcome, reason } = decision
    await transaction.networkRequest.update({
      where: { id: requestId },
      data: decisionOf(decision, reviewer),
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
