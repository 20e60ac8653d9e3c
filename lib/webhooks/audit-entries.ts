import { Prisma } from '@/generated/prisma/client'
import { database, type Transaction } from '@/lib/database'
import { newId } from '@/lib/ids'
import { auditEvent } from './schema'

/**
 * Queues the next entry of the audit log for each endpoint of the administration that has been delivered the
 * one before: one at a time, in order. The event names the entry, which is read from the log at each attempt.
 */
export async function queueAuditEntries(): Promise<void> {
  const behind = await database().$queryRaw<{ id: string }[]>`
    SELECT e.id FROM webhook_endpoint e
    WHERE e.application_id IS NULL AND e.disabled_at IS NULL
      AND e.delivered_sequence < (SELECT max(sequence) FROM audit_entry)
      AND NOT EXISTS (${waiting()})`
  for (const { id } of behind) await database().$transaction((transaction) => queueNext(transaction, id))
}

async function queueNext(transaction: Transaction, endpointId: string): Promise<void> {
  // Another worker may be doing the same: what it wrote shows after its lock is released.
  await transaction.$queryRaw`SELECT id FROM webhook_endpoint WHERE id = ${endpointId}::uuid FOR NO KEY UPDATE`
  await transaction.$executeRaw`
    WITH next AS (
      SELECT a.sequence, a.at FROM webhook_endpoint e JOIN audit_entry a ON a.sequence > e.delivered_sequence
      WHERE e.id = ${endpointId}::uuid AND NOT EXISTS (${waiting()})
      ORDER BY a.sequence LIMIT 1),
    event AS (
      INSERT INTO webhook_event (id, type, data, created_at)
      SELECT ${newId()}::uuid, ${auditEvent}, jsonb_build_object('sequence', sequence), date_trunc('milliseconds', at) FROM next
      RETURNING id)
    INSERT INTO webhook_delivery (endpoint_id, event_id) SELECT ${endpointId}::uuid, id FROM event`
}

/** An entry on its way to endpoint `e`. */
function waiting(): Prisma.Sql {
  return Prisma.sql`
    SELECT FROM webhook_delivery d JOIN webhook_event v ON v.id = d.event_id
    WHERE d.endpoint_id = e.id AND d.next_attempt_at IS NOT NULL AND v.type = ${auditEvent}`
}
