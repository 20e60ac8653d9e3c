import { createLogger } from './logger'
import { remember } from './remember'

/** Tasks to run before this process ends, newest first. */
const duties: (() => unknown)[] = []
let allowed = 0
const state = remember('guichetStopping', () => ({ isStopping: false }))

/** Longer than any request may take; the supervisor kills a second later. */
const timeoutMs = 5000

/**
 * Ends this process in good order when the supervisor that started it is gone, even by `kill -9`: the channel between
 * the two closes. Without a supervisor it does nothing.
 */
export function exitWithParent(): void {
  if (!process.channel) return
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), timeoutMs + allowed + 500).unref()
    process.kill(process.pid, 'SIGTERM')
  })
  // Listening alone must not keep a process alive that has nothing left to do.
  process.channel.unref()
}

/**
 * Runs `work` before the process ends on SIGTERM or SIGINT. Duties run one after the other, the newest first; the
 * process ends when they are done, or after 5 s and what {@link allowShutdown} added.
 */
export function onShutdown(work: () => unknown): void {
  if (duties.length === 0) for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, shutDown)
  duties.unshift(work)
}

/** Gives the duties so many milliseconds more, for one that waits on purpose. */
export function allowShutdown(milliseconds: number): void {
  allowed += milliseconds
}

/** Whether this process is shutting down. */
export function isStopping(): boolean {
  return state.isStopping
}

async function shutDown(): Promise<void> {
  if (isStopping()) return
  state.isStopping = true
  setTimeout(() => process.exit(1), timeoutMs + allowed).unref()
  let failed = false
  for (const duty of duties) {
    try {
      await duty()
    } catch (error) {
      failed = true
      createLogger('shutdown').error({ err: error }, 'a shutdown step failed')
    }
  }
  process.exit(failed ? 1 : 0)
}
