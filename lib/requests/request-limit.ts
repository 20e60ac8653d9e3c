import { lockApplicationFor } from '@/lib/applications/lock'
import type { Owner } from '@/lib/audit/schema'
import { onRow } from '@/lib/database'
import type { Throttled } from '@/lib/identity/throttle'
import { done, type Result, refused } from '@/lib/result'
import { sendRequest } from './commands'
import { isHigher } from './kinds'
import type { LimitRequestInput } from './schema'

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
    if (!isHigher(application, input.callsPerMinute)) return refused('not_higher')
    const open = { applicationId, state: 'open' } as const
    if ((await transaction.limitRequest.count({ where: open })) > 0) return refused('already_open')
    return (await sendRequest(transaction, 'limits', application, input, owner)) ?? done(undefined)
  })
}
