import { type ChildProcess, spawn } from 'node:child_process'
import type { SystemUser } from '../postgres/place'
import { projectRoot } from '../root'
import { basicEnvironment, onOutput } from '../spawn'
import { say } from './console'
import { type LogFile, openLogFile } from './log-file'
import { rememberProcess } from './orphans'
import { type Times, watchForSilence } from './silence'

/**
 * One process: ours, run by Node, or another `program`, possibly as another `user`. `ready` is a URL that returns 200
 * once it can serve, or `tcp://` if accepting a connection shows as much.
 */
export type ProcessPlan = {
  name: string
  title: string
  program?: string
  user?: SystemUser
  args: string[]
  env: Record<string, string>
  ready: string
  /** milliseconds that it needs to shut down in addition to those of every process (`allowShutdown`) */
  allowed?: number
}

export type Supervised = {
  plan: ProcessPlan
  log: LogFile
  pid(): number | null
  isRunning(): boolean
  /** If it ends, it stays down until `resume`. */
  hold(): void
  resume(): void
  /** Ends it in good order, and starts it again. */
  restart(): Promise<void>
  stop(): Promise<void>
}

const minPause = 250
const maxPause = 4000
/** A process that ran this long did not fail to start. */
const settledMilliseconds = 10_000
/** Added to its allowance, for a process that was asked to end. */
const stopTimeoutMs = 6000
const shownLines = 6

/**
 * Starts a process and restarts it whenever it ends, immediately at first and after up to 4 s later, until stopped.
 * One that hangs is ended.
 */
export function supervise(plan: ProcessPlan, dataDir: string, times?: Times): Supervised {
  const log = openLogFile(`${dataDir}/logs/${plan.name}.log`)
  let child: ChildProcess | null = null
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let held = false
  let failures = 0
  // Processes left by another program may keep its outputs open.
  const over = plan.program ? 'exit' : 'close'

  function launch(): void {
    const began = performance.now()
    const launched = spawnChild(plan, log)
    child = launched
    if (launched.pid) rememberProcess(dataDir, plan.name, launched.pid)
    const stopWatching = watchForSilence({ ready: plan.ready, onSilent: () => endSilent(launched) }, times)
    launched.once(over, (code, signal) => {
      stopWatching()
      child = null
      if (stopped || held) return
      failures = performance.now() - began > settledMilliseconds ? 1 : failures + 1
      const wait = Math.min(minPause * 2 ** (failures - 1), maxPause)
      report(plan, log, failures, signal ?? `code ${code}`, wait)
      timer = setTimeout(launch, wait)
    })
  }

  function endSilent(silent: ChildProcess): void {
    if (stopped || held) return
    say(`! ${plan.title} does not respond any more, and is ended`)
    silent.kill('SIGKILL')
  }

  async function endChild(): Promise<void> {
    if (child) await stopChild(child, over, stopTimeoutMs + (plan.allowed ?? 0))
  }

  launch()
  return {
    plan,
    log,
    pid: () => child?.pid ?? null,
    isRunning: () => child !== null,
    hold() {
      held = true
      clearTimeout(timer)
    },
    resume() {
      if (held && !child && !stopped) launch()
      held = false
    },
    async restart() {
      this.hold()
      await endChild()
      this.resume()
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await endChild()
    },
  }
}

function spawnChild(plan: ProcessPlan, log: LogFile): ChildProcess {
  const program = plan.program ?? process.execPath
  const args = plan.program ? plan.args : ['--enable-source-maps', ...plan.args]
  const child = spawn(program, args, {
    ...plan.user,
    cwd: plan.user ? '/' : projectRoot,
    env: { ...basicEnvironment(), ...plan.env } as NodeJS.ProcessEnv,
    // The channel shows it when we are gone. A separate process group: Ctrl-C reaches only us, who stop it in order.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  })
  onOutput(child, log.write)
  child.on('error', (error) => log.write(`${error.message}\n`))
  return child
}

async function stopChild(child: ChildProcess, over: 'exit' | 'close', timeoutMs: number): Promise<void> {
  const ended = new Promise((done) => child.once(over, done))
  const force = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  child.kill('SIGTERM')
  await ended
  clearTimeout(force)
}

/** A process that keeps crashing is reported in full once, then with a line every tenth time. */
function report(plan: ProcessPlan, log: LogFile, failures: number, how: string, wait: number): void {
  if (failures > 1 && failures % 10 !== 0) return
  say(`! ${plan.title} ended (${how}), restarts in ${wait / 1000} s; its log: ${log.path}`)
  for (const line of log.lastLines().slice(-shownLines)) say(`    ${line.slice(0, 200)}`)
}
