import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { waitUntil } from '@/lib/timeout'
import { onOutput } from '@/scripts/launch/spawn'

/** One server under test: a process of its own, on a port of its own, over the same database. */
export type Contender = {
  name: string
  port: number
  command: string[]
  env: Record<string, string>
  cwd?: string
}

export type Running = {
  contender: Contender
  pid: number
  stop: () => Promise<void>
  /** Resident memory in MB. */
  memory: () => Promise<number>
}

/**
 * Starts a contender and waits until it answers.
 * @throws Error when something else answers at its port, or with its output when it does not answer within 30 s
 */
export async function startContender(contender: Contender, shared: Record<string, string>): Promise<Running> {
  // Left by a run that was killed, it would be measured in this one's place.
  if (await answers(contender.port)) throw new Error(`Port ${contender.port} is taken by another program.`)
  const [command = 'node', ...parameters] = contender.command
  const child = spawn(command, parameters, {
    cwd: contender.cwd ?? join(import.meta.dirname, '..'),
    env: {
      ...process.env,
      ...shared,
      ...contender.env,
      PORT: String(contender.port),
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  onOutput(child, (text) => {
    output = `${output}${text}`.slice(-4000)
  })
  await waitUntil(async () => child.exitCode !== null || (await answers(contender.port)), 30_000, 100)
  if (child.exitCode === null && (await answers(contender.port)))
    return {
      contender,
      pid: child.pid ?? 0,
      stop: () => stop(child),
      memory: () => residentMegabytes(child),
    }
  child.kill('SIGKILL')
  throw new Error(`${contender.name} did not start:\n${output}`)
}

async function answers(port: number): Promise<boolean> {
  try {
    await fetch(`http://127.0.0.1:${port}/api/eWallet/v1/account?msisdn=221700000000`)
    return true
  } catch {
    return false
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const force = setTimeout(() => child.kill('SIGKILL'), 5000)
  await gone
  clearTimeout(force)
}

async function residentMegabytes(child: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}
