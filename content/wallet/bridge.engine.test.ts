import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseMapping } from '@/lib/feed/mapping'
import { testFolder } from '@/scripts/check/folders'
import { preparePlace } from '@/scripts/launch/postgres/place'
import { walletKey, withFeed } from '@/test/feed'
import { makeServer, removeServer, startServer, urlOf } from '@/test/postgres-15'

const mapping = parseMapping(readFileSync(join(import.meta.dirname, 'mapping.json'), 'utf8'))
if (typeof mapping === 'string') throw new Error(mapping)
const world = withFeed({ mapping })
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

function startBridge() {
  const env = { ...process.env, WALLET_DATABASE_URL: url, FEED: world.address, KEY: walletKey }
  return spawn(process.execPath, [join(import.meta.dirname, 'bridge.mjs')], {
    env: { ...env, TABLES: 'public.account,public.subscriber' },
    stdio: 'inherit',
  })
}

const served = async () => {
  const { rows } = await world.own.owner.query(
    'SELECT msisdn::text, balance::text, type, status FROM wallet_account ORDER BY msisdn',
  )
  return rows.map((row) => Object.values(row).join(' '))
}

test('a wallet’s changes come by themselves, through kills of the bridge, to the last', {
  timeout: 120_000,
}, async () => {
  const slot = `SELECT FROM pg_replication_slots`
  let bridge = startBridge()
  await expect.poll(async () => (await wallet.query(slot)).rowCount, { timeout: 20_000 }).toBe(1)
  await wallet.query(`
    INSERT INTO subscriber (msisdn, kind, state, updated_at) VALUES ('771234567', 'R', 'A', now()), ('771234568', 'C', 'S', now());
    INSERT INTO account (msisdn, available, held, updated_at) VALUES ('771234567', 100, 0, now()), ('771234568', 200, 0, now())`)
  await expect
    .poll(served, { timeout: 20_000 })
    .toEqual(['221771234567 100 retailer active', '221771234568 200 customer suspended'])
  // A changed number, a deletion, and 20,000 changes of one transaction, while the bridge is killed.
  await wallet.query(`UPDATE account SET msisdn = '771234569', updated_at = now() WHERE msisdn = '771234568'`)
  await wallet.query(`DELETE FROM account WHERE msisdn = '771234567'`)
  await wallet.query(`
    INSERT INTO account (msisdn, available, held, updated_at)
    SELECT '78' || lpad(n::text, 7, '0'), n, 0, clock_timestamp() FROM generate_series(1, 20000) n`)
  for (const _ of [1, 2, 3]) {
    await new Promise((done) => bridge.once('close', done).kill('SIGKILL'))
    bridge = startBridge()
    await expect.poll(async () => (await served()).length, { timeout: 20_000 }).toBeGreaterThan(0)
  }
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
  expect((await world.own.owner.query('SELECT FROM refused_change')).rowCount).toBe(0)
  await new Promise((done) => bridge.once('close', done).kill('SIGKILL'))
})
