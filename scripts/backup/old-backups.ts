import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readManifest } from './archive'

const madeByUs = /^guichet-\d{4}-\d\d-\d\dT\d{6}Z$/

/** The name of the folder of a backup that begins at this moment: names sort as their times. */
export function backupName(began: Date): string {
  return `guichet-${began.toISOString().slice(0, 19).replaceAll(':', '')}Z`
}

/**
 * Removes the oldest backups below `parent` until `kept` are left, the newest of them always. Folders of other names, and
 * those that do not hold a finished backup of this version, neither count nor go.
 * @returns the folders that were removed
 */
export function removeOldBackups(parent: string, newest: string, kept: number): string[] {
  const others = readdirSync(parent)
    .filter((name) => madeByUs.test(name) && name !== newest && isFinished(join(parent, name)))
    .sort()
  const old = others.slice(0, Math.max(0, others.length + 1 - kept)).map((name) => join(parent, name))
  for (const folder of old) {
    // First what makes it a backup: one whose removal is broken off is none.
    rmSync(join(folder, 'manifest.json'))
    rmSync(folder, { recursive: true })
  }
  return old
}

function isFinished(folder: string): boolean {
  try {
    readManifest(folder)
    return true
  } catch {
    return false
  }
}
