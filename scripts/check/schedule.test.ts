import { expect, test } from 'vitest'
import { schedule } from './schedule'
import type { Outcome, Step } from './step'

const good: Outcome = { code: 0, output: '', count: { passed: 1, failed: 0, skipped: 0 } }
const bad: Outcome = { code: 1, output: '', count: { passed: 0, failed: 1, skipped: 0 } }

function step(name: string, more: Partial<Step> = {}): Step {
  return { name, run: async () => good, ...more }
}

/** Runs the steps and keeps what happened: `+` a start, `-` an end. */
async function follow(steps: Step[], failing: string[] = []) {
  const events: string[] = []
  await schedule(steps, async ({ name }, failed) => {
    events.push(`+${name}${failed.size > 0 ? ` after ${[...failed]}` : ''}`)
    await new Promise((done) => setImmediate(done))
    events.push(`-${name}`)
    return failing.includes(name) ? bad : good
  })
  return events.join(' ')
}

test('two run concurrently, one that uses both cores runs alone', async () => {
  expect(await follow([step('a'), step('b'), step('c', { uses: 2 }), step('d')])).toBe(
    '+a +b -a -b +c -c +d -d',
  )
})

test('what uses half a core runs next to what leaves it', async () => {
  expect(await follow([step('a', { uses: 1.5 }), step('b', { uses: 0.5 }), step('c')])).toBe(
    '+a +b -a +c -b -c',
  )
})

test('a step waits for those it needs, and knows whether they failed', async () => {
  expect(await follow([step('a'), step('b', { needs: ['a'] })], ['a'])).toBe('+a -a +b after a -b')
})

test('after a vital step that failed nothing starts', async () => {
  expect(await follow([step('a', { vital: true, uses: 2 }), step('b')], ['a'])).toBe('+a -a')
})
