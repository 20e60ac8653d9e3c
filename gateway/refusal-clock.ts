const stepMs = 5

/**
 * Started when an attempt to authenticate begins: a refusal then leaves a fixed time after the start, whatever it took to
 * find out in between. It counts from this request and not from a clock that all share: a caller who sends in step with
 * a shared one can have one kind of refusal just make a tick that another just misses, which shows microseconds as
 * milliseconds. What takes longer leaves a whole number of steps after the start, as well as timers of a millisecond allow.
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
