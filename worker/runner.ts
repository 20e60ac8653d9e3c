import { setTimeout as pause } from 'node:timers/promises'
import { Logger, parseCronItems, type Runner, run, type TaskList } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Logger as Log } from 'pino'
import { schedule } from './tasks'

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
