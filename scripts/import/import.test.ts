import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readCommand } from './options'
import { describeProgress } from './progress'
import { describeReport } from './report'

const folder = mkdtempSync(join(tmpdir(), 'guichet-options-'))
const file = join(folder, 'accounts.csv')
writeFileSync(file, 'twelve bytes')

afterAll(() => rmSync(folder, { recursive: true }))

test('bad lines are skipped into a file beside the accounts', () => {
  expect(readCommand([file, '--environment', 'production', '--skip-bad'])).toEqual({
    kind: 'import',
    size: 12,
    options: { file, environment: 'production', skipBad: true, badFile: join(folder, 'accounts.bad.csv') },
  })
  expect(readCommand([file, '--environment=sandbox'])).toMatchObject({
    options: { skipBad: false, badFile: null },
  })
  expect(readCommand(['--remove-demo'])).toEqual({ kind: 'remove-demo' })
})

test.each([
  [[], 'Name one file.'],
  [[file, file, '--environment', 'sandbox'], 'Name one file.'],
  [[file], '--environment: must be production or sandbox.'],
  [[file, '--environment', 'Production'], '--environment: must be production or sandbox.'],
  [['/dev/null', '--environment', 'sandbox'], '/dev/null: is not a regular file.'],
  [['nowhere.csv', '--environment', 'sandbox'], 'nowhere.csv: there is no such file.'],
  [
    [file, '--environment', 'sandbox', '--bad-file', file],
    '--bad-file: must not be the file that is imported.',
  ],
  [[file, '--enviroment', 'sandbox'], "Unknown option '--enviroment'"],
])('%j is refused with a sentence', (args, sentence) => {
  expect(() => readCommand(args)).toThrow(sentence)
})

test('progress is a bar with a count and a rate', () => {
  const progress = { step: 'reading', done: 50, total: 100, lines: 400_000 } as const
  expect(describeProgress(progress, 2)).toBe(
    `Reading and checking [${'#'.repeat(15)}${' '.repeat(15)}]  50 %  400,000 lines, 200,000/s`,
  )
})

test('a report says what was done, and what to do about bad lines', () => {
  const where = { environment: 'production', badFile: null, seconds: 2 }
  const loaded = { inserted: 1000, updated: 2, unchanged: 3, demoRemoved: 7 }
  expect(describeReport({ lines: 1005, bad: 0, firstBad: [], loaded }, where)).toEqual([
    '1,005 lines in 2.0 s (503 lines/s): 0 bad.',
    'production: 1,000 added, 2 updated, 3 unchanged.',
    'The 7 demo accounts were removed.',
  ])
  const firstBad = [{ line: 3, reason: 'type: must be customer or retailer' }]
  expect(describeReport({ lines: 9, bad: 3, firstBad, loaded: null }, where)).toEqual([
    'line 3: type: must be customer or retailer',
    '… and 2 more bad lines.',
    '9 lines in 2.0 s (5 lines/s): 3 bad.',
    'Nothing was changed. Mend these lines, or load the others with --skip-bad.',
    'With --bad-file FILE all bad lines go to a file.',
  ])
})
