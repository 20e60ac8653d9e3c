import { expect, test, vi } from 'vitest'
import { testsOfEngines } from './engines'
import type { Outcome } from './step'

const run = vi.fn<() => Promise<Outcome>>()
vi.mock('./runners', () => ({ vitest: (name: string) => ({ name, run }) }))

test('tests that all lack a program are skipped, and nothing else is forgiven', async () => {
  const judge = (code: number, passed: number, skipped: number) => {
    run.mockResolvedValueOnce({ code, output: '', count: { passed, failed: passed === 0 ? 1 : 0, skipped } })
    return testsOfEngines({}).run()
  }
  expect((await judge(0, 0, 7)).count).toEqual({ passed: 0, failed: 0, skipped: 7 })
  expect((await judge(1, 0, 7)).count.failed).toBe(1)
  expect((await judge(0, 0, 0)).count.failed).toBe(1)
  expect((await judge(0, 2, 5)).count).toEqual({ passed: 2, failed: 0, skipped: 5 })
})
