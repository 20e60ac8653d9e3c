import type { Pool } from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { features } from '@/lib/features'
import { readRun } from '@/lib/health/command-runs'
import { findBacklog } from '@/lib/mail/queries'
import { readSchemaState } from '@/lib/migrations'
import { withTimeout } from '@/lib/timeout'

/** The worker's metrics. Those that are read from the database are left out while it does not respond. */
export function createWorkerMetrics(pool: Pick<Pool, 'query'>) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const queued = new Gauge({ name: 'guichet_mails_queued', help: 'E-mails that wait to be sent', registers })
  new Gauge({
    name: 'guichet_mails_oldest_seconds',
    help: 'How long the oldest queued e-mail has waited',
    registers,
    async collect() {
      const backlog = await findBacklog().catch(() => null)
      this.set(backlog?.oldestSeconds ?? Number.NaN)
      queued.set(backlog?.queued ?? Number.NaN)
    },
  })
  new Gauge({
    name: 'guichet_jobs_waiting',
    help: 'Jobs in the queue by task, those that failed for good included',
    labelNames: ['task'],
    registers,
    async collect() {
      this.reset()
      const { rows } = await pool.query(countJobs).catch(() => ({ rows: [] }))
      for (const { task, count } of rows) this.set({ task }, count)
    },
  })
  const mails = new Counter({
    name: 'guichet_mails_total',
    help: 'Attempts to send an e-mail by how they ended',
    labelNames: ['outcome'],
    registers,
  })
  // Preset: an alert rule sees no increase in a counter that first appears with its first failure.
  for (const outcome of ['sent', 'retry', 'failed', 'overtaken']) mails.inc({ outcome }, 0)
  const webhooks = new Counter({
    name: 'guichet_webhook_attempts_total',
    help: 'Attempts to deliver a webhook by how they ended',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of ['delivered', 'failed', 'overtaken']) webhooks.inc({ outcome }, 0)
  return {
    registry,
    mails,
    webhooks,
    jobs: new Counter({
      name: 'guichet_jobs_total',
      help: 'Jobs that ran, by task and how they ended',
      labelNames: ['task', 'outcome'],
      registers,
    }),
    jobSeconds: new Histogram({
      name: 'guichet_job_seconds',
      help: 'How long a job ran',
      labelNames: ['task'],
      buckets: [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60],
      registers,
    }),
    pruned: new Counter({
      name: 'guichet_pruned_rows_total',
      help: 'Rows that were removed because they are no longer needed',
      labelNames: ['what'],
      registers,
    }),
  }
}

export type WorkerMetrics = ReturnType<typeof createWorkerMetrics>

const countJobs = `
  SELECT task_identifier AS task, count(*)::int AS count FROM graphile_worker.jobs GROUP BY 1`

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
