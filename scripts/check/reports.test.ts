import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { countVitest } from './reports'

const folder = mkdtempSync(join(tmpdir(), 'guichet-reports-'))
const file = join(folder, 'report.json')
const ended = { code: 0, output: '' }
afterAll(() => rmSync(folder, { recursive: true }))

test.each([
  [undefined, 3],
  [false, 1],
  [true, 2],
])('tests that another step runs are not skipped (slow: %s)', (slow, skipped) => {
  writeReport(1)
  expect(countVitest(ended, file, { slow })).toEqual({ passed: 1, failed: 0, skipped })
})

test('a run without a test has failed, unless only those with a name were wanted', () => {
  writeReport(0)
  expect(countVitest(ended, file)).toEqual({ passed: 0, failed: 1, skipped: 3 })
  expect(countVitest(ended, file, { grep: 'a name' })).toEqual({ passed: 0, failed: 0, skipped: 0 })
  expect(countVitest({ ...ended, code: 1 }, file, { grep: 'a name' }).failed).toBe(1)
})

function writeReport(passed: number) {
  const left = ['', 'slow', 'slow'].map((tag) => ({ status: 'skipped', tags: tag ? [tag] : [] }))
  const report = { numPassedTests: passed, numFailedTests: 0, testResults: [{ assertionResults: left }] }
  writeFileSync(file, JSON.stringify(report))
}
