import { setTimeout } from 'node:timers/promises'

/**
 * Runs `work` and settles at the next multiple of a step after the start, so that the duration does not reveal whether
 * an address is known: the two cases differ by a few statements, far less than one step.
 * @param stepMilliseconds 250 by default
 */
export async function inConstantTime<T>(work: () => Promise<T>, stepMilliseconds = 250): Promise<T> {
  const start = performance.now()
  try {
    return await work()
  } finally {
    const spent = performance.now() - start
    await setTimeout(Math.ceil(spent / stepMilliseconds) * stepMilliseconds - spent)
  }
}
