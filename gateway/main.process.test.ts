import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { findFreePorts } from '@/scripts/check/ports'
import { startGateway } from '@/test/guichet'
import { withOwnDatabase } from '@/test/own-database'

const database = withOwnDatabase()
let child: ChildProcess | undefined

afterEach(() => child?.kill('SIGKILL'))

test('its metrics are at METRICS_ADDRESS only, and its endpoints at LISTEN_ADDRESS', async () => {
  const first = await findFreePorts(3)
  child = startGateway(database, first, first + 1, {
    METRICS_ADDRESS: '127.0.0.2',
    LISTEN_ADDRESS: '127.0.0.1',
    // The real log, which other tests replace.
    ACCESS_LOG: 'on',
  })
  const statusOf = (url: string) =>
    fetch(url).then(
      ({ status }) => status,
      () => 0,
    )
  await vi.waitUntil(async () => (await statusOf(`http://127.0.0.1:${first}/readyz`)) === 200, {
    timeout: 45_000,
  })
  expect(await statusOf(`http://127.0.0.2:${first + 2}/metrics`)).toBe(200)
  expect(await (await fetch(`http://127.0.0.2:${first + 2}/metrics`)).text()).toMatch(
    /^guichet_ready\{.*\} 1$/m,
  )
  expect(await statusOf(`http://127.0.0.1:${first + 2}/metrics`)).toBe(0)
  expect(await statusOf(`http://127.0.0.2:${first}/readyz`)).toBe(0)
}, 60_000)

test('it loads no client of Redis by itself: only a gateway with REDIS_URL needs that, which takes long', () => {
  const program = readFileSync(join(process.env.TEST_BUNDLES ?? '', 'gateway.js'), 'utf8')
  expect(program).toContain('("ioredis")')
  expect(program).not.toMatch(/^import .*"ioredis"/m)
})

test('without a database its metrics say that it is not ready', { tags: 'slow' }, async () => {
  const first = await findFreePorts(3)
  const unreachable = { ...database, gatewayUrl: 'postgres://nobody@127.0.0.1:9/none' }
  child = startGateway(unreachable, first, first + 1)
  const readMetrics = () =>
    fetch(`http://127.0.0.1:${first + 2}/metrics`).then(
      (response) => response.text(),
      () => '',
    )
  await expect.poll(readMetrics).toMatch(/^guichet_ready\{.*\} 0$/m)
})
