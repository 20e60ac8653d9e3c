import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { projectRoot } from '@/scripts/launch/root'
import { say, step } from '@/scripts/launch/start/console'
import { createWorld } from './faults/create-world'
import { makeDataDir } from './faults/data-dir'
import { describeRun } from './faults/describe-run'
import { putMarked } from './faults/marked'
import { runToEnd } from './faults/run-to-end'
import { nothing } from './faults/scenarios'
import { soak } from './faults/soak'
import { formatSoak } from './faults/soak-report'
import { findFaults } from './faults/soak-thresholds'
import { tryFault } from './faults/trial'

const usage = `Usage: npm --prefix trials run soak -- [--minutes N] [--share PERCENT] [--port FIRST] [--no-report]
  --minutes    how long (30)
  --share      of the calls a second that come through at most (70)
  --port       the first of a hundred ports (7100)
  --no-report  leaves docs/evidence/reliability.md as it is`

const report = join(projectRoot, 'docs/evidence/reliability.md')

await runToEnd(main)

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '30' },
      share: { type: 'string', default: '70' },
      port: { type: 'string', default: '7100' },
      'no-report': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) {
    say(usage)
    return 0
  }
  const dataDir = makeDataDir('soak')
  const preload = [join(projectRoot, 'trials/faults/write-resources.cjs')]
  const world = await createWorld({ firstPort: Number(values.port), dataDir, smtpAway: 0, preload })
  await step('Warming up', () => tryFault(world, nothing, 100))
  const minutes = Number(values.minutes)
  const done = await step(`${minutes} minutes under load`, () =>
    soak(world, minutes, Number(values.share) / 100),
  )
  const text = formatSoak(done, describeRun(done.rate))
  say(`\n${text}\n`)
  if (!values['no-report']) writeFileSync(report, putMarked(readFileSync(report, 'utf8'), 'soak', text))
  const faults = findFaults(done)
  for (const fault of faults) say(`! ${fault}`)
  return faults.length > 0 ? 1 : 0
}
