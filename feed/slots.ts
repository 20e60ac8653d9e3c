import { Problem } from './problem'

/**
 * Lets so many pieces of work run at a time; others wait, each for a bounded time.
 * @throws Problem 503 for one that waited too long
 */
export function createSlots(count: number, timeoutMs: number) {
  let free = count
  const waiting: (() => void)[] = []

  function acquire(): Promise<void> {
    if (free > 0) {
      free--
      return Promise.resolve()
    }
    return new Promise((done, fail) => {
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(begin), 1)
        fail(new Problem(503, 'unavailable', 'The database is busy.', { 'Retry-After': '1' }))
      }, timeoutMs)
      const begin = () => {
        clearTimeout(timer)
        done()
      }
      waiting.push(begin)
    })
  }

  return async function run<T>(work: () => Promise<T>): Promise<T> {
    await acquire()
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
