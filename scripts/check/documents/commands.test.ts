import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { projectRoot } from '../../launch/root'
import {
  agrees,
  listDocumentedCommands,
  listPages,
  listUnknownPrograms,
  readCommands,
  readPage,
} from './commands'
import { notRun, reasonNotToRun } from './not-run'

const page = `
1. Run \`guichet
   prepare\`, look at \`guichet_connections\` and \`guichet-backup.timer\`:

   \`\`\`console
   $ guichet doctor
   ✓ Settings
   …
   $ guichet prepare
   \`\`\`

\`\`\`sh
for name in A B; do
  echo $name
done
\`\`\`

\`\`\`sh
PORTAL_URL=https://developer.example.com
\`\`\`
`

test('commands of a page are those of its blocks and those within its lines, settings apart', () => {
  expect(readCommands(page, 'a.md')).toEqual([
    { page: 'a.md', language: 'sh', text: 'guichet doctor', output: '✓ Settings\n…' },
    { page: 'a.md', language: 'sh', text: 'guichet prepare', output: '' },
    { page: 'a.md', language: 'sh', text: 'for name in A B; do\n  echo $name\ndone' },
    { page: 'a.md', language: 'sh', text: 'guichet prepare' },
  ])
})

test.each([
  ['31 rows in 0.9 s', '1 row in 12.5 s\n', true],
  ['as of 2026-11-22T16:08:16Z', 'as of 2027-01-01T00:00:00.000Z', true],
  ['✓ Settings\n…\n✗ Relay', '✓ Settings\n✓ Database\n✗ Relay', true],
  ['✓ Settings\n✗ Relay', '✓ Settings\n✓ Database\n✗ Relay', false],
  ['none was tried.', 'so none was tried.', false],
])('%j shows what was printed, %j: %s', (documented, printed, agreed) => {
  expect(agrees(documented, printed)).toBe(agreed)
})

test('no page has a command of a program that is not looked for', () => {
  expect(listUnknownPrograms('Type `pg_ctl stop`, or set `a = b`.')).toEqual(['pg_ctl stop', 'a = b'])
  expect(listPages().flatMap((page) => listUnknownPrograms(readPage(page)))).toEqual([])
})

test('each section of the runbook has a command', () => {
  const sections = readPage('docs/runbook.md').split(/^## /m).slice(1)
  expect(sections.filter((section) => readCommands(section, '').length === 0)).toEqual([])
})

test('each line that the pages look for in a log is one that a process writes', () => {
  const wanted = listDocumentedCommands().flatMap(
    ({ text }) => /^journalctl .*\| grep '?([^']+)'?$/.exec(text)?.[1] ?? [],
  )
  expect(wanted.length).toBeGreaterThan(3)
  const files = execFileSync('git', ['grep', '-l', '', '--', 'gateway', 'lib', 'portal', 'worker'], {
    cwd: projectRoot,
    encoding: 'utf8',
  })
  const code = files
    .trim()
    .split('\n')
    .filter((file) => !file.includes('.test.'))
    .map(readPage)
    .join('\n')
  // The level of errors is pino's.
  expect(wanted.filter((text) => text !== '"level":50' && !code.includes(text))).toEqual([])
})

test('each command that is not run is on a page, and has a reason', () => {
  const texts = listDocumentedCommands().map(({ text }) => text)
  const unused = notRun.filter(([command]) => {
    const begins = command.endsWith('…') ? command.slice(0, -1) : undefined
    return !texts.some((text) => (begins === undefined ? text === command : text.startsWith(begins)))
  })
  expect(unused).toEqual([])
  expect(reasonNotToRun('guichet prepare')).toBeUndefined()
  expect(reasonNotToRun('kubectl apply -k guichet')).toContain('cluster')
})
