const stepMs = 5

/**
 * Starts with each attempt to authenticate. A refusal is sent a fixed time after the start, however long the check
 * took. The clock starts with the request instead of being shared by all: a caller who sends in step with a shared
 * clock can have one kind of refusal just make a tick that another just misses, which turns microseconds into
 * milliseconds. A longer check is delayed to a multiple of the step, as precisely as millisecond timers allow.
 */
export function startRefusalClock(): { wait(): Promise<void>; stop(): void } {
  const startedAt = performance.now()
  let release: (() => void) | undefined
  let passed = false
  const timer = setTimeout(() => {
    passed = true
    release?.()
  }, stepMs)
  return {
    wait: () =>
      new Promise((resolve) => {
        if (!passed) release = resolve
        else setTimeout(resolve, stepMs - ((performance.now() - startedAt) % stepMs))
      }),
    stop: () => clearTimeout(timer),
  }
}
