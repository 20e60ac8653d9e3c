import { setTimeout as pause } from 'node:timers/promises'

/**
 * Milliseconds that a mail relay has to respond. A stopping worker gives a mail in flight as many: cut off before the
 * relay's response, it would be sent again.
 */
export const relayTimeoutMs = 60_000

/**
 * Resolves as `work` does, or rejects after `timeoutMs`. The signal is aborted then, so that the work can release what
 * it holds; its outcome is dropped. What has arrived by then counts, even if this process was too busy to
 * read it: timers run before the input that waits with them.
 * @param lateError what to reject with
 */
export async function withTimeout<T>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T>,
  lateError = () => new Error(`no response within ${timeoutMs / 1000} s`),
): Promise<T> {
  const control = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let lastLook: NodeJS.Immediate | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      lastLook = setImmediate(() => {
        reject(lateError())
        control.abort()
      })
    }, timeoutMs)
  })
  try {
    return await Promise.race([work(control.signal), late])
  } finally {
    clearTimeout(timer)
    clearImmediate(lastLook)
  }
}

/**
 * Checks `condition` every `intervalMs` until it is true.
 * @returns false when it was not true within `timeoutMs`
 */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  timeoutMs: number,
  intervalMs: number,
): Promise<boolean> {
  for (const end = performance.now() + timeoutMs; performance.now() < end; await pause(intervalMs)) {
    if (await condition()) return true
  }
  return false
}

/** How long the feed waits for requests that have begun, when it ends. */
export const feedDrainMs = 10_000

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
    await pause(Math.ceil(spent / stepMilliseconds) * stepMilliseconds - spent)
  }
}
