import type { Pool } from 'pg'
import { Gauge, type Registry } from 'prom-client'
import { now } from '@/lib/clock'
import { readRun } from '@/lib/health/command-runs'
import { readSchemaState } from '@/lib/migrations'
import { withTimeout } from '@/lib/timeout'

const timeoutMs = 1500

/**
 * Metrics for alerts that must not depend on traffic: measured at every scrape. Unknown values are left out, or not a
 * number.
 */
export function watchInstallation(registry: Registry, pool: Pick<Pool, 'query'>): void {
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await withTimeout(timeoutMs, async () => read()).catch(() => Number.NaN))
      },
    })
  /** The `value` of one row. */
  const query = async (text: string, values: unknown[] = []) =>
    Number((await pool.query(text, values)).rows[0].value ?? Number.NaN)

  gauge('guichet_database_up', '1 while the database responds to the worker, 0 while it does not', () =>
    withTimeout(timeoutMs, () => pool.query('SELECT 1')).then(
      () => 1,
      () => 0,
    ),
  )
  gauge(
    'guichet_migrations_pending',
    'Migrations of this version that the database lacks',
    async () => (await readSchemaState(pool)).pending.length,
  )
  gauge('guichet_submissions_waiting', 'Submissions that reviewers have not decided', () =>
    query(`SELECT count(*) AS value FROM submission WHERE state = 'in_validation'`),
  )
  new Gauge({
    name: 'guichet_applications',
    help: 'Applications by environment and state, deleted ones left out',
    labelNames: ['environment', 'state'],
    registers: [registry],
    async collect() {
      this.reset()
      const text = `SELECT environment, state, count(*)::int AS count FROM application
        WHERE state <> 'deleted' AND developer_id IS NOT NULL GROUP BY 1, 2`
      const { rows } = await withTimeout(timeoutMs, () => pool.query(text)).catch(() => ({ rows: [] }))
      for (const { environment, state, count } of rows) this.set({ environment, state }, count)
    },
  })
  gauge('guichet_submissions_overdue', 'Submissions that reviewers promised to decide before now', () =>
    query(`SELECT count(*) AS value FROM submission WHERE state = 'in_validation' AND due_at < $1`, [now()]),
  )
  gauge(
    'guichet_accounts_newest_change_age_seconds',
    'Time since the newest change of accounts of Production that an import or a stream brought',
    () =>
      query(`SELECT extract(epoch FROM now() - max(as_of)) AS value FROM account_import
        WHERE environment = 'production'`),
  )
  gauge(
    'guichet_audit_webhooks_behind',
    'Audit entries, or refused sign-ins, that the endpoint of the administration that is furthest behind was not sent yet, also if it is disabled',
    () =>
      query(`SELECT coalesce(greatest((SELECT max(sequence) FROM audit_entry) - min(delivered_sequence),
          (SELECT max(sequence) FROM refused_sign_in) - min(delivered_refusal)), 0) AS value
        FROM webhook_endpoint WHERE application_id IS NULL`),
  )
  gauge(
    'guichet_backup_age_seconds',
    'Time since the last backup; if there was none, since the installation',
    async () => (await readRun(pool, 'backup')).ageSeconds,
  )
  gauge(
    'guichet_audit_verified_age_seconds',
    'Time since the audit log was last verified; if it never was, since the installation',
    async () => (await readRun(pool, 'audit:verify')).ageSeconds,
  )
  gauge(
    'guichet_audit_faults',
    'Faults that the last verification of the audit log found',
    async () => (await readRun(pool, 'audit:verify')).faults,
  )
}
