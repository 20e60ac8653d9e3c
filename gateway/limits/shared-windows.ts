import { createHash } from 'node:crypto'
import type { LimitStore } from './store'
import { createWindows, type Standing } from './window'

const seconds = 60

/**
 * Counts what fails, per key in windows of a minute: with a store together with the other gateways, and on from what
 * they had last counted while it is away. To look asks nobody: it tells what this gateway learnt last, so that calls
 * that succeed never wait for it.
 * @param name of the limit, among the store's keys
 * @param store none where this gateway counts for itself
 */
export function createSharedWindows(name: string, store: LimitStore | undefined) {
  const known = createWindows(seconds)
  const count = store?.createCounter(name, seconds)

  async function hit(key: string): Promise<Standing> {
    const counted = await count?.(fingerprint(key))
    return counted ? known.learn(key, counted.count, counted.milliseconds) : known.hit(key)
  }

  return { hit, look: known.look }
}

export type SharedWindows = ReturnType<typeof createSharedWindows>

/** Callers choose some of these keys, and some name a person's address: neither is the store's to keep. */
function fingerprint(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
