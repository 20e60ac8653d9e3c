import { expect, test } from 'vitest'
import { parseSettings } from '@/lib/env'
import { requireThisMachine } from './this-machine'

const check = (environment: Record<string, string>) => () =>
  requireThisMachine(parseSettings(environment as unknown as NodeJS.ProcessEnv), 'npm run dev')

test('metrics, documents and traces stay on this machine too', () => {
  const near = { METRICS_ADDRESS: '::1', CLAMD_URL: 'unix:///run/clamd.sock' }
  expect(check({ ...near, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' })).not.toThrow()
  expect(check({ METRICS_ADDRESS: '0.0.0.0' })).toThrow('unset METRICS_ADDRESS.')
  expect(check({ CLAMD_URL: 'tcp://clamd.example:3310' })).toThrow('unset CLAMD_URL.')
  const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example' }
  expect(check(collector)).toThrow('unset OTEL_EXPORTER_OTLP_ENDPOINT.')
})

test('defaults, other ports and loopback addresses stay on this machine', () => {
  expect(check({})).not.toThrow()
  expect(check({ PORTAL_PORT: '3010', LISTEN_ADDRESS: '127.0.0.2' })).not.toThrow()
  expect(check({ LISTEN_ADDRESS: '::1', PORTAL_URL: 'http://[::1]:3000' })).not.toThrow()
})

test.each([
  ['DATABASE_URL', 'postgres://user@db.example/guichet'],
  ['GATEWAY_DATABASE_URL', 'postgres://user@db.example/guichet'],
  ['WORKER_DATABASE_URL', 'postgres://user@db.example/guichet'],
  ['MIGRATION_DATABASE_URL', 'postgres://user@db.example/guichet'],
  ['DATABASE_READ_URL', 'postgres://user@db.example/guichet'],
  ['REDIS_URL', 'redis://redis.example'],
  ['PORTAL_URL', 'https://portal.example'],
  ['SANDBOX_BASE_URL', 'https://127.example'],
])('%s that leads elsewhere is refused by name', (name, value) => {
  expect(check({ [name]: value })).toThrow(new RegExp(`unset ${name}\\.`))
})

test('a relay and an address beyond loopback are refused, even with complete settings', () => {
  const relay = { SMTP_URL: 'smtp://relay.example', MAIL_FROM: 'a@b.example', REVIEWER_EMAIL: 'c@b.example' }
  expect(check(relay)).toThrow(/unset SMTP_URL\./)
  expect(check({ LISTEN_ADDRESS: '0.0.0.0' })).toThrow(/LISTEN_ADDRESS/)
})
