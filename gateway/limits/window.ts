/** The state of a key's window: hits so far including this one, and whole seconds until the window ends. */
export type Standing = { count: number; resetIn: number }

type Window = { count: number; endsAt: number }

/**
 * Counts hits per key in fixed windows, each beginning with the key's first hit; exact within this process.
 * @param seconds length of a window
 * @param maxKeys keys held; beyond it the oldest window is dropped
 */
export function createWindows(seconds: number, maxKeys = 100_000) {
  const windows = new Map<string, Window>()

  function hit(key: string): Standing {
    const now = performance.now()
    const window = current(key, now) ?? begin(key, now)
    window.count++
    return { count: window.count, resetIn: wholeSeconds(window.endsAt - now) }
  }

  /** Adopts a larger count from elsewhere, in a window that ends in `milliseconds`. */
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

  /** Deleted first, so that the map stays in the order in which windows began. */
  function begin(key: string, now: number): Window {
    windows.delete(key)
    const window = { count: 0, endsAt: now + seconds * 1000 }
    windows.set(key, window)
    forget(now)
    return window
  }

  /** Drops at most two ended windows, which spreads the work, and always the oldest if there are too many. */
  function forget(now: number): void {
    let left = 2
    for (const [key, { endsAt }] of windows) {
      if (left-- === 0 || (endsAt > now && windows.size <= maxKeys)) return
      windows.delete(key)
    }
  }

  return { hit, learn, look, size: () => windows.size }
}

export type Windows = ReturnType<typeof createWindows>

/** Rounds up, ignoring the last bit of a float; at least 1, as `Retry-After: 0` invites an immediate retry. */
export function wholeSeconds(milliseconds: number): number {
  return Math.max(1, Math.ceil(Math.round(milliseconds) / 1000))
}
