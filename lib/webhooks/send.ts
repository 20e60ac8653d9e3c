import { now, secondsFromNow } from '@/lib/clock'
import { takeAttempt } from '@/lib/identity/throttle'
import { isUuid, newId } from '@/lib/ids'
import { done, type Result, refused } from '@/lib/result'
import { type Holder, withOwnEndpoint } from './commands'

/** The type of test events; no endpoint can choose it. */
const testEvent = 'webhook.test'
const testsPerMinute = 10

/**
 * Sends a test event to an endpoint, at most 10 a minute. Not audited, like every event.
 * @returns refused `not_found` (unknown, or not theirs to use), `disabled`, `throttled`
 */
export async function sendTestEvent(
  endpointId: string,
  owner: Holder,
): Promise<Result<undefined, 'not_found' | 'disabled' | 'throttled'>> {
  return withOwnEndpoint(endpointId, owner, async (transaction, endpoint) => {
    if (endpoint.disabledAt) return refused('disabled')
    const event = { type: testEvent, createdAt: { gt: secondsFromNow(-60) } }
    const sent = await transaction.webhookDelivery.count({ where: { endpointId, event } })
    if (sent >= testsPerMinute) return refused('throttled')
    const eventId = newId()
    const { applicationId } = endpoint
    const data = { ...(applicationId === null ? {} : { applicationId }), endpointId }
    await transaction.webhookEvent.create({ data: { id: eventId, type: testEvent, data, createdAt: now() } })
    await transaction.webhookDelivery.create({ data: { endpointId, eventId } })
    return done(undefined)
  })
}

/**
 * Delivers an event again, with the same id: one that was delivered, or given up; at most 10 a minute. If that fails,
 * what is left of the retries follows.
 * @returns refused `not_found` (unknown, or not theirs to use), `disabled`, `waiting` (it is delivered
 *   anyway), `throttled`
 */
export async function resendEvent(
  endpointId: string,
  eventId: string,
  owner: Holder,
): Promise<Result<undefined, 'not_found' | 'disabled' | 'waiting' | 'throttled'>> {
  if (!isUuid(eventId)) return refused('not_found')
  return withOwnEndpoint(endpointId, owner, async (transaction, endpoint) => {
    if (endpoint.disabledAt) return refused('disabled')
    const place = { endpointId, eventId }
    if ((await transaction.webhookDelivery.count({ where: place })) === 0) return refused('not_found')
    if ((await transaction.webhookDelivery.count({ where: { ...place, nextAttemptAt: null } })) === 0)
      return refused('waiting')
    if ((await takeAttempt('webhook_resend', endpointId, transaction)) > 0) return refused('throttled')
    const count = await transaction.$executeRaw`
      UPDATE webhook_delivery SET next_attempt_at = now(), delivered_at = NULL
      WHERE endpoint_id = ${endpointId}::uuid AND event_id = ${eventId}::uuid AND next_attempt_at IS NULL`
    return count > 0 ? done(undefined) : refused('waiting')
  })
}
