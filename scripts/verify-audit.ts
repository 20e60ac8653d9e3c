import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type AuditFault, verifyAudit } from '@/lib/audit/verify'
import { closeDatabase, databasePool } from '@/lib/database'
import { SettingsError } from '@/lib/env'
import { notePath, parseHead, readNote, writeNote } from './audit/noted-head'
import { createProgress } from './progress'
import { connectScript } from './settings'

// `npm run audit:verify [-- --head SEQUENCE:HASH]`: recomputes the chain of the audit log and says what was tampered
// with. Rows cut off at the end, and a chain made anew, show only against a head that was noted before: the one in the
// data folder, and those given.
const shown = 100
const say = (line: string) => process.stdout.write(`${line}\n`)

try {
  const { values } = parseArgs({ options: { head: { type: 'string', multiple: true, default: [] } } })
  await verify(values.head)
} catch (error) {
  if (!(error instanceof SettingsError)) throw error
  console.error(error.message)
  process.exitCode = 1
} finally {
  await closeDatabase()
}

async function verify(heads: string[]): Promise<void> {
  const { dataDir } = connectScript('guichet-audit-verify')
  const note = readNote(dataDir)
  const anchors = [...(note ? [note] : []), ...heads.map(parseHead)]
  const progress = createProgress()
  const { checked, head, faults } = await verifyAudit(databasePool(), {
    anchors,
    onProgress: (done, total) => progress.show('audit rows', done, total),
  })
  progress.end()
  for (const fault of faults.slice(0, shown)) say(toSentence(fault))
  if (faults.length > shown) say(`… and ${faults.length - shown} more.`)
  if (faults.length > 0) {
    say(`${checked} rows checked, ${faults.length} faults found.`)
    if (note) say(`The head that was noted stands in ${notePath(dataDir)}.`)
    process.exitCode = 1
    return
  }
  if (head) {
    mkdirSync(dataDir, { recursive: true })
    writeNote(dataDir, head)
    say(`${checked} rows checked, nothing was changed, removed or reordered.`)
    say(`Head: ${head.sequence}:${head.hash}`)
  } else say('The audit log is empty.')
}

function toSentence({ kind, sequence, until }: AuditFault): string {
  const range = until && until !== sequence ? `${sequence} to ${until}` : sequence
  const sentences: Record<AuditFault['kind'], string> = {
    changed: `Row ${sequence} was changed.`,
    replaced: `Row ${sequence} was replaced: the row after it was linked to another.`,
    missing: `Row ${range} is missing.`,
    reordered: `Row ${sequence} was moved: it belongs at ${until}.`,
    cut_off: `Row ${range} is missing: the end of the log was cut off.`,
    rewritten: `Row ${sequence} is not the one that was noted: the log up to there was made anew.`,
  }
  return sentences[kind]
}
