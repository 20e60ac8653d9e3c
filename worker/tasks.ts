import type { CronItem, Task, TaskList } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { createEnd, runThrottled } from '@/lib/background'
import { getSettings } from '@/lib/env'
import { type Job, type Retention, removedAtOnce } from '@/lib/feature'
import { features } from '@/lib/features'
import { inTransaction, onConnection } from '@/lib/pool'
import { traced } from '@/lib/tracing'
import type { Mailer } from './mailer'
import type { WorkerMetrics } from './metrics'
import { createSendMail } from './send-mail'

type Parts = { pool: Pool; mailer: Mailer; logger: Logger; metrics: WorkerMetrics }

const ofFeatures: [string, Job][] = features.flatMap(({ jobs = {} }) => Object.entries(jobs))

/** Every job of the worker, by the name under which it is queued. */
export function createTasks({ pool, mailer, logger, metrics }: Parts): TaskList {
  const count = (outcome: string) => metrics.mails.inc({ outcome })
  const report = (what: string, rows: number) => metrics.pruned.inc({ what }, rows)
  const sendMail = createSendMail({ mailer, logger, count })
  const jobs: [string, Job['run']][] = [
    ...ofFeatures.map(([name, { run }]): [string, Job['run']] => [name, run]),
    ['send-mail', ({ payload }) => sendMail(payload)],
    ['prune', ({ signal }) => prune(pool, report, undefined, signal)],
  ]
  const run = (job: Job['run']) => (payload: unknown, signal?: AbortSignal) =>
    job({ payload, pool, report, signal })
  return Object.fromEntries(jobs.map(([name, job]) => [name, measured(name, run(job), metrics)]))
}

/** Scheduled jobs (UTC). The job key keeps runs from queueing behind a slow one. */
export const schedule: CronItem[] = [
  ...ofFeatures.flatMap(([task, { at, backfillMs = 0, oneByOne = false }]): CronItem[] => {
    if (!at) return []
    return [
      { match: at, task, options: { backfillPeriod: backfillMs, ...(oneByOne ? {} : { jobKey: task }) } },
    ]
  }),
  { match: '*/5 * * * *', task: 'prune', options: { backfillPeriod: 0, jobKey: 'prune' } },
]

type Work = (payload: unknown, signal?: AbortSignal) => Promise<unknown>

function measured(task: string, run: Work, metrics: WorkerMetrics): Task {
  // Preset: an alert rule sees no increase in a counter that first appears with its first failure.
  for (const outcome of ['done', 'failed']) metrics.jobs.inc({ task, outcome }, 0)
  return async (payload, { abortSignal }) => {
    const stop = metrics.jobSeconds.startTimer({ task })
    try {
      await traced(`job ${task}`, () => run(payload, abortSignal))
      metrics.jobs.inc({ task, outcome: 'done' })
    } catch (error) {
      metrics.jobs.inc({ task, outcome: 'failed' })
      throw error
    } finally {
      stop()
    }
  }
}

/** A run begins no further statement after this time. The next run begins five minutes after this one began. */
const defaultMilliseconds = 240_000

/** SQLSTATE serialization_failure. */
const serializationFailure = '40001'

type Rule = Extract<Retention, { statement: string }>

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
  for (let left = listRules(); left.length > 0; ) {
    const full: Rule[] = []
    for (const rule of left) {
      if (isOver()) return
      const rowCount = await runThrottled(() => remove(pool, rule), signal)
      if (rowCount) report(rule.what, rowCount)
      if (rowCount === (rule.limit ?? removedAtOnce)) full.push(rule)
    }
    left = full
  }
}

/** @returns how many rows were removed; none if others changed them meanwhile, which leaves them to the next run */
async function remove(pool: Pool, { statement, inOneSnapshot }: Rule): Promise<number | null> {
  if (!inOneSnapshot) return (await pool.query(statement)).rowCount
  try {
    return await onConnection(pool, (client) =>
      inTransaction(client, async () => {
        await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
        return (await client.query(statement)).rowCount
      }),
    )
  } catch (error) {
    if ((error as { code?: string }).code === serializationFailure) return 0
    throw error
  }
}

// In small batches by row id (ctid), found through an index, as DELETE has no LIMIT. Only this job deletes such rows,
// and it runs once at a time, so a row id still refers to the row that was found.
function listRules(): Rule[] {
  const settings = getSettings()
  return features
    .flatMap(({ retention = [] }) => retention)
    .map((rule) => {
      if ('statement' in rule) return rule
      const where = typeof rule.where === 'string' ? rule.where : rule.where(settings)
      return {
        what: rule.table,
        statement: `DELETE FROM ${rule.table} WHERE ctid = ANY (ARRAY(
          SELECT old.ctid FROM ${rule.table} old WHERE ${where} LIMIT ${removedAtOnce}))`,
      }
    })
}
