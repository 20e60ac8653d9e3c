import { expect, test } from 'vitest'
import { compareOutcomes, type Report, readOutcomes } from './outcomes'

type Tests = Record<string, string>

/** A run of the previous build, by file: how each of its tests ended, or null for a file that did not load. */
function run(files: Record<string, Tests | null>) {
  const testResults: Report['testResults'] = Object.entries(files).map(([file, tests]) => {
    const assertionResults = Object.entries(tests ?? {}).map(([fullName, status]) => ({ fullName, status }))
    const passed = tests !== null && !assertionResults.some(({ status }) => status === 'failed')
    return { name: `/former/${file}`, status: passed ? 'passed' : 'failed', assertionResults }
  })
  return readOutcomes({ testResults }, '/former')
}

test('a test that the new schema breaks is distinguished from one that fails on either', () => {
  const onNew = run({
    'lib/a.test.ts': { lists: 'failed', mints: 'failed', reads: 'passed' },
    'lib/b.test.ts': { reads: 'passed' },
  })
  const onOwn = run({ 'lib/a.test.ts': { lists: 'failed', mints: 'passed', reads: 'passed' } })
  expect(compareOutcomes(onNew, onOwn)).toEqual({
    either: ['lib/a.test.ts > lists'],
    broken: ['lib/a.test.ts > mints'],
  })
})

test('tests of one name in two files are two, and of one name in one file the one that fails counts', () => {
  const onNew = run({ 'lib/a.test.ts': { reads: 'failed' }, 'lib/b.test.ts': { reads: 'failed' } })
  const onOwn = run({ 'lib/a.test.ts': { reads: 'passed' }, 'lib/b.test.ts': { reads: 'failed' } })
  expect(compareOutcomes(onNew, onOwn).broken).toEqual(['lib/a.test.ts > reads'])
  const twice = ['failed', 'passed'].map((status) => ({ fullName: 'reads', status }))
  const report = { testResults: [{ name: '/former/a', status: 'failed', assertionResults: twice }] }
  expect(readOutcomes(report, '/former').get('a > reads')).toBe('failed')
})

test('a file that does not load on the new schema counts as one, whatever failed in it before', () => {
  const onNew = run({ 'lib/a.test.ts': null, 'lib/b.test.ts': null })
  const onOwn = run({ 'lib/a.test.ts': { lists: 'failed', mints: 'passed' }, 'lib/b.test.ts': null })
  expect(compareOutcomes(onNew, onOwn)).toEqual({ either: ['lib/b.test.ts'], broken: ['lib/a.test.ts'] })
})

test('a file whose setup fails has skipped tests, and counts as one', () => {
  const assertionResults = [{ fullName: 'mints', status: 'skipped' }]
  const testResults = [{ name: '/former/lib/a.test.ts', status: 'failed', assertionResults }]
  const onOwn = run({ 'lib/a.test.ts': { mints: 'passed' } })
  const onNew = readOutcomes({ testResults }, '/former')
  expect(compareOutcomes(onNew, onOwn).broken).toEqual(['lib/a.test.ts'])
})

test('a test that the new schema prevents from running is broken, one that never runs is not', () => {
  const onNew = run({
    'lib/a.test.ts': { lists: 'failed', 'group mints': 'skipped', 'with redis': 'skipped' },
  })
  const onOwn = run({
    'lib/a.test.ts': { lists: 'failed', 'group mints': 'passed', 'with redis': 'skipped' },
  })
  expect(compareOutcomes(onNew, onOwn).broken).toEqual(['lib/a.test.ts > group mints'])
})

test('a test that did not run on its own schema counts against the new one', () => {
  const onNew = run({ 'lib/a.test.ts': { mints: 'failed' } })
  expect(compareOutcomes(onNew, run({ 'lib/a.test.ts': null })).broken).toEqual(['lib/a.test.ts > mints'])
  expect(compareOutcomes(onNew, run({})).broken).toEqual(['lib/a.test.ts > mints'])
})
