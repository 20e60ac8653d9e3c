import { putMarked, readMarked } from './marked'
import type { Outcome } from './trial'

const name = 'faults'
const head = `| fault | calls | wrong | failed | longest gap | full service after | writes | lost | mails | lost | doubled | remarks |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|`

/** One row of the table. */
export function formatRow({
  scenario,
  figures,
  writes,
  losses,
  auditFaults,
  mail,
  revoked,
  fromStandby,
  note,
}: Outcome): string {
  const lost = Object.values(losses).reduce((sum, each) => sum + each, auditFaults)
  const standby = `${Math.round(100 * fromStandby)} % of balances from the standby`
  const remarks = [note, `${revoked} tokens revoked`, standby, `p99 ${Math.round(figures.p99)} ms`]
    .filter(Boolean)
    .join('; ')
  const cells = [
    scenario.title,
    figures.calls,
    figures.wrong,
    figures.failed,
    seconds(figures.longestGap),
    seconds(figures.fullServiceAfter),
    writes,
    lost,
    mail.mails,
    mail.lost,
    mail.doubled,
    remarks,
  ]
  return `| ${cells.join(' | ')} |`
}

/**
 * Puts rows into the table between the markers of `document`; rows of the same faults are replaced, others stay.
 * @throws Error when the markers are missing
 */
export function mergeRows(document: string, rows: string[], intro: string): string {
  const title = (row: string) => row.split(' | ')[0]
  const standing = readMarked(document, name)
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| fault |'))
  const replaced = standing.map((row) => rows.find((each) => title(each) === title(row)) ?? row)
  const added = rows.filter((row) => !standing.some((each) => title(each) === title(row)))
  return putMarked(document, name, [intro, '', head, ...replaced, ...added].join('\n'))
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(milliseconds < 9950 ? 1 : 0)} s`
}
