import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '@/scripts/launch/root'
import { type Requirement, readRequirements } from './requirements'
import { findFaults, renderTable, securityFile } from './table'
import { findTags } from './tags'

const requirements = readRequirements()
const tags = findTags()

test('the list contains all of levels 1 and 2, chapter by chapter', () => {
  const ofLevel = (wanted: number) => requirements.filter(({ level }) => level === wanted)
  // OWASP ASVS 5.0.0: 70 requirements of level 1 and 183 of level 2.
  expect([ofLevel(1).length, ofLevel(2).length]).toEqual([70, 183])
  expect(new Set(requirements.map(({ chapter }) => chapter)).size).toBe(17)
})

test('every requirement has a test or a reason, and every tag a requirement', () => {
  expect(tags.length).toBeGreaterThan(150)
  expect(findFaults(requirements, tags)).toEqual([])
})

test('docs/evidence/security.md is up to date with npm run asvs', () => {
  expect(readFileSync(join(projectRoot, securityFile), 'utf8')).toBe(renderTable(requirements, tags))
})

test('an unknown tag, a gap, a contradiction and a missing document are faults', () => {
  const requirement = (id: string, more: Partial<Requirement> = {}): Requirement => ({
    id,
    level: 1,
    words: '',
    chapter: '',
    ...more,
  })
  const list = [
    requirement('1.1.1'),
    requirement('1.1.2', { reason: { kind: 'n/a', words: 'none' } }),
    requirement('1.1.3', { reason: { kind: 'docs', words: 'docs/nothing.md' } }),
  ]
  const repeated = [...list, requirement('1.1.2', { reason: { kind: 'n/a', words: 'none' } })]
  expect(findFaults(repeated, [])).toContain('1.1.2 is listed twice')
  const tag = (id: string) => ({ id, file: 'a.test.ts', test: 'a' })
  expect(findFaults(list, [tag('1.1.2'), tag('9.9.9')])).toEqual([
    'a.test.ts names 9.9.9, which is not in the list',
    '1.1.1 has neither a test nor a reason',
    '1.1.2 is said not to apply, and has a test',
    '1.1.3 is shown by docs/nothing.md, which is not there',
  ])
})
