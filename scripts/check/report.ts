import { wasInterrupted } from './process'
import type { Outcome, Step } from './step'

const maxOutput = 20_000

/** Runs steps that start before this time of `performance.now()`, and leaves out the others: they count as skipped. */
export function reportUntil(end: number): typeof report {
  return async (step, failed) => {
    if (performance.now() < end) return report(step, failed)
    say(`skip ${step.name.padEnd(24)} no time left`)
    return { code: 0, output: '', count: { passed: 0, failed: 0, skipped: 1 } }
  }
}

/** Runs a step and prints the result, with the step's output only if it failed. */
async function report(step: Step, failed: Set<string>): Promise<Outcome> {
  const start = performance.now()
  const outcome = await attempt(step, failed)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const { passed, failed: broken, skipped } = outcome.count
  const details = [
    passed + broken > 1 && `${passed} passed`,
    passed + broken > 1 && broken > 0 && `${broken} failed`,
    skipped > 0 && `${skipped} skipped`,
  ].filter(Boolean)
  const mark = broken > 0 ? 'FAIL' : 'ok  '
  say(`${mark} ${step.name.padEnd(24)} ${seconds.padStart(6)} s  ${details.join(', ')}`.trimEnd())
  for (const note of outcome.notes ?? []) say(`     ${note}`)
  if (broken > 0) say(shorten(outcome.output).trimEnd().replaceAll(/^/gm, '     '))
  return outcome
}

/** The last line of a run. @returns its exit code */
export function sumUp(outcomes: Outcome[], milliseconds: number): number {
  const sum = (name: 'passed' | 'failed' | 'skipped') =>
    outcomes.reduce((total, { count }) => total + count[name], 0)
  const seconds = Math.round(milliseconds / 1000)
  say(`all steps in ${Math.floor(seconds / 60)} min ${seconds % 60} s`)
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''
  say(`${sum('passed')} passed, ${sum('failed')} failed${skipped}`)
  const searched = outcomes.filter(({ matched }) => matched !== undefined)
  if (searched.length > 0 && !searched.some(({ matched }) => matched))
    return say('No test has such a name.', 1)
  return sum('failed') > 0 ? 1 : 0
}

export function say(text: string, code = 0): number {
  process.stdout.write(`${text}\n`)
  return code
}

/** The cause of a failure is at the beginning or at the end. */
function shorten(output: string): string {
  if (output.length <= maxOutput) return output.trim()
  return `${output.slice(0, maxOutput / 2)}\n…\n${output.slice(-maxOutput / 2)}`.trim()
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
