import { type ChildProcess, spawn } from 'node:child_process'
import type { SystemUser } from '../postgres/place'
import { projectRoot } from '../root'
import { basicEnvironment, onOutput } from '../spawn'
import { say } from './console'
import { type LogFile, openLogFile } from './log-file'
import { rememberProcess } from './orphans'

/**
 * One process: of ours, run by Node, or another `program`, perhaps as another `user`. `ready` is an address that answers
 * 200 when it can serve, or `tcp://` where a connection says as much.
 */
export type ProcessPlan = {
  name: string
  title: string
  program?: string
  user?: SystemUser
  args: string[]
  env: Record<string, string>
  ready: string
  /** milliseconds that it gives itself to end beyond those of every process (`allowShutdown`) */
  allowed?: number
}

export type Supervised = {
  plan: ProcessPlan
  log: LogFile
  pid(): number | null
  isRunning(): boolean
  /** Leaves it ended, should it end, until `resume`. */
  hold(): void
  resume(): void
  stop(): Promise<void>
}

const shortestPause = 250
const longestPause = 4000
/** A process that lived as long as this had not failed to start. */
const settledMilliseconds = 10_000
/** Beyond what it is allowed, for a process that was told to end. */
const stopTimeoutMs = 6000
const shownLines = 6

/** Starts a process and starts it again whenever it ends, at once at first and at most 4 s later, until stopped. */
export function supervise(plan: ProcessPlan, dataDir: string): Supervised {
  const log = openLogFile(`${dataDir}/logs/${plan.name}.log`)
  let child: ChildProcess | null = null
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let held = false
  let failures = 0
  // What a program of others leaves running may keep its outputs open.
  const over = plan.program ? 'exit' : 'close'

  function launch(): void {
    const began = Date.now()
    const launched = spawnChild(plan, log)
    child = launched
    if (launched.pid) rememberProcess(dataDir, plan.name, launched.pid)
    launched.once(over, (code, signal) => {
      child = null
      if (stopped || held) return
      failures = Date.now() - began > settledMilliseconds ? 1 : failures + 1
      const wait = Math.min(shortestPause * 2 ** (failures - 1), longestPause)
      report(plan, log, failures, signal ?? `code ${code}`, wait)
      timer = setTimeout(launch, wait)
    })
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
    async stop() {
      stopped = true
      clearTimeout(timer)
      if (child) await stopChild(child, over, stopTimeoutMs + (plan.allowed ?? 0))
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
    // The channel tells it when we are gone. A process group of its own: Ctrl-C reaches us only, who stop it in order.
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

/** A process that ends again and again is reported in full once, then a line for every tenth time. */
function report(plan: ProcessPlan, log: LogFile, failures: number, how: string, wait: number): void {
  if (failures > 1 && failures % 10 !== 0) return
  say(`! ${plan.title} ended (${how}), starts again in ${wait / 1000} s; its log: ${log.path}`)
  for (const line of log.lastLines().slice(-shownLines)) say(`    ${line.slice(0, 200)}`)
}
