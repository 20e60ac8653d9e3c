import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { findDebianProgram } from '../debian'
import { findPlace } from '../postgres/place'
import { stopPostmaster } from '../postgres/postmaster'
import { projectRoot } from '../root'
import { withDebianPostgres } from './debian-postgres'
import { journeysData, reports } from './folders'
import { findFreePorts } from './ports'
import { run, wasInterrupted } from './process'
import { countPlaywright, countVitest, failuresOfVitest, retriedByPlaywright } from './reports'
import { fileName, logOf, packageProgram, type Step } from './step'

/** More failed files than this are no accident. */
const mostRetried = 3

/**
 * Unit and database tests, and the gateway over its sockets; of all files unless some are named. What failed is run a
 * second time by itself, and told by name when it passes then.
 */
export function vitest(name: string, grep: string | undefined, files: string[] = [], url?: string): Step {
  return {
    name,
    needs: ['client'],
    async run() {
      const first = await runVitest(name, grep, files, url)
      const { failed } = first
      if (failed.length === 0 || failed.length > mostRetried || wasInterrupted()) return first
      const names = failed.map((file) => relative(projectRoot, file))
      const second = await runVitest(`${name} again`, grep, names, url)
      const output = `${first.output}\n\nThe second try:\n${second.output}`
      if (second.count.failed > 0) return { ...first, output }
      const passed = first.count.passed - first.passedBeside + second.count.passed
      return { code: 0, output: first.reasons, count: { ...second.count, passed }, retried: names }
    },
  }
}

async function runVitest(name: string, grep: string | undefined, files: string[], url: string | undefined) {
  const report = join(reports, `${fileName(name)}.json`)
  rmSync(report, { force: true })
  const command = [
    ...packageProgram('vitest/vitest.mjs'),
    ...['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    ...(grep ? ['--testNamePattern', grep, '--passWithNoTests'] : []),
    ...files,
  ]
  const ended = await run(command, logOf(name), url ? { TEST_DATABASE_SERVER_URL: url } : {})
  const failures = failuresOfVitest(report)
  const reasons = failures.map((failure) => failure.reasons).join('\n\n')
  return {
    ...ended,
    // What failed comes first: who reads the beginning of a long log must find it there.
    output: `${reasons}\n${ended.output}`,
    count: countVitest(ended, report),
    reasons,
    failed: failures.map(({ file }) => file),
    passedBeside: failures.reduce((sum, failure) => sum + failure.passed, 0),
  }
}

/** What stands on a database runs again on the oldest PostgreSQL that is supported. */
export function onDebianPostgres(grep: string | undefined): Step {
  const name = 'tests on PostgreSQL 15'
  return {
    name,
    needs: ['client'],
    async run() {
      if (!findDebianProgram('postgres'))
        return { code: 0, output: '', count: { passed: 0, failed: 0, skipped: 1 } }
      return withDebianPostgres((url) => vitest(name, grep, findDatabaseTests(), url).run())
    },
  }
}

/**
 * Of no other outcome on another PostgreSQL, and long: what hammers one endpoint, walks through every state and right,
 * or starts whole programs.
 */
const ofAnyDatabase = new RegExp(
  [
    '^app/',
    '^gateway/(property|timing|clients|standby|rolling|tracing|protocol|limits/.*)\\.test',
    '^lib/(validation/(transitions|rights)|health/checks)\\.test',
    '^scripts/(ops-files|operator-scripts|pooler|build/build|faults/ledger|image/engines)\\.test',
    '^test/point-in-time\\.test',
    '^worker/(main|relay-login)\\.test',
  ].join('|'),
)

/** Test files that make a database of their own. */
function findDatabaseTests(): string[] {
  const folders = ['app', 'emails', 'gateway', 'lib', 'mailbox', 'prisma', 'scripts', 'test', 'worker']
  return folders
    .flatMap((folder) =>
      readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(folder, file),
      ),
    )
    .filter((file) => /\.test\.tsx?$/.test(file) && !ofAnyDatabase.test(file))
    .filter((file) => readFileSync(join(projectRoot, file), 'utf8').includes("'@/test/"))
}

/** The journeys in a browser, through a product of their own. */
export function journeys(grep: string | undefined): Step {
  const report = join(reports, 'journeys.json')
  return {
    name: 'journeys',
    needs: ['browser', 'production build'],
    async run() {
      rmSync(report, { force: true })
      const command = [
        ...packageProgram('@playwright/test/cli.js'),
        'test',
        ...(grep ? ['--grep', grep] : []),
      ]
      const ended = await run(command, logOf('journeys'), {
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        JOURNEYS_FIRST_PORT: String(await findFreePorts()),
      })
      await stopJourneysDatabase()
      const retried = retriedByPlaywright(report)
      return { ...ended, count: countPlaywright(ended, report), retried }
    },
  }
}

/** Of a product that was killed before it could stop its database. */
async function stopJourneysDatabase(): Promise<void> {
  const place = findPlace(journeysData)
  if (place) await stopPostmaster(place.data)
}
