import { readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { now } from '@/lib/clock'
import type { Finding } from './schema'

const gigabyte = 1e9
const oldHours = 48

/** The file below DATA_DIR that records the last completed backup. */
export function backupNotePath(dataDir: string): string {
  return join(dataDir, 'last-backup.json')
}

/** The file below DATA_DIR that records the last verification of the audit log. */
export function auditNotePath(dataDir: string): string {
  return join(dataDir, 'audit-verified.json')
}

/**
 * Free space in DATA_DIR, which the embedded database, logs and backups fill. A process with an external database, in
 * its own container or unit, may have no such folder.
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

/** The age of the last backup that was made with DATA_DIR; others are not known here. */
export function checkBackup(dataDir: string): Finding {
  const note = readNote(backupNotePath(dataDir))
  if (!note) return { check: 'backup', outcome: 'none', values: {} }
  const hours = Math.floor(note.ageSeconds / 3600)
  return { check: 'backup', outcome: hours > oldHours ? 'old' : 'good', values: { hours } }
}

/** The result and age of the last verification of the audit log with DATA_DIR. */
export function checkAudit(dataDir: string): Finding {
  const note = readNote(auditNotePath(dataDir))
  if (!note) return { check: 'audit', outcome: 'never', values: {} }
  const hours = Math.floor(note.ageSeconds / 3600)
  const faults = Number(note.faults ?? 0)
  const outcome = faults > 0 ? 'faults' : hours > oldHours ? 'old' : 'good'
  return { check: 'audit', outcome, values: { hours, faults } }
}

/**
 * The content and the age of the file that a command wrote below DATA_DIR when it completed.
 * @returns null when there is no such file
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
