import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { findPlace } from '../launch/postgres/place'
import { stopPostmaster } from '../launch/postgres/postmaster'
import { journeysData, reports } from './folders'
import { findFreePorts } from './ports'
import { type Ended, run } from './process'
import { type Count, countPlaywright, countVitest, reasonsOfPlaywright, reasonsOfVitest } from './reports'
import { fileName, logOf, type Outcome, packageProgram, type Step, type Wanted } from './step'

/**
 * Options of a vitest run besides its projects. `slow`: only tests with this tag, or only those without; by default all.
 * `node` is the command that starts it.
 */
export type VitestOptions = {
  files?: string[]
  slow?: boolean
  env?: Record<string, string>
  node?: string[]
}

/** In `npm run test:all`, repeated tests have more repetitions. */
const repeated = { FUZZ_REQUESTS: '100000', RIGHTS_CALLS: '20000', TIMING_REFUSALS: '5000' }

/** The tests of some of vitest's projects; `projects` are patterns of their names. */
export function vitest(
  name: string,
  { grep, all }: Wanted,
  projects: string[],
  { files = [], slow, env = {}, node = [process.execPath] }: VitestOptions = {},
): Step {
  const report = join(reports, `${fileName(name)}.json`)
  return {
    name,
    needs: ['client'],
    async run() {
      rmSync(report, { force: true })
      const command = [
        ...node,
        ...packageProgram('vitest/vitest.mjs').slice(1),
        ...['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
        ...projects.flatMap((project) => ['--project', project]),
        ...(grep ? ['--testNamePattern', grep, '--passWithNoTests'] : []),
        ...(slow === undefined ? [] : [`--tags-filter=${slow ? '' : '!'}slow`]),
        ...files,
      ]
      const ended = await run(command, logOf(name), { ...(all && repeated), ...env })
      return toOutcome(ended, reasonsOfVitest(report), countVitest(ended, report, { slow, grep }), grep)
    },
  }
}

/**
 * The browser journeys, on a separate product: those that are not tagged `@slow`, or only these; of files or titles that
 * are named, all.
 */
export function journeys({ grep }: Wanted, specs: string[] = [], name = 'journeys'): Step {
  const report = join(reports, `${fileName(name)}.json`)
  const named = specs.length > 0 && specs.every((spec) => spec.includes('/operator-')) ? 'operator' : ''
  const chosen = grep || specs.length > 0 ? named : name === 'slow journeys' ? 'slow' : 'gate'
  return {
    name,
    needs: ['browser', 'production build'],
    uses: 1.5,
    async run() {
      rmSync(report, { force: true })
      const command = [
        ...packageProgram('@playwright/test/cli.js'),
        'test',
        ...(grep ? ['--grep', grep, '--pass-with-no-tests'] : []),
        ...specs,
      ]
      const ended = await run(command, logOf(name), {
        JOURNEYS: chosen,
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        JOURNEYS_FIRST_PORT: String(await findFreePorts()),
      })
      await stopJourneysDatabase()
      return toOutcome(ended, reasonsOfPlaywright(report), countPlaywright(ended, report, grep), grep)
    },
  }
}

/** The failures come first: people read the beginning of a long log. */
function toOutcome(ended: Ended, reasons: string, count: Count, grep: string | undefined): Outcome {
  const matched = grep ? { matched: count.passed + count.failed > 0 } : {}
  return { ...ended, output: `${reasons}\n${ended.output}`, count, ...matched }
}

/** Left by a product that was killed before it could stop its database. */
async function stopJourneysDatabase(): Promise<void> {
  const place = findPlace(journeysData)
  if (place) await stopPostmaster(place.data)
}
