import { symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryFolder } from '@/test/resources'
import { describeProgress, describeReport } from '../import-accounts'
import { options, readJob } from './options'

const folder = temporaryFolder()
const file = join(folder, 'accounts.csv')
writeFileSync(file, 'twelve bytes')

/** Reads arguments as the command does. */
function read(args: string[]) {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  return readJob(values, positionals[0])
}

test('bad lines are skipped into a file next to the accounts', () => {
  const exported = new Date('2026-11-20T01:00:00.123Z')
  utimesSync(file, exported, exported)
  expect(read([file, '--environment', 'production', '--skip-bad'])).toEqual({
    kind: 'import',
    size: 12,
    dated: 'file',
    options: {
      file,
      environment: 'production',
      asOf: exported.toISOString(),
      complete: false,
      allowRemovals: null,
      skipBad: true,
      badFile: join(folder, 'accounts.bad.csv'),
    },
  })
  expect(read([file, '--environment=sandbox'])).toMatchObject({ options: { skipBad: false, badFile: null } })
  const complete = ['--complete', '--allow-removals', '12']
  expect(read([file, '--environment', 'sandbox', ...complete])).toMatchObject({
    options: { complete: true, allowRemovals: 12 },
  })
  expect(read(['--remove-demo'])).toEqual({ kind: 'remove-demo' })
})

test('removing demo accounts, which are in Production, takes no other option', () => {
  expect(() => read(['--remove-demo', '--environment', 'sandbox'])).toThrow(
    '--remove-demo: cannot be combined with --environment.',
  )
  expect(() => read(['--remove-demo', '--watch'])).toThrow('cannot be combined with --watch.')
})

test('bad lines cannot be written to a link to the imported file', () => {
  const link = join(folder, 'link.csv')
  symlinkSync(file, link)
  expect(() => read([file, '--environment', 'sandbox', '--bad-file', link])).toThrow(
    '--bad-file: must not be the file that is imported.',
  )
})

test('a file is dated by its last change, never in the future, unless its export time is given', () => {
  const later = new Date(Date.now() + 86_400_000)
  utimesSync(file, later, later)
  const { options } = read([file, '--environment', 'sandbox']) as { options: { asOf: string } }
  expect(Math.abs(Date.parse(options.asOf) - Date.now())).toBeLessThan(60_000)
  expect(read([file, '--environment', 'sandbox', '--as-of', '2026-11-20T01:00:00+01:00'])).toMatchObject({
    dated: 'given',
    options: { asOf: '2026-11-20T00:00:00.000000Z' },
  })
})

test.each([
  ...['yesterday', '2026-02-30T01:00:00Z'].map((asOf): [string[], string] => [
    [file, '--environment', 'sandbox', '--as-of', asOf],
    '--as-of: must be a time such as 2026-11-21T09:00:00.000Z.',
  ]),
  [
    [file, '--environment', 'sandbox', '--as-of', new Date(Date.now() + 3_700_000).toISOString()],
    '--as-of: lies in the future.',
  ],
  [
    ['--watch', '--environment', 'sandbox', '--as-of', '2026-11-20T01:00:00Z'],
    '--as-of: is for a file; a stream says it with each change.',
  ],
  [
    ['--watch', '--environment', 'sandbox', '--skip-bad'],
    '--skip-bad: is for a file; a stream always continues.',
  ],
  [
    ['--watch', '--environment', 'sandbox', '--complete'],
    '--complete: is for a file; a stream removes accounts one by one.',
  ],
  [
    [file, '--environment', 'sandbox', '--complete', '--skip-bad'],
    '--complete: not with --skip-bad, as accounts on bad lines would count as missing.',
  ],
  [[file, '--environment', 'sandbox', '--allow-removals', '5'], '--allow-removals: is for --complete.'],
  [
    [file, '--environment', 'sandbox', '--complete', '--allow-removals', '5 %'],
    '--allow-removals: must be a number of accounts.',
  ],
  [[file, '--environment', 'sandbox', '--after-line', '7'], '--after-line: is for --watch.'],
  [[], 'FILE.csv is missing.'],
  [['--watch', file, '--environment', 'sandbox'], '--watch: does not take a file.'],
  [[file], '--environment: must be production or sandbox.'],
  [[file, '--environment', 'Production'], '--environment: must be production or sandbox.'],
  [['/dev/null', '--environment', 'sandbox'], '/dev/null: is not a regular file.'],
  [['nowhere.csv', '--environment', 'sandbox'], 'nowhere.csv: there is no such file.'],
  [
    [file, '--environment', 'sandbox', '--bad-file', file],
    '--bad-file: must not be the file that is imported.',
  ],
])('%j is refused with a sentence', (args, sentence) => {
  expect(() => read(args)).toThrow(sentence)
})

test('progress is a bar with a count and a rate', () => {
  const progress = { step: 'reading', done: 50, total: 100, lines: 400_000 } as const
  expect(describeProgress(progress, 2)).toBe(
    `Reading and checking [${'#'.repeat(15)}${' '.repeat(15)}]  50 %  400,000 lines, 200,000/s`,
  )
})

test('a report shows what was done, and what to do about bad lines', () => {
  const asOf = '2026-11-20T01:00:00.000Z'
  const where = { environment: 'production', badFile: null, asOf, dated: 'given', seconds: 2 } as const
  const loaded = {
    inserted: 1000,
    updated: 2,
    unchanged: 3,
    newer: 0,
    stayRemoved: 0,
    demoRemoved: 7,
    removed: 0,
    grantsRemoved: 0,
  }
  expect(describeReport({ lines: 1005, bad: 0, firstBad: [], loaded, tooMany: null }, where)).toEqual([
    '1,005 lines in 2.0 s (503 lines/s): 0 bad.',
    'production: 1,000 added, 2 updated, 3 unchanged.',
    'The 7 demo accounts were removed.',
  ])
  const older = { ...loaded, newer: 1200, demoRemoved: 0 }
  expect(
    describeReport(
      { lines: 2205, bad: 0, firstBad: [], loaded: older, tooMany: null },
      { ...where, dated: 'file' },
    ),
  ).toEqual([
    '2,205 lines in 2.0 s (1,103 lines/s): 0 bad.',
    'production: 1,000 added, 2 updated, 3 unchanged.',
    `1,200 left alone: what is stored of them is newer than ${asOf}.`,
    `As of ${asOf}, when the file was last changed; --as-of says when the export was begun.`,
  ])
  const firstBad = [{ line: 3, reason: 'type: must be customer or retailer' }]
  expect(describeReport({ lines: 9, bad: 3, firstBad, loaded: null, tooMany: null }, where)).toEqual([
    'line 3: type: must be customer or retailer',
    '… and 2 more bad lines.',
    '9 lines in 2.0 s (5 lines/s): 3 bad.',
    'Nothing was changed. Fix these lines, or load the others with --skip-bad.',
    'With --bad-file FILE all bad lines go to a file.',
  ])
  const fewer = { ...loaded, stayRemoved: 1, demoRemoved: 0, removed: 1200, grantsRemoved: 4 }
  expect(describeReport({ lines: 9, bad: 0, firstBad: [], loaded: fewer, tooMany: null }, where)).toEqual([
    '9 lines in 2.0 s (5 lines/s): 0 bad.',
    'production: 1,000 added, 2 updated, 3 unchanged.',
    '1,200 removed, which are not in the file, with 4 grants.',
    `1 stay removed: they were removed as of ${asOf} or later.`,
  ])
  const tooMany = { missing: 1200, stored: 9000 }
  expect(describeReport({ lines: 9, bad: 0, firstBad: [], loaded: null, tooMany }, where)).toEqual([
    '9 lines in 2.0 s (5 lines/s): 0 bad.',
    'Nothing was changed: 1,200 of 9,000 accounts are not in the file, more than 5 %.',
    'If the file is complete, remove them with --allow-removals 1200.',
  ])
})
