import { expect, test } from 'vitest'
import { parseSettings } from '@/lib/env'
import { requireThisMachine } from './this-machine'

const check = (environment: Record<string, string>) => () =>
  requireThisMachine(parseSettings(environment as unknown as NodeJS.ProcessEnv), 'npm run dev')

test('defaults, other ports and loopback addresses stay on this machine', () => {
  expect(check({})).not.toThrow()
  expect(check({ PORTAL_PORT: '3010', LISTEN_ADDRESS: '127.0.0.2' })).not.toThrow()
  expect(check({ LISTEN_ADDRESS: '::1', PORTAL_URL: 'http://[::1]:3000' })).not.toThrow()
})

test.each([
  ['DATABASE_URL', 'postgres://user@db.example/guichet'],
  ['WORKER_DATABASE_URL', 'postgres://user@db.example/guichet'],
  ['DATABASE_READ_URL', 'postgres://user@db.example/guichet'],
  ['REDIS_URL', 'redis://redis.example'],
  ['PORTAL_URL', 'https://portal.example'],
  ['SANDBOX_BASE_URL', 'https://127.example'],
])('%s that leads elsewhere is refused by name', (name, value) => {
  expect(check({ [name]: value })).toThrow(new RegExp(`unset ${name}\\.`))
})

test('a relay and an address beyond loopback are refused, however complete the settings are', () => {
  const relay = { SMTP_URL: 'smtp://relay.example', MAIL_FROM: 'a@b.example', REVIEWER_EMAIL: 'c@b.example' }
  expect(check(relay)).toThrow(/unset SMTP_URL\./)
  expect(check({ LISTEN_ADDRESS: '0.0.0.0' })).toThrow(/LISTEN_ADDRESS/)
})
