import type { Pool } from 'pg'
import { createEnd, runThrottled } from '@/lib/background'
import { inTransaction } from '@/lib/pool'
import { recentCallsKept } from '@/lib/usage/schema'

/** Rows of one kind that one statement removes at most, so that it never holds up what serves. */
const mostAtOnce = 250
/** Of calls more: to look through all applications for them costs more than to remove them. */
const mostCallsAtOnce = 5000
/** After which a run begins no further statement. The next one comes five minutes after this one began. */
const defaultMilliseconds = 240_000

/** SQLSTATE serialization_failure. */
const serializationFailure = '40001'
/** Ids of batches of usage. */
const flushesKept = `interval '3 days'`

/** `inOneSnapshot`: what changes while the statement runs makes it remove nothing. */
type Rule = { what: string; statement: string; most?: number; inOneSnapshot?: boolean }

// In small batches by row id (ctid) of what an index finds: a DELETE knows no LIMIT. Only this job deletes such rows,
// and it runs once at a time, so that a row id still means the row that was found.
const rules: Rule[] = [
  // The newest stays however old: its generation is what the next token counts on from.
  expired(
    'access_token',
    `expires_at < now() - interval '10 minutes' AND EXISTS (
    SELECT FROM access_token newer
    WHERE newer.application_id = old.application_id AND newer.generation > old.generation)`,
  ),
  // For a week a late click is answered with "expired" instead of "unknown".
  expired('email_link', `expires_at < now() - interval '7 days'`),
  // Sign-ups that were never activated, once their links are gone too (the migration `identity` has the condition).
  // Their rows are locked one by one, after it was found that they have no link. By then a sign-up may have begun again
  // with a new link, which the account would take with it.
  { what: 'developer', statement: `SELECT prune_unactivated(${mostAtOnce})`, inOneSnapshot: true },
  expired('application_invitation', `expires_at < now() - interval '7 days'`),
  expired('session', `expires_at < now() - interval '30 days'`),
  expired('session', `revoked_at < now() - interval '30 days'`),
  expired('decision_draft', `saved_at < now() - interval '1 day'`),
  expired('upload_window', `started_at < now() - interval '1 day'`),
  expired('throttle', `updated_at < now() - interval '1 day' AND blocked_until < now()`),
  expired('mail_message', `status IN ('sent', 'failed') AND created_at < now() - interval '90 days'`),
  expired('operator_alert', `handled_at IS NOT NULL AND created_at < now() - interval '90 days'`),
  // A gateway that was cut off tries its batch again however late. What is of minutes that were added up to hours counts no
  // more, and that is so two days and a few hours later (lib/usage/roll-up.ts).
  expired(
    'usage_flush',
    `id < ${firstIdOf(`now() - ${flushesKept}`)} AND written_at < now() - ${flushesKept}`,
  ),
  expired('service_day', `day < (now() AT TIME ZONE 'UTC')::date - 90`),
  {
    what: 'recent_call',
    // Hops from application to application in the index, and looks for the end of each one's last calls.
    statement: `
      WITH RECURSIVE seen AS (
        (SELECT application_id FROM recent_call ORDER BY application_id LIMIT 1)
        UNION ALL
        SELECT (SELECT application_id FROM recent_call
                WHERE application_id > seen.application_id ORDER BY application_id LIMIT 1)
        FROM seen WHERE seen.application_id IS NOT NULL)
      DELETE FROM recent_call WHERE id IN (
        SELECT call.id FROM seen
        CROSS JOIN LATERAL (
          SELECT id FROM (
            SELECT id, status, row_number() OVER newest AS calls,
              count(*) FILTER (WHERE status >= 400) OVER newest AS errors
            FROM (SELECT id, status FROM recent_call WHERE application_id = seen.application_id
                  ORDER BY id DESC LIMIT ${2 * recentCallsKept + mostCallsAtOnce}) newest_first
            WINDOW newest AS (ORDER BY id DESC)) ranked
          WHERE calls > ${recentCallsKept} AND (status < 400 OR errors > ${recentCallsKept})
          LIMIT ${mostCallsAtOnce}) call
        LIMIT ${mostCallsAtOnce})`,
    most: mostCallsAtOnce,
  },
]

/**
 * Removes what nobody needs any more, a batch of each kind in turn until nothing is left or the time is over; what is
 * left then goes in the next run. It takes its time: what serves comes first.
 * @param report gets the kind and how many rows went
 * @param signal ends the run after the statement under way
 */
export async function prune(
  pool: Pool,
  report: (what: string, rows: number) => void,
  milliseconds = defaultMilliseconds,
  signal?: AbortSignal,
): Promise<void> {
  const isOver = createEnd(milliseconds, signal)
  for (let left = rules; left.length > 0; ) {
    const full: Rule[] = []
    for (const rule of left) {
      if (isOver()) return
      const rowCount = await runThrottled(() => remove(pool, rule), signal)
      if (rowCount) report(rule.what, rowCount)
      if (rowCount === (rule.most ?? mostAtOnce)) full.push(rule)
    }
    left = full
  }
}

/** @returns how many rows went; none of them when others changed them meanwhile, which leaves them to the next run */
async function remove(pool: Pool, { statement, inOneSnapshot }: Rule): Promise<number | null> {
  if (!inOneSnapshot) return (await pool.query(statement)).rowCount
  try {
    return await inTransaction(pool, async (client) => {
      await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
      return (await client.query(statement)).rowCount
    })
  } catch (error) {
    if ((error as { code?: string }).code === serializationFailure) return 0
    throw error
  }
}

/** The lowest id that is made at a time (UUIDv7, lib/ids.ts): the primary key finds what is older. */
function firstIdOf(time: string): string {
  return `(lpad(to_hex((extract(epoch FROM ${time}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`
}

function expired(table: string, condition: string): Rule {
  return {
    what: table,
    statement: `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
      SELECT old.ctid FROM ${table} old WHERE ${condition} LIMIT ${mostAtOnce}))`,
  }
}
