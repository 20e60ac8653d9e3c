import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { waitUntil } from '@/lib/timeout'

/** The server's status as PostgreSQL writes it to `postmaster.pid`: line 1 is its process, line 8 its state. */
export type Postmaster = { pid: number; state: string }

/** The server that runs on `data`, or null. A pid file that outlived its server counts as null. */
export function findPostmaster(data: string): Postmaster | null {
  const file = join(data, 'postmaster.pid')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 1 || !isPostgres(pid)) return null
  return { pid, state: (lines[7] ?? '').trim() }
}

/** PostgreSQL takes any live process of its user with the old number for a running server, even this one. */
export function removeStalePidFile(data: string): void {
  if (!findPostmaster(data)) rmSync(join(data, 'postmaster.pid'), { force: true })
}

/**
 * Stops the server: sessions are cut off, data is written (SIGINT, "fast"); after `timeoutMs` it is
 * killed in the way that recovers at the next start (SIGQUIT).
 */
export async function stopPostmaster(data: string, timeoutMs = 8000): Promise<void> {
  const running = findPostmaster(data)
  if (!running) return
  signal(running.pid, 'SIGINT')
  if (await isGone(running.pid, timeoutMs)) return
  signal(running.pid, 'SIGQUIT')
  if (!(await isGone(running.pid, 3000))) signal(running.pid, 'SIGKILL')
}

/** True for a live process that is a PostgreSQL server. A zombie has no command line. */
export function isPostgres(pid: number): boolean {
  return /(^|\/)postgres\b/.test(commandLine(pid).split(/\0| /)[0] ?? '')
}

function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' })
  } catch {
    return ''
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // Gone in the meantime.
  }
}

function isGone(pid: number, timeoutMs: number): Promise<boolean> {
  return waitUntil(() => !isPostgres(pid), timeoutMs, 25)
}
