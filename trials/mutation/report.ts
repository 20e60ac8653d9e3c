export const reportFile = 'docs/evidence/mutation.md'

type Mutant = {
  status: string
  location: { start: { line: number } }
  replacement: string
}

/** What StrykerJS writes: https://github.com/stryker-mutator/mutation-testing-elements, its schema. */
export type StrykerReport = { files: Record<string, { source: string; mutants: Mutant[] }> }

/** How the mutants of one file ended, in numbers of mutants; a run that hangs or takes too long has `timedOut`. */
export type Tally = {
  mutants: number
  killed: number
  timedOut: number
  survived: number
  uncovered: number
  /** each mutant that no test noticed, as a line */
  unnoticed: string[]
}

/** Counts the mutants of the one file in a report. Those that don't load are no mutants. */
export function readTally(report: StrykerReport): Tally {
  const [{ source, mutants } = { source: '', mutants: [] }] = Object.values(report.files)
  const lines = source.split('\n')
  const count = (status: string) => mutants.filter((mutant) => mutant.status === status).length
  const [killed, timedOut, survived, uncovered] = [
    count('Killed'),
    count('Timeout'),
    count('Survived'),
    count('NoCoverage'),
  ]
  const unnoticed = mutants
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map(({ status, location: { start }, replacement }) => {
      const line = lines[start.line - 1]?.trim()
      return `${status} in line ${start.line}: ${line}\n    ${replacement}`
    })
  return {
    mutants: killed + timedOut + survived + uncovered,
    killed,
    timedOut,
    survived,
    uncovered,
    unnoticed,
  }
}

/** Of a file's mutants those that were noticed, in per cent, rounded down. A mutant that hangs its tests is noticed. */
export function scoreOf({ mutants, killed, timedOut }: Tally): number {
  return mutants === 0 ? 100 : Math.floor((100 * (killed + timedOut)) / mutants)
}

/** One row of the report. @param when the day and the commit */
export function renderRow(file: string, tally: Tally, when: string): string {
  const { mutants, killed, timedOut, survived, uncovered } = tally
  return `| \`${file}\` | ${[mutants, killed, timedOut, survived, uncovered].join(' | ')} | ${scoreOf(tally)} | ${when} |`
}

/** The rows of a report by their files. */
export function readRows(report: string): Map<string, string> {
  return new Map([...report.matchAll(/^\| `([^`]+)` \|.*$/gm)].map(([row, file = '']) => [file, row]))
}

/** The score in a row. */
export function readScore(row: string): number {
  return Number(row.split(' | ')[6])
}

/** What `docs/evidence/mutation.md` holds. */
export function renderReport(rows: string[], waiting: string[]): string {
  return `# Mutation tests

Written by \`npm --prefix trials run mutate\`: StrykerJS changes one operator, condition, text or block of a file at a time
and runs the tests of that file, which must fail. \`trials/mutation/targets.ts\` names the files, their tests and the least
score of each; a run fails below it. The score is the share of mutants that were killed or made a test hang (timed out), in
per cent. What mutants do not reach is in [defences](defences.md).

| file | mutants | killed | timed out | survived | no coverage | score | day | commit |
|---|---|---|---|---|---|---|---|---|
${rows.join('\n')}

Not yet run (${waiting.length}):

${waiting.map((file) => `- \`${file}\``).join('\n')}
`
}
