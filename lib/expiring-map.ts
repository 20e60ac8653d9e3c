/** Milliseconds between two looks at what has expired. */
const sweepMs = 500
/**
 * When a map is full, this part of it is dropped together: going to the oldest entry costs a walk over
 * dropped ones.
 */
const droppedPart = 1 / 16

/**
 * `until`, in milliseconds of `performance.now()`: when it may be forgotten. It may only be brought forward.
 */
type Expiring = { until: number }

type Options<Value> = {
  /** Beyond it the oldest are dropped: this, times the size of a key and a value, bounds the bytes. */
  maxEntries: number
  /** Called for what expired and what was dropped, not for what was deleted. */
  onDrop?: (value: Value, key: string) => void
}

/**
 * The map for what outlives a request: it keeps copies of its keys, at most `maxEntries`, and a timer drops
 * an entry within half a second of the end that it was set with, without further calls. All entries of one
 * map are set for equally long, as the timer stops at the first that has not expired. Values have to be
 * copies too: see {@link detach}.
 */
export function createExpiringMap<Value extends Expiring>({ maxEntries, onDrop }: Options<Value>) {
  const held = new Map<string, Value>()
  let isWatched = false

  /** Sets an entry, as the newest. */
  function set(key: string, value: Value): void {
    if (!held.delete(key) && held.size >= maxEntries) drop(Math.ceil(maxEntries * droppedPart))
    if (maxEntries === 0) return
    held.set(detach(key), value)
    if (!isWatched) watch()
  }

  function drop(count: number): void {
    let left = count
    for (const [key, value] of held) {
      if (left-- === 0) return
      held.delete(key)
      onDrop?.(value, key)
    }
  }

  function sweep(): void {
    const now = performance.now()
    for (const [key, value] of held) {
      if (value.until > now) break
      held.delete(key)
      onDrop?.(value, key)
    }
    watch()
  }

  function watch(): void {
    isWatched = held.size > 0
    if (isWatched) setTimeout(sweep, sweepMs).unref()
  }

  return {
    /** What may have expired less than a second ago. */
    get: (key: string): Value | undefined => held.get(key),
    set,
    delete: (key: string) => held.delete(key),
    clear: () => held.clear(),
    keys: () => held.keys(),
    size: () => held.size,
  }
}

/**
 * A copy of text. A part of a string keeps the whole of it in memory: a reply of the database for 256
 * callers, or a request with its body and the secret in it.
 */
export function detach(text: string): string {
  return Buffer.from(text).toString()
}
