import { connect } from 'node:net'
import { waitUntil } from '@/lib/timeout'
import type { Supervised } from './supervise'

const timeoutMs = 60_000

/**
 * Waits until a process reports at its own URL that it can serve.
 * @throws Error with the end of its log if it does not within a minute
 */
export async function waitUntilReady({ plan, log }: Supervised): Promise<void> {
  if (await waitUntil(() => isReady(plan.ready), timeoutMs, 60)) return
  throw new Error(
    `${plan.title} was not ready within a minute. Its log, ${log.path}, ends:\n${log.lastLines().join('\n')}`,
  )
}

/** Whether the URL returns 200 now, or, with `tcp://`, accepts a connection. */
export async function isReady(address: string): Promise<boolean> {
  if (address.startsWith('tcp:')) return takesConnection(new URL(address))
  const answer = await fetch(address, { signal: AbortSignal.timeout(3000) }).catch(() => null)
  await answer?.body?.cancel()
  return answer?.ok === true
}

function takesConnection({ hostname, port }: URL): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(Number(port), hostname)
    socket.once('connect', () => done(true)).on('error', () => done(false))
    socket.once('connect', () => socket.destroy())
  })
}
