import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { waitUntil } from '@/lib/timeout'
import { onOutput } from '@/scripts/launch/spawn'

/** One server under test: a separate process with its own port, on the shared database. */
export type Contender = {
  name: string
  port: number
  command: string[]
  env: Record<string, string>
}

export type Running = {
  contender: Contender
  pid: number
  stop: () => Promise<void>
  /** Resident memory in MB. */
  memory: () => Promise<number>
}

/**
 * Starts a contender and waits until it responds.
 * @throws Error when another program uses its port, or with its output when it doesn't respond within 30 s
 */
export async function startContender(contender: Contender): Promise<Running> {
  // A leftover of a killed run would be measured instead of this one.
  if (await answers(contender.port)) throw new Error(`Port ${contender.port} is taken by another program.`)
  const [command = 'node', ...parameters] = contender.command
  const child = spawn(command, parameters, {
    cwd: join(import.meta.dirname, '..'),
    env: {
      ...process.env,
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
    return { contender, pid: child.pid ?? 0, stop: () => stop(child), memory: () => residentMegabytes(child) }
  child.kill('SIGKILL')
  throw new Error(`${contender.name} did not start:\n${output}`)
}

/** Over plain TCP: a proxy responds to TLS only. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const end = (answered: boolean) => {
      socket.destroy()
      resolve(answered)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })
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
