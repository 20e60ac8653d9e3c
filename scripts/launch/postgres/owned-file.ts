import { chownSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { SystemUser } from './place'

/** Writes `path` atomically, readable by its `owner` only; a file that already has this text is left unchanged. */
export function writeFileAs(owner: SystemUser, path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return
  writeFileSync(`${path}.new`, text, { mode: 0o600 })
  if (owner) chownSync(`${path}.new`, owner.uid, owner.gid)
  renameSync(`${path}.new`, path)
}
