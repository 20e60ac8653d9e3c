import type { Pool } from 'pg'
import { isRestarted } from '@/lib/feed/queries'
import { dueDeliveries } from '@/lib/webhooks/queries'
import type { CheckName, Finding } from './schema'

/** Without FEED_EXPECTED_SECONDS, as on the page of accounts. */
const usualSilence = 300

/**
 * What the database shows of the work itself, for rules of ops/alerts.yml: a process may respond and do nothing. A row
 * is a finding: `outcome`, `subject`, and values in the other columns.
 */
const work: { check: CheckName; statement: string }[] = [
  {
    check: 'calls',
    statement: `
      SELECT CASE WHEN failed > calls * 0.01 THEN 'failing' WHEN slow > calls * 0.01 THEN 'slow' ELSE 'good' END AS outcome,
        calls, failed, slow
      FROM (
        SELECT coalesce(sum(succeeded + refused + limited + u.failed), 0)::int AS calls, coalesce(sum(u.failed), 0)::int AS failed,
          coalesce(sum(latency_le_700 + latency_le_1000 + latency_le_2000 + latency_le_5000 + latency_over_1000), 0)::int AS slow
        FROM usage_minute u JOIN application a ON a.id = u.application_id
        WHERE environment = 'production' AND endpoint IN ('token', 'account') AND minute > now() - interval '10 minutes') lately`,
  },
  {
    check: 'accounts',
    statement: `
      SELECT CASE WHEN hours IS NULL THEN 'unused' WHEN hours > 36 THEN 'stale' ELSE 'good' END AS outcome, floor(hours) AS hours
      FROM (SELECT extract(epoch FROM now() - max(as_of))::float8 / 3600 AS hours
        FROM account_import WHERE environment = 'production') newest`,
  },
  {
    // Behind is the middle of the last minutes: one row that the wallet sends late is no backlog. A paused sender is
    // not silent, as its requests leave no trace.
    check: 'feed',
    statement: `
      SELECT 'paused' AS outcome, name AS subject, name, paused_reason AS reason, NULL::int AS count, NULL::float8 AS seconds,
        NULL AS partition
      FROM feed_sender WHERE paused_at IS NOT NULL
      UNION ALL
      SELECT 'refused', name, name, NULL, count(*)::int, NULL, NULL FROM refused_change GROUP BY name
      UNION ALL
      SELECT 'restarted', name || ' ' || partition, name, NULL, NULL, NULL, partition
      FROM feed_position WHERE ${isRestarted('feed_position')}
      UNION ALL
      SELECT 'behind', name, name, NULL, NULL, round(middle / 1000), NULL
      FROM (SELECT name, percentile_cont(0.5) WITHIN GROUP (ORDER BY behind_ms) AS middle
        FROM feed_minute WHERE minute > now() - interval '15 minutes' GROUP BY name) delays
      WHERE middle > 300000
      UNION ALL
      SELECT CASE WHEN silent IS NULL THEN CASE WHEN expected IS NULL THEN 'unused' ELSE 'never' END
          WHEN silent <= coalesce(expected, ${usualSilence}) THEN 'good'
          WHEN expected IS NULL THEN 'idle' ELSE 'silent' END,
        NULL, NULL, NULL, NULL, round(silent), NULL
      FROM (SELECT extract(epoch FROM now() - max(last_seen_at))::float8 AS silent FROM feed_sender WHERE paused_at IS NULL) heard, given
      WHERE silent IS NOT NULL OR NOT EXISTS (SELECT FROM feed_sender)`,
  },
  {
    check: 'webhooks',
    statement: `
      SELECT CASE WHEN min(d.next_attempt_at) < now() - interval '10 minutes'
          AND NOT coalesce((SELECT at > now() - interval '10 minutes' FROM webhook_attempt ORDER BY id DESC LIMIT 1), false)
        THEN 'waiting' ELSE 'good' END AS outcome, count(*)::int AS count
      ${dueDeliveries}`,
  },
  {
    check: 'audit_webhooks',
    statement: `
      SELECT CASE WHEN count(*) = 0 THEN 'unused' WHEN min(least(
          (SELECT at FROM audit_entry WHERE sequence > delivered_sequence ORDER BY sequence LIMIT 1),
          (SELECT at FROM refused_sign_in WHERE sequence > delivered_refusal ORDER BY sequence LIMIT 1)))
        < now() - interval '1 hour' THEN 'behind' ELSE 'good' END AS outcome
      FROM webhook_endpoint WHERE application_id IS NULL`,
  },
  {
    check: 'submissions',
    statement: `
      SELECT CASE WHEN count(*) > 0 THEN 'overdue' ELSE 'good' END AS outcome, count(*)::int AS count
      FROM submission WHERE state = 'in_validation' AND due_at < now()`,
  },
  {
    // Every form leaves a row in one of them, which the clean-up removes within five minutes of its end.
    check: 'cleanup',
    statement: `
      SELECT CASE WHEN hours > 2 THEN 'stopped' ELSE 'good' END AS outcome, floor(hours) AS hours
      FROM (SELECT extract(epoch FROM now() - least(
        (SELECT min(expires_at) FROM single_use), (SELECT min(expires_at) FROM idempotency_key)))::float8 / 3600 AS hours) oldest`,
  },
]

/**
 * Whether the work gets done, as far as the database shows it.
 * @param expectedSeconds FEED_EXPECTED_SECONDS; without it, no one knows how long a wallet may be silent
 */
export async function checkWork(pool: Pick<Pool, 'query'>, expectedSeconds?: number): Promise<Finding[]> {
  const findings = await Promise.all(
    work.map(async ({ check, statement }) => {
      const { rows } = await pool.query(`WITH given (expected) AS (VALUES ($1::float8)) ${statement}`, [
        expectedSeconds,
      ])
      return rows.map(({ outcome, subject, ...columns }): Finding => {
        const values = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== null))
        return { check, outcome, ...(subject && { subject }), values } as Finding
      })
    }),
  )
  return findings.flat()
}
