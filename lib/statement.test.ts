import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '@/scripts/launch/root'
import { nameStatement } from './statement'

test('a name says what a statement does, and is never that of another text', () => {
  const { name, text } = nameStatement('find-bearers', 'SELECT 1')
  expect(text).toBe('SELECT 1')
  expect(name).toMatch(/^find-bearers-[\w-]{22}$/)
  expect(nameStatement('find-bearers', 'SELECT 1').name).toBe(name)
  expect(nameStatement('find-bearers', 'SELECT 2').name).not.toBe(name)
  // PostgreSQL cuts names after 63 characters, and with them what distinguishes them.
  expect(nameStatement('x'.repeat(40), 'SELECT 1').name).toHaveLength(63)
})

test('every statement is named after its text', () => {
  const chosen: string[] = []
  for (const folder of ['gateway', 'lib', 'portal', 'worker'])
    for (const path of readdirSync(join(projectRoot, folder), { recursive: true }) as string[]) {
      if (!/(?<!\.test)\.ts$/.test(path)) continue
      const source = readFileSync(join(projectRoot, folder, path), 'utf8')
      for (const [match] of source.matchAll(/\bname: ['"`].*,\s*text\b/g))
        chosen.push(`${folder}/${path}: ${match}`)
    }
  expect(chosen).toEqual([])
})
