import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPool } from '@/lib/pool'
import { nameStandby, type Standbys, watchStandbys } from '@/lib/standby'
import { createChanges } from '@/lib/wallet/apply-changes'
import { type Client, createAccount, createClient, createTestAccount } from '@/test/factories'
import { askBalance, fetchToken, type TestGateway, withGateways } from '@/test/gateway'
import { canReplicate } from '@/test/postgres-15'
import { withStandbyPair } from '@/test/standby-pair'
import { openWireTo } from '@/test/wire'
import { defaultLookupTimeoutMs } from './context'

const shared = '221771234567'
const bound = 2

// The embedded PostgreSQL cannot be copied.
describe.skipIf(!canReplicate())('with a standby (needs postgresql-15)', () => {
  const pair = withStandbyPair()

  const world = withGateways()
  let standbys: Standbys
  let gateway: TestGateway
  let client: Client
  let token: string

  beforeAll(async () => {
    const pool = createPool(world.database.gatewayUrl, 4, 'guichet-test-primary', defaultLookupTimeoutMs)
    const urls = [pair.onStandby(world.database.gatewayUrl)]
    standbys = watchStandbys({ primary: pool, urls, bound, name: 'guichet-test-standby' })
    gateway = await world.start({ pool, standbys, lookupTimeoutMs: defaultLookupTimeoutMs })
    await createAccount(world.owner, shared, { balance: '100' })
  }, 120_000)
  afterAll(() => standbys.close())
  beforeEach(async () => {
    client = await createClient(world.owner)
    token = await fetchToken(gateway, client)
    await expect.poll(() => standbys.choose() !== null, { timeout: 15_000 }).toBe(true)
    await setBalance(100)
    await expect.poll(async () => (await readThere()).balance).toBe('100')
  })

  async function setBalance(balance: number) {
    await world.owner.query('UPDATE wallet_account SET balance = $1, as_of = now() WHERE msisdn = $2', [
      balance,
      shared,
    ])
  }

  async function readThere() {
    const there = createPool(pair.onStandby(world.database.url), 1, 'guichet-test-look')
    const { rows } = await there.query('SELECT balance FROM wallet_account WHERE msisdn = $1', [shared])
    await there.end()
    return rows[0] ?? {}
  }

  async function ask(msisdn = shared, bearer = token) {
    const response = await askBalance(gateway, bearer, msisdn)
    const body = await response.json()
    return { status: response.status, value: body.balance?.value, asOf: body.asOf }
  }

  async function reads() {
    const text = await gateway.context.metrics.registry.metrics()
    const of = (source: string) =>
      Number(new RegExp(`guichet_balance_reads_total{source="${source}",[^}]*} (\\d+)`).exec(text)?.[1] ?? 0)
    return { standby: of('standby'), primary: of('primary') }
  }

  test('the limit of an application is read from the primary, with its rights', async () => {
    await world.owner.query('UPDATE application SET rate_limit = 1 WHERE id = $1', [client.applicationId])
    const before = await reads()
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 429])
    expect((await reads()).standby).toBe(before.standby + 2)
  })

  test('balances come from it, and a standby that stops replaying is skipped once it is too far behind', async () => {
    const before = await reads()
    expect(await ask()).toMatchObject({ status: 200, value: 100 })
    expect(await reads()).toEqual({ ...before, standby: before.standby + 1 })

    await pair.standby.query('SELECT pg_wal_replay_pause()')
    await expect
      .poll(async () => (await pair.standby.query('SELECT pg_get_wal_replay_pause_state() AS s')).rows[0].s)
      .toBe('paused')
    const began = performance.now()
    await setBalance(200)
    const first = await ask()
    // Within the bound it may be the previous balance, with the previous time.
    expect([100, 200]).toContain(first.value)
    await expect.poll(async () => (await ask()).value, { timeout: 10_000, interval: 50 }).toBe(200)
    expect(performance.now() - began).toBeLessThan((bound + 1) * 1000)
    const late = await reads()
    for (let n = 0; n < 5; n++) expect(await ask()).toMatchObject({ value: 200 })
    expect(await reads()).toEqual({ ...late, primary: late.primary + 5 })
    expect((await readThere()).balance).toBe('100')
    expect(standbys.ages()[0]?.seconds).toBeGreaterThan(bound)

    await pair.standby.query('SELECT pg_wal_replay_resume()')
    await expect.poll(() => standbys.choose() !== null, { timeout: 10_000 }).toBe(true)
    const back = await reads()
    expect(await ask()).toMatchObject({ value: 200 })
    expect(await reads()).toEqual({ ...back, standby: back.standby + 1 })
  })

  test('a removed account is a 404 within the bound, and also from a standby that has caught up', async () => {
    const msisdn = '221770000106'
    const connection = await world.owner.connect()
    const changes = createChanges(connection, 'sandbox')
    await createAccount(world.owner, msisdn, { balance: '5' })
    await expect.poll(async () => (await ask(msisdn)).status).toBe(200)
    await pair.standby.query('SELECT pg_wal_replay_pause()')
    await expect
      .poll(async () => (await pair.standby.query('SELECT pg_get_wal_replay_pause_state() AS s')).rows[0].s)
      .toBe('paused')
    const began = performance.now()
    await changes.apply([{ op: 'remove', msisdn, asOf: Date.now() * 1000 }])
    connection.release()
    await expect.poll(async () => (await ask(msisdn)).status, { timeout: 10_000, interval: 50 }).toBe(404)
    expect(performance.now() - began).toBeLessThan((bound + 1) * 1000)
    await pair.standby.query('SELECT pg_wal_replay_resume()')
    await expect.poll(() => standbys.choose() !== null, { timeout: 10_000 }).toBe(true)
    const back = await reads()
    expect((await ask(msisdn)).status).toBe(404)
    expect(await reads()).toEqual({ ...back, standby: back.standby + 1 })
  })

  test('an idle primary does not make it look old', async () => {
    const freshAt = () => performance.now() - (standbys.ages()[0]?.seconds ?? Number.NaN) * 1000
    const later = performance.now() + bound * 1000
    await expect
      .poll(
        () => {
          expect(standbys.choose()).not.toBeNull()
          return freshAt()
        },
        { timeout: 10_000 },
      )
      .toBeGreaterThan(later)
  })

  test('tokens, revocation and rights come from the primary, however old the standby', async () => {
    await pair.standby.query('SELECT pg_wal_replay_pause()')
    const fresh = await createClient(world.owner)
    const before = await reads()
    const freshToken = await fetchToken(gateway, fresh)
    expect(await ask(shared, freshToken)).toMatchObject({ status: 200 })
    const form = new URLSearchParams({
      token,
      client_id: client.clientId,
      client_secret: client.clientSecret,
    })
    const revoked = await fetch(`${gateway.url}/oauth/revoke`, { method: 'POST', body: form })
    expect(revoked.status).toBe(200)
    expect(await ask()).toMatchObject({ status: 401 })
    await world.owner.query(`UPDATE application SET state = 'suspended' WHERE id = $1`, [fresh.applicationId])
    expect(await ask(shared, freshToken)).toMatchObject({ status: 401 })
    expect((await reads()).standby).toBeGreaterThan(before.standby)
    await pair.standby.query('SELECT pg_wal_replay_resume()')
  })

  test('an application with listed access, and its own test accounts', async () => {
    await createTestAccount(world.owner, client.applicationId, '221779999991', { balance: '7' })
    const before = await reads()
    // Read from the primary, so it is found immediately.
    expect(await ask('221779999991')).toMatchObject({ status: 200, value: 7 })
    expect(await ask('221779999992')).toMatchObject({ status: 404 })
    const other = await createClient(world.owner)
    expect(await ask('221779999991', await fetchToken(gateway, other))).toMatchObject({ status: 404 })
    expect((await reads()).standby).toBe(before.standby + 3)

    const production = await world.start({ environment: 'production', standbys })
    await createAccount(world.owner, shared, { environment: 'production' })
    const listed = await createClient(world.owner, { environment: 'production', access: 'listed' })
    const bearer = await fetchToken(production, listed)
    const askThere = async () => (await askBalance(production, bearer, shared)).status
    expect(await askThere()).toBe(404)
    await world.owner.query('INSERT INTO account_grant (application_id, msisdn) VALUES ($1, $2)', [
      listed.applicationId,
      shared,
    ])
    await expect.poll(askThere).toBe(200)
  })

  test('no call fails when it is unavailable, and it is used again when it is back', async () => {
    expect(await ask()).toMatchObject({ status: 200 })
    await pair.stopStandby()
    for (let n = 0; n < 10; n++) expect(await ask()).toMatchObject({ status: 200, value: 100 })
    expect(standbys.choose()).toBeNull()
    await pair.startStandby()
    await expect.poll(() => standbys.choose() !== null, { timeout: 15_000 }).toBe(true)
    const back = await reads()
    expect(await ask()).toMatchObject({ status: 200 })
    expect(await reads()).toEqual({ ...back, standby: back.standby + 1 })
  })

  test('no call fails or waits long when it swallows what it is sent', async () => {
    const wire = await openWireTo(pair.onStandby(world.database.gatewayUrl))
    const pool = createPool(world.database.gatewayUrl, 4, 'guichet-test-far', defaultLookupTimeoutMs)
    // A bound so long that it stays fresh throughout.
    const far = watchStandbys({ primary: pool, urls: [wire.url], bound: 60, name: 'guichet-test-far' })
    const distant = await world.start({ pool, standbys: far, lookupTimeoutMs: defaultLookupTimeoutMs })
    const bearer = await fetchToken(distant, client)
    const askThere = async () => {
      const began = performance.now()
      const { status } = await askBalance(distant, bearer, shared)
      return { status, late: performance.now() - began > 1000 }
    }
    await expect.poll(() => far.choose() !== null, { timeout: 15_000 }).toBe(true)
    expect(await askThere()).toEqual({ status: 200, late: false })
    wire.cut()
    // Longer than it is skipped after the first read without a response.
    for (const end = performance.now() + 6500; performance.now() < end; ) {
      const answers = await Promise.all([askThere(), askThere(), askThere()])
      expect(answers).toEqual(answers.map(() => ({ status: 200, late: false })))
    }
    wire.restore()
    await far.close()
    wire.close()
  }, 30_000)

  test('the primary, if it is listed too, is not read as a standby and has no age', async () => {
    const pool = createPool(world.database.gatewayUrl, 2, 'guichet-test-all')
    const urls = [world.database.gatewayUrl, pair.onStandby(world.database.gatewayUrl)]
    const all = watchStandbys({ primary: pool, urls, bound, name: 'guichet-test-all' })
    await expect.poll(() => all.choose() !== null, { timeout: 10_000 }).toBe(true)
    expect(all.ages()).toEqual([{ name: nameStandby(urls[1] ?? ''), seconds: expect.any(Number) }])
    expect([all.choose(), all.choose(), all.choose()].map((each) => each?.name)).toEqual(
      Array(3).fill(nameStandby(urls[1] ?? '')),
    )
    await all.close()
    await pool.end()
  })

  test('a primary that is listed too, and is gone, has an age', async () => {
    const pool = createPool(world.database.gatewayUrl, 2, 'guichet-test-gone')
    const wire = await openWireTo(world.database.gatewayUrl)
    const all = watchStandbys({ primary: pool, urls: [wire.url], bound, name: 'guichet-test-gone' })
    await expect.poll(() => all.ages(), { timeout: 10_000 }).toEqual([])
    wire.cut()
    await expect.poll(() => all.ages(), { timeout: 10_000 }).toHaveLength(1)
    wire.restore()
    await expect.poll(() => all.ages(), { timeout: 15_000 }).toEqual([])
    await all.close()
    wire.close()
    await pool.end()
  }, 40_000)

  test('a promoted one is no longer a standby', async () => {
    expect(standbys.choose()).not.toBeNull()
    const there = createPool(pair.onStandby(pair.primaryUrl), 1, 'guichet-test-promote')
    await there.query('SELECT pg_promote()')
    await there.end()
    await expect.poll(() => standbys.choose(), { timeout: 10_000 }).toBeNull()
    expect(await ask()).toMatchObject({ status: 200 })
    // A primary without standbys: the test must see that it is left out.
    expect(standbys.ages()).toHaveLength(1)
  })
})
