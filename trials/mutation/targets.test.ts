import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '@/scripts/launch/root'
import { readRows, readScore, readTally, renderRow, reportFile, scoreOf } from './report'
import { targets } from './targets'

test('every file to be mutated exists once, with its tests', () => {
  expect(new Set(targets.map(([file]) => file)).size).toBe(targets.length)
  for (const [file, , ...tests] of targets) {
    expect(tests, file).not.toEqual([])
    for (const path of [file, ...tests]) expect(existsSync(join(projectRoot, path)), path).toBe(true)
  }
})

test('the report has a row for each file with a least score, which it reached', () => {
  const rows = readRows(readFileSync(join(projectRoot, reportFile), 'utf8'))
  expect([...rows.keys()]).toEqual(targets.filter(([, atLeast]) => atLeast !== null).map(([file]) => file))
  for (const [file, atLeast] of targets)
    if (atLeast !== null) expect(readScore(rows.get(file) ?? ''), file).toBeGreaterThanOrEqual(atLeast)
})

test('a file is counted by how its mutants ended', () => {
  const mutants = ['Killed', 'Killed', 'Timeout', 'Survived', 'NoCoverage', 'CompileError'].map((status) => ({
    status,
    location: { start: { line: 2 } },
    replacement: 'false',
  }))
  const tally = readTally({ files: { 'lib/a.ts': { source: 'one\n  if (two)\n', mutants } } })
  expect(tally).toMatchObject({ mutants: 5, killed: 2, timedOut: 1, survived: 1, uncovered: 1 })
  expect(tally.unnoticed[0]).toBe('Survived in line 2: if (two)\n    false')
  expect(scoreOf(tally)).toBe(60)
  expect(readScore(renderRow('lib/a.ts', tally, '2026-11-22 | abc'))).toBe(60)
})
