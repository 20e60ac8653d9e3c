import { createExpiringMap } from '@/lib/expiring-map'

/** The state of a key's window: hits so far including this one, and whole seconds until the window ends. */
export type Standing = { count: number; resetIn: number }

/** `until` is a whole number: V8 keeps those in the object, and others in 16 bytes more. */
type Window = { count: number; until: number }

/**
 * Counts hits per key in fixed windows, each beginning with the key's first hit; exact within this process.
 * @param seconds length of a window
 * @param maxKeys keys held; beyond it the oldest windows are dropped. Each takes at most 200 bytes, with a
 *   key of 36 characters
 */
export function createWindows(seconds: number, maxKeys = 100_000) {
  const windows = createExpiringMap<Window>({ maxEntries: maxKeys })

  function hit(key: string): Standing {
    const now = performance.now()
    const window = current(key, now) ?? begin(key, now)
    window.count++
    return { count: window.count, resetIn: wholeSeconds(window.until - now) }
  }

  /**
   * Adopts a larger count from elsewhere, in a window that ends in `milliseconds`, if it is not over here
   * before.
   */
  function learn(key: string, count: number, milliseconds: number): void {
    const now = performance.now()
    const window = current(key, now) ?? begin(key, now)
    if (window.count > count) return
    window.count = count
    window.until = Math.min(window.until, Math.floor(now + milliseconds))
  }

  function look(key: string): Standing {
    const now = performance.now()
    const window = current(key, now)
    if (!window) return { count: 0, resetIn: seconds }
    return { count: window.count, resetIn: wholeSeconds(window.until - now) }
  }

  function current(key: string, now: number): Window | undefined {
    const window = windows.get(key)
    return window && window.until > now ? window : undefined
  }

  function begin(key: string, now: number): Window {
    const window = { count: 0, until: Math.floor(now + seconds * 1000) }
    windows.set(key, window)
    return window
  }

  return { hit, learn, look, size: windows.size }
}

/** Rounds up, ignoring the last bit of a float; at least 1, as `Retry-After: 0` invites an immediate retry. */
export function wholeSeconds(milliseconds: number): number {
  return Math.max(1, Math.ceil(Math.round(milliseconds) / 1000))
}
