import { setTimeout as pause } from 'node:timers/promises'

/** How many times as long as a piece of work took the database is left to those who wait for it. */
const times = 7

/**
 * Does work that nobody waits for, and rests after it, so that such work never has more than an eighth of the database's
 * time.
 * @param signal ends the rest: the process ends
 */
export async function unhurried<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const began = performance.now()
  const result = await work()
  await pause((performance.now() - began) * times, undefined, { signal }).catch(() => {})
  return result
}

/** @returns whether a run that began just now is over: its milliseconds have passed, or the process ends */
export function createEnd(milliseconds: number, signal?: AbortSignal): () => boolean {
  const end = performance.now() + milliseconds
  return () => signal?.aborted === true || performance.now() >= end
}
