import { Prisma } from '@/generated/prisma/client'
import { now } from '@/lib/clock'
import type { Transaction } from '@/lib/database'
import { newId } from '@/lib/ids'

/** What programs can be sent: the `data` of each event, by its type, which `lib/webhooks/events.ts` adds. */
// biome-ignore lint/suspicious/noEmptyInterface: see above
export interface EventData {}
type EventType = keyof EventData

/**
 * Writes an event inside the caller's transaction, once for each enabled endpoint that wants it: it is
 * delivered only if that commits. Without such an endpoint nothing is written. Call it before `recordAudit`.
 * @param to the application whose event it is, or a condition on `application a` for an event of several
 */
export async function recordEvent<Type extends EventType>(
  transaction: Transaction,
  type: Type,
  data: EventData[Type],
  to: string | Prisma.Sql,
): Promise<void> {
  const condition = typeof to === 'string' ? Prisma.sql`a.id = ${to}::uuid` : to
  // The lock has an endpoint that is being removed skipped, where its foreign key would fail.
  await transaction.$executeRaw`
    WITH wanted AS (
      SELECT e.id FROM webhook_endpoint e JOIN application a ON a.id = e.application_id
      WHERE e.disabled_at IS NULL AND ${type} = ANY (e.events) AND ${condition}
      FOR KEY SHARE OF e),
    event AS (
      INSERT INTO webhook_event (id, type, data, created_at)
      SELECT ${newId()}::uuid, ${type}, ${JSON.stringify(data)}::jsonb, ${now()}
      WHERE EXISTS (SELECT FROM wanted)
      RETURNING id)
    INSERT INTO webhook_delivery (endpoint_id, event_id, next_attempt_at)
    SELECT wanted.id, event.id, now() FROM wanted, event`
}
