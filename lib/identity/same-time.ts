import { setTimeout } from 'node:timers/promises'

/**
 * Runs `work` and answers at the next step after it began, a quarter of a second unless told, so that the time of the
 * answer does not tell whether an address is known: the difference between the two ways is a few statements, far below
 * one step.
 */
export async function inSameTime<T>(work: () => Promise<T>, stepMilliseconds = 250): Promise<T> {
  const start = performance.now()
  try {
    return await work()
  } finally {
    const spent = performance.now() - start
    await setTimeout(Math.ceil(spent / stepMilliseconds) * stepMilliseconds - spent)
  }
}
