import { lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { refuseMissing } from '@/lib/env'

/**
 * Notes a process for the health check in its container (`ops/compose/check.sh`): a file in a folder that
 * only this user can use, because others could place a link under a predictable name in a shared folder.
 * @param ready its readiness URL
 * @param folder created if missing
 * @returns removes the note
 * @throws Error if the folder belongs to someone else or is open to others
 */
export function writeReadinessFile(name: string, ready: string, folder = defaultFolder()): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { uid, mode } = requireDirectory(folder)
  if (uid !== process.getuid?.() || (mode & 0o077) !== 0)
    throw new Error(`${folder} must belong to this user and be closed to others.`)
  const path = join(folder, `${name}-${process.pid}`)
  writeFileSync(path, `${ready}\n`, { mode: 0o600 })
  return () => rmSync(path, { force: true })
}

function defaultFolder(): string {
  return join(process.env.XDG_RUNTIME_DIR || tmpdir(), `guichet-${process.getuid?.()}`)
}

function requireDirectory(folder: string) {
  const found = lstatSync(folder)
  if (!found.isDirectory()) throw new Error(`${folder} is not a directory.`)
  return found
}

/** The settings that each process needs in addition to a database. */
export const needed: Record<string, Parameters<typeof refuseMissing>[0]> = {
  portal: ['NEXTAUTH_SECRET', 'SECRET_ENCRYPTION_KEYS', 'SECRET_HASH_KEYS'],
  gateway: ['SECRET_HASH_KEYS', 'TOKEN_KEYS'],
  feed: ['FEED_KEYS'],
  worker: ['SECRET_ENCRYPTION_KEYS', 'SMTP_URL'],
}
