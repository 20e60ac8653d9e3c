import { rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { findPlace } from '../launch/postgres/place'
import { stopPostmaster } from '../launch/postgres/postmaster'
import { projectRoot } from '../launch/root'
import { journeysData, reports } from './folders'
import { findFreePorts } from './ports'
import { run, wasInterrupted } from './process'
import { countPlaywright, countVitest, failuresOfVitest, retriedByPlaywright } from './reports'
import { fileName, logOf, packageProgram, type Step, type Wanted } from './step'

/** More failed files than this are not accidents. */
const maxRetried = 3

/** Options of a vitest run besides its projects; `node` is the command that starts it. */
export type VitestOptions = { files?: string[]; env?: Record<string, string>; node?: string[] }

/** In `npm run test:all`, repeated tests have more repetitions. */
const repeated = { FUZZ_REQUESTS: '100000', TIMING_REFUSALS: '5000' }

/**
 * The tests of some of vitest's projects. Failed files are run once more by themselves, and reported if they then pass.
 * @param projects patterns of their names
 */
export function vitest(name: string, wanted: Wanted, projects: string[], options: VitestOptions = {}): Step {
  const env = { ...(wanted.all && repeated), ...options.env }
  const runFiles = (title: string, files?: string[]) =>
    runVitest(title, wanted.grep, projects, { ...options, env, ...(files && { files }) })
  return {
    name,
    needs: ['client'],
    async run() {
      const first = await runFiles(name)
      const { failed } = first
      if (failed.length === 0 || failed.length > maxRetried || wasInterrupted()) return first
      const names = failed.map((file) => relative(projectRoot, file))
      const second = await runFiles(`${name} again`, names)
      const output = `${first.output}\n\nRetry:\n${second.output}`
      if (second.count.failed > 0) return { ...first, output }
      const passed = first.count.passed - first.passedInFailed + second.count.passed
      return { code: 0, output: first.reasons, count: { ...second.count, passed }, retried: names }
    },
  }
}

async function runVitest(
  name: string,
  grep: string | undefined,
  projects: string[],
  { files = [], env = {}, node = [process.execPath] }: VitestOptions,
) {
  const report = join(reports, `${fileName(name)}.json`)
  rmSync(report, { force: true })
  const command = [
    ...node,
    ...packageProgram('vitest/vitest.mjs').slice(1),
    ...['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    ...projects.flatMap((project) => ['--project', project]),
    ...(grep ? ['--testNamePattern', grep, '--passWithNoTests'] : []),
    ...files,
  ]
  const ended = await run(command, logOf(name), env)
  const failures = failuresOfVitest(report)
  const reasons = failures.map((failure) => failure.reasons).join('\n\n')
  return {
    ...ended,
    // The failures come first: people read the beginning of a long log.
    output: `${reasons}\n${ended.output}`,
    count: countVitest(ended, report),
    reasons,
    failed: failures.map(({ file }) => file),
    passedInFailed: failures.reduce((sum, failure) => sum + failure.passed, 0),
  }
}

/**
 * The browser journeys, on a separate product: those that are not tagged `@slow`, or only these; of files or titles that
 * are named, all.
 */
export function journeys({ grep }: Wanted, specs: string[] = [], name = 'journeys'): Step {
  const report = join(reports, `${fileName(name)}.json`)
  const chosen = name === 'slow journeys' ? 'slow' : 'gate'
  return {
    name,
    needs: ['browser', 'production build'],
    uses: 2,
    async run() {
      rmSync(report, { force: true })
      const command = [
        ...packageProgram('@playwright/test/cli.js'),
        'test',
        ...(grep ? ['--grep', grep] : []),
        ...specs,
      ]
      const ended = await run(command, logOf(name), {
        JOURNEYS: grep || specs.length > 0 ? '' : chosen,
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        JOURNEYS_FIRST_PORT: String(await findFreePorts()),
      })
      await stopJourneysDatabase()
      const retried = retriedByPlaywright(report)
      return { ...ended, count: countPlaywright(ended, report), retried }
    },
  }
}

/** Left by a product that was killed before it could stop its database. */
async function stopJourneysDatabase(): Promise<void> {
  const place = findPlace(journeysData)
  if (place) await stopPostmaster(place.data)
}
