import { Pool } from 'pg'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Client, createClient } from '@/test/factories'
import { fetchToken, type TestGateway, withGateways } from '@/test/gateway'

const world = withGateways()
let role: string
let client: Client

beforeAll(async () => {
  role = new URL(world.database.gatewayUrl).username
})
beforeEach(async () => {
  client = await createClient(world.owner)
})

async function counted(): Promise<number> {
  const { rows } = await world.owner.query(
    'SELECT coalesce(sum(succeeded), 0)::int AS calls FROM usage_minute WHERE application_id = $1',
    [client.applicationId],
  )
  return rows[0].calls
}

async function usedSecret(): Promise<boolean> {
  const { rows } = await world.owner.query('SELECT last_used_at FROM client_secret WHERE id = $1', [
    client.secretId,
  ])
  return rows[0].last_used_at !== null
}

async function dropped(gateway: TestGateway, kind: string): Promise<number> {
  const text = await gateway.context.metrics.registry.metrics()
  return Number(
    new RegExp(`^guichet_meters_dropped_total\\{kind="${kind}".*\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0,
  )
}

test('networks are written a minute after the last time, also when the clock was set back', async () => {
  const gateway = await world.start({ environment: 'production' })
  const { meter } = gateway.context
  const taken = vi.spyOn(meter, 'take')
  const [at, moment] = [Date.now(), performance.now()]
  const clocks = [
    vi.spyOn(Date, 'now').mockReturnValue(at - 3_600_000),
    vi.spyOn(performance, 'now').mockReturnValue(moment + 61_000),
  ]
  await vi
    .waitUntil(() => taken.mock.calls.length > 0, { timeout: 45_000, interval: 20 })
    .finally(() => {
      for (const clock of clocks) clock.mockRestore()
    })
  expect(taken.mock.calls[0]).toEqual([true])
})

test('usage is counted once although the recent calls of its batch cannot be written, which are counted as lost', async () => {
  const gateway = await world.start()
  await world.owner.query(`REVOKE INSERT ON recent_call FROM ${role}`)
  await fetchToken(gateway, client)
  expect(await gateway.flushMeters()).toBe(false)
  expect([await counted(), await usedSecret(), await dropped(gateway, 'recent_call')]).toEqual([1, true, 1])
  expect(await gateway.flushMeters()).toBe(true)
  await world.owner.query(`GRANT INSERT ON recent_call TO ${role}`)
  await fetchToken(gateway, client)
  expect(await gateway.flushMeters()).toBe(true)
  expect([await counted(), await dropped(gateway, 'recent_call')]).toEqual([2, 1])
})

test('usage is counted once although its statement timed out and succeeded in the end', {
  tags: 'slow',
}, async () => {
  // Timed out in the gateway and not in the database, like a commit that waits for a standby.
  const pool = new Pool({ connectionString: world.database.gatewayUrl, max: 4, query_timeout: 1000 })
  pool.on('error', () => {})
  pool.on('connect', (each) => each.on('error', () => {}))
  const gateway = await world.start({ pool })
  await fetchToken(gateway, client)
  const owner = await world.owner.connect()
  await owner.query('BEGIN; LOCK TABLE usage_minute IN SHARE MODE')
  expect(await gateway.flushMeters()).toBe(false)
  expect(await counted()).toBe(0)
  await owner.query('COMMIT')
  owner.release()
  await vi.waitUntil(async () => (await counted()) > 0, { timeout: 45_000, interval: 20 })
  await fetchToken(gateway, client)
  await vi.waitUntil(
    async () => {
      await gateway.flushMeters()
      return gateway.context.meter.isEmpty()
    },
    { timeout: 45_000, interval: 20 },
  )
  expect(await counted()).toBe(2)
})
