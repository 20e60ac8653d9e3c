import { setTimeout as pause } from 'node:timers/promises'
import {
  type CronItem,
  Logger,
  parseCronItems,
  type Runner,
  run,
  type Task,
  type TaskList,
} from 'graphile-worker'
import type { Pool } from 'pg'
import type { Logger as Log } from 'pino'
import type { Job } from '@/lib/feature'
import { features } from '@/lib/features'
import { traced } from '@/lib/tracing'
import type { Mailer } from './mailer'
import type { WorkerMetrics } from './metrics'
import { prune } from './prune'
import { createSendMail } from './send-mail'

type Parts = { pool: Pool; mailer: Mailer; logger: Log; metrics: WorkerMetrics }

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

/** Parallel jobs; mostly mails, which spend their time waiting for the relay. */
const concurrency = 4
const pollMilliseconds = 1000
const minPause = 500
const maxPause = 5000

export type KeptRunner = { isRunning(): boolean; stop(): Promise<void> }

/**
 * Runs jobs from the queue until stopped. The queue itself waits for a database that is temporarily unavailable; this
 * starts it when there is no database yet, and again if it gives up.
 */
export function keepRunning(pool: Pool, taskList: TaskList, log: Log): KeptRunner {
  let runner: Runner | null = null
  const stopping = new AbortController()
  const { signal } = stopping
  const ended = loop()

  async function loop(): Promise<void> {
    for (let wait = minPause; !signal.aborted; wait = Math.min(2 * wait, maxPause)) {
      try {
        runner = await start(pool, taskList, log)
        if (signal.aborted) await runner.stop()
        else wait = minPause
        await runner.promise
      } catch (error) {
        log.warn({ err: error }, 'the queue cannot be reached, trying again soon')
      }
      runner = null
      await pause(wait, undefined, { signal }).catch(() => {})
    }
  }

  return {
    isRunning: () => runner !== null && !signal.aborted,
    /** Takes no more jobs, and waits for those in flight. */
    async stop() {
      stopping.abort()
      await runner?.stop().catch(() => {})
      await ended
    },
  }
}

function start(pgPool: Pool, taskList: TaskList, log: Log): Promise<Runner> {
  return run({
    pgPool,
    taskList,
    parsedCronItems: parseCronItems(schedule),
    concurrency,
    pollInterval: pollMilliseconds,
    noHandleSignals: true,
    // If completed jobs are recorded in batches, a failure to record them stops the queue, which is then started again.
    // Recorded one by one, a failure would be an unhandled rejection and end the process, including mails that the
    // relay has just accepted.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    // A long job checks its signal, and ends when the worker does.
    gracefulShutdownAbortTimeout: 0,
    logger: new Logger(() => (level, message) => {
      // Per-job lines are debug level; payloads are never logged.
      if (level === 'error') log.error({ message }, 'the queue reports an error')
      else if (level === 'warning') log.warn({ message }, 'the queue warns')
      else log.debug(message)
    }),
  })
}
