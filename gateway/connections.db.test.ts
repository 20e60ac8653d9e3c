import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Client, createAccount, createClient } from '@/test/factories'
import { floodConnection } from '@/test/flood'
import { fetchToken, type TestGateway, withGateways } from '@/test/gateway'
import { openRaw, type RawConnection, rawRequest } from '@/test/raw-http'

const account = '/api/eWallet/v1/account'
const form = 'Content-Type: application/x-www-form-urlencoded'
const alive = rawRequest('GET', '/healthz')
/** Answered without waiting, and long enough to fill buffers soon. */
const metadata = rawRequest('GET', '/.well-known/oauth-authorization-server')

const world = withGateways()
let gateway: TestGateway
/** Its deadlines are short, and three connections are its maximum. */
let strict: TestGateway
let client: Client
let slowCall: Buffer
let tokenRequest: Buffer
let folder: string
const narrowDoors: Server[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guichet-'))
  gateway = await world.start()
  strict = await world.start({ requestTimeout: 400, keepAliveTimeout: 800, maxConnections: 3 })
  client = await createClient(world.owner)
  await createAccount(world.owner, '221770000001', { delayMs: 200 })
  const bearer = `Authorization: Bearer ${await fetchToken(gateway, client)}`
  slowCall = rawRequest('GET', `${account}?msisdn=221770000001`, [bearer])
  const body = `grant_type=client_credentials&client_id=${client.clientId}&client_secret=${client.clientSecret}`
  tokenRequest = rawRequest('POST', '/oauth/token', [form], body)
})
afterAll(async () => {
  for (const door of narrowDoors) door.close()
  await rm(folder, { recursive: true })
})

type Served = RawConnection & { server: Socket }
type Path = { name: string; first: Buffer }

/** The first request decides who reads the connection: HTTP/1.1 that is not plain stays with `node:http`. */
const paths: Path[] = [
  { name: 'our own reader', first: alive },
  { name: 'node:http', first: Buffer.concat([alive, alive]) },
]

/** Opens a connection, and finds the gateway's end of it. */
async function open({ server, port }: TestGateway, door: number | string = port): Promise<Served> {
  const accepted = once(server, 'connection') as Promise<[Socket]>
  const connection = await openRaw(door)
  const [socket] = await accepted
  return { ...connection, server: socket }
}

/** A connection that this path's parser has. */
async function openOn({ first }: Path, to = gateway, door?: string): Promise<Served> {
  const connection = await open(to, door)
  connection.send(first)
  for (let left = first.length / alive.length; left > 0; left--) await connection.read()
  return connection
}

/** The same server behind a socket in a folder: the kernel keeps 200 kB of it, where it keeps up to 30 MB of TCP. */
async function openNarrowDoor({ server }: TestGateway): Promise<string> {
  const path = join(folder, String(narrowDoors.length))
  const door = createServer({ allowHalfOpen: true }, (socket) => server.emit('connection', socket))
  narrowDoors.push(door.listen(path))
  await once(door, 'listening')
  return path
}

/** How many requests the gateway has processed. */
async function countRequests(endpoint: string, of = gateway): Promise<number> {
  const text = await of.context.metrics.registry.metrics()
  const lines = text.matchAll(
    new RegExp(`^guichet_requests_total\\{.*endpoint="${endpoint}".*\\} (\\d+)`, 'gm'),
  )
  return [...lines].reduce((sum, [, count]) => sum + Number(count), 0)
}

/**
 * Sends requests without reading responses, until the gateway stops reading: far fewer than 5,000. @returns
 * how many
 */
async function flood({ server, send }: Served): Promise<number> {
  for (let sent = 0; ; sent++) {
    if (sent === 5000) return sent
    const before = server.bytesRead
    send(metadata)
    // One at a time: what arrives with another goes to node:http.
    for (let turns = 0; server.bytesRead === before; turns++) {
      if (turns > 200 && server.isPaused()) return sent
      await turn()
    }
  }
}

describe.each(paths)('a connection that $name reads', (path) => {
  test('has the expected parser', async () => {
    const connection = await openOn(path)
    expect('parser' in connection.server).toBe(path.name === 'node:http')
    connection.close()
  })

  test('stays open between requests, and announces for how long', async () => {
    const connection = await openOn(path)
    for (let count = 0; count < 3; count++) {
      connection.send(alive)
      const { headers } = await connection.read()
      expect(headers).toMatchObject({ connection: 'keep-alive', 'keep-alive': 'timeout=65' })
    }
    connection.close()
  })

  test.each([
    ['nothing', () => ''],
    ['half a head', () => 'GET /heal'],
    ['half a body', () => tokenRequest.subarray(0, -5)],
    ['a request', () => slowCall],
    ['a request and a half', () => Buffer.concat([slowCall, alive.subarray(0, 9)])],
    ['garbage', () => 'garbage\r\n\r\n'],
    ['CONNECT', () => 'CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n'],
    ['an upgrade', () => 'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'],
    [
      'an expectation',
      () => 'POST /oauth/token HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\nExpect: x\r\n\r\n',
    ],
    ['a last request', () => 'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
  ])('leaves nothing behind when it is reset after %s', async (_name, bytes) => {
    const connection = await openOn(path)
    connection.send(bytes())
    // Once the gateway has read it: until then the reset would take it away.
    await expect.poll(() => connection.server.bytesRead).toBe(path.first.length + bytes().length)
    connection.socket.resetAndDestroy()
    await expect.poll(() => connection.server.destroyed).toBe(true)
    await expect.poll(() => gateway.context.inFlight).toBe(0)
  })

  test('has an error listener to the end', async () => {
    const connection = await openOn(path)
    const counts: number[] = []
    connection.server.once('close', () => counts.push(connection.server.listenerCount('error')))
    connection.send('CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n')
    expect((await connection.read()).status).toBe(405)
    counts.push(connection.server.listenerCount('error'))
    connection.close()
    await expect.poll(() => counts.length).toBe(2)
    expect(Math.min(...counts)).toBeGreaterThan(0)
  })

  test('gets its response after the caller half-closes, and is closed', async () => {
    const connection = await openOn(path)
    connection.socket.end(slowCall)
    expect((await connection.read()).status).toBe(200)
    await connection.closed
    await expect.poll(() => connection.server.destroyed).toBe(true)
  })

  test('is closed when the caller closes its half between requests', async () => {
    const connection = await openOn(path)
    connection.socket.end()
    await connection.closed
    await expect.poll(() => connection.server.destroyed).toBe(true)
  })

  test('processes nothing that follows `Connection: close`', async () => {
    const connection = await openOn(path)
    const before = await countRequests('token')
    connection.send('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    expect((await connection.read()).headers.connection).toBe('close')
    for (let count = 0; count < 5; count++) {
      connection.send(tokenRequest)
      await turn()
    }
    await connection.closed
    await expect.poll(() => connection.server.destroyed).toBe(true)
    expect(gateway.context.inFlight).toBe(0)
    expect(await countRequests('token')).toBe(before)
  })

  test('processes nothing that follows `Connection: close` while that is being answered', async () => {
    const connection = await openOn(path)
    const before = await countRequests('token')
    const last = slowCall.toString('latin1').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')
    connection.send(last)
    await expect.poll(() => gateway.context.inFlight).toBe(1)
    connection.send(tokenRequest)
    expect(await connection.read()).toMatchObject({ status: 200, headers: { connection: 'close' } })
    await connection.closed
    expect(await countRequests('token')).toBe(before)
  })

  test('is not read while its responses are not taken, and delivers all of them to a caller that takes them late', async () => {
    const connection = await openOn(path, gateway, await openNarrowDoor(gateway))
    connection.socket.pause()
    const taken = await flood(connection)
    expect(taken).toBeGreaterThan(100)
    expect(connection.server.writableLength).toBeLessThan(300_000)
    connection.socket.resume()
    // The last one was sent after the gateway had stopped reading.
    for (let count = 0; count <= taken; count++) expect((await connection.read()).status).toBe(200)
    connection.close()
  }, 30_000)

  test('is destroyed when its responses are not taken in time', async () => {
    const connection = await openOn(path, strict, await openNarrowDoor(strict))
    connection.socket.pause()
    await flood(connection)
    await expect.poll(() => connection.server.destroyed).toBe(true)
    connection.close()
  }, 30_000)

  test('is closed when no further request comes', { tags: 'slow' }, async () => {
    const connection = await openOn(path, strict)
    const begin = performance.now()
    await connection.closed
    const took = performance.now() - begin
    expect(took).toBeGreaterThan(1700)
    expect(took).toBeLessThan(10_000)
  })

  test('is closed when a further request stays incomplete: 408', async () => {
    const connection = await openOn(path, strict)
    connection.send('GET /heal')
    const begin = performance.now()
    expect((await connection.read()).status).toBe(408)
    await connection.closed
    expect(performance.now() - begin).toBeLessThan(10_000)
  })

  test('counts towards the maximum, until it is closed', async () => {
    const connections = await Promise.all([1, 2, 3].map(() => openRaw(strict.port)))
    for (const each of connections) {
      each.send(path.first)
      await each.read()
    }
    const refused = await openRaw(strict.port)
    await refused.closed
    const text = await strict.context.metrics.registry.metrics()
    expect(text).toMatch(/^guichet_connections\{\S+ 3$/m)
    expect(text).toMatch(/^guichet_connections_refused_total\{\S+ [1-9]/m)
    for (const each of connections) each.close()
    await expect.poll(() => strict.context.sockets.size()).toBe(0)
    const next = await openOn(path, strict)
    next.close()
  })

  test('ends with the response to its last request while the gateway stops', async () => {
    const stopping = await world.start()
    const connection = await openOn(path, stopping)
    connection.send(slowCall)
    await expect.poll(() => stopping.context.inFlight).toBe(1)
    stopping.context.draining = true
    expect((await connection.read()).headers.connection).toBe('keep-alive')
    connection.send(alive)
    expect((await connection.read()).headers.connection).toBe('close')
    const before = await countRequests('token', stopping)
    connection.send(tokenRequest)
    await connection.closed
    await expect.poll(() => connection.server.destroyed).toBe(true)
    expect(await countRequests('token', stopping)).toBe(before)
  })
})

test('of requests that arrive together while the gateway stops, none is processed after the response that closes', async () => {
  const stopping = await world.start()
  const connection = await open(stopping)
  stopping.context.draining = true
  connection.send(Buffer.concat([slowCall, alive, tokenRequest]))
  const answers = [await connection.read(), await connection.read()]
  expect(answers.map(({ headers }) => headers.connection)).toEqual(['keep-alive', 'close'])
  await connection.closed
  expect(await countRequests('account', stopping)).toBe(1)
  expect(await countRequests('token', stopping)).toBe(0)
})

test('a caller that sends nothing gets a 408, and requests after that are not processed', async () => {
  const connection = await open(strict)
  expect((await connection.read()).status).toBe(408)
  const before = await countRequests('token', strict)
  connection.send(tokenRequest)
  await expect.poll(() => connection.server.destroyed).toBe(true)
  expect(await countRequests('token', strict)).toBe(before)
})

test('a connection that pipelines more than 64 slow requests is closed after them, and the others are not processed', async () => {
  expect(await floodConnection(gateway.port, '/readyz')).toEqual(Array(64).fill(200))
  const before = await countRequests('account')
  const connection = await open(gateway)
  connection.send(Buffer.concat(Array.from({ length: 500 }, () => slowCall)))
  for (let left = 64; left > 0; left--) expect((await connection.read()).status).toBe(200)
  await connection.closed
  await expect.poll(() => countRequests('account')).toBe(before + 64)
  const caller = await open(gateway)
  caller.send(Buffer.concat(Array.from({ length: 64 }, () => slowCall)))
  for (let left = 64; left > 0; left--) expect((await caller.read()).status).toBe(200)
  caller.close()
}, 30_000)

test('a caller that is still sending the last request of its connection can read the refusal', async () => {
  const connection = await open(gateway)
  const request = rawRequest('POST', '/oauth/token', ['Connection: close'], 'x'.repeat(500_000))
  connection.send(request.subarray(0, 10_000))
  expect(await connection.read()).toMatchObject({ status: 400, headers: { connection: 'close' } })
  connection.send(request.subarray(10_000))
  await expect.poll(() => connection.server.bytesRead).toBe(request.length)
  await connection.closed
})

test('a body in chunks of one byte takes no more memory than its bytes', { tags: 'slow' }, async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const connections: Served[] = []
  while (connections.length < 20) connections.push(await open(gateway))
  const head = rawRequest('POST', '/oauth/token', [form, 'Transfer-Encoding: chunked'])
  const body = Buffer.from('1\r\na\r\n'.repeat(16_000))
  collectGarbage()
  const before = process.memoryUsage()
  for (const { send } of connections) send(Buffer.concat([head, body]))
  for (const { server } of connections)
    await expect.poll(() => server.bytesRead).toBe(head.length + body.length)
  collectGarbage()
  const after = process.memoryUsage()
  const growth = after.heapUsed + after.external - before.heapUsed - before.external
  expect(growth / connections.length).toBeLessThan(200_000)
  for (const { close } of connections) close()
})

test('the Date of a response follows a clock that is set back', async () => {
  const connection = await open(gateway)
  connection.send(alive)
  await connection.read()
  const earlier = Date.parse('2020-01-01T00:00:30Z')
  const clock = vi.spyOn(Date, 'now').mockReturnValue(earlier)
  connection.send(alive)
  const { headers } = await connection.read()
  clock.mockRestore()
  expect(headers.date).toBe(new Date(earlier).toUTCString())
  connection.close()
})

test('an error while a response is made breaks one connection, and not the process', async () => {
  const broken = await world.start()
  broken.context.meter.record = () => {
    throw new Error('a bug')
  }
  const connection = await open(broken)
  connection.send(tokenRequest)
  await expect.poll(() => connection.server.destroyed).toBe(true)
  expect(broken.context.inFlight).toBe(0)
  expect(broken.logs.join('')).toContain('a bug')
  expect((await fetch(`${broken.url}/healthz`)).status).toBe(200)
})
