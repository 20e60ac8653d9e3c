import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '@/scripts/launch/root'
import { withoutDefence } from './apply'
import { defences } from './list'
import { readRows, reportFile } from './report'

test('each defence is where its entry removes it, and the tests that must notice exist', () => {
  expect(defences.length).toBeGreaterThanOrEqual(25)
  expect(new Set(defences.map(({ name }) => name)).size).toBe(defences.length)
  for (const defence of defences) {
    const source = readFileSync(join(projectRoot, defence.file), 'utf8')
    expect(withoutDefence(defence, projectRoot), defence.name).not.toBe(source)
    const tests = readFileSync(join(projectRoot, defence.tests), 'utf8')
    // Some names are made from a template.
    if (!tests.includes("'%s ")) expect(new RegExp(defence.only ?? '').test(tests), defence.name).toBe(true)
  }
})

test('the report of the last run is about these defences, and none of them was missed', () => {
  const rows = readRows(readFileSync(join(projectRoot, reportFile), 'utf8'))
  expect([...rows.keys()]).toEqual(defences.map(({ name }) => name))
  for (const row of rows.values()) expect(row).toMatch(/ \| \d+ failed: .+ \|$/)
})
