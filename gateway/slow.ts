import type { Logger } from 'pino'
import type { BatchRun } from '@/lib/batch'
import type { Exchange } from './exchange'

/** Told after each wait for the database how long it took; `waited` is asked only where that was too long. */
export type NoteSlow = (what: string, milliseconds: number, waited: () => Exchange[]) => void

const quietMilliseconds = 100

/**
 * Logs slow waits for the database with the ids of all requests that waited, also where the time went before a statement
 * began: for a connection or on the way. The statement has the same ids among its parameters.
 * @param threshold milliseconds; 0 or none is never
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

/** The same `run`, timed: once for a batch, whatever its size. */
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
