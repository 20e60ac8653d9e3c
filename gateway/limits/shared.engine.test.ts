import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { failureLimits } from '@/gateway/limits/failures'
import { type Client, createAccount, createClient } from '@/test/factories'
import { askBalance, askToken, fetchToken, type TestGateway, withGateways } from '@/test/gateway'
import { isMissing } from '@/test/programs'
import { openRaw, rawRequest } from '@/test/raw-http'
import { startRedis, type TestRedis } from '@/test/redis'

const known = '221771234567'
const path = '/api/eWallet/v1/account'

describe.skipIf(isMissing('redis-server'))('with REDIS_URL (needs redis-server)', () => {
  let redis: TestRedis
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis.kill())

  const world = withGateways()
  let client: Client
  let first: TestGateway
  let second: TestGateway

  beforeAll(async () => {
    await createAccount(world.owner, known, { environment: 'production' })
    const options = {
      environment: 'production' as const,
      rateLimit: 1000,
      failures: failureLimits,
      redisUrl: redis.url,
    }
    first = await world.start(options)
    second = await world.start(options)
  })
  beforeEach(async () => {
    client = await createClient(world.owner, { environment: 'production' })
    await bothShare()
  })

  async function ask(gateway: TestGateway, token: string, msisdn: number | string = known) {
    return askBalance(gateway, token, String(msisdn))
  }

  function authenticate(gateway: TestGateway, clientId: string, secret = 'wrong') {
    return askToken(gateway, { clientId, clientSecret: secret })
  }

  /** Until both gateways have found the store: a call of each then queries it. */
  async function bothShare(one = first, other = second) {
    const token = await fetchToken(one, await createClient(world.owner, { environment: 'production' }))
    const asked = async () => {
      const before = await countCommands()
      for (const gateway of [one, other]) await ask(gateway, token)
      return (await countCommands()) - before
    }
    await expect.poll(asked, { timeout: 10_000 }).toBe(2)
  }

  function readRemaining({ headers }: Response): number {
    return Number(/^"[a-z]+";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])
  }

  function up(gateway: TestGateway) {
    return gateway.context.metrics.registry
      .metrics()
      .then((text) => Number(/^guichet_limit_store_up\{\S+ (\d)/m.exec(text)?.[1]))
  }

  test('calls are counted together, and by each gateway alone while the store is unavailable', async () => {
    const few = { environment: 'production' as const, rateLimit: 4, redisUrl: redis.url }
    const one = await world.start(few)
    const other = await world.start(few)
    await bothShare(one, other)
    const token = await fetchToken(one, client)
    const statuses: number[] = []
    for (const gateway of [one, other, one, other, one, other])
      statuses.push((await ask(gateway, token)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429])

    await redis.kill()
    // The known count remains; another application's calls are counted from here on.
    expect((await ask(one, token)).status).toBe(429)
    const alone = await fetchToken(one, await createClient(world.owner, { environment: 'production' }))
    expect(readRemaining(await ask(one, alone))).toBe(3)
    expect(readRemaining(await ask(other, alone))).toBe(3)
    expect(one.logs.some((line) => line.includes('this gateway counts alone'))).toBe(true)
    expect(await up(one)).toBe(0)

    redis.start()
    await expect.poll(() => up(one), { timeout: 10_000 }).toBe(1)
  })

  test('600 writes of test accounts a minute are, apart from 600 reads', async () => {
    const sandbox = { environment: 'sandbox' as const, redisUrl: redis.url }
    const one = await world.start(sandbox)
    const other = await world.start(sandbox)
    for (const gateway of [one, other]) await expect.poll(() => up(gateway), { timeout: 10_000 }).toBe(1)
    for (const [kind, method, end] of [
      ['writes', 'POST', 'reset'],
      ['reads', 'GET', 'accounts'],
    ] as const) {
      const own = await createClient(world.owner)
      const authorization = `Bearer ${await fetchToken(one, own)}`
      // As if both gateways had counted 598 calls, which would take a busy machine longer than a store is waited for.
      await withRedis((store) =>
        store.set(`guichet:sandbox:sandbox-${kind}:${own.applicationId}`, 598, 'EX', 60),
      )
      const statuses: number[] = []
      for (const { url } of [one, other, one, other])
        statuses.push(
          (await fetch(`${url}/sandbox/v1/${end}`, { method, headers: { authorization } })).status,
        )
      expect(statuses).toEqual([200, 200, 429, 429])
      // The account endpoint's limit is another.
      const balance = await fetch(`${other.url}${path}?msisdn=999000000000`, { headers: { authorization } })
      expect(balance.status).toBe(404)
    }
  })

  test('unknown accounts are: over 100 a minute at both gateways, both refuse and administrators are notified once', async () => {
    const token = await fetchToken(first, client)
    for (let count = 0; count < 100; count++) {
      const answer = await ask(count % 2 ? first : second, token, 221_880_000_000 + count)
      expect(answer.status).toBe(404)
    }
    expect((await ask(first, token)).status).toBe(200)
    expect((await ask(first, token, 221_880_000_100)).status).toBe(429)
    // The gateway that knows refuses existing accounts too; the other does from its first unknown account on.
    expect((await ask(first, token)).status).toBe(429)
    const refused = await ask(second, token, 221_880_000_101)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('ratelimit')).toMatch(/"not-found";r=0;t=\d+$/)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(30)
    expect((await ask(second, token)).status).toBe(429)
    const alerts = () =>
      world.owner.query('SELECT kind FROM operator_alert WHERE application_id = $1', [client.applicationId])
    await expect.poll(alerts).toMatchObject({ rows: [{ kind: 'account_enumeration' }] })
    // Another application is not affected.
    const other = await createClient(world.owner, { environment: 'production' })
    expect((await ask(second, await fetchToken(second, other), 221_880_000_000)).status).toBe(404)
  })

  test('within a burst no account is shown after misses at other gateways have used up the limit', async () => {
    const token = await fetchToken(first, client)
    for (let count = 0; count < 100; count++) await ask(first, token, 221_880_000_000 + count)
    // Not known here: the second gateway has had no miss.
    expect((await ask(second, token)).status).toBe(200)
    const bearer = `Authorization: Bearer ${token}`
    const connection = await openRaw(second.port)
    const call = (msisdn: string) => rawRequest('GET', `${path}?msisdn=${msisdn}`, [bearer])
    connection.send(Buffer.concat([call('221880000101'), ...Array.from({ length: 20 }, () => call(known))]))
    for (let count = 0; count < 21; count++) expect((await connection.read()).status).toBe(429)
    connection.close()
  })

  test('a store that hangs costs one wait, and counting continues from the last known state', async () => {
    const token = await fetchToken(first, client)
    for (let count = 0; count < 20; count++) await ask(second, token)
    const before = readRemaining(await ask(first, token))
    expect(before).toBe(1000 - 21)
    redis.hang()
    const begin = performance.now()
    const left: number[] = []
    for (let count = 0; count < 40; count++) left.push(readRemaining(await ask(first, token)))
    expect(performance.now() - begin).toBeLessThan(1000)
    expect(left).toEqual(Array.from({ length: 40 }, (_, index) => before - 1 - index))
    expect(await up(first)).toBe(0)
    redis.resume()
    await expect.poll(() => up(first), { timeout: 10_000 }).toBe(1)
    expect(readRemaining(await ask(first, token))).toBeLessThan(before - 40)
  })

  test.each([
    ['is full', ['CONFIG', 'SET', 'maxmemory', '1'], ['CONFIG', 'SET', 'maxmemory', '0']],
    ['is a replica', ['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE']],
  ])('a store that responds but %s is down until it counts again', async (_name, breaking, repairing) => {
    const call = ([command = '', ...words]: string[]) => withRedis((own) => own.call(command, ...words))
    const token = await fetchToken(first, client)
    await call(breaking)
    try {
      const logged = first.logs.length
      const states = new Set<number>()
      for (const end = Date.now() + 2500; Date.now() < end; await sleep(10)) {
        expect((await ask(first, token)).status).toBe(200)
        states.add(await up(first))
      }
      expect([...states]).toEqual([0])
      expect(first.logs.slice(logged)).toHaveLength(1)
    } finally {
      await call(repairing)
    }
    await expect.poll(() => up(first), { timeout: 10_000 }).toBe(1)
  })

  test('a store that comes back empty does not restart the minute', async () => {
    const token = await fetchToken(first, client)
    for (let count = 0; count < 30; count++) await ask(first, token)
    await redis.kill()
    expect(readRemaining(await ask(first, token))).toBe(1000 - 31)
    redis.start()
    await expect.poll(() => up(first), { timeout: 10_000 }).toBe(1)
    expect(readRemaining(await ask(first, token))).toBe(1000 - 32)
  })

  test('a gateway continues to count unknown accounts from the last known state while the store is unavailable', async () => {
    const token = await fetchToken(first, client)
    for (let count = 0; count < 60; count++)
      await ask(count % 2 ? first : second, token, 221_880_000_000 + count)
    await redis.kill()
    const statuses: number[] = []
    for (let count = 60; count < 102; count++)
      statuses.push((await ask(first, token, 221_880_000_000 + count)).status)
    expect(statuses.filter((status) => status === 404)).toHaveLength(40)
    expect(statuses.slice(40)).toEqual([429, 429])
    expect(await up(first)).toBe(0)
    redis.start()
  })

  test('failed authentications are: over 20 a minute of one client at both gateways, both respond 429', async () => {
    for (let count = 0; count < 20; count++) {
      const answer = await authenticate(count % 2 ? first : second, client.clientId)
      expect(answer.status).toBe(401)
    }
    for (const gateway of [first, second]) {
      const refused = await authenticate(gateway, client.clientId)
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(30)
      // The right secret is never refused, and another client is not affected.
      expect((await authenticate(gateway, client.clientId, client.clientSecret)).status).toBe(200)
      expect((await authenticate(gateway, 'another')).status).toBe(401)
    }
  })

  test('failures while the store is unavailable are counted by each gateway', async () => {
    await redis.kill()
    for (let count = 0; count < 20; count++)
      expect((await authenticate(first, client.clientId)).status).toBe(401)
    expect((await authenticate(first, client.clientId)).status).toBe(429)
    expect((await authenticate(second, client.clientId)).status).toBe(401)
    redis.start()
  })

  test('a success queries the store once, and an address over its limit not at all', async () => {
    const few = { ...failureLimits, perAddress: 3 }
    const options = { environment: 'production' as const, failures: few, redisUrl: redis.url }
    const unlimited = await world.start({ ...options, trustedProxies: ['127.0.0.1'] })
    const token = await fetchToken(first, client)
    const before = await countCommands()
    expect((await ask(first, token)).status).toBe(200)
    expect((await authenticate(first, client.clientId, client.clientSecret)).status).toBe(200)
    expect((await ask(unlimited, token)).status).toBe(200)
    expect((await countCommands()) - before).toBe(1)

    const fail = () =>
      askToken(unlimited, { clientId: 'nobody', clientSecret: 'x' }, { 'x-forwarded-for': '192.0.2.44' })
    for (let count = 0; count < 3; count++) expect((await fail()).status).toBe(401)
    expect((await fail()).status).toBe(429)
    const flooded = await countCommands()
    expect(flooded).toBeGreaterThan(before + 1)
    for (let count = 0; count < 5; count++) expect((await fail()).status).toBe(429)
    expect(await countCommands()).toBe(flooded)
    expect(await listKeys()).toContainEqual(`guichet:production:${client.applicationId}`)
    expect((await listKeys()).join()).not.toMatch(/192\.0\.2|nobody/)
  })

  const withRedis = async <T>(work: (redis: import('ioredis').Redis) => Promise<T>): Promise<T> => {
    const { Redis } = await import('ioredis')
    const own = new Redis(redis.url)
    // A server that a test has just started refuses connections at first; the client tries again.
    own.on('error', () => {})
    return work(own).finally(() => own.disconnect())
  }
  const listKeys = () => withRedis((own) => own.keys('*'))
  /** Of the scripts that count. */
  const countCommands = () =>
    withRedis(async (own) => {
      const stats = await own.info('commandstats')
      return [...stats.matchAll(/cmdstat_evalsha?:calls=(\d+)/g)].reduce((sum, [, n]) => sum + Number(n), 0)
    })
})
