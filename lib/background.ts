import { setTimeout as pause } from 'node:timers/promises'

/** How many times as long as a piece of work took the database is left to the requests of users. */
const restFactor = 7

/**
 * Runs background work, then sleeps seven times as long as it took, so that such work takes at most an eighth of the
 * database's time.
 * @param signal ends the sleep, when the process stops
 */
export async function runThrottled<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const began = performance.now()
  const result = await work()
  await pause((performance.now() - began) * restFactor, undefined, { signal }).catch(() => {})
  return result
}

/** @returns whether a run that started now is over: `milliseconds` have passed, or the process stops */
export function createEnd(milliseconds: number, signal?: AbortSignal): () => boolean {
  const end = performance.now() + milliseconds
  return () => signal?.aborted === true || performance.now() >= end
}

/**
 * Works on items one after another. One that fails does not keep those behind it from their turn, in this run
 * or any other.
 * @param signal ends it, when the process stops
 * @throws AggregateError at the end with what failed
 */
export async function workOnEach<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) {
    if (signal?.aborted) break
    await work(item).catch((error) => failures.push(error))
  }
  if (failures.length === 0) return
  // The queue logs the message only.
  throw new AggregateError(failures, `${failures.length} of ${items.length} failed: ${failures.join('; ')}`)
}
