import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { SystemUser } from './place'

/**
 * Writes `path` atomically, readable by its `owner` only; a file that already has this text is left unchanged. A full
 * disk leaves nothing.
 */
export function writeFileAs(owner: SystemUser, path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return
  const unfinished = `${path}.new`
  try {
    writeFileSync(unfinished, text, { mode: 0o600, flush: true })
    if (owner) chownSync(unfinished, owner.uid, owner.gid)
    renameSync(unfinished, path)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}
