/** Where a key stands in its window: hits so far, this one included, and whole seconds until it starts anew. */
export type Standing = { count: number; resetIn: number }

type Window = { count: number; endsAt: number }

/**
 * Counts hits per key in fixed windows, each beginning with the key's first hit; exact within this process.
 * @param seconds length of a window
 * @param most keys held; beyond it the oldest window is forgotten
 */
export function createWindows(seconds: number, most = 100_000) {
  const windows = new Map<string, Window>()

  function hit(key: string): Standing {
    const now = performance.now()
    const window = current(key, now) ?? begin(key, now)
    window.count++
    return { count: window.count, resetIn: wholeSeconds(window.endsAt - now) }
  }

  /** Takes over what others counted as well, in a window that ends in `milliseconds`, unless more is known here. */
  function learn(key: string, count: number, milliseconds: number): void {
    const now = performance.now()
    const window = current(key, now) ?? begin(key, now)
    if (window.count > count) return
    window.count = count
    window.endsAt = now + milliseconds
  }

  function look(key: string): Standing {
    const now = performance.now()
    const window = current(key, now)
    if (!window) return { count: 0, resetIn: seconds }
    return { count: window.count, resetIn: wholeSeconds(window.endsAt - now) }
  }

  function current(key: string, now: number): Window | undefined {
    const window = windows.get(key)
    return window && window.endsAt > now ? window : undefined
  }

  /** Removed first, so that the map stays in the order in which windows began. */
  function begin(key: string, now: number): Window {
    windows.delete(key)
    const window = { count: 0, endsAt: now + seconds * 1000 }
    windows.set(key, window)
    forget(now)
    return window
  }

  /** Two at most that have ended, so that the work is spread; and the oldest in any case when there are too many. */
  function forget(now: number): void {
    let left = 2
    for (const [key, { endsAt }] of windows) {
      if (left-- === 0 || (endsAt > now && windows.size <= most)) return
      windows.delete(key)
    }
  }

  return { hit, learn, look, size: () => windows.size }
}

export type Windows = ReturnType<typeof createWindows>

/** Rounded up, but not by the last bit of a float; at least 1, as `Retry-After: 0` invites to come at once. */
export function wholeSeconds(milliseconds: number): number {
  return Math.max(1, Math.ceil(Math.round(milliseconds) / 1000))
}
