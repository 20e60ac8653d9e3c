import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Counter, Registry } from 'prom-client'
import { afterEach, expect, test } from 'vitest'
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
  const refusing = await start(new Registry(), '127.0.0.1', async () => 'database_unreachable')
  expect(await statusOf(refusing, '/readyz', 'localhost')).toBe(503)
  expect(await statusOf(refusing, '/healthz', 'localhost')).toBe(200)
  expect(await statusOf(refusing, '/constructor', 'localhost')).toBe(404)
})

test('metrics have the version, and whether the process is ready', async () => {
  const obstacles = ['migrations_pending', null]
  const port = await start(new Registry(), '127.0.0.1', async () => obstacles.shift() ?? null)
  const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  expect(await read()).toMatch(/^guichet_ready 0$/m)
  const text = await read()
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
  const port = await start(registry)
  expect(await statusOf(port, '/metrics', 'localhost')).toBe(500)
})
