import { say } from './console'

/** The parts that were started and must be stopped, in that order. */
const started: (() => unknown)[] = []
/** npm itself, as its script replaces the shell with this process (`exec`). */
const runner = process.ppid
/** npm forwards a signal that the terminal has already sent to us. */
const echoMilliseconds = 500

let began = 0
let announce = () => {}

/** Registers `stop` for when the start fails or everything ends: last started, first stopped. */
export function stopLater(stop: () => unknown): void {
  started.unshift(stop)
}

/** Registers `work` for the moment the shutdown begins. */
export function onEnd(work: () => void): void {
  announce = work
}

/** Ends everything in order on Ctrl-C, SIGTERM, a closed terminal, or when the npm that runs us is gone. */
export function listenForEnd(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => onSignal(signal))
  process.stdout.on('error', () => {})
  if (process.env.npm_lifecycle_event)
    setInterval(() => {
      if (process.ppid !== runner && !began) onSignal('npm ended')
    }, 500).unref()
}

/** Stops everything, whatever fails, and exits. */
export async function end(code: number): Promise<never> {
  began ||= Date.now()
  for (const stop of [announce, ...started.splice(0)]) {
    try {
      await stop()
    } catch (error) {
      console.error('A shutdown step failed:', error)
    }
  }
  process.exit(code)
}

function onSignal(reason: string): void {
  if (began && Date.now() - began > echoMilliseconds) process.exit(1)
  if (began) return
  began = Date.now()
  say(`\nStopping (${reason})`)
  void end(0)
}
