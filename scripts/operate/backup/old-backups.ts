import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readManifest } from './archive'

const madeByUs = /^guichet-\d{4}-\d\d-\d\dT\d{6}Z$/
const unfinished = /^guichet-\d{4}-\d\d-\d\dT\d{6}Z\.unfinished$/
const dayMilliseconds = 86_400_000

/** The folder name of a backup that starts now: names sort by time. */
export function backupName(began: Date): string {
  return `guichet-${began.toISOString().slice(0, 19).replaceAll(':', '')}Z`
}

/**
 * Removes the oldest backups below `parent` until `kept` are left, always including the newest. Folders with other
 * names, and those without a finished backup of this version, are neither counted nor removed.
 * @returns the folders that were removed
 */
export function removeOldBackups(parent: string, newest: string, kept: number): string[] {
  const others = readdirSync(parent)
    .filter((name) => madeByUs.test(name) && name !== newest && isFinished(join(parent, name)))
    .sort()
  const old = others.slice(0, Math.max(0, others.length + 1 - kept)).map((name) => join(parent, name))
  for (const folder of old) {
    // The manifest first: a backup whose removal is interrupted no longer counts as one.
    rmSync(join(folder, 'manifest.json'))
    rmSync(folder, { recursive: true })
  }
  return old
}

/**
 * Removes what killed backups left below `parent`: unfinished folders that were not written to for a day. A younger one
 * may be in progress. A folder that can't be removed stays, as the next backup matters more.
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

/** A large table takes long to write, which the folder's own time doesn't show. */
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
