import { setTimeout as pause } from 'node:timers/promises'
import type { Supervised } from './child'

const patienceMilliseconds = 60_000

/**
 * Waits until a process says at its own address that it can serve.
 * @throws Error with the end of its log when it does not within a minute
 */
export async function waitUntilReady({ plan, log }: Supervised): Promise<void> {
  for (const end = Date.now() + patienceMilliseconds; Date.now() < end; await pause(60)) {
    const answer = await fetch(plan.ready, { signal: AbortSignal.timeout(3000) }).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.ok) return
  }
  throw new Error(
    `${plan.title} was not ready within a minute. Its log, ${log.path}, ends:\n${log.lastLines().join('\n')}`,
  )
}
