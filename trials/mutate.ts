import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { testFolder } from '@/scripts/check/folders'
import { run } from '@/scripts/check/process'
import { projectOf } from '@/scripts/check/projects'
import { logOf } from '@/scripts/check/step'
import { superuser } from '@/scripts/launch/postgres/cluster'
import { findPlace } from '@/scripts/launch/postgres/place'
import { projectRoot } from '@/scripts/launch/root'
import { say } from '@/scripts/launch/start/console'
import { keepTestServer } from '@/test/postgres'
import {
  readRows,
  readTally,
  renderReport,
  renderRow,
  reportFile,
  type StrykerReport,
  scoreOf,
  type Tally,
} from './mutation/report'
import { type Target, targets } from './mutation/targets'
import { installPackages, packages } from './packages'

const usage = `npm --prefix trials run mutate                               every file of trials/mutation/targets.ts, which takes hours
npm --prefix trials run mutate -- --only lib/oauth,throttle  those whose path holds one of these`

const { values } = parseArgs({ options: { only: { type: 'string' }, help: { type: 'boolean' } } })
if (values.help) say(usage)
else process.exitCode = await main((values.only ?? '').split(','))

async function main(parts: string[]): Promise<number> {
  installPackages()
  const chosen = targets.filter(([file]) => parts.some((part) => file.includes(part)))
  const database = chosen.some(needsDatabase) ? await startDatabase() : undefined
  try {
    return await mutateAll(chosen, database?.url)
  } finally {
    await database?.stop()
  }
}

/** One file at a time, its row written as soon as it is known. */
async function mutateAll(chosen: Target[], databaseUrl: string | undefined): Promise<number> {
  let failures = chosen.length === 0 ? 1 : 0
  for (const target of chosen) {
    const [file, atLeast] = target
    const tally = await mutate(target, needsDatabase(target) ? databaseUrl : undefined)
    if (tally) keepRow(file, tally)
    const enough = tally !== null && scoreOf(tally) >= (atLeast ?? 0)
    if (!enough) failures += 1
    say(`${enough ? 'ok    ' : 'FAILED'} ${file}: ${describe(tally, atLeast)}`)
  }
  say(`${chosen.length} files mutated, ${failures} failed`)
  return failures === 0 ? 0 : 1
}

function needsDatabase([, , ...tests]: Target): boolean {
  return tests.some((test) => projectOf(test) !== 'unit')
}

/** One PostgreSQL for all of them, as each copy that StrykerJS makes would start one. */
async function startDatabase(): Promise<{ url: string; stop: () => Promise<void> }> {
  const stop = await keepTestServer()
  const host = encodeURIComponent(findPlace(testFolder)?.socketFolder ?? '')
  const embedded = `postgres://${superuser}@localhost/postgres?host=${host}`
  return { url: process.env.TEST_DATABASE_SERVER_URL ?? embedded, stop }
}

/** @returns null when StrykerJS gave no report, as when the tests fail without a mutant */
async function mutate([file, , ...tests]: Target, databaseUrl: string | undefined): Promise<Tally | null> {
  const report = join(testFolder, 'mutation.json')
  rmSync(report, { force: true })
  const ended = await run(
    [
      ...nodeProgram(),
      join(packages, '@stryker-mutator/core/bin/stryker.js'),
      'run',
      'trials/mutation/stryker.config.mjs',
    ],
    logOf(`mutate ${file.replaceAll('/', '-')}`),
    {
      MUTATION_FILE: file,
      MUTATION_TESTS: tests.join(','),
      TEST_DATABASE_SERVER_URL: databaseUrl,
      MUTATION_REPORT: report,
    },
  )
  if (!existsSync(report)) {
    say(ended.output.slice(-2000))
    return null
  }
  return readTally(JSON.parse(readFileSync(report, 'utf8')) as StrykerReport)
}

/** StrykerJS needs Node 22; npm brings one where an older one runs. */
function nodeProgram(): string[] {
  if (Number.parseInt(process.versions.node, 10) >= 22) return [process.execPath]
  return ['npm', 'exec', '--yes', `--package=node-${process.platform}-${process.arch}@22.23.3`, '--', 'node']
}

function describe(tally: Tally | null, atLeast: number | null): string {
  if (!tally) return 'no report'
  const unnoticed = tally.unnoticed.map((line) => `\n  ${line}`).join('')
  return `${scoreOf(tally)} % of ${tally.mutants} mutants noticed, ${atLeast ?? 'none'} required${unnoticed}`
}

/** Rows of files that were not mutated now stay as they were. */
function keepRow(file: string, tally: Tally): void {
  const path = join(projectRoot, reportFile)
  const rows = existsSync(path) ? readRows(readFileSync(path, 'utf8')) : new Map<string, string>()
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: projectRoot,
    encoding: 'utf8',
  }).trim()
  rows.set(file, renderRow(file, tally, `${new Date().toISOString().slice(0, 10)} | ${commit}`))
  const files = targets.map(([name]) => name)
  writeFileSync(
    path,
    renderReport(
      files.flatMap((name) => rows.get(name) ?? []),
      files.filter((name) => !rows.has(name)),
    ),
  )
}
