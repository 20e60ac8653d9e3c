import { setTimeout as pause } from 'node:timers/promises'
import type { Supervised } from './supervise'

const timeoutMs = 60_000

/** Reasons of `/readyz` that stay until someone changes a setting. */
const lasting = new Set(['keys_do_not_match', 'pooler_loses_statements', 'restore_unfinished'])

/**
 * Waits until a process reports at its own URL that it can serve.
 * @throws Error with the end of its log if it does not within a minute, or as soon as it says why it never will
 */
export async function waitUntilReady({ plan, log }: Supervised): Promise<void> {
  let reason: string | null = null
  for (const end = Date.now() + timeoutMs; Date.now() < end; await pause(60)) {
    reason = await findObstacle(plan.ready)
    if (reason === null) return
    if (lasting.has(reason)) break
  }
  const state = lasting.has(reason ?? '') ? `cannot serve (${reason})` : 'was not ready within a minute'
  throw new Error(`${plan.title} ${state}. Its log, ${log.path}, ends:\n${log.lastLines().join('\n')}`)
}

/** Whether the URL returns 200 now. */
export async function isReady(address: string): Promise<boolean> {
  return (await findObstacle(address)) === null
}

/** The reason of a 503, or some other; null once it is ready. */
async function findObstacle(address: string): Promise<string | null> {
  const response = await fetch(address, { signal: AbortSignal.timeout(3000) }).catch(() => null)
  if (response?.status !== 503) {
    await response?.body?.cancel()
    return response?.ok ? null : 'silent'
  }
  const { reason } = (await response.json().catch(() => ({}))) as { reason?: string }
  return reason ?? 'silent'
}
