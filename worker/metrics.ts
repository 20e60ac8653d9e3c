import type { Pool } from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { findBacklog } from '@/lib/mail/queries'

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
