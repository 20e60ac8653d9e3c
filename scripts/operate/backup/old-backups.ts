import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readManifest } from './archive'

const madeByUs = /^guichet-\d{4}-\d\d-\d\dT\d{6}Z$/
const unfinished = /^guichet-\d{4}-\d\d-\d\dT\d{6}Z\.unfinished$/
const dayMilliseconds = 86_400_000

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

/**
 * Removes what backups that were killed left below `parent`: unfinished folders to which nothing was written for a day.
 * A younger one may be under way. One that cannot be removed stays, as the backup to come matters more.
 * @returns a line about each
 */
export function removeAbandoned(parent: string): string[] {
  return readdirSync(parent)
    .filter((name) => unfinished.test(name))
    .map((name) => removeIfAbandoned(join(parent, name)))
    .filter((line) => line !== null)
}

function removeIfAbandoned(folder: string): string | null {
  try {
    if (Date.now() - lastWrite(folder) < dayMilliseconds) return null
    rmSync(folder, { recursive: true })
    return `${folder}: removed, as that backup was broken off.`
  } catch (error) {
    return `${folder}: was not removed: ${(error as Error).message}`
  }
}

/** A large table is written for long, which the folder's own time does not show. */
function lastWrite(folder: string): number {
  const files = readdirSync(folder).map((name) => join(folder, name))
  return Math.max(...[folder, ...files].map((path) => statSync(path).mtimeMs))
}

function isFinished(folder: string): boolean {
  try {
    readManifest(folder)
    return true
  } catch {
    return false
  }
}
