import type { CronItem, Task, TaskList } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Job } from '@/lib/feature'
import { features } from '@/lib/features'
import { traced } from '@/lib/tracing'
import type { Mailer } from './mailer'
import type { Metrics } from './metrics'
import { prune } from './prune'
import { createSendMail } from './send-mail'

type Parts = { pool: Pool; mailer: Mailer; logger: Logger; metrics: Metrics }

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

function measured(task: string, run: Work, metrics: Metrics): Task {
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
