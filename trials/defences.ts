import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { testFolder } from '@/scripts/check/folders'
import { projectRoot } from '@/scripts/launch/root'
import { withoutDefence } from './defences/apply'
import { makeCopy, removeCopy } from './defences/copy'
import type { Defence } from './defences/defence'
import { defences } from './defences/list'
import { isMissed, readRows, renderReport, renderRow, reportFile, type Verdict } from './defences/report'
import { runTests } from './defences/run-tests'

const usage = `npm --prefix trials run defences                     takes each defence away, one at a time, and writes docs/evidence/defences.md
npm --prefix trials run defences -- --only "link"  those whose names contain this, or one of several with commas
npm --prefix trials run defences -- --jobs 3       in three copies side by side`

process.exitCode = await main()

/**
 * Takes one defence away after another, in a copy of the project, and runs the tests that must notice. That they pass
 * with all of them in place is what `npm test` shows.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, jobs: { type: 'string', default: '1' }, help: { type: 'boolean' } },
  })
  if (values.help) return say(usage)
  const words = (values.only ?? '').split(',')
  const chosen = defences.filter(({ name }) => words.some((word) => name.includes(word)))
  const verdicts = new Map<Defence, Verdict>()
  const waiting = [...chosen]
  await Promise.all(
    Array.from({ length: Number(values.jobs) }, (_, job) =>
      work(join(testFolder, `defences-${job}`), waiting, verdicts),
    ),
  )
  const judged = chosen.map((each) => verdicts.get(each) as Verdict)
  keepReport(judged)
  const missed = judged.filter(isMissed)
  return say(`${judged.length} defences taken away, ${missed.length} missed`, missed.length > 0 ? 1 : 0)
}

/** Takes what waits, until nothing does, in a copy of its own. */
async function work(copy: string, waiting: Defence[], verdicts: Map<Defence, Verdict>): Promise<void> {
  await removeCopy(copy)
  makeCopy(copy)
  try {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const verdict = { defence: next, ...(await tryWithout(next, copy)) }
      verdicts.set(next, verdict)
      say(
        `${isMissed(verdict) ? 'MISSED' : 'ok    '} ${next.name}: ${verdict.broken ?? `${verdict.failed.length} failed`}`,
      )
    }
  } finally {
    await removeCopy(copy)
  }
}

/** The rows of the entries judged now replace their previous ones. */
function keepReport(judged: Verdict[]): void {
  const path = join(projectRoot, reportFile)
  const rows = existsSync(path) ? readRows(readFileSync(path, 'utf8')) : new Map<string, string>()
  for (const verdict of judged) rows.set(verdict.defence.name, renderRow(verdict))
  const known = defences.flatMap(({ name }) => rows.get(name) ?? [])
  writeFileSync(path, renderReport(known))
}

async function tryWithout(defence: Defence, copy: string): Promise<Pick<Verdict, 'failed' | 'broken'>> {
  const file = join(copy, defence.file)
  const intact = readFileSync(file, 'utf8')
  writeFileSync(file, withoutDefence(defence, copy))
  try {
    return await runTests(copy, defence)
  } finally {
    writeFileSync(file, intact)
  }
}

function say(text: string, code = 0): number {
  process.stdout.write(`${text}\n`)
  return code
}
