import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '@/scripts/launch/root'
import { defences, readRows, reportFile, withoutDefence } from './defences'

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8')

test('each defence is where its entry removes it, and the tests that must notice exist', () => {
  expect(new Set(defences.map(([name]) => name)).size).toBe(defences.length)
  for (const defence of defences) {
    const [name, file, tests, only] = defence
    expect(withoutDefence(defence, projectRoot), name).not.toBe(read(file))
    // Some names are made from a template.
    if (!read(tests).includes("'%s ")) expect(new RegExp(only).test(read(tests)), name).toBe(true)
  }
})

test('the report of the last run is about these defences, and none of them was missed', () => {
  const rows = readRows(read(reportFile))
  expect([...rows.keys()]).toEqual(defences.map(([name]) => name))
  for (const row of rows.values()) expect(row).toMatch(/ \| \d+ failed: .+ \|$/)
})
