import { exec } from 'node:child_process'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { filesWithSlow, projectOf, sortTests } from './projects'

test('a test file is in the project that its imports need', () => {
  expect(projectOf('lib/wallet/msisdn.test.ts')).toBe('unit')
  expect(projectOf('lib/audit/audit.test.ts')).toBe('database')
  // Through a helper of test/.
  expect(projectOf('gateway/token-endpoint.test.ts')).toBe('database')
  expect(projectOf('worker/main.test.ts')).toBe('processes')
  expect(projectOf('gateway/standby.test.ts')).toBe('engines')
  expect(projectOf('scripts/check/kubernetes.slow.test.ts')).toBe('slow')
})

test('every test file is in one project', () => {
  const all = Object.values(sortTests()).flat()
  expect(new Set(all).size).toBe(all.length)
  expect(all).toContain('lib/logger.test.ts')
  expect(all).toContain('lib/usage/range.test.ts')
})

test('the files of which the gate leaves tests out are found', () => {
  expect(filesWithSlow()).toContain('worker/deliver-webhooks.test.ts')
  expect(filesWithSlow()).not.toContain('lib/logger.test.ts')
})

test('a unit test that opens a database fails', () => {
  expect(() => new Client().connect()).toThrow('A unit test opens a database')
})

test('a unit test that starts a program fails', () => {
  expect(() => exec('true')).toThrow('A unit test starts a program')
})
