import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findPlace } from '../postgres/place'
import { stopPostmaster } from '../postgres/postmaster'
import { projectRoot } from '../root'
import { withDebianPostgres } from './debian-postgres'
import { journeysData, reports } from './folders'
import { findFreePorts } from './ports'
import { run } from './process'
import { countPlaywright, countVitest, failuresOfVitest } from './reports'
import { fileName, logOf, packageProgram, type Step } from './step'

/** Unit and database tests, and the gateway over its sockets; of all files unless some are named. */
export function vitest(name: string, grep: string | undefined, files: string[] = [], url?: string): Step {
  const report = join(reports, `${fileName(name)}.json`)
  const command = [
    ...packageProgram('vitest/vitest.mjs'),
    ...['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    ...(grep ? ['--testNamePattern', grep, '--passWithNoTests'] : []),
    ...files,
  ]
  return {
    name,
    needs: ['client'],
    async run() {
      rmSync(report, { force: true })
      const ended = await run(command, logOf(name), url ? { TEST_DATABASE_SERVER_URL: url } : {})
      // What failed comes first: who reads the beginning of a long log must find it there.
      const output = `${failuresOfVitest(report)}\n${ended.output}`
      return { ...ended, output, count: countVitest(ended, report) }
    },
  }
}

/** What stands on a database runs again on the oldest PostgreSQL that is supported. */
export function onDebianPostgres(grep: string | undefined): Step {
  const name = 'tests on PostgreSQL 15'
  return {
    name,
    needs: ['client'],
    run: () => withDebianPostgres((url) => vitest(name, grep, findDatabaseTests(), url).run()),
  }
}

/** Test files that make a database of their own. */
function findDatabaseTests(): string[] {
  const folders = ['app', 'emails', 'gateway', 'lib', 'mailbox', 'prisma', 'scripts', 'test', 'worker']
  return folders
    .flatMap((folder) =>
      readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(folder, file),
      ),
    )
    .filter((file) => /\.test\.tsx?$/.test(file))
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
      return { ...ended, count: countPlaywright(ended, report) }
    },
  }
}

/** Of a product that was killed before it could stop its database. */
async function stopJourneysDatabase(): Promise<void> {
  const place = findPlace(journeysData)
  if (place) await stopPostmaster(place.data)
}
