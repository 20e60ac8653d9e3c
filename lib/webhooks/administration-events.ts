import { Prisma } from '@/generated/prisma/client'
import { database, type Transaction } from '@/lib/database'
import { newId } from '@/lib/ids'
import { type AdministrationEventType, administrationEventTypes } from './events'

/** Where the records of each kind are, and in which column an endpoint has the `sequence` of the last delivered one. */
const sources = {
  'audit.recorded': { table: Prisma.sql`audit_entry`, delivered: Prisma.sql`delivered_sequence` },
  'sign_in.refused': { table: Prisma.sql`refused_sign_in`, delivered: Prisma.sql`delivered_refusal` },
} satisfies Record<AdministrationEventType, object>

/**
 * Queues the next record of each kind for each endpoint of the administration that has been delivered the one before:
 * one at a time, in order. The event names the record, which is read at each attempt.
 */
export async function queueAdministrationEvents(): Promise<void> {
  for (const type of administrationEventTypes) {
    const { table, delivered } = sources[type]
    const behind = await database().$queryRaw<{ id: string }[]>`
      SELECT e.id FROM webhook_endpoint e
      WHERE e.application_id IS NULL AND e.disabled_at IS NULL AND e.${delivered} < (SELECT max(sequence) FROM ${table})
        AND NOT EXISTS (${waiting(type)})`
    for (const { id } of behind)
      await database().$transaction((transaction) => queueNext(transaction, id, type))
  }
}

async function queueNext(transaction: Transaction, endpointId: string, type: AdministrationEventType) {
  const { table, delivered } = sources[type]
  // Another worker may be doing the same: what it wrote shows after its lock is released.
  await transaction.$queryRaw`SELECT id FROM webhook_endpoint WHERE id = ${endpointId}::uuid FOR NO KEY UPDATE`
  await transaction.$executeRaw`
    WITH next AS (
      SELECT r.sequence, r.at FROM webhook_endpoint e JOIN ${table} r ON r.sequence > e.${delivered}
      WHERE e.id = ${endpointId}::uuid AND NOT EXISTS (${waiting(type)})
      ORDER BY r.sequence LIMIT 1),
    event AS (
      INSERT INTO webhook_event (id, type, data, created_at)
      SELECT ${newId()}::uuid, ${type}, jsonb_build_object('sequence', sequence), date_trunc('milliseconds', at) FROM next
      RETURNING id)
    INSERT INTO webhook_delivery (endpoint_id, event_id) SELECT ${endpointId}::uuid, id FROM event`
}

/** A record on its way to endpoint `e`. */
function waiting(type: AdministrationEventType): Prisma.Sql {
  return Prisma.sql`
    SELECT FROM webhook_delivery d JOIN webhook_event v ON v.id = d.event_id
    WHERE d.endpoint_id = e.id AND d.next_attempt_at IS NOT NULL AND v.type = ${type}`
}

/**
 * Where a new endpoint begins: with what is recorded from here on, of the kinds that it is added for. The audit entry
 * that records it is its first.
 */
export async function readEnds(transaction: Transaction, events: readonly string[]) {
  const [{ entries, refusals } = { entries: 0n, refusals: 0n }] = await transaction.$queryRaw<
    { entries: bigint; refusals: bigint }[]
  >`SELECT coalesce((SELECT max(sequence) FROM audit_entry), 0) AS entries,
      coalesce((SELECT max(sequence) FROM refused_sign_in), 0) AS refusals`
  return {
    deliveredSequence: events.includes('audit.recorded') ? entries : null,
    deliveredRefusal: events.includes('sign_in.refused') ? refusals : null,
  }
}

/** Notes that the endpoint was delivered this record. An earlier one can be sent again by hand. */
export async function noteDelivered(
  transaction: Transaction,
  { endpointId, eventId }: { endpointId: string; eventId: string },
  type: AdministrationEventType,
): Promise<void> {
  const { delivered } = sources[type]
  await transaction.$executeRaw`
    UPDATE webhook_endpoint e SET ${delivered} = greatest(e.${delivered}, (v.data->>'sequence')::bigint)
    FROM webhook_event v WHERE e.id = ${endpointId}::uuid AND v.id = ${eventId}::uuid`
}

/**
 * The record that event `v` names, as its data. Of an account that was erased, or when it was pruned, little is left.
 */
export const recordedData = Prisma.sql`
  CASE v.type
    WHEN 'audit.recorded' THEN (
      SELECT json_build_object('sequence', a.sequence,
        'at', to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'actorId', a.actor_id, 'actorRole', a.actor_role, 'action', a.action, 'subjectType', a.subject_type,
        'subjectId', a.subject_id, 'detail', a.detail, 'previousHash', encode(a.previous_hash, 'hex'),
        'hash', encode(a.hash, 'hex'))
      FROM audit_entry a WHERE a.sequence = (v.data->>'sequence')::bigint)
    WHEN 'sign_in.refused' THEN (
      SELECT json_build_object('sequence', v.data->'sequence',
        'at', to_char(v.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'developerId', r.developer_id, 'why', r.why, 'address', r.address)
      FROM (SELECT) one LEFT JOIN refused_sign_in r ON r.sequence = (v.data->>'sequence')::bigint)
    ELSE v.data::json END`
