import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseMapping } from '@/lib/feed/mapping'
import { testFolder } from '@/scripts/check/folders'
import { preparePlace } from '@/scripts/launch/postgres/place'
import { withFaultyFront } from '@/test/faulty-front'
import { walletKey, withFeed } from '@/test/feed'
import { makeServer, removeServer, startServer, urlOf } from '@/test/postgres-15'

const mapping = parseMapping(readFileSync(join(import.meta.dirname, 'mapping.json'), 'utf8'))
if (typeof mapping === 'string') throw new Error(mapping)
const world = withFeed({ mapping })
const front = withFaultyFront(() => world.address)
const dataDir = join(testFolder, 'wallet')
let wallet: Client
let url: string

beforeAll(async () => {
  await removeServer(dataDir)
  const place = preparePlace(dataDir)
  makeServer(place)
  await startServer(place, { wal_level: 'logical', fsync: 'off' })
  url = urlOf(place)
  wallet = new Client({ connectionString: url })
  await wallet.connect()
  await wallet.query(`
    CREATE TABLE account (id serial PRIMARY KEY, msisdn text, available bigint, held bigint, updated_at timestamptz);
    CREATE TABLE subscriber (id serial PRIMARY KEY, msisdn text, kind text, state text, updated_at timestamptz);
    ALTER TABLE account REPLICA IDENTITY FULL; ALTER TABLE subscriber REPLICA IDENTITY FULL`)
}, 60_000)

afterAll(async () => {
  await wallet?.end()
  await removeServer(dataDir)
})

/** Under a supervisor, which starts it again whenever it ends. */
function superviseBridge() {
  const env = { ...process.env, WALLET_DATABASE_URL: url, FEED: front.address, KEY: walletKey }
  let bridge: ChildProcess
  let isWanted = true
  let failures = 0
  const start = () => {
    bridge = spawn(process.execPath, [join(import.meta.dirname, 'bridge.mjs')], {
      env: { ...env, TABLES: 'public.account,public.subscriber' },
      stdio: 'ignore',
    })
    bridge.once('close', (code) => {
      if (code === 1) failures++
      if (isWanted) start()
    })
  }
  start()
  const kill = () => new Promise((done) => bridge.once('close', done).kill('SIGKILL'))
  return {
    kill,
    failures: () => failures,
    end: () => {
      isWanted = false
      return kill()
    },
  }
}

const served = async () => {
  const { rows } = await world.own.owner.query(
    'SELECT msisdn::text, balance::text, type, status FROM wallet_account ORDER BY msisdn',
  )
  return rows.map((row) => Object.values(row).join(' '))
}

test('a wallet’s changes come by themselves, through kills of the bridge and errors of the feed, to the last', {
  timeout: 120_000,
}, async () => {
  const slot = `SELECT FROM pg_replication_slots`
  const bridge = superviseBridge()
  await expect.poll(async () => (await wallet.query(slot)).rowCount, { timeout: 20_000 }).toBe(1)
  await wallet.query(`
    INSERT INTO subscriber (msisdn, kind, state, updated_at) VALUES ('771234567', 'R', 'A', now()), ('771234568', 'C', 'S', now());
    INSERT INTO account (msisdn, available, held, updated_at) VALUES ('771234567', 9007199254740993, 0, now()), ('771234568', 200, 0, now())`)
  await expect
    .poll(served, { timeout: 20_000 })
    .toEqual(['221771234567 9007199254740993 retailer active', '221771234568 200 customer suspended'])
  // While nothing changes, it gives a sign of life.
  const ignored = async () =>
    (await world.own.owner.query('SELECT sum(ignored)::int AS ignored FROM feed_minute')).rows[0]?.ignored
  await expect.poll(ignored, { timeout: 20_000 }).toBeGreaterThan(0)
  // A changed number, a deletion, and 20,000 changes of one transaction, while the bridge is killed.
  await wallet.query(`UPDATE account SET msisdn = '771234569', updated_at = now() WHERE msisdn = '771234568'`)
  await wallet.query(`DELETE FROM account WHERE msisdn = '771234567'`)
  await wallet.query(`
    INSERT INTO account (msisdn, available, held, updated_at)
    SELECT '78' || lpad(n::text, 7, '0'), n, 0, clock_timestamp() FROM generate_series(1, 20000) n`)
  front.faults = [503, 408, 429, 'away', 'answer lost']
  for (const _ of [1, 2, 3]) {
    const { requests } = front
    await expect.poll(() => front.requests, { timeout: 20_000 }).toBeGreaterThan(requests)
    await bridge.kill()
  }
  front.faults.push(502, 400, 302, 401)
  await wallet.query(
    `UPDATE account SET available = available + 1, updated_at = clock_timestamp() WHERE msisdn LIKE '78%'`,
  )
  const sum = async () =>
    (
      await world.own.owner.query(
        `SELECT count(*)::int AS count, sum(balance)::int AS sum FROM wallet_account WHERE msisdn >= 221780000000`,
      )
    ).rows[0]
  await expect.poll(sum, { timeout: 60_000 }).toEqual({ count: 20_000, sum: 200_030_000 })
  expect((await served()).filter((line) => line.startsWith('22177'))).toEqual([
    '221771234569 200 customer active',
  ])
  expect(bridge.failures()).toBe(3)
  expect((await world.own.owner.query('SELECT FROM refused_change')).rowCount).toBe(0)
  // What the bridge cannot bring is shown.
  await wallet.query('TRUNCATE subscriber')
  const refused = async () => (await world.own.owner.query('SELECT code FROM refused_change')).rows
  await expect.poll(refused, { timeout: 20_000 }).toEqual([{ code: 'operation' }])
  await bridge.end()
})
