import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SettingsError } from '@/lib/env'
import { projectRoot } from '@/scripts/launch/root'
import { say, step } from '@/scripts/launch/start/console'
import { createWorld } from './faults/create-world'
import { makeDataDir } from './faults/data-dir'
import { describeRun } from './faults/describe-run'
import { formatRow, mergeRows } from './faults/report'
import { runToEnd } from './faults/run-to-end'
import type { Scenario } from './faults/scenario'
import { nothing, scenarios } from './faults/scenarios'
import { findMissed } from './faults/thresholds'
import { findBroken, type Outcome, tryFault } from './faults/trial'
import type { World } from './faults/world'

const usage = `Usage: npm run faults -- [--only NAME,…] [--rate CALLS] [--smtp-minutes N] [--port FIRST] [--no-report] [--list]
  --only          only these faults; --list lists all
  --rate          calls per second (300)
  --smtp-minutes  minutes without the mail relay (10)
  --port          the first of a hundred ports (7100)
  --no-report     leaves docs/evidence/reliability.md as it is`

const report = join(projectRoot, 'docs/evidence/reliability.md')

await runToEnd(main)

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      rate: { type: 'string', default: '300' },
      'smtp-minutes': { type: 'string', default: '10' },
      port: { type: 'string', default: '7100' },
      'no-report': { type: 'boolean' },
      list: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  if (values.help || values.list) {
    say(values.help ? usage : scenarios.map(({ name, title }) => `${name.padEnd(24)}${title}`).join('\n'))
    return 0
  }
  const chosen = choose(values.only)
  const dataDir = makeDataDir('faults')
  const smtpAway = Number(values['smtp-minutes']) * 60_000
  const world = await createWorld({ firstPort: Number(values.port), dataDir, smtpAway })
  const rate = Number(values.rate)
  // The first calls compile and connect, which is not due to a fault.
  await step('Warming up', () => tryFault(world, nothing, rate))
  const outcomes = await tryAll(world, chosen, rate)
  if (!values['no-report']) {
    const text = mergeRows(readFileSync(report, 'utf8'), outcomes.map(formatRow), describeRun(rate))
    writeFileSync(report, text)
  }
  const count = (find: (outcome: Outcome) => string[]) =>
    outcomes.filter((outcome) => find(outcome).length > 0).length
  const [broken, missed] = [count(findBroken), count(findMissed)]
  const untried = chosen.length - outcomes.length
  say(
    `\n${outcomes.length} faults tried, ${untried} not; ${broken} broke a promise, ${missed} exceeded a threshold.`,
  )
  return broken + missed + untried > 0 ? 1 : 0
}

function choose(only: string | undefined): Scenario[] {
  if (!only) return scenarios
  return only.split(',').map((name) => {
    const found = scenarios.find((each) => each.name === name)
    if (!found) throw new SettingsError(`There is no fault "${name}": --list lists them.`)
    return found
  })
}

/** A scenario whose run breaks off is reported and left out of the table. */
async function tryAll(world: World, chosen: Scenario[], rate: number): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const scenario of chosen) {
    await step(`${scenario.name}: ${scenario.title}`, async () => {
      const outcome = await tryFault(world, scenario, rate)
      outcomes.push(outcome)
      say(formatRow(outcome))
      if (outcome.failures) say(`  failed calls a second: ${outcome.failures}`)
      for (const line of [...findBroken(outcome), ...findMissed(outcome), ...outcome.wrongs])
        say(`  ! ${line}`)
    }).catch((error) => say(`  ! ${error instanceof Error ? error.stack : error}`))
  }
  return outcomes
}
