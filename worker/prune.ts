import type { Pool } from 'pg'
import { createEnd, runThrottled } from '@/lib/background'
import { getSettings } from '@/lib/env'
import { inTransaction } from '@/lib/pool'
import { callsKept } from '@/lib/usage/schema'

/** Maximum rows of one kind per statement, so that it never delays requests for long. */
const batchSize = 250
/** More for calls: finding them in all applications costs more than removing them. */
const callsBatchSize = 5000
/** A run begins no further statement after this time. The next run begins five minutes after this one began. */
const defaultMilliseconds = 240_000

/** SQLSTATE serialization_failure. */
const serializationFailure = '40001'
/** Retention of webhook events, delivered or not. */
const eventsKept = `interval '30 days'`
/** Days for which calls are counted by network, this one included. */
const networksKept = 34
/** Retention of finished rehearsals. */
const rehearsalsKept = `interval '30 days'`
/** Retention of the ids of usage batches. */
const flushesKept = `interval '3 days'`

/** Retention of sessions that have ended, and of refused sign-ins. */
const sessionsKept = `interval '30 days'`
/** Retention of e-mails that were sent or given up. */
const mailsKept = `interval '90 days'`

/** `inOneSnapshot`: if rows change while the statement runs, it removes nothing. */
type Rule = { what: string; statement: string; limit?: number; inOneSnapshot?: boolean }

// In small batches by row id (ctid), found through an index, as DELETE has no LIMIT. Only this job deletes such rows,
// and it runs once at a time, so a row id still refers to the row that was found.
const makeRules = (): Rule[] => [
  // The newest token is kept however old it is: the next token continues from its generation. During a
  // rehearsal all are, as calls with one that has ended count.
  expired(
    'access_token',
    `expires_at < now() - interval '10 minutes' AND EXISTS (
    SELECT FROM access_token newer
    WHERE newer.application_id = old.application_id AND newer.generation > old.generation)
    AND NOT EXISTS (SELECT FROM application a WHERE a.id = old.application_id AND a.rehearsal_id IS NOT NULL)`,
  ),
  // For a week a late click gets "expired" instead of "unknown".
  expired('email_link', `expires_at < now() - interval '7 days'`),
  // Sign-ups that were never activated, after their links are gone (the migration `identity` has the condition). Their
  // rows are locked one by one, after the statement found that they have no link. By then the person may have signed up
  // again, with a new link that would be deleted with the account.
  { what: 'developer', statement: `SELECT prune_unactivated(${batchSize})`, inOneSnapshot: true },
  expired('application_invitation', `expires_at < now() - interval '7 days'`),
  // The ID token is personal; a browser that signs out passes it on within the same minute.
  expired(
    'provider_session',
    `NOT EXISTS (SELECT FROM session WHERE id = old.session_id AND expires_at > now()
    AND (revoked_at IS NULL OR revoked_at > now() - interval '1 hour'))`,
  ),
  expired('single_use', `expires_at < now()`),
  expired('idempotency_key', `expires_at < now()`),
  expired('session', `expires_at < now() - ${sessionsKept}`),
  expired('session', `revoked_at < now() - ${sessionsKept}`),
  expired(
    'audit_address',
    `recorded_at < now() - interval '${getSettings().AUDIT_ADDRESS_RETENTION_DAYS} days'`,
  ),
  expired('refused_sign_in', `at < now() - ${sessionsKept}`),
  expired('decision_draft', `saved_at < now() - interval '1 day'`),
  expired('personal_access_key', `expires_at < now() - interval '30 days'`),
  expired('passkey_challenge', `expires_at < now() - interval '1 hour'`),
  expired(
    'approved_access',
    `NOT EXISTS (SELECT FROM submission s WHERE s.id = old.submission_id AND s.state = 'in_validation')`,
  ),
  expired('upload_window', `started_at < now() - interval '1 day'`),
  expired('throttle', `updated_at < now() - interval '1 day' AND blocked_until < now()`),
  expired('mail_message', `status IN ('sent', 'failed') AND created_at < now() - ${mailsKept}`),
  expired('operator_alert', `handled_at IS NOT NULL AND created_at < now() - interval '90 days'`),
  // A gateway that was cut off repeats its batch however late. Usage of minutes that were summed into hours no longer
  // counts, which is the case after two days and a few hours (lib/usage/roll-up.ts).
  expired(
    'usage_flush',
    `id < ${firstIdOf(`now() - ${flushesKept}`)} AND written_at < now() - ${flushesKept}`,
  ),
  // What a killed import has read of its file.
  ...(['production', 'sandbox'] as const).map((environment) => ({
    what: 'staged_import',
    statement: `SELECT WHERE discard_staged_import('1 day', '${environment}')`,
  })),
  expired('waiting_details', `arrived_at < now() - interval '30 days'`),
  expired('refused_change', `last_at < now() - interval '30 days'`),
  expired('feed_minute', `minute < now() - interval '2 days'`),
  // The newest is kept for the age of the newest change.
  expired(
    'account_import',
    `created_at < now() - interval '400 days' AND EXISTS (
    SELECT FROM account_import newer WHERE newer.environment = old.environment AND newer.as_of > old.as_of)`,
  ),
  // Before its event, as an announcement has one for each of thousands of endpoints.
  expired('webhook_delivery', `event_id < ${firstIdOf(`now() - ${eventsKept}`)}`),
  expired(
    'webhook_event',
    `id < ${firstIdOf(`now() - ${eventsKept}`)}
    AND NOT EXISTS (SELECT FROM webhook_delivery WHERE event_id = old.id)`,
  ),
  expired('webhook_secret', `expires_at < now()`),
  // The deletion of the application is the last event that they get.
  expired(
    'webhook_endpoint',
    `EXISTS (SELECT FROM application a WHERE a.id = old.application_id AND a.state = 'deleted')
    AND NOT EXISTS (SELECT FROM webhook_delivery d WHERE d.endpoint_id = old.id AND d.next_attempt_at IS NOT NULL)`,
  ),
  expired('network_day', `day < (now() AT TIME ZONE 'UTC')::date - ${networksKept}`),
  expired('service_day', `day < (now() AT TIME ZONE 'UTC')::date - 90`),
  oldCalls(),
  // A rehearsal that a submission was or would be sent with, or that a link shows, is kept: the latest of an
  // application that is finished.
  expired(
    'rehearsal',
    `finished_at < now() - ${rehearsalsKept} AND NOT EXISTS (SELECT FROM submission s WHERE s.rehearsal_id = old.id)
    AND NOT EXISTS (SELECT FROM certificate_link l WHERE l.rehearsal_id = old.id)
    AND EXISTS (SELECT FROM application a LEFT JOIN rehearsal newer
        ON newer.application_id = a.id AND newer.started_at > old.started_at
          AND newer.finished_at IS NOT NULL
      WHERE a.id = old.application_id AND (newer.id IS NOT NULL OR a.state = 'deleted'))`,
  ),
]

function oldCalls(): Rule {
  const { successes, errors } = callsKept
  return {
    what: 'recent_call',
    // Skips from application to application in the index, and finds the end of each one's last calls.
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
            SELECT id, at, status, rehearsal_id,
              row_number() OVER (PARTITION BY status < 400 ORDER BY id DESC) AS place
            FROM (SELECT id, at, status, rehearsal_id FROM recent_call WHERE application_id = seen.application_id
                  ORDER BY id DESC LIMIT ${successes.calls + errors.calls + callsBatchSize}) newest_first) ranked
          WHERE CASE WHEN status < 400
            THEN place > ${successes.calls} OR at < now() - interval '${successes.days} days'
            ELSE place > ${errors.calls} OR at < now() - interval '${errors.days} days' END
            AND NOT EXISTS (SELECT FROM rehearsal r WHERE r.id = ranked.rehearsal_id AND r.finished_at IS NULL)
          LIMIT ${callsBatchSize}) call
        LIMIT ${callsBatchSize})`,
    limit: callsBatchSize,
  }
}

/**
 * Removes rows past their retention, a batch of each kind in turn until none are left or the time is over; the next run
 * removes the rest. It pauses between batches, as requests have priority.
 * @param report called with the kind and how many rows were removed
 * @param signal ends the run after the current statement
 */
export async function prune(
  pool: Pool,
  report: (what: string, rows: number) => void,
  milliseconds = defaultMilliseconds,
  signal?: AbortSignal,
): Promise<void> {
  const isOver = createEnd(milliseconds, signal)
  for (let left = makeRules(); left.length > 0; ) {
    const full: Rule[] = []
    for (const rule of left) {
      if (isOver()) return
      const rowCount = await runThrottled(() => remove(pool, rule), signal)
      if (rowCount) report(rule.what, rowCount)
      if (rowCount === (rule.limit ?? batchSize)) full.push(rule)
    }
    left = full
  }
}

/** @returns how many rows were removed; none if others changed them meanwhile, which leaves them to the next run */
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

/** The lowest id generated at a time (UUIDv7, lib/ids.ts): the primary key finds older ones. */
function firstIdOf(time: string): string {
  return `(lpad(to_hex((extract(epoch FROM ${time}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`
}

function expired(table: string, condition: string): Rule {
  return {
    what: table,
    statement: `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
      SELECT old.ctid FROM ${table} old WHERE ${condition} LIMIT ${batchSize}))`,
  }
}
