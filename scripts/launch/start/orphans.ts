import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { identify } from '../lock.mjs'
import { say } from './console'

const timeoutMs = 4000

/**
 * Records the process in `DATA_DIR/run/<name>`, for a later start to find it if we are killed. Best effort: on a full
 * disk, a process that restarts must not end its supervisor.
 */
export function rememberProcess(dataDir: string, name: string, pid: number): void {
  try {
    mkdirSync(join(dataDir, 'run'), { recursive: true })
    writeFileSync(join(dataDir, 'run', name), `${identify(pid) ?? ''}\n`)
  } catch (error) {
    say(`! ${name} could not be recorded in ${dataDir}/run (${(error as NodeJS.ErrnoException).code})`)
  }
}

/**
 * Waits for the processes of a start that was killed: they end by themselves when its channel to them closes. Processes
 * that don't are killed. The lock on the data folder must be held.
 */
export async function reclaimOrphans(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'run')
  mkdirSync(folder, { recursive: true })
  const orphans = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8').trim())
  for (const end = performance.now() + timeoutMs; orphans.some(isAlive); await pause(50)) {
    if (performance.now() < end) continue
    for (const orphan of orphans.filter(isAlive)) process.kill(Number.parseInt(orphan, 10), 'SIGKILL')
  }
  rmSync(folder, { recursive: true })
}

function isAlive(description: string): boolean {
  return description !== '' && identify(Number.parseInt(description, 10)) === description
}
