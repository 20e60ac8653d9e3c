import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Counter, Registry } from 'prom-client'
import { afterEach, expect, test, vi } from 'vitest'
import { floodConnection } from '@/test/flood'
import { createLogger } from './logger'
import { createOperationsServer } from './operations-server'
import { version } from './version'

const logger = createLogger('test')
const servers: ReturnType<typeof createOperationsServer>[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function start(registry: Registry, address = '127.0.0.1', findObstacle?: () => Promise<string | null>) {
  const server = createOperationsServer({ registry, logger, ...(findObstacle ? { findObstacle } : {}) })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, address, resolve))
  return (server.address() as AddressInfo).port
}

function statusOf(port: number, path: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path, headers: { host } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })
}

/** Status, body, Allow and Cache-Control. */
async function read(port: number, path: string, method = 'GET') {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method })
  const { status, headers } = response
  const text = await response.text()
  const body = headers.get('content-type') === 'application/json' && text ? JSON.parse(text) : text
  return [status, body, headers.get('allow'), headers.get('cache-control')]
}

// ASVS 13.4.5
test('on loopback only a loopback Host gets a response', async () => {
  const port = await start(new Registry(), '127.0.0.1', async () => null)
  for (const host of ['localhost:9465', '127.0.0.1', `[::1]:${port}`, 'metrics.localhost'])
    expect(await statusOf(port, '/metrics', host), host).toBe(200)
  for (const host of ['evil.example', 'evil.example:80', '127.0.0.1.evil.example', '192.0.2.1', 'a b'])
    for (const path of ['/metrics', '/readyz', '/healthz'])
      expect(await statusOf(port, path, host), `${host}${path}`).toBe(403)
})

test('beyond loopback, where the operator restricts access, any Host gets a response', async () => {
  const port = await start(new Registry(), '0.0.0.0')
  expect(await statusOf(port, '/metrics', 'guichet.internal:9465')).toBe(200)
})

test('probes exist only if there is something to probe', async () => {
  expect(await statusOf(await start(new Registry()), '/readyz', 'localhost')).toBe(404)
  const reason = 'database_unreachable'
  const refusing = await start(new Registry(), '127.0.0.1', async () => reason)
  expect(await read(refusing, '/readyz')).toEqual([503, { status: 'unavailable', reason }, null, 'no-store'])
  expect(await read(refusing, '/healthz')).toEqual([200, { status: 'ok' }, null, 'no-store'])
  const ready = await start(new Registry(), '127.0.0.1', async () => null)
  expect(await read(ready, '/readyz')).toEqual([200, { status: 'ready' }, null, 'no-store'])
})

test('other paths and methods are refused', async () => {
  const port = await start(new Registry(), '127.0.0.1', async () => null)
  for (const path of ['/', '/constructor', '/healthz/', '/healthz?a=1'])
    expect(await read(port, path)).toEqual([404, { status: 'not found' }, null, 'no-store'])
  expect(await read(port, '/healthz', 'HEAD')).toEqual([200, '', null, 'no-store'])
  const refused = [405, { status: 'method not allowed' }, 'GET, HEAD', 'no-store']
  expect(await read(port, '/healthz', 'POST')).toEqual(refused)
  const registry = new Registry()
  const { headers } = await fetch(`http://127.0.0.1:${await start(registry)}/metrics`)
  expect(headers.get('content-type')).toBe(registry.contentType)
})

test('metrics have the version, and whether the process is ready', async () => {
  const obstacles = ['migrations_pending', null]
  const port = await start(new Registry(), '127.0.0.1', async () => obstacles.shift() ?? null)
  expect((await read(port, '/metrics'))[1]).toMatch(/^guichet_ready 0$/m)
  const [, text] = await read(port, '/metrics')
  expect(text).toMatch(/^guichet_ready 1$/m)
  expect(text).toContain(`guichet_build_info{version="${version}",node="${process.versions.node}"} 1`)
})

test('metrics that cannot be collected give a 500, and the process continues', async () => {
  const registry = new Registry()
  new Counter({
    name: 'broken',
    help: 'Throws',
    registers: [registry],
    collect() {
      throw new Error('a bug')
    },
  })
  const logged = vi.spyOn(logger, 'error').mockImplementation(() => {})
  expect(await read(await start(registry), '/metrics')).toEqual([500, { status: 'failed' }, null, 'no-store'])
  const err = expect.objectContaining({ message: 'a bug' })
  expect(logged).toHaveBeenCalledExactlyOnceWith({ err }, 'metrics or a probe failed')
})

test.each(['/metrics', '/readyz'])(
  'a connection that pipelines more than sixteen requests of %s is closed after them',
  async (path) => {
    const port = await start(new Registry(), '127.0.0.1', async () => null)
    expect(await floodConnection(port, path)).toEqual(Array(16).fill(200))
  },
)
