import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** One process that this user runs here, and its readiness URL. */
type Mark = { pid: number; ready: string }

/**
 * Notes a process for the health check in its container: a file in a folder that only this user can use, because others
 * could place a link under a predictable name in a shared folder.
 * @param folder created if missing
 * @returns removes the note
 * @throws Error if the folder belongs to someone else or is open to others
 */
export function leaveMark(name: string, ready: string, folder = defaultFolder()): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { uid, mode } = requireDirectory(folder)
  if (uid !== process.getuid?.() || (mode & 0o077) !== 0)
    throw new Error(`${folder} must belong to this user and be closed to others.`)
  const path = join(folder, `${name}-${process.pid}`)
  writeFileSync(path, JSON.stringify({ pid: process.pid, ready } satisfies Mark), { mode: 0o600 })
  return () => rmSync(path, { force: true })
}

/** The URLs of the noted processes that are still running. */
export function findMarked(folder = defaultFolder()): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .map((name) => readMark(join(folder, name)))
    .filter((mark) => mark !== null)
    .filter(({ pid }) => isAlive(pid))
    .map(({ ready }) => ready)
}

/** null for one that is being written or removed, or that a full disk left empty. */
function readMark(path: string): Mark | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

function defaultFolder(): string {
  return join(process.env.XDG_RUNTIME_DIR || tmpdir(), `guichet-${process.getuid?.()}`)
}

function requireDirectory(folder: string) {
  const found = lstatSync(folder)
  if (!found.isDirectory()) throw new Error(`${folder} is not a directory.`)
  return found
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
