import { constants } from 'node:os'
import { say } from './console'

/** The parts that were started and must be stopped, in that order. */
const started: (() => unknown)[] = []
/** npm itself, as its script replaces the shell with this process (`exec`). */
const runner = process.ppid
/** npm forwards a signal that the terminal has already sent to us. */
const echoMilliseconds = 500

let began = 0
let ending: Promise<never> | undefined

/** Registers `stop` for when the start fails or everything ends: last started, first stopped. */
export function stopLater(stop: () => unknown): void {
  started.unshift(stop)
}

/**
 * Ends everything in order on Ctrl-C, SIGTERM, a closed terminal, or when the npm that runs us is gone. A second signal
 * ends it immediately.
 * @param explain says what happened, and returns the exit code
 */
export function listenForEnd(explain: (signal: NodeJS.Signals, reason: string) => number = saySo): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => onSignal(signal, signal))
  process.stdout.on('error', () => {})
  if (process.env.npm_lifecycle_event)
    setInterval(() => {
      if (process.ppid !== runner && !began) onSignal('SIGHUP', 'npm ended')
    }, 500).unref()

  function onSignal(signal: NodeJS.Signals, reason: string): void {
    if (began && performance.now() - began > echoMilliseconds) process.exit(128 + constants.signals[signal])
    if (began) return
    began = performance.now()
    void shutDown(explain(signal, reason))
  }
}

function saySo(_: NodeJS.Signals, reason: string): number {
  say(`\nStopping (${reason})`)
  return 0
}

/** Whether the end has begun: errors of what is stopped mean nothing any more. */
export function isEnding(): boolean {
  return ending !== undefined
}

/** Stops everything, whatever fails, and exits with the code of the first call. */
export function shutDown(code: number): Promise<never> {
  began ||= performance.now()
  ending ??= stopAll(code)
  return ending
}

async function stopAll(code: number): Promise<never> {
  for (const stop of started.splice(0)) {
    try {
      await stop()
    } catch (error) {
      console.error('A shutdown step failed:', error)
    }
  }
  process.exit(code)
}
