import { beforeAll, describe, expect, test } from 'vitest'
import { failureLimits } from '@/gateway/limits/failures'
import { createWindows } from '@/gateway/limits/window'
import { type Client, createAccount, createClient } from '@/test/factories'
import { askToken, fetchToken, type TestGateway, withGateways } from '@/test/gateway'
import { growthPerFailure } from '@/test/large-failures'
import { openRaw, rawRequest } from '@/test/raw-http'

const world = withGateways()
let client: Client

beforeAll(async () => {
  client = await createClient(world.owner)
})

function ask(
  gateway: TestGateway,
  clientId: string,
  clientSecret: string,
  headers: Record<string, string> = {},
) {
  return askToken(gateway, { clientId, clientSecret }, headers)
}

// ASVS 2.4.1, 6.3.1
describe('failed authentications', () => {
  test('over 20 failures a minute for one client from one address: 429 instead of a 401 only', async () => {
    const gateway = await world.start({ failures: failureLimits })
    for (let count = 0; count < 20; count++)
      expect((await ask(gateway, client.clientId, 'wrong')).status).toBe(401)
    const refused = await ask(gateway, client.clientId, 'wrong')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('content-type')).toBe('application/json')
    expect(refused.headers.get('www-authenticate')).toBeNull()
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50)
    expect(await refused.json()).toEqual({
      error: 'temporarily_unavailable',
      error_description: 'Too many failed attempts. Try again later.',
    })
    // The right secret is never refused, another client is not affected, and other errors do not change.
    expect((await ask(gateway, client.clientId, client.clientSecret)).status).toBe(200)
    expect((await ask(gateway, 'another', 'wrong')).status).toBe(401)
    expect((await ask(gateway, 'x'.repeat(65), 'wrong')).status).toBe(400)
    // An unknown client is counted in the same way, so that the limit does not reveal which exist.
    for (let count = 0; count < 19; count++) await ask(gateway, 'another', 'wrong')
    expect((await ask(gateway, 'another', 'wrong')).status).toBe(429)
  })

  test('over 300 failures a minute from one address: 429', async () => {
    const gateway = await world.start({ failures: failureLimits })
    const answers = await Promise.all(
      Array.from({ length: 301 }, (_, index) => ask(gateway, `client${index}`, 'wrong')),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(300)
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    expect((await ask(gateway, client.clientId, client.clientSecret)).status).toBe(200)
  })

  // ASVS 15.2.2
  test('10,000 with large requests, of other clients from 100 addresses, take at most 200 bytes each', {
    tags: 'slow',
  }, async () => {
    const gateway = await world.start({ failures: failureLimits, trustedProxies: ['127.0.0.0/8'] })
    expect(await growthPerFailure(gateway, 10_000)).toBeLessThan(200)
  })

  // ASVS 4.1.3, 15.3.4
  test('addresses behind a trusted proxy are distinguished; without one X-Forwarded-For is ignored', async () => {
    const trusting = await world.start({ failures: failureLimits, trustedProxies: ['127.0.0.0/8'] })
    const from = (address: string) => ({ 'x-forwarded-for': address })
    for (let count = 0; count < 21; count++) await ask(trusting, client.clientId, 'wrong', from('192.0.2.1'))
    expect((await ask(trusting, client.clientId, 'wrong', from('192.0.2.1'))).status).toBe(429)
    expect((await ask(trusting, client.clientId, 'wrong', from('192.0.2.2'))).status).toBe(401)
    const plain = await world.start({ failures: failureLimits })
    for (let count = 0; count < 21; count++)
      await ask(plain, client.clientId, 'wrong', from(`192.0.2.${count}`))
    expect((await ask(plain, client.clientId, 'wrong', from('192.0.2.99'))).status).toBe(429)
  })
})

test.each([
  ['one connection', 1],
  ['twenty connections', 20],
])(
  'unknown accounts in Production: of a burst over %s, none that exists is shown after the hundredth that does not',
  async (_name, connections) => {
    const gateway = await world.start({ environment: 'production' })
    const groping = await createClient(world.owner, { environment: 'production' })
    const known = Array.from({ length: 60 }, (_, index) =>
      String(221_770_100_000 + connections * 100 + index),
    )
    for (const msisdn of known) await createAccount(world.owner, msisdn, { environment: 'production' })
    const bearer = `Authorization: Bearer ${await fetchToken(gateway, groping)}`
    // In the order of decisions, not of arrival: responses to requests that were sent together keep their order.
    const decided: number[] = []
    const { meter } = gateway.context
    const record = meter.record.bind(meter)
    meter.record = (call) => {
      if (call.endpoint === 'account') decided.push(call.status)
      record(call)
    }
    const numbers = Array.from({ length: 600 }, (_, index) =>
      index % 10 === 0 ? known[index / 10] : 221_880_000_000 + index,
    )
    const calls = numbers.map((msisdn) =>
      rawRequest('GET', `/api/eWallet/v1/account?msisdn=${msisdn}`, [bearer]),
    )
    const open = await Promise.all(Array.from({ length: connections }, () => openRaw(gateway.port)))
    // The maximum that a connection may leave unanswered.
    const share = Math.min(60, calls.length / connections)
    while (calls.length > 0) {
      const shares = open.map((connection) => ({ connection, calls: calls.splice(0, share) }))
      for (const { connection, calls } of shares) connection.send(Buffer.concat(calls))
      for (const { connection, calls } of shares) for (const _ of calls) await connection.read()
    }
    for (const connection of open) connection.close()
    const count = (status: number, of = decided) => of.filter((each) => each === status).length
    expect(count(404)).toBe(100)
    expect(count(200, decided.slice(decided.lastIndexOf(404)))).toBe(0)
    // One in ten exists: those requested before the hundredth miss are shown, and not those of a whole batch.
    expect(count(200)).toBeGreaterThan(5)
    expect(count(200)).toBeLessThanOrEqual(20)
    expect(count(429)).toBe(600 - 100 - count(200))
  },
)

test('windows count exactly, and forget the oldest when there are too many', () => {
  const windows = createWindows(60, 3)
  expect([1, 2, 3].map(() => windows.hit('a').count)).toEqual([1, 2, 3])
  for (const key of ['b', 'c', 'd']) windows.hit(key)
  expect(windows.size()).toBeLessThanOrEqual(3)
  expect(windows.look('a').count).toBe(0)
  expect(windows.look('d')).toEqual({ count: 1, resetIn: 60 })
})
