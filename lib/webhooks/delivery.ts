import type { WebhookSecret } from '@/generated/prisma/client'
import { systemActor } from '@/lib/audit/schema'
import { executeTogether } from '@/lib/commands/execute'
import { database, type Transaction } from '@/lib/database'
import { newId } from '@/lib/ids'
import { noteDelivered, recordedData } from './administration-events'
import { disableEndpoint, failingDays } from './endpoint'
import { isOrdered } from './schema'

/** An event that only this worker may send to this endpoint while its lease is valid. */
export type ClaimedDelivery = {
  endpointId: string
  url: string
  eventId: string
  type: string
  data: unknown
  createdAt: Date
  /** Made before this one; a later attempt by another worker changes it. */
  attempts: number
  secrets: Pick<WebhookSecret, 'id' | 'ciphertext' | 'encryptionKeyId'>[]
}

/** How an attempt ended: with a response, or without one for a reason that the portal translates. */
export type AttemptOutcome = { durationMs: number } & (
  | { status: number; response: string | null }
  | { error: WebhookFault }
)

export type WebhookFault = 'address_refused' | 'name_unknown' | 'timeout' | 'tls' | 'connection'

/** Longer than an attempt takes. If a worker dies, others take over after this time. */
const leaseSeconds = 30
const minute = 60
const hour = 3600
/** Seconds from a failed attempt to the next one. */
export const retryDelays = [
  5,
  ...[5, 30].map((minutes) => minutes * minute),
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour),
]

/** Endpoints whose last attempt failed or took long have separate places, and keep no other waiting. */
export type Lane = 'quick' | 'troubled'

/**
 * Claims endpoints with something to deliver, those whose last attempt is longest ago first. An endpoint gets one
 * delivery at a time, however many wait for it, and none while every owner of its application is suspended. Those of
 * a suspended organisation still get theirs, as its suspension is an event. Uses the database's clock, as
 * workers may run on several machines.
 * @param slow endpoints whose last attempt is known to have taken long
 */
export async function claimEndpoints(lane: Lane, limit: number, slow: string[] = []): Promise<string[]> {
  // Skips from endpoint to endpoint in the index: a hundred thousand deliveries of one cost as much as one.
  const claimed = await database().$queryRaw<{ id: string }[]>`
    WITH RECURSIVE waiting AS (
      (SELECT endpoint_id FROM webhook_delivery WHERE next_attempt_at IS NOT NULL ORDER BY endpoint_id LIMIT 1)
      UNION ALL
      SELECT (SELECT endpoint_id FROM webhook_delivery
              WHERE next_attempt_at IS NOT NULL AND endpoint_id > waiting.endpoint_id ORDER BY endpoint_id LIMIT 1)
      FROM waiting WHERE waiting.endpoint_id IS NOT NULL)
    UPDATE webhook_endpoint
    SET claimed_until = now() + make_interval(secs => ${leaseSeconds}), attempted_at = now()
    WHERE id = ANY (ARRAY(
      SELECT e.id FROM webhook_endpoint e JOIN waiting ON waiting.endpoint_id = e.id
      WHERE e.disabled_at IS NULL AND (e.failing_since IS NOT NULL OR e.id = ANY (${slow}::uuid[])) = ${lane === 'troubled'}
        AND NOT EXISTS (
          SELECT FROM application a WHERE a.id = e.application_id AND a.owner_suspended AND NOT EXISTS (
            SELECT FROM application_team m JOIN developer d ON d.id = m.developer_id
            WHERE m.application_id = a.id AND m.role = 'owner' AND d.suspended_at IS NULL))
        AND (e.claimed_until IS NULL OR e.claimed_until <= now())
        AND EXISTS (SELECT FROM webhook_delivery d WHERE d.endpoint_id = e.id AND d.next_attempt_at <= now())
      ORDER BY e.attempted_at NULLS FIRST, e.id LIMIT ${limit} FOR NO KEY UPDATE OF e SKIP LOCKED))
    RETURNING id`
  return claimed.map(({ id }) => id)
}

/**
 * The delivery that is due first at a claimed endpoint.
 * @returns null if none is any more; the claim ends then
 */
export async function findNextDelivery(endpointId: string): Promise<ClaimedDelivery | null> {
  const [found] = await database().$queryRaw<Omit<ClaimedDelivery, 'secrets'>[]>`
    SELECT e.id AS "endpointId", e.url, d.event_id AS "eventId", v.type, v.created_at AS "createdAt", d.attempts,
      ${recordedData} AS data
    FROM webhook_delivery d JOIN webhook_endpoint e ON e.id = d.endpoint_id JOIN webhook_event v ON v.id = d.event_id
    WHERE d.endpoint_id = ${endpointId}::uuid AND d.next_attempt_at <= now() AND e.disabled_at IS NULL
    ORDER BY d.next_attempt_at, d.event_id LIMIT 1`
  if (!found) {
    await database().$executeRaw`
      UPDATE webhook_endpoint SET claimed_until = NULL WHERE id = ${endpointId}::uuid`
    return null
  }
  const secrets = await database().$queryRaw<ClaimedDelivery['secrets']>`
    SELECT id, ciphertext, encryption_key_id AS "encryptionKeyId" FROM webhook_secret
    WHERE endpoint_id = ${endpointId}::uuid AND (expires_at IS NULL OR expires_at > now())
    ORDER BY expires_at DESC NULLS FIRST`
  return { ...found, secrets }
}

/**
 * Records an attempt and ends the claim. A failed one is repeated after the delay of its number, until there
 * is none. An endpoint that responded with 410, or at which every attempt of five days failed, is disabled,
 * and its owners are mailed.
 * @returns `overtaken`, without changes, if another worker has sent it meanwhile, or the endpoint was removed
 */
export async function recordAttempt(
  delivery: ClaimedDelivery,
  outcome: AttemptOutcome,
): Promise<'delivered' | 'failed' | 'overtaken'> {
  const status = 'status' in outcome ? outcome.status : null
  const delivered = status !== null && status >= 200 && status < 300
  const delay = delivered ? undefined : findDelay(delivery)
  return executeTogether(systemActor, async (join, transaction) => {
    const { endpointId, eventId, attempts } = delivery
    // Before its delivery, as its removal does.
    await transaction.$queryRaw`
      SELECT id FROM webhook_endpoint WHERE id = ${endpointId}::uuid FOR NO KEY UPDATE`
    const count = await transaction.$executeRaw`
      UPDATE webhook_delivery SET attempts = attempts + 1, delivered_at = CASE WHEN ${delivered} THEN now() END,
        next_attempt_at = now() + make_interval(secs => ${delay ?? null}::float8)
      WHERE endpoint_id = ${endpointId}::uuid AND event_id = ${eventId}::uuid AND attempts = ${attempts}
        AND next_attempt_at IS NOT NULL`
    if (count === 0) return 'overtaken'
    await keepAttempt(transaction, delivery, outcome)
    if (delivered && isOrdered(delivery.type)) await noteDelivered(transaction, delivery, delivery.type)
    const failedTooLong = await endClaim(transaction, endpointId, delivered)
    const reason = status === 410 ? 'gone' : failedTooLong ? 'failing' : null
    if (reason) await join(disableEndpoint, { input: { endpointId, reason } })
    return delivered ? 'delivered' : 'failed'
  })
}

/** What is sent in order is retried without end, as the next one waits for it. */
function findDelay({ type, attempts }: ClaimedDelivery): number | undefined {
  return retryDelays[attempts] ?? (isOrdered(type) ? retryDelays.at(-1) : undefined)
}

async function keepAttempt(
  transaction: Transaction,
  { endpointId, eventId }: ClaimedDelivery,
  outcome: AttemptOutcome,
): Promise<void> {
  const { durationMs, ...rest } = outcome
  await transaction.webhookAttempt.create({ data: { id: newId(), endpointId, eventId, durationMs, ...rest } })
}

/** @returns whether every attempt of five days failed */
async function endClaim(transaction: Transaction, endpointId: string, delivered: boolean): Promise<boolean> {
  const [row] = await transaction.$queryRaw<{ tooLong: boolean | null }[]>`
    UPDATE webhook_endpoint SET claimed_until = NULL,
      failing_since = CASE WHEN NOT ${delivered} THEN coalesce(failing_since, now()) END
    WHERE id = ${endpointId}::uuid
    RETURNING failing_since <= now() - make_interval(days => ${failingDays}) AS "tooLong"`
  return row?.tooLong === true
}
