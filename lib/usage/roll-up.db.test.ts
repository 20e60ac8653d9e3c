import type { Pool } from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { closeDatabase, connectTo } from '@/lib/database'
import { newId } from '@/lib/ids'
import { createPool } from '@/lib/pool'
import { createApplication, ownerPool } from '@/test/factories'
import { createTestDatabase, type TestDatabase } from '@/test/postgres'
import { counters, writeMeterBatch } from './commands'
import { findUsage, listCodes } from './history'
import { rollUpUsage } from './roll-up'
import { latencyBounds } from './schema'

const worlds: { database: TestDatabase; pools: Pool[] }[] = []
let owner: Pool
let worker: Pool
let gateway: Pool

beforeEach(async () => {
  await closeDatabase()
  const database = await createTestDatabase()
  owner = ownerPool(database.url)
  worker = createPool(database.workerUrl, 2, 'test')
  gateway = createPool(database.gatewayUrl, 2, 'test')
  worlds.push({ database, pools: [owner, worker, gateway] })
  connectTo(database.portalUrl)
})

afterAll(async () => {
  await closeDatabase()
  for (const { database, pools } of worlds) {
    await Promise.all(pools.map((pool) => pool.end()))
    await database.drop()
  }
})

/** As a gateway counts: `calls` that succeeded within 10 ms. */
function meter(applicationId: string, at: Date, calls: number): Promise<void> {
  const minute = Math.floor(at.getTime() / 60_000) * 60_000
  const latency = latencyBounds.map((bound) => (bound === 10 ? calls : 0))
  const row = {
    applicationId,
    minute,
    endpoint: 'token' as const,
    succeeded: calls,
    refused: 0,
    limited: 0,
    failed: 0,
    codes: { invalid_client: calls },
  }
  return writeMeterBatch(gateway, 'sandbox', {
    flushId: newId(),
    usage: [{ ...row, latency, minted: 1, reused: calls - 1 }],
    recent: [],
    credentialUses: new Map(),
    networks: [],
    uncounted: [],
  })
}

const daysAgo = (days: number, minutes = 0) => new Date(Date.now() - days * 86_400_000 + minutes * 60_000)
const one = async (sql: string) => (await owner.query(sql)).rows[0]
const partitions = async () =>
  (
    await owner.query(
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'usage_minute'::regclass ORDER BY 1`,
    )
  ).rows.map(({ name }) => name)

test('after rolling up, the history reads the same, and is no longer kept by the minute', async () => {
  const { id } = await createApplication(owner)
  const times = [
    daysAgo(200),
    daysAgo(200, 1),
    daysAgo(120, 61),
    daysAgo(40),
    daysAgo(3),
    daysAgo(3, 60),
    daysAgo(0),
  ]
  for (const [index, at] of times.entries()) await meter(id, at, index + 1)
  const read = async () => {
    const { points, total } = await findUsage(id, daysAgo(300), daysAgo(-1), 1440)
    const codes = await listCodes({
      applicationId: id,
      from: daysAgo(300),
      to: daysAgo(-1),
      stepMinutes: 1440,
    })
    return [total, points.filter(({ succeeded }) => succeeded > 0), codes]
  }
  const before = await read()
  expect(before[0]).toMatchObject({ succeeded: 28, tokensMinted: 7, p95: 9.9 })
  const done = await rollUpUsage(worker, 60_000)
  expect(done).toMatchObject({ finished: true, partitions: 0 })
  expect(done.hours).toBeGreaterThanOrEqual(5)
  expect(done.days).toBe(2)
  expect(await read()).toEqual(before)
  expect(await one('SELECT count(*)::int AS days FROM usage_day')).toEqual({ days: 2 })
  // Calls summed into a day are no longer in its hours.
  expect(
    await one(`SELECT count(*)::int AS hours FROM usage_hour WHERE hour < now() - interval '101 days'`),
  ).toEqual({ hours: 0 })
  expect(done.removed.usage_hour).toBeGreaterThanOrEqual(2)
  expect(done.removed.usage_day).toBe(0)
  await owner.query(
    `INSERT INTO usage_day (application_id, day, endpoint, ${counters.join(', ')})
     VALUES ($1, now() - interval '2000 days', 'token', ${counters.map(() => 0).join(', ')})`,
    [id],
  )
  const removed = { usage_hour: 0, usage_day: 1 }
  expect(await rollUpUsage(worker, 60_000)).toMatchObject({ hours: 0, days: 0, removed })
  expect(await read()).toEqual(before)
})

test('partitions are created ahead, take rows that came too early for them, and are dropped when rolled up and old', async () => {
  const { id } = await createApplication(owner)
  const early = daysAgo(-3)
  await meter(id, early, 5)
  expect(await one('SELECT count(*)::int AS rows FROM usage_minute_other')).toEqual({ rows: 1 })
  await rollUpUsage(worker, 60_000)
  const name = `usage_minute_${early.toISOString().slice(0, 10).replaceAll('-', '')}`
  expect(await partitions()).toEqual(
    expect.arrayContaining(['usage_minute_before', 'usage_minute_other', name]),
  )
  expect(await one('SELECT count(*)::int AS rows FROM usage_minute_other')).toEqual({ rows: 0 })
  expect(await one(`SELECT succeeded FROM ${name}`)).toEqual({ succeeded: 5 })
  const made = await partitions()
  await rollUpUsage(worker, 60_000)
  expect(await partitions()).toEqual(made)
  // As if all of it were long ago.
  await owner.query(`
    ALTER TABLE usage_minute DETACH PARTITION usage_minute_before;
    ALTER TABLE usage_minute ATTACH PARTITION usage_minute_before FOR VALUES FROM (MINVALUE) TO ('2026-01-01Z')`)
  await owner.query(
    `INSERT INTO usage_minute (application_id, minute, endpoint, succeeded) VALUES ($1, '2025-12-01Z', 'token', 7)`,
    [newId()],
  )
  await owner.query(`DELETE FROM usage_rollup`)
  expect(await one(`SELECT drop_usage_partition(now()) AS dropped`)).toEqual({ dropped: null })
  expect(await rollUpUsage(worker, 60_000)).toMatchObject({ hours: 1, partitions: 1 })
  expect(await partitions()).not.toContain('usage_minute_before')
  expect(
    await one(`SELECT sum(succeeded)::int AS kept FROM usage_history WHERE minute < '2026-01-01Z'`),
  ).toEqual({ kept: 7 })
})

test('rows outside the partitions are moved and removed in batches', async () => {
  const { id } = await createApplication(owner)
  const fill = (from: string, rows: number) =>
    owner.query(
      `INSERT INTO usage_minute (application_id, minute, endpoint, succeeded)
       SELECT $1, $2::timestamptz + n * interval '1 minute', 'token', 1 FROM generate_series(1, ${rows}) n`,
      [id, from],
    )
  const beside = async () => (await one('SELECT count(*)::int AS rows FROM usage_minute_other')).rows
  // A day that there is no partition for yet, as after a week without a worker.
  const day = daysAgo(-6).toISOString().slice(0, 10)
  const name = `usage_minute_${day.replaceAll('-', '')}`
  await fill(`${day}T00:00Z`, 1001)
  await owner.query('SELECT prepare_usage_partitions(7)')
  expect((await partitions()).length).toBeGreaterThan(3)
  expect(await partitions()).not.toContain(name)
  expect(await beside()).toBe(1001)
  await owner.query(
    'DELETE FROM usage_minute_other WHERE minute > (SELECT min(minute) FROM usage_minute_other)',
  )
  expect(await one('SELECT prepare_usage_partitions(7) AS made')).toEqual({ made: 1 })
  expect([await partitions(), await beside()]).toEqual([expect.arrayContaining([name]), 0])
  await owner.query(
    `DROP TABLE usage_minute_before; INSERT INTO usage_rollup (step, until) VALUES ('hour', now())`,
  )
  await fill('2024-12-01Z', 600)
  const piece = async () => [(await one('SELECT drop_usage_partition(now()) AS gone')).gone, await beside()]
  expect(await piece()).toEqual(['usage_minute_other', 350])
  expect(await rollUpUsage(worker, 60_000)).toMatchObject({ partitions: 0, finished: true })
  expect(await beside()).toBe(0)
  expect(await piece()).toEqual([null, 0])
})

test('usage by day is kept for five years', async () => {
  const { id } = await createApplication(owner)
  const ages = [1828, 1824]
  for (const age of ages) await meter(id, daysAgo(age), age)
  const kept = async () =>
    (await owner.query('SELECT succeeded::int AS age FROM usage_day ORDER BY day')).rows
  expect(await rollUpUsage(worker, 60_000)).toMatchObject({ days: 2, removed: { usage_day: 1 } })
  expect(await kept()).toEqual([{ age: 1824 }])
})

test('a run ends when its time is over, and the next one continues', async () => {
  const { id } = await createApplication(owner)
  for (let hour = 0; hour < 4; hour++) await meter(id, daysAgo(10, hour * 60), 1)
  expect(await rollUpUsage(worker, 0)).toMatchObject({ hours: 0, finished: false })
  expect(await rollUpUsage(worker, 60_000)).toMatchObject({ hours: 4, finished: true })
  expect((await findUsage(id, daysAgo(20), daysAgo(0), 1440)).total.succeeded).toBe(4)
})
