import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { projectRoot } from '../root'
import { basicEnvironment, type LogFile, onOutput, openLogFile } from '../spawn'
import { say } from './console'
import { type Times, watchForSilence } from './silence'

/** One process. `ready` is a URL that returns 200 once it can serve. */
export type ProcessPlan = {
  name: string
  title: string
  args: string[]
  env: Record<string, string>
  ready: string
  /** milliseconds that it needs to shut down in addition to those of every process (`allowShutdown`) */
  allowed?: number
}

export type Supervised = {
  plan: ProcessPlan
  log: LogFile
  /** null while it does not run */
  pid(): number | null
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
  let state: 'running' | 'restarting' | 'stopped' = 'running'
  let failures = 0

  function launch(): void {
    const began = performance.now()
    const launched = spawnChild(plan, log)
    child = launched
    const stopWatching = watchForSilence({ ready: plan.ready, onSilent: () => endSilent(launched) }, times)
    launched.once('close', (code, signal) => {
      stopWatching()
      child = null
      if (state !== 'running') return
      failures = performance.now() - began > settledMilliseconds ? 1 : failures + 1
      const wait = Math.min(minPause * 2 ** (failures - 1), maxPause)
      report(plan, log, failures, signal ?? `code ${code}`, wait)
      timer = setTimeout(launch, wait)
    })
  }

  function endSilent(silent: ChildProcess): void {
    if (state !== 'running') return
    say(`! ${plan.title} does not respond any more, and is ended`)
    silent.kill('SIGKILL')
  }

  async function endChild(): Promise<void> {
    clearTimeout(timer)
    if (child) await stopChild(child, stopTimeoutMs + (plan.allowed ?? 0))
  }

  launch()
  return {
    plan,
    log,
    pid: () => child?.pid ?? null,
    async restart() {
      state = 'restarting'
      await endChild()
      if (state !== 'restarting') return
      state = 'running'
      launch()
    },
    async stop() {
      state = 'stopped'
      await endChild()
    },
  }
}

function spawnChild(plan: ProcessPlan, log: LogFile): ChildProcess {
  const child = spawn(process.execPath, ['--enable-source-maps', ...plan.args], {
    cwd: projectRoot,
    env: { ...basicEnvironment(), ...plan.env } as NodeJS.ProcessEnv,
    // The channel shows it when we are gone. A separate process group: Ctrl-C reaches only us, who stop it in order.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  })
  onOutput(child, log.write)
  child.on('error', (error) => log.write(`${error.message}\n`))
  return child
}

async function stopChild(child: ChildProcess, timeoutMs: number): Promise<void> {
  const ended = new Promise((done) => child.once('close', done))
  const force = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  child.kill('SIGTERM')
  await ended
  clearTimeout(force)
}

const timeoutMs = 60_000

/** Reasons of `/readyz` that stay until someone changes a setting. */
const lasting = new Set(['keys_do_not_match', 'pooler_loses_statements', 'restore_unfinished'])

/**
 * Waits until a process reports at its own URL that it can serve.
 * @throws Error with the end of its log if it does not within a minute, or as soon as it says why it never will
 */
export async function waitUntilReady({ plan, log }: Supervised): Promise<void> {
  let reason: string | null = null
  for (const end = Date.now() + timeoutMs; Date.now() < end; await pause(60)) {
    reason = await findObstacle(plan.ready)
    if (reason === null) return
    if (lasting.has(reason)) break
  }
  const state = lasting.has(reason ?? '') ? `cannot serve (${reason})` : 'was not ready within a minute'
  throw new Error(`${plan.title} ${state}. Its log, ${log.path}, ends:\n${log.lastLines().join('\n')}`)
}

/** Whether the URL returns 200 now. */
export async function isReady(address: string): Promise<boolean> {
  return (await findObstacle(address)) === null
}

/** The reason of a 503, or some other; null once it is ready. */
async function findObstacle(address: string): Promise<string | null> {
  const response = await fetch(address, { signal: AbortSignal.timeout(3000) }).catch(() => null)
  if (response?.status !== 503) {
    await response?.body?.cancel()
    return response?.ok ? null : 'silent'
  }
  const { reason } = (await response.json().catch(() => ({}))) as { reason?: string }
  return reason ?? 'silent'
}

/** A process that keeps crashing is reported in full once, then with a line every tenth time. */
function report(plan: ProcessPlan, log: LogFile, failures: number, how: string, wait: number): void {
  if (failures > 1 && failures % 10 !== 0) return
  say(`! ${plan.title} ended (${how}), restarts in ${wait / 1000} s; its log: ${log.path}`)
  for (const line of log.lastLines().slice(-shownLines)) say(`    ${line.slice(0, 200)}`)
}
