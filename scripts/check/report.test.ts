import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reportUntil, sumUp } from './report'

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true))
afterEach(() => void vi.restoreAllMocks())

const passed = { code: 0, output: '', count: { passed: 3, failed: 0, skipped: 0 } }

test('a step that would start too late is skipped, and fails nothing', async () => {
  const run = vi.fn(async () => passed)
  const step = { name: 'slow', run }
  expect(await reportUntil(performance.now() + 60_000)(step, new Set())).toEqual(passed)
  const late = await reportUntil(performance.now() - 1)(step, new Set())
  expect(late.count).toEqual({ passed: 0, failed: 0, skipped: 1 })
  expect(run).toHaveBeenCalledTimes(1)
  expect(sumUp([passed, late], 0)).toBe(0)
})

test('a run for a name that no test has fails, and one that only some kinds of tests have does not', () => {
  const none = { code: 0, output: '', count: { passed: 0, failed: 0, skipped: 0 }, matched: false }
  expect(sumUp([passed, none, none], 0)).toBe(1)
  expect(sumUp([passed, none, { ...passed, matched: true }], 0)).toBe(0)
})
