import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { now } from '@/lib/clock'
import { createExpiringMap } from '@/lib/expiring-map'
import { queueAdministrationEvents } from '@/lib/webhooks/administration-events'
import {
  type AttemptOutcome,
  claimEndpoints,
  findNextDelivery,
  type Lane,
  recordAttempt,
} from '@/lib/webhooks/delivery'
import { bodyOf } from '@/lib/webhooks/schema'
import { signWebhook } from '@/lib/webhooks/signing-secret'

const pollMs = 1000

/** Endpoints that are sent something at the same time. */
const places: Record<Lane, number> = { quick: 32, troubled: 8 }
/** An endpoint that took longer than this to respond is slow until it responds sooner, or for an hour. */
const slowMs = 1000
const keptMs = 3_600_000

export type DeliveryOutcome = Awaited<ReturnType<typeof recordAttempt>>

/** By id. Each worker finds out by itself: what it forgets costs an attempt for each endpoint. */
type SlowEndpoints = ReturnType<typeof createExpiringMap>

type Parts = {
  post(url: URL, headers: Record<string, string>, body: string): Promise<AttemptOutcome>
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
  const slow = createExpiringMap({ maxEntries: 10_000 })
  const ended = Promise.all(
    (['quick', 'troubled'] as const).map((lane) => runLane(lane, slow, parts, stop.signal)),
  )
  return async () => {
    stop.abort()
    await ended
  }
}

async function runLane(lane: Lane, slow: SlowEndpoints, parts: Parts, signal: AbortSignal): Promise<void> {
  const sending = new Set<Promise<void>>()
  const warn = (error: unknown) => parts.logger.warn({ err: error }, 'webhooks wait, trying again soon')
  while (!signal.aborted) {
    const claimed = await claim(lane, places[lane] - sending.size, slow).catch((error) => {
      warn(error)
      return []
    })
    for (const endpointId of claimed) {
      const sent = deliverNext(endpointId, slow, parts)
        .catch(warn)
        .finally(() => sending.delete(sent))
      sending.add(sent)
    }
    await Promise.race([...sending, pause(pollMs, undefined, { signal }).catch(() => {})])
  }
  await Promise.all(sending)
}

async function claim(lane: Lane, limit: number, slow: SlowEndpoints): Promise<string[]> {
  await queueAdministrationEvents()
  return claimEndpoints(lane, limit, [...slow.keys()])
}

async function deliverNext(
  endpointId: string,
  slow: SlowEndpoints,
  { post, logger, count }: Parts,
): Promise<void> {
  const delivery = await findNextDelivery(endpointId)
  if (!delivery) return
  // The same in every attempt.
  const body = JSON.stringify(bodyOf(delivery))
  const { url, eventId, type, secrets, attempts } = delivery
  const outcome = await post(new URL(url), signWebhook(eventId, now(), body, secrets), body)
  noteDuration(slow, endpointId, outcome)
  const ended = await recordAttempt(delivery, outcome)
  count(ended)
  const result = 'status' in outcome ? { status: outcome.status } : { error: outcome.error }
  logger.info({ endpointId, eventId, type, attempt: attempts + 1, ...result }, `webhook: ${ended}`)
}

function noteDuration(slow: SlowEndpoints, endpointId: string, { durationMs }: AttemptOutcome): void {
  if (durationMs <= slowMs) slow.delete(endpointId)
  else slow.set(endpointId, { until: performance.now() + keptMs })
}
