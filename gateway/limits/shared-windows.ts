import type { LimitStore } from './store'
import { createWindows, type Standing, wholeSeconds } from './window'

const seconds = 60

type Options = {
  /** Of the limit, among the store's keys. */
  name: string
  /** None where this gateway counts for itself. */
  store: LimitStore | undefined
  /** Keys held in memory; beyond it the oldest window is forgotten. */
  maxKeys?: number
  /** What the store calls a key; the key itself unless given. */
  toStoreKey?: (key: string) => string
}

/**
 * Counts per key in windows of a minute, with a store together with the other gateways. Every hit is counted in this
 * process first and without a wait, so that whatever it decides next takes the hit into account; the store's answer
 * then adds the hits of the others. While the store is away the counting continues from what both knew, and a store
 * that comes back empty does not reset it: the larger count holds until its window ends.
 */
export function createSharedWindows({ name, store, maxKeys, toStoreKey = (key) => key }: Options) {
  const known = createWindows(seconds, maxKeys)
  const count = store?.createCounter(name, seconds)
  /** Of each key the latest hit whose answer has not come from the store. */
  const underWay = new Map<string, Promise<Standing>>()

  /** @returns without a wait where there is no store, or it is away */
  function hit(key: string): Standing | Promise<Standing> {
    const own = known.hit(key)
    const counted = count?.(toStoreKey(key))
    if (!counted) return own
    const shared = counted.then((all) => {
      if (underWay.get(key) === shared) underWay.delete(key)
      if (!all) return own
      known.learn(key, all.count, all.milliseconds)
      return all.count < own.count ? own : { count: all.count, resetIn: wholeSeconds(all.milliseconds) }
    })
    underWay.set(key, shared)
    return shared
  }

  return {
    hit,
    /** What this gateway knows, without asking the store: calls that succeed never wait for it. */
    look: known.look,
    /** Settles when the store has answered the latest hit; undefined where none is under way. Never rejects. */
    settled: (key: string): Promise<unknown> | undefined => underWay.get(key),
  }
}

export type SharedWindows = ReturnType<typeof createSharedWindows>
