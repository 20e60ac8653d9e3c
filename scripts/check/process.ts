import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { waitUntil } from '@/lib/timeout'
import { projectRoot } from '../launch/root'
import { onOutput } from '../launch/spawn'

/** How a program ended, and all its output in order. */
export type Ended = { code: number | null; output: string }

const running = new Set<ChildProcess>()
/** npm forwards a signal that the terminal has sent to us already. */
const echoMilliseconds = 1000
let interruptedAt = 0

/**
 * Runs one program in `cwd`, by default the project's folder. Its output is kept for a failure and copied to the file
 * `log`. It leads a process group, so that its leftover processes are ended with it.
 */
export async function run(
  command: string[],
  log: string,
  environment: Record<string, string | undefined> = {},
  cwd = projectRoot,
): Promise<Ended> {
  if (interruptedAt) return { code: null, output: 'Interrupted before it started.' }
  mkdirSync(dirname(log), { recursive: true })
  const file = createWriteStream(log)
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1', ...environment },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  onOutput(child, (text) => {
    output += text
    file.write(text)
  })
  // Not `close`: a grandchild that outlives its parent would hold the pipes open for ever.
  const code = await new Promise<number | null>((done) => {
    child.on('exit', (exitCode) => done(exitCode))
    child.on('error', (error) => {
      output += error.message
      done(null)
    })
  })
  await endGroup(child)
  running.delete(child)
  file.end()
  return { code, output }
}

/** Asks all running programs to stop, like Ctrl-C in a terminal; the second time kills them. No more are started. */
export function interrupt(): void {
  if (interruptedAt && Date.now() - interruptedAt < echoMilliseconds) return
  for (const child of running) signal(child, interruptedAt ? 'SIGKILL' : 'SIGINT')
  interruptedAt = Date.now()
}

export function wasInterrupted(): boolean {
  return interruptedAt > 0
}

async function endGroup(child: ChildProcess): Promise<void> {
  for (const name of ['SIGTERM', 'SIGKILL'] as const) {
    if (!signal(child, name)) return
    await waitUntil(() => !signal(child, 0), 2000, 20)
  }
}

/** @returns whether the group still had a process */
function signal(child: ChildProcess, name: NodeJS.Signals | 0): boolean {
  if (!child.pid) return false
  try {
    process.kill(-child.pid, name)
    return true
  } catch {
    return false
  }
}
