import { Logger, parseCronItems, type Runner, run, type TaskList } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Logger as Log } from 'pino'
import { schedule } from './tasks'

/** Jobs at once: mails mostly, which wait for the relay rather than work. */
const concurrency = 4
const pollMilliseconds = 1000
const shortestPause = 500
const longestPause = 5000

export type KeptRunner = { isRunning(): boolean; stop(): Promise<void> }

/**
 * Takes jobs from the queue until stopped. The queue itself waits for a database that went away; this starts it when
 * there is none yet, and again should it ever give up.
 */
export function keepRunning(pool: Pool, taskList: TaskList, log: Log): KeptRunner {
  let runner: Runner | null = null
  let stopping = false
  let wake = () => {}
  const ended = loop()

  async function loop(): Promise<void> {
    for (let wait = shortestPause; !stopping; wait = Math.min(2 * wait, longestPause)) {
      try {
        runner = await start(pool, taskList, log)
        if (stopping) await runner.stop()
        else wait = shortestPause
        await runner.promise
      } catch (error) {
        log.warn({ err: error }, 'the queue cannot be reached, tried again soon')
      }
      runner = null
      if (!stopping) await rest(wait)
    }
  }

  function rest(milliseconds: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, milliseconds)
      wake = () => {
        clearTimeout(timer)
        done()
      }
    })
  }

  return {
    isRunning: () => runner !== null && !stopping,
    /** Takes no more jobs, and lets those in flight end. */
    async stop() {
      stopping = true
      wake()
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
    // Gathered, jobs whose end cannot be noted stop the queue, and it is started anew. Noted one by one they would end the
    // process by a rejection that nobody handles, and with it mails that the relay has just taken.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    // A job that takes long looks at its signal, and ends when the worker does.
    gracefulShutdownAbortTimeout: 0,
    logger: new Logger(() => (level, message) => {
      // A line for each job is for who looks for a fault; its payload is for nobody.
      if (level === 'error') log.error(message)
      else if (level === 'warning') log.warn(message)
      else log.debug(message)
    }),
  })
}
