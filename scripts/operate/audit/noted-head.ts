import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool } from 'pg'
import type { AuditHead } from '@/lib/audit/verify'
import { SettingsError } from '@/lib/env'
import { writeFileAs } from '@/scripts/launch/postgres/owned-file'

/** Each database's head at its last verification without a fault, by what identifies it. */
type Notes = Record<string, AuditHead>

/** The file's one head before databases were told apart. */
const unnamed = 'unnamed'

/**
 * Opens the notes outside the database. A copy of a database that was restored has its own: other rows than those of
 * the original are no fault of either.
 * @throws SettingsError when the file is damaged
 */
export async function openNotes(pool: Pick<Pool, 'query'>, dataDir: string) {
  const path = join(dataDir, 'audit-head.json')
  const notes = readNotes(path)
  const name = await identify(pool)
  return {
    path,
    find: (): AuditHead | null => notes[name] ?? notes[unnamed] ?? null,
    write(head: AuditHead): void {
      const { [unnamed]: _, ...others } = notes
      writeFileAs(null, path, `${JSON.stringify({ ...others, [name]: head })}\n`)
    },
  }
}

/** A server's own number and the database's in it; another after a restore with `guichet restore`. */
async function identify(pool: Pick<Pool, 'query'>): Promise<string> {
  const { rows } = await pool.query(
    `SELECT system_identifier || '/' || oid AS name FROM pg_control_system(), pg_database
     WHERE datname = current_database()`,
  )
  return rows[0].name
}

function readNotes(path: string): Notes {
  if (!existsSync(path)) return {}
  try {
    const found = JSON.parse(readFileSync(path, 'utf8'))
    const notes: Notes = found.sequence ? { [unnamed]: found } : found
    return Object.fromEntries(
      Object.entries(notes).map(([name, { sequence, hash }]) => [name, parseHead(`${sequence}:${hash}`)]),
    )
  } catch {
    throw new SettingsError(`${path} is damaged: put its copy back, or delete it to start again.`)
  }
}

/**
 * Reads `SEQUENCE:HASH`, as a verification prints it.
 * @throws SettingsError for anything else
 */
export function parseHead(text: string): AuditHead {
  const [, sequence, hash] = /^([1-9]\d{0,18}):([0-9a-f]{64})$/.exec(text) ?? []
  if (!sequence || !hash)
    throw new SettingsError(`--head: must be SEQUENCE:HASH as printed before, not "${text}".`)
  return { sequence, hash }
}
