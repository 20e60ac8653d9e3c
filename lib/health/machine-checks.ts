import { readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { now } from '@/lib/clock'
import type { Finding } from './schema'

const gigabyte = 1e9
const oldHours = 48

/** Where the last backup that came to its end is noted, below DATA_DIR. */
export function backupNotePath(dataDir: string): string {
  return join(dataDir, 'last-backup.json')
}

/** Where the last verification of the audit log is noted, below DATA_DIR. */
export function auditNotePath(dataDir: string): string {
  return join(dataDir, 'audit-verified.json')
}

/**
 * What is free where DATA_DIR is: the embedded database, logs and backups fill it. A process with a database of the
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
  const note = readNote(backupNotePath(dataDir))
  if (!note) return { check: 'backup', outcome: 'none', values: {} }
  const hours = Math.floor(note.ageSeconds / 3600)
  return { check: 'backup', outcome: hours > oldHours ? 'old' : 'good', values: { hours } }
}

/** What the last verification of the audit log with DATA_DIR found, and how long ago. */
export function checkAudit(dataDir: string): Finding {
  const note = readNote(auditNotePath(dataDir))
  if (!note) return { check: 'audit', outcome: 'never', values: {} }
  const hours = Math.floor(note.ageSeconds / 3600)
  const faults = Number(note.faults ?? 0)
  const outcome = faults > 0 ? 'faults' : hours > oldHours ? 'old' : 'good'
  return { check: 'audit', outcome, values: { hours, faults } }
}

/**
 * What a command noted below DATA_DIR when it came to its end, and how many seconds ago.
 * @returns null when there is no such note
 */
export function readNote(path: string): { ageSeconds: number; faults?: unknown } | null {
  try {
    const note = JSON.parse(readFileSync(path, 'utf8'))
    const ageSeconds = (now().getTime() - Date.parse(note.at)) / 1000
    return Number.isFinite(ageSeconds) ? { ...note, ageSeconds } : null
  } catch {
    return null
  }
}
