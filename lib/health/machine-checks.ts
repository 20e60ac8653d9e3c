import { readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { now } from '@/lib/clock'
import type { Finding } from './schema'

const gigabyte = 1e9
const hourMs = 3_600_000
const oldHours = 48

/** Where the last backup that came to its end is noted, below DATA_DIR. */
export function backupNotePath(dataDir: string): string {
  return join(dataDir, 'last-backup.json')
}

/**
 * What is free where DATA_DIR lies: the embedded database, logs and backups fill it. A process with a database of the
 * operator's, in a container or a unit of its own, may have no such folder.
 */
export async function checkDisk(dataDir: string): Promise<Finding> {
  const found = await statfs(dataDir).catch((error: NodeJS.ErrnoException) => error)
  if (found instanceof Error)
    return found.code === 'ENOENT'
      ? { check: 'disk', outcome: 'absent', values: {} }
      : { check: 'disk', outcome: 'unreadable', values: { reason: found.code ?? found.message } }
  const { bavail, bsize, blocks } = found
  const free = bavail * bsize
  const values = { free: (free / gigabyte).toFixed(1), percent: Math.round((bavail / blocks) * 100) }
  const outcome = free < gigabyte / 2 ? 'full' : free < 2 * gigabyte || values.percent < 5 ? 'low' : 'good'
  return { check: 'disk', outcome, values }
}

/** How old the last backup is that was made with DATA_DIR; others are not known here. */
export function checkBackup(dataDir: string): Finding {
  try {
    const { at } = JSON.parse(readFileSync(backupNotePath(dataDir), 'utf8'))
    const hours = Math.floor((now().getTime() - Date.parse(at)) / hourMs)
    return { check: 'backup', outcome: hours > oldHours ? 'old' : 'good', values: { hours } }
  } catch {
    return { check: 'backup', outcome: 'none', values: {} }
  }
}
