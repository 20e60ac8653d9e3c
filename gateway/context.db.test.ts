import { beforeEach, expect, test } from 'vitest'
import { createPool } from '@/lib/pool'
import { createAccount, createAnnouncement, createClient } from '@/test/factories'
import { fetchToken, type TestGateway, withGateways, withinTwoSeconds } from '@/test/gateway'
import { openRaw } from '@/test/raw-http'
import { openWireTo } from '@/test/wire'

const world = withGateways()
const path = '/api/eWallet/v1/account'

beforeEach(async () => {
  await world.owner.query('UPDATE announcement SET withdrawn_at = now() WHERE withdrawn_at IS NULL')
})

/** The three fields of a response. */
async function fieldsOf(gateway: TestGateway, target = path, init?: RequestInit) {
  const { headers } = await fetch(gateway.url + target, init)
  return [headers.get('deprecation'), headers.get('sunset'), headers.get('link')]
}

const nothing = [null, null, null]
const described = (id: string) => [
  '@1763715600',
  'Sun, 31 Mar 2030 00:00:00 GMT',
  `<http://portal.localhost/announcements/${id}>; rel="deprecation"`,
]

test('a deprecated endpoint says so within two seconds, in every response, until it is withdrawn', async () => {
  const gateway = await world.start()
  expect(await fieldsOf(gateway)).toEqual(nothing)
  const id = await createAnnouncement(world.owner, { endpoint: 'account', startsAt: '2025-11-21T09:00:00Z' })
  const began = performance.now()
  await expect.poll(() => fieldsOf(gateway)).toEqual(described(id))
  expect(performance.now() - began).toBeLessThan(withinTwoSeconds)

  await createAccount(world.owner, '221771234567')
  const token = await fetchToken(gateway, await createClient(world.owner))
  const headers = { authorization: `Bearer ${token}` }
  for (const [status, query, method] of [
    [200, '?msisdn=221771234567', 'GET'],
    [200, '?msisdn=221771234567', 'HEAD'],
    [400, '', 'GET'],
    [404, '?msisdn=999000000000', 'GET'],
    [405, '', 'PUT'],
    [204, '', 'OPTIONS'],
  ] as const) {
    const response = await fetch(gateway.url + path + query, { method, headers })
    expect(response.status).toBe(status)
    expect(response.headers.get('link'), `${method} ${query}`).toContain(id)
  }
  // Another endpoint, and an unknown path, do not.
  expect(await fieldsOf(gateway, '/oauth/token', { method: 'POST' })).toEqual(nothing)
  expect(await fieldsOf(gateway, '/nothing')).toEqual(nothing)

  await world.owner.query('UPDATE announcement SET withdrawn_at = now() WHERE id = $1', [id])
  await expect.poll(() => fieldsOf(gateway)).toEqual(nothing)
})

test('both parsers send the fields once, with the rate limit’s', async () => {
  const gateway = await world.start({ rateLimit: 10 })
  const id = await createAnnouncement(world.owner, { endpoint: 'account', startsAt: '2025-11-21T09:00:00Z' })
  await expect.poll(() => fieldsOf(gateway)).toEqual(described(id))
  const token = await fetchToken(gateway, await createClient(world.owner))
  // A plain request is read by our parser, one with a field twice by Node's.
  for (const extra of ['', 'X-Twice: 1\r\nX-Twice: 2\r\n']) {
    const connection = await openRaw(gateway.port)
    connection.send(
      `GET ${path}?msisdn=999000000000 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n${extra}\r\n`,
    )
    const { headers } = await connection.read()
    connection.close()
    expect([headers.deprecation, headers.sunset, headers.link]).toEqual(described(id))
    expect(headers['ratelimit-policy']).toBe('"default";q=10;w=60')
  }
})

test('a gateway whose database is away keeps what it knew, and reports the outage once', {
  tags: 'slow',
}, async () => {
  const wire = await openWireTo(world.database.gatewayUrl)
  const pool = createPool(wire.url, 2, 'guichet-test-cut', 300)
  const gateway = await world.start({ pool, lookupTimeoutMs: 300 })
  const id = await createAnnouncement(world.owner, { endpoint: 'token', startsAt: '2025-11-21T09:00:00Z' })
  const ask = () => fieldsOf(gateway, '/oauth/token', { method: 'POST' })
  await expect.poll(ask).toEqual(described(id))
  wire.lose()
  wire.cut()
  const reports = () => gateway.logs.filter((line) => line.includes('deprecations: request failed')).length
  await expect.poll(reports).toBe(1)
  expect(await ask()).toEqual(described(id))
  wire.restore()
  await world.owner.query('UPDATE announcement SET withdrawn_at = now() WHERE id = $1', [id])
  await expect.poll(ask).toEqual(nothing)
  expect(reports()).toBe(1)
  wire.close()
})

test('one deprecation of an endpoint is in force at a time', async () => {
  await createAnnouncement(world.owner, { endpoint: 'revoke' })
  await expect(createAnnouncement(world.owner, { endpoint: 'revoke' })).rejects.toThrow(/one_deprecation/)
  await expect(createAnnouncement(world.owner, { endpoint: 'revoke', sunset: '2020-01-01' })).rejects.toThrow(
    /sunset_check/,
  )
})
