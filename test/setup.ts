import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'
import { setClock } from '@/lib/clock'
import { releaseResources } from './resources'
import { readServerErrors } from './server-logs'

// The settings every process of a test shares: fixed keys, so that what one test stores another process can read.
const key = (letter: string) => `test:${Buffer.alloc(32, letter).toString('base64')}`
Object.assign(process.env, {
  NODE_ENV: 'test',
  NEXTAUTH_SECRET: 'n'.repeat(32),
  SECRET_ENCRYPTION_KEYS: key('e'),
  SECRET_HASH_KEYS: key('h'),
  TOKEN_KEYS: key('t'),
})

// A test that expects console output expects it explicitly; anything else fails it.
const complaints = vi.spyOn(console, 'error')

// Files share a process: none starts with the settings of the one before it, and no test with those of another.
const holder = globalThis as { guichetSettings?: object }
let settings: object | undefined
let values: object | undefined
delete holder.guichetSettings

beforeEach(() => {
  settings = holder.guichetSettings
  values = { ...settings }
  complaints.mockClear()
})

afterEach(({ task }) => {
  setClock(null)
  // The same object, to which a file may hold on.
  holder.guichetSettings = settings && Object.assign(settings, values)
  const errors = task.result?.state === 'fail' ? readServerErrors() : []
  // A 5xx doesn't show its cause; the server's log does.
  if (errors.length > 0) console.warn(`The servers logged:\n${errors.join('')}`)
  expect(complaints.mock.calls, 'unexpected console.error').toEqual([])
})

afterAll(releaseResources)
