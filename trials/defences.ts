import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { testFolder } from '@/scripts/check/folders'
import { run } from '@/scripts/check/process'
import { logOf, packageProgram } from '@/scripts/check/step'
import { findPlace } from '@/scripts/launch/postgres/place'
import { stopPostmaster } from '@/scripts/launch/postgres/postmaster'
import { projectRoot } from '@/scripts/launch/root'
import { say } from '@/scripts/launch/start/console'
import { type Defence, defences, readRows, reportFile, withoutDefence } from './mutation/defences'

const usage = `npm --prefix trials run defences                     takes each defence away, one at a time, and writes docs/evidence/defences.md
npm --prefix trials run defences -- --only "link"  those whose names contain this, or one of several with commas`

type Report = {
  testResults: { assertionResults: { status: string; fullName: string; failureMessages?: string[] }[] }[]
}

const copy = join(testFolder, 'defences')
const { values } = parseArgs({ options: { only: { type: 'string' }, help: { type: 'boolean' } } })
if (values.help) say(usage)
else process.exitCode = await main((values.only ?? '').split(','))

/** In a copy of the project. That the tests pass with all defences in place is what `npm test` shows. */
async function main(words: string[]): Promise<number> {
  const chosen = defences.filter(([name]) => words.some((word) => name.includes(word)))
  const rows = readRows(readFileSync(join(projectRoot, reportFile), 'utf8'))
  let missed = 0
  await removeCopy()
  makeCopy()
  try {
    for (const defence of chosen) {
      const [name, file, tests] = defence
      const failed = await tryWithout(defence)
      const noticed = failed.length === 0 ? 'no test' : `${failed.length} failed: ${failed[0]?.slice(0, 140)}`
      if (failed.length === 0) missed++
      rows.set(name, `| ${name} | \`${file}\` | \`${tests}\` | ${noticed.replaceAll('|', '\\|')} |`)
      say(`${failed.length === 0 ? 'MISSED' : 'ok    '} ${name}: ${noticed}`)
    }
  } finally {
    await removeCopy()
  }
  writeFileSync(
    join(projectRoot, reportFile),
    renderReport(defences.flatMap(([name]) => rows.get(name) ?? [])),
  )
  say(`${chosen.length} defences taken away, ${missed} missed`)
  return missed > 0 ? 1 : 0
}

/** @returns the names of the tests that notice; a file that cannot even be loaded has none */
async function tryWithout(defence: Defence): Promise<string[]> {
  const [, file, tests, only] = defence
  const report = join(copy, 'vitest.json')
  rmSync(report, { force: true })
  writeFileSync(join(copy, file), withoutDefence(defence, projectRoot))
  const options = ['run', '--reporter=json', `--outputFile=${report}`, '--testNamePattern', only, tests]
  await run([...packageProgram('vitest/vitest.mjs'), ...options], logOf('defences'), {}, copy)
  cpSync(join(projectRoot, file), join(copy, file))
  if (!existsSync(report)) return []
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages = [] }) => status === 'failed' && !failureMessages.every(isTimeout))
    .map(({ fullName }) => fullName)
}

/** It says that the machine is busy, and nothing about a defence. */
function isTimeout(message: string): boolean {
  return /timed out/i.test(message)
}

/** The files that git knows or would take, what was generated, and the installed packages by a link. */
function makeCopy(): void {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: projectRoot })
  for (const file of listed
    .toString()
    .split('\0')
    .filter((each) => each && existsSync(join(projectRoot, each)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(projectRoot, file), join(copy, file))
  }
  cpSync(join(projectRoot, 'generated'), join(copy, 'generated'), { recursive: true })
  symlinkSync(join(projectRoot, 'node_modules'), join(copy, 'node_modules'))
}

/** With the database that its tests started. */
async function removeCopy(): Promise<void> {
  const place = findPlace(join(copy, '.test'))
  if (place) {
    await stopPostmaster(place.data)
    rmSync(place.folder, { recursive: true, force: true })
  }
  rmSync(copy, { recursive: true, force: true })
}

function renderReport(rows: string[]): string {
  return `# Defences, taken away one at a time

Written by \`npm --prefix trials run defences\`, for the SQL that [mutation tests](mutation.md) do not reach: it copies the project,
takes one defence away, runs the tests that must notice, and fails when they pass; that they pass with all defences in place
is what \`npm test\` shows. \`trials/mutation/defences.ts\` has what is taken away; a test of the gate fails when that is no longer
in the code, or when this list is of other defences.

| without | in | run | what noticed |
|---|---|---|---|
${rows.join('\n')}
`
}
