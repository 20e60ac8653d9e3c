import { connect as connectSocket, createServer, type Server, type Socket } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { createPool } from '@/lib/pool'
import { type Client, createAccount, createClient } from '@/test/factories'
import { askBalance, askToken, fetchToken, withGateways, withinTwoSeconds } from '@/test/gateway'
import { openRaw, rawRequest } from '@/test/raw-http'
import { defaultLookupTimeoutMs } from './context'

const world = withGateways()
let client: Client

beforeAll(async () => {
  client = await createClient(world.owner)
  await createAccount(world.owner, '221771234567')
  await createAccount(world.owner, '221770000001', { delayMs: 400 })
})

const path = '/api/eWallet/v1/account'

/** A relay to the database that can be cut off, or go silent as a dead network does. */
async function startRelay() {
  const target = new URL(world.database.gatewayUrl)
  const socketFolder = target.searchParams.get('host')
  const sockets = new Set<Socket>()
  let silent = false
  let late = 0
  const carry = (data: Buffer, into: Socket) => {
    if (late > 0) setTimeout(() => into.write(data), late)
    else if (!silent) into.write(data)
  }
  const server: Server = createServer((from) => {
    const to = socketFolder
      ? connectSocket(`${socketFolder}/.s.PGSQL.5432`)
      : connectSocket(Number(target.port || 5432), target.hostname)
    for (const socket of [from, to]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    }
    from.on('data', (data) => carry(data, to)).on('close', () => to.destroy())
    to.on('data', (data) => carry(data, from)).on('close', () => from.destroy())
  })
  const listen = (port: number) =>
    new Promise<number>((resolve) =>
      server.listen(port, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
    )
  const port = await listen(0)
  const url = new URL(target)
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${port}`
  return {
    url: url.href,
    silence: (value: boolean) => {
      silent = value
    },
    delay: (milliseconds: number) => {
      late = milliseconds
    },
    async cut() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
    restore: () => listen(port),
  }
}

// ASVS 16.5.1, 16.5.2, 16.3.4
describe('an unavailable database', () => {
  test.each(['cut off', 'silent'] as const)(
    '%s: 503 within 2 s with Retry-After, and recovery by itself',
    { tags: 'slow' },
    async (how) => {
      const relay = await startRelay()
      const pool = createPool(relay.url, 4, 'guichet-test-relayed', 1500)
      const gateway = await world.start({ pool, lookupTimeoutMs: defaultLookupTimeoutMs })
      const token = await fetchToken(gateway, client)
      const readBalance = () => askBalance(gateway, token, '221771234567')
      expect((await readBalance()).status).toBe(200)

      if (how === 'silent') relay.silence(true)
      else await relay.cut()
      const begin = performance.now()
      const [balance, issued, ready, alive] = await Promise.all([
        readBalance(),
        askToken(gateway, client),
        fetch(`${gateway.url}/readyz`),
        fetch(`${gateway.url}/healthz`),
      ])
      expect(performance.now() - begin).toBeLessThan(withinTwoSeconds)
      expect(balance.status).toBe(503)
      expect(balance.headers.get('retry-after')).toBe('1')
      expect(await balance.json()).toMatchObject({ status: 503, code: 'unavailable' })
      expect(issued.status).toBe(503)
      expect(issued.headers.get('retry-after')).toBe('1')
      expect(await issued.json()).toMatchObject({ error: 'temporarily_unavailable' })
      expect(ready.status).toBe(503)
      expect(alive.status).toBe(200)

      if (how === 'silent') relay.silence(false)
      else await relay.restore()
      await expect.poll(async () => (await readBalance()).status).toBe(200)
      expect(gateway.logs.some((line) => line.includes('request failed'))).toBe(true)
      expect(gateway.logs.join('')).not.toContain('221771234567')
      await gateway.close()
      await relay.cut()
    },
  )

  test('far away: a connection is established even if that takes longer than a caller waits', {
    tags: 'slow',
  }, async () => {
    const relay = await startRelay()
    // Each question and answer takes 0.6 s, and to sign in takes three of them.
    relay.delay(300)
    const pool = createPool(relay.url, 4, 'guichet-test-far', defaultLookupTimeoutMs)
    const gateway = await world.start({ pool, lookupTimeoutMs: defaultLookupTimeoutMs })
    const begin = performance.now()
    await expect(fetchToken(gateway, client)).rejects.toThrow('503')
    expect(performance.now() - begin).toBeLessThan(withinTwoSeconds)
    await expect.poll(() => fetchToken(gateway, client).catch(() => null)).not.toBeNull()
    relay.delay(0)
    await gateway.close()
    await relay.cut()
  })

  test('a mint that the database holds up: 503 within 2 s', async () => {
    const gateway = await world.start({ lookupTimeoutMs: defaultLookupTimeoutMs })
    const held = await createClient(world.owner)
    const owner = await world.owner.connect()
    await owner.query('BEGIN')
    await owner.query('SELECT FROM client_secret WHERE id = $1 FOR UPDATE', [held.secretId])
    const begin = performance.now()
    await expect(fetchToken(gateway, held)).rejects.toThrow('503')
    expect(performance.now() - begin).toBeLessThan(withinTwoSeconds)
    await owner.query('ROLLBACK')
    owner.release()
    await expect.poll(() => fetchToken(gateway, held).catch(() => null)).not.toBeNull()
  })

  // ASVS 15.2.2
  test('more callers than may wait are shed immediately', { tags: 'slow' }, async () => {
    const stuck = { query: () => new Promise(() => {}), end: async () => {}, totalCount: 0 }
    const gateway = await world.start({ pool: stuck as never, lookupTimeoutMs: 3000 })
    const { bearers } = gateway.context.account
    const waiting = Array.from({ length: 4000 }, () =>
      bearers.load({ tokenHash: '00', msisdn: null }, {} as never).catch((error: Error) => error.message),
    )
    const begin = performance.now()
    const response = await fetch(`${gateway.url}${path}?msisdn=221771234567`, {
      headers: { authorization: 'Bearer x' },
    })
    expect(response.status).toBe(503)
    expect(performance.now() - begin).toBeLessThan(withinTwoSeconds)
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['no response in time']))
    expect(bearers.waiting()).toBe(0)
  })
})

test('stopping finishes what is in flight, closes idle connections, takes no new ones, writes the last meters', async () => {
  const pool = createPool(world.database.gatewayUrl, 2, 'guichet-test-stopping', 1500)
  const gateway = await world.start({ pool, lookupTimeoutMs: defaultLookupTimeoutMs })
  const stopping = await createClient(world.owner)
  const token = await fetchToken(gateway, stopping)
  const idle = await openRaw(gateway.port)
  const busy = await openRaw(gateway.port)
  idle.send(rawRequest('GET', '/healthz'))
  expect((await idle.read()).status).toBe(200)
  busy.send(rawRequest('GET', `${path}?msisdn=221770000001`, [`Authorization: Bearer ${token}`]))
  await expect.poll(() => gateway.context.inFlight).toBe(1)
  const closed = gateway.close()
  await idle.closed
  await expect(openRaw(gateway.port)).rejects.toThrow('ECONNREFUSED')
  expect((await busy.read()).status).toBe(200)
  await busy.closed
  await closed
  const { rows } = await world.owner.query(
    'SELECT endpoint, succeeded FROM usage_minute WHERE application_id = $1 ORDER BY endpoint',
    [stopping.applicationId],
  )
  expect(rows).toEqual([
    { endpoint: 'account', succeeded: 1 },
    { endpoint: 'token', succeeded: 1 },
  ])
})
