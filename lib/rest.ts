import { setTimeout as pause } from 'node:timers/promises'

/** How many times as long as a piece of work took the database is left to those who wait for it. */
const times = 7

/**
 * Rests after a piece of work that nobody waits for, so that it never has more than an eighth of the database's time.
 * @param began `performance.now()` when it began
 * @param signal ends the rest: the process ends
 */
export async function rest(began: number, signal?: AbortSignal): Promise<void> {
  await pause((performance.now() - began) * times, undefined, { signal }).catch(() => {})
}
