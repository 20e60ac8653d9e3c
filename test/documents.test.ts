import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '@/scripts/launch/root'

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(projectRoot, 'docs'), { recursive: true }),
]
  .map((file) => (/^[RC]/.test(String(file)) ? String(file) : join('docs', String(file))))
  .filter((file) => file.endsWith('.md'))
const path =
  /`((?:app|components|docs|e2e|emails|gateway|lib|mailbox|portal|prisma|scripts|test|trials|worker)\/[^`\s]+\.\w+)`/g
/** Of recipes: what a new file is called. */
const placeholder = /[A-Z]{4}|…|\*/

test('every file that a document names exists', () => {
  const named = documents.flatMap((document) =>
    [...readFileSync(join(projectRoot, document), 'utf8').matchAll(path)].map(([, file = '']) => [
      document,
      file,
    ]),
  )
  expect(named.length).toBeGreaterThan(300)
  expect(
    named.filter(([, file = '']) => !placeholder.test(file) && !existsSync(join(projectRoot, file))),
  ).toEqual([])
})

test('an entry of the changelog for the next release takes at most two lines', () => {
  const [, unreleased = ''] = readFileSync(join(projectRoot, 'CHANGELOG.md'), 'utf8').split(/^## /m)
  const entries = unreleased.split(/\n(?=- )/).slice(1)
  expect(entries.length).toBeGreaterThan(0)
  expect(
    entries.filter((entry) => !/^- .{1,118}(\n {2}.{1,118})?\n?$/.test(entry.split('\n\n')[0] ?? '')),
  ).toEqual([])
})
