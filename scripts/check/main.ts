import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { takeLock } from '../launch/lock.mjs'
import { logs, testFolder, transformed } from './folders'
import { interrupt } from './process'
import { reportUntil, say, sumUp } from './report'
import { schedule } from './schedule'
import type { Step } from './step'
import { planLint, planSteps } from './steps'

const usage = `npm test                            everything a change must pass
npm test -- --changed               tests of what changed since main, and cheap tests of the whole project
npm test -- --only layers,journeys  only steps whose names contain one of these words
npm test -- --grep "Sandbox"        only tests and journeys whose names match
npm run test:all                    the gate, and all that is slow or needs Debian's programs
npm run test:all -- --rest          only what test:all adds to the gate
npm run test:all -- --minutes 15    starts no step later, installs no programs, and runs an eighth of the races
npm run lint                        format, lint, layers, unused code and messages`

process.exitCode = await main()

async function main(): Promise<number> {
  const flag = { type: 'boolean' } as const
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: {
      only: text,
      grep: text,
      minutes: text,
      changed: flag,
      all: flag,
      rest: flag,
      lint: flag,
      help: flag,
    },
  })
  if (values.help) return say(usage)
  mkdirSync(logs, { recursive: true })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt)
  if (values.lint) return runSteps(planLint())
  const minutes = values.minutes === undefined ? undefined : Number(values.minutes)
  if (Number.isNaN(minutes)) return say('--minutes needs a number.', 2)
  const plan = planSteps({ ...values, minutes })
  const steps = choose(plan, values.only?.split(','))
  if (steps.length === 0) return say(`No step matches. Steps: ${names(plan)}.`, 1)
  const lock = await takeLock(join(testFolder, 'test.lock'), 0)
  if ('holder' in lock) return say(`Another npm test is already running here (process ${lock.holder}).`, 1)
  rmSync(transformed, { recursive: true, force: true })
  try {
    return await runSteps(steps, minutes)
  } finally {
    lock.release()
  }
}

async function runSteps(steps: Step[], minutes = Number.POSITIVE_INFINITY): Promise<number> {
  const start = performance.now()
  scheduleAsBatch()
  const outcomes = await schedule(steps, reportUntil(start + minutes * 60_000))
  return sumUp(outcomes, performance.now() - start)
}

/**
 * No process that starts from here on is interactive: with this, one that wakes up does not interrupt another that computes, and
 * the gate switches between them a quarter less often. Without `chrt`, everything runs as before.
 */
function scheduleAsBatch(): void {
  spawnSync('chrt', ['--batch', '--all-tasks', '--pid', '0', String(process.pid)])
}

/** The steps whose names contain one of `words`, and the steps they need. */
function choose(steps: Step[], words: string[] | undefined): Step[] {
  if (!words) return steps
  const chosen = new Set(steps.filter(({ name }) => words.some((word) => name.includes(word))))
  for (const { needs = [] } of chosen)
    for (const step of steps) if (needs.includes(step.name)) chosen.add(step)
  return steps.filter((step) => chosen.has(step))
}

function names(steps: Step[]): string {
  return steps.map(({ name }) => name).join(', ')
}
