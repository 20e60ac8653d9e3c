import type { Logger } from 'pino'
import type { BatchRun } from '@/lib/batch'
import type { Exchange } from './exchange'

/** Called after every wait for the database; `waited` is evaluated only above the threshold. */
export type NoteSlow = (what: string, milliseconds: number, waited: () => Exchange[]) => void

const quietMilliseconds = 100

/**
 * Logs slow waits for the database with the ids of all requests that waited, including waits before the statement
 * started: for a connection or on the network. The statement has the same ids among its parameters.
 * @param threshold milliseconds; 0 or undefined disables it
 */
export function createNoteSlow(logger: Logger, threshold = 0): NoteSlow {
  let last = Number.NEGATIVE_INFINITY
  let silenced = 0
  return (what, milliseconds, waited) => {
    if (threshold === 0 || milliseconds < threshold) return
    const now = performance.now()
    if (now - last < quietMilliseconds) {
      silenced++
      return
    }
    const requestIds = waited().map(({ requestId }) => requestId)
    logger.warn({ what, milliseconds: Math.round(milliseconds), requestIds, silenced }, 'slow database')
    last = now
    silenced = 0
  }
}

/** Wraps `run` with timing: once per batch, whatever its size. */
export function watchBatches<Key, Value>(
  what: string,
  run: BatchRun<Key, Value, Exchange>,
  noteSlow: NoteSlow,
): BatchRun<Key, Value, Exchange> {
  return (keys, askers) => {
    const began = performance.now()
    const over = () => noteSlow(what, performance.now() - began, askers)
    const answers = run(keys, askers)
    answers.then(over, over)
    return answers
  }
}
