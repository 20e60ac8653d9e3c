import { get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * The pause between two requests, the timeout of each, after how many in a row it hangs, and how long a start may take.
 */
export type Times = { everyMs: number; timeoutMs: number; misses: number; startMs: number }

const defaults: Times = { everyMs: 5000, timeoutMs: 10_000, misses: 3, startMs: 60_000 }

/**
 * Requests `/healthz` of a process, and calls `onSilent` once when it hangs: it accepted three connections in a row
 * and sent nothing, or listens nowhere a minute after its start. Closing the connection is a response: it may be full,
 * or shutting down.
 * @param ready its URL of readiness; without http nothing is requested
 * @returns stops it
 */
export function watchForSilence(
  { ready, onSilent }: { ready: string; onSilent: () => void },
  times = defaults,
): () => void {
  if (!ready.startsWith('http:')) return () => {}
  const url = ready.replace(/readyz$/, 'healthz')
  const began = performance.now()
  const control = new AbortController()
  void watch()
  return () => control.abort()

  async function watch(): Promise<void> {
    let isHeard = false
    for (let missed = 0; missed < times.misses; ) {
      await pause(times.everyMs, undefined, { signal: control.signal, ref: false }).catch(() => {})
      if (control.signal.aborted) return
      const responds = await request(url, times.timeoutMs, isHeard)
      isHeard ||= responds
      const mayBeStarting = !isHeard && performance.now() - began < times.startMs
      missed = responds || mayBeStarting ? 0 : missed + 1
    }
    if (!control.signal.aborted) onSilent()
  }
}

/** Without `fetch`, whose memory each watching process would hold. */
function request(url: string, timeoutMs: number, refusalResponds: boolean): Promise<boolean> {
  return new Promise((done) => {
    const sent = get(url, { agent: false, timeout: timeoutMs }, (response) => {
      response.resume().on('error', () => {})
      done(true)
    })
    sent.on('timeout', () => {
      done(false)
      sent.destroy()
    })
    sent.on('error', ({ code }: NodeJS.ErrnoException) => done(refusalResponds || code !== 'ECONNREFUSED'))
  })
}
