import { type AuditFault, verifyAudit } from '@/lib/audit/verify'
import { databasePool } from '@/lib/database'
import { atFile, makeFolder } from '@/lib/files'
import { noteRun } from '@/lib/health/command-runs'
import { openNotes, parseHead } from './audit/noted-head'
import { count, defineCommand, print } from './command'
import { createProgress } from './progress'
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
