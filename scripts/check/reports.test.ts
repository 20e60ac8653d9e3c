import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { countVitest } from './reports'

const folder = mkdtempSync(join(tmpdir(), 'guichet-reports-'))
afterAll(() => rmSync(folder, { recursive: true }))

test.each([
  [undefined, 3],
  [false, 1],
  [true, 2],
])('tests that another step runs are not skipped (slow: %s)', (slow, skipped) => {
  const file = join(folder, 'report.json')
  const left = ['', 'slow', 'slow'].map((tag) => ({ status: 'skipped', tags: tag ? [tag] : [] }))
  const report = { numPassedTests: 1, numFailedTests: 0, testResults: [{ assertionResults: left }] }
  writeFileSync(file, JSON.stringify(report))
  expect(countVitest({ code: 0, output: '' }, file, slow)).toEqual({ passed: 1, failed: 0, skipped })
})
