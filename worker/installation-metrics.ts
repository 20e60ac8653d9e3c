import type { Pool } from 'pg'
import { Gauge, type Registry } from 'prom-client'
import { features } from '@/lib/features'
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
  for (const { name, help, labels: labelNames = [], statement } of features.flatMap(
    ({ metrics = [] }) => metrics,
  ))
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset()
        const none = { rows: labelNames.length > 0 ? [] : [{ value: null }] }
        const { rows } = await withTimeout(timeoutMs, () => pool.query(statement)).catch(() => none)
        for (const { value, ...labels } of rows) this.set(labels, value === null ? Number.NaN : Number(value))
      },
    })

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
