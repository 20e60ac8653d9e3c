import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { type AuditFault, type AuditHead, verifyAudit } from '@/lib/audit/verify'
import { databasePool } from '@/lib/database'
import { SettingsError } from '@/lib/env'
import { atFile, makeFolder } from '@/lib/files'
import { noteRun } from '@/lib/health/command-runs'
import { writeFileAs } from '@/scripts/launch/postgres/owned-file'
import { count, defineCommand, print } from './command'
import { createProgress } from './output'
import { connectScript } from './settings'

const shown = 100

export default defineCommand({
  usage: `Usage: guichet audit:verify [--head SEQUENCE:HASH]...

Recomputes the chain of the audit log and reports rows that were changed, removed or moved, and e-mail and IP addresses
that are not those that a row has a commitment to; erased ones are no fault. Rows cut off at the end, and
a chain that was rewritten, show only against a head that was noted before: the one of this database in DATA_DIR, which each
verification without a fault writes there, and those given. Exits with 1 when it finds a fault.

  --head  a head that an earlier verification printed; may be given several times`,
  options: { head: { type: 'string', multiple: true, default: [] } },
  async run({ head: given = [] }) {
    const heads = given.map(parseHead)
    const { dataDir } = await connectScript('guichet-audit-verify')
    const notes = await openNotes(databasePool(), dataDir)
    const note = notes.find()
    const progress = createProgress()
    const { checked, head, faults } = await verifyAudit(databasePool(), {
      anchors: [...(note ? [note] : []), ...heads],
      onProgress: (done, total) => progress.show('audit rows', done, total),
    }).finally(progress.end)
    if (faults.length > 0) reportFaults(faults, checked, note ? notes.path : null)
    else if (head) {
      print(`${count(checked, 'row')} checked, nothing was changed, removed or reordered.`)
      print(`Head: ${head.sequence}:${head.hash}`)
    } else print('The audit log is empty.')
    // Last: neither a database that cannot write nor a full disk must hide what was found.
    await noteRun(databasePool(), 'audit:verify', { faults: faults.length })
    makeFolder(dataDir)
    await atFile(dataDir, () => {
      if (faults.length === 0 && head) notes.write(head)
    })
    return faults.length > 0 ? 1 : 0
  },
})

/** Each database's head at its last verification without a fault, by what identifies it. */
type Notes = Record<string, AuditHead>

/** The file's one head before databases were told apart. */
const unnamed = 'unnamed'

/**
 * Opens the notes outside the database. A copy of a database that was restored has its own: other rows than those of
 * the original are no fault of either.
 * @throws SettingsError when the file is damaged
 */
async function openNotes(pool: Pick<Pool, 'query'>, dataDir: string) {
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
function parseHead(text: string): AuditHead {
  const [, sequence, hash] = /^([1-9]\d{0,18}):([0-9a-f]{64})$/.exec(text) ?? []
  if (!sequence || !hash)
    throw new SettingsError(`--head: must be SEQUENCE:HASH as printed before, not "${text}".`)
  return { sequence, hash }
}

function reportFaults(faults: AuditFault[], checked: number, noteFile: string | null): void {
  for (const fault of faults.slice(0, shown)) print(toSentence(fault))
  if (faults.length > shown) print(`… and ${faults.length - shown} more.`)
  print(`${count(checked, 'row')} checked, ${count(faults.length, 'fault')} found.`)
  if (noteFile) print(`The head that was noted is in ${noteFile}.`)
}

function toSentence({ kind, sequence, until }: AuditFault): string {
  const sentences: Record<AuditFault['kind'], string> = {
    changed: `Row ${sequence} was changed.`,
    replaced: `Row ${sequence} was replaced: the row after it was linked to another.`,
    missing: describeMissing(sequence, until),
    reordered: `Row ${sequence} was moved: it belongs at ${until}.`,
    cut_off: `${describeMissing(sequence, until).slice(0, -1)}: the end of the log was cut off.`,
    address: `An address of row ${sequence} is not the one that was recorded.`,
    rewritten: `Row ${sequence} is not the one that was noted: the log up to it was rewritten.`,
  }
  return sentences[kind]
}

function describeMissing(sequence: string, until: string | undefined): string {
  return until && until !== sequence
    ? `Rows ${sequence} to ${until} are missing.`
    : `Row ${sequence} is missing.`
}
