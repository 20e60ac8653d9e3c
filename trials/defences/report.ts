import type { Defence } from './defence'

export const reportFile = 'docs/evidence/defences.md'

/** How a run without a defence ended; `broken` says what kept its tests from judging. */
export type Verdict = { defence: Defence; failed: string[]; broken?: string }

/** A defence whose removal no test notices, or none could judge. */
export function isMissed({ failed, broken }: Verdict): boolean {
  return failed.length === 0 || broken !== undefined
}

/** One row of the report. */
export function renderRow({ defence: { name, file, tests }, failed, broken }: Verdict): string {
  const noticed = `${failed.length} failed${failed[0] ? `: ${escapeCell(failed[0])}` : ''}`
  const outcome = broken
    ? `not judged: ${escapeCell(broken)}`
    : failed.length > 0
      ? noticed
      : 'nobody noticed'
  return `| ${name} | \`${file}\` | \`${tests}\` | ${outcome} |`
}

/** The rows of a report by the names of their defences. */
export function readRows(report: string): Map<string, string> {
  const rows = report.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| without |'))
  return new Map(rows.map((row) => [row.split(' | ')[0]?.slice(2) ?? '', row]))
}

/** The text of `docs/evidence/defences.md`. */
export function renderReport(rows: string[]): string {
  return `# Defences, taken away one at a time

Written by \`npm --prefix trials run defences\`, for what [mutation tests](mutation.md) do not reach: it copies the project, takes one
defence away, runs the tests that must notice, and fails when they pass; that they pass with all defences in place is what
\`npm test\` shows. \`trials/defences/\` has what is taken away; a test of the gate fails when that is no longer in the code,
or when this list is of other defences.

| without | in | run | what noticed |
|---|---|---|---|
${rows.join('\n')}
`
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').slice(0, 140)
}
