import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { stopTestServer } from '@/test/postgres'
import { takeLock } from '../lock.mjs'
import { findPlace } from '../postgres/place'
import { findPostmaster } from '../postgres/postmaster'
import { logs, testFolder } from './folders'
import { interrupt, wasInterrupted } from './process'
import type { Outcome, Step } from './step'
import { planSteps } from './steps'

const usage = `npm test                            the whole gate
npm test -- --only layers,journeys  only steps whose names contain one of these words
npm test -- --grep "Sandbox"        only tests and journeys whose names match`

const longestOutput = 20_000

process.exitCode = await main()

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, grep: { type: 'string' }, help: { type: 'boolean' } },
  })
  if (values.help) return say(usage)
  const plan = planSteps(values.grep)
  const rows = choose(plan, values.only?.split(','))
  if (rows.length === 0) return say(`No step is called that. There are: ${names(plan)}.`, 1)
  mkdirSync(logs, { recursive: true })
  const lock = await takeLock(join(testFolder, 'test.lock'), 0)
  if ('holder' in lock) return say(`Another npm test runs here already, as process ${lock.holder}.`, 1)
  const found = isServerRunning()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt)
  try {
    return await runAll(rows)
  } finally {
    // One that ran before, a colleague's or an editor's, is theirs.
    if (!found) await stopTestServer()
    lock.release()
  }
}

async function runAll(rows: Step[][]): Promise<number> {
  const total = { passed: 0, failed: 0, skipped: 0 }
  const failed = new Set<string>()
  for (const row of rows) {
    await Promise.all(
      row.map(async (step) => {
        const { count } = await report(step, failed)
        total.passed += count.passed
        total.failed += count.failed
        total.skipped += count.skipped
        if (count.failed > 0) failed.add(step.name)
      }),
    )
    if (row.some(({ name, vital }) => vital && failed.has(name))) break
  }
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
  say(`${total.passed} passed, ${total.failed} failed${skipped}`)
  return total.failed > 0 ? 1 : 0
}

/** Runs a step and says how it went: its output only when it failed, be it at the first try only. */
async function report(step: Step, failed: Set<string>): Promise<Outcome> {
  const start = performance.now()
  const outcome = await attempt(step, failed)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const { passed, failed: broken, skipped } = outcome.count
  const retried = outcome.retried ?? []
  const details = [
    passed + broken > 1 && `${passed} passed`,
    passed + broken > 1 && broken > 0 && `${broken} failed`,
    skipped > 0 && `${skipped} skipped`,
    retried.length > 0 && `at the second try: ${retried.join(', ')}`,
  ].filter(Boolean)
  const mark = broken > 0 ? 'FAIL' : 'ok  '
  say(`${mark} ${step.name.padEnd(24)} ${seconds.padStart(6)} s  ${details.join(', ')}`.trimEnd())
  for (const note of outcome.notes ?? []) say(`     ${note}`)
  if (broken > 0 || retried.length > 0) say(shorten(outcome.output).trimEnd().replaceAll(/^/gm, '     '))
  return outcome
}

/** A failure's cause stands at the beginning or at the end. */
function shorten(output: string): string {
  if (output.length <= longestOutput) return output.trim()
  return `${output.slice(0, longestOutput / 2)}\n…\n${output.slice(-longestOutput / 2)}`.trim()
}

async function attempt(step: Step, failed: Set<string>): Promise<Outcome> {
  const count = { passed: 0, failed: 1, skipped: 0 }
  const missing = step.needs?.find((name) => failed.has(name))
  if (missing) return { code: 1, output: `Not run, as "${missing}" failed.`, count }
  if (wasInterrupted()) return { code: 1, output: 'Not run: interrupted.', count }
  try {
    return await step.run()
  } catch (error) {
    return { code: 1, output: String((error as Error).stack), count }
  }
}

/** The steps whose names contain one of `words`, and those that they need. */
function choose(rows: Step[][], words: string[] | undefined): Step[][] {
  if (!words) return rows
  const chosen = rows.flat().filter(({ name }) => words.some((word) => name.includes(word)))
  const needed = new Set(chosen.flatMap(({ name, needs = [] }) => [name, ...needs]))
  return rows.map((row) => row.filter(({ name }) => needed.has(name))).filter((row) => row.length > 0)
}

function names(rows: Step[][]): string {
  return rows
    .flat()
    .map(({ name }) => name)
    .join(', ')
}

function isServerRunning(): boolean {
  const place = findPlace(testFolder)
  return place !== null && findPostmaster(place.data) !== null
}

function say(text: string, code = 0): number {
  process.stdout.write(`${text}\n`)
  return code
}
