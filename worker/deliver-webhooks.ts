import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { now } from '@/lib/clock'
import { queueAuditEntries } from '@/lib/webhooks/audit-entries'
import {
  type ClaimedDelivery,
  claimEndpoints,
  findNextDelivery,
  type Outcome,
  recordAttempt,
} from '@/lib/webhooks/delivery'
import { signWebhook } from '@/lib/webhooks/signing-secret'

const pollMs = 1000

/** Endpoints that are sent something at the same time. Failing ones have places of their own, and take no others. */
const lanes = [
  { failing: false, places: 32 },
  { failing: true, places: 8 },
]

export type DeliveryOutcome = Awaited<ReturnType<typeof recordAttempt>>

type Parts = {
  post(url: URL, headers: Record<string, string>, body: string): Promise<Outcome>
  logger: Logger
  count(outcome: DeliveryOutcome): void
}

/**
 * Delivers webhooks until stopped. Not jobs of the queue, whose few places mails share: receivers may take ten seconds
 * each. A worker that dies delivers what it was sending again, with the same id.
 * @returns stops after what is being sent
 */
export function keepDelivering(parts: Parts): () => Promise<void> {
  const stop = new AbortController()
  const ended = Promise.all(lanes.map((lane) => runLane(lane, parts, stop.signal)))
  return async () => {
    stop.abort()
    await ended
  }
}

async function runLane(
  { failing, places }: (typeof lanes)[number],
  parts: Parts,
  signal: AbortSignal,
): Promise<void> {
  const sending = new Set<Promise<void>>()
  const warn = (error: unknown) => parts.logger.warn({ err: error }, 'webhooks wait, trying again soon')
  while (!signal.aborted) {
    const claimed = await claim(failing, places - sending.size).catch((error) => {
      warn(error)
      return []
    })
    for (const endpointId of claimed) {
      const sent = deliverNext(endpointId, parts)
        .catch(warn)
        .finally(() => sending.delete(sent))
      sending.add(sent)
    }
    await Promise.race([...sending, pause(pollMs, undefined, { signal }).catch(() => {})])
  }
  await Promise.all(sending)
}

async function claim(failing: boolean, limit: number): Promise<string[]> {
  await queueAuditEntries()
  return claimEndpoints(failing, limit)
}

async function deliverNext(endpointId: string, { post, logger, count }: Parts): Promise<void> {
  const delivery = await findNextDelivery(endpointId)
  if (!delivery) return
  const body = write(delivery)
  const { url, eventId, type, secrets, attempts } = delivery
  const outcome = await post(new URL(url), signWebhook(eventId, now(), body, secrets), body)
  const ended = await recordAttempt(delivery, outcome)
  count(ended)
  const result = 'status' in outcome ? { status: outcome.status } : { error: outcome.error }
  logger.info({ endpointId, eventId, type, attempt: attempts + 1, ...result }, `webhook: ${ended}`)
}

/** The same in every attempt. */
function write({ type, createdAt, data }: ClaimedDelivery): string {
  return JSON.stringify({ type, timestamp: createdAt.toISOString(), data })
}
