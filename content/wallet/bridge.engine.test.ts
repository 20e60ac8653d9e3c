import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { deletePosition } from '@/lib/feed/commands'
import { parseMapping } from '@/lib/feed/mapping'
import { testFolder } from '@/scripts/check/folders'
import { type Place, preparePlace } from '@/scripts/launch/postgres/place'
import { stopPostmaster } from '@/scripts/launch/postgres/postmaster'
import { withFaultyFront } from '@/test/faulty-front'
import { walletKey, withFeed } from '@/test/feed'
import { makeServer, removeServer, startServer, urlOf } from '@/test/postgres-15'

const mapping = parseMapping(readFileSync(join(import.meta.dirname, 'mapping.json'), 'utf8'))
if (typeof mapping === 'string') throw new Error(mapping)
const world = withFeed({ mapping })
const front = withFaultyFront(() => world.address)
const dataDir = join(testFolder, 'wallet')
const settings = { wal_level: 'logical', fsync: 'off' }
let place: Place
let wallet: Client
let url: string

/** An empty wallet, on a cluster of its own, with a role that may do what the guide says. */
async function makeWallet(folder: string) {
  await removeServer(folder)
  place = preparePlace(folder)
  makeServer(place)
  await startServer(place, settings)
  url = urlOf(place)
  await openWallet()
  await wallet.query(`
    CREATE TABLE account (id serial PRIMARY KEY, msisdn text, available bigint, held bigint, updated_at timestamptz);
    CREATE TABLE subscriber (id serial PRIMARY KEY, msisdn text, kind text, state text, updated_at timestamptz);
    ALTER TABLE account REPLICA IDENTITY FULL; ALTER TABLE subscriber REPLICA IDENTITY FULL;
    CREATE ROLE bridge LOGIN REPLICATION`)
  url = url.replace(/\/\/[^@]+@/, '//bridge@')
}

async function openWallet() {
  wallet = new Client({ connectionString: urlOf(place) })
  wallet.on('error', () => {})
  await wallet.connect()
}

beforeAll(() => makeWallet(dataDir), 60_000)

beforeEach(async () => {
  front.faults = []
  await world.own.owner.query('TRUNCATE wallet_account, refused_change, feed_position, feed_minute')
  await wallet.query(
    `TRUNCATE account, subscriber; SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots`,
  )
})

afterAll(async () => {
  await wallet?.end()
  for (const folder of [dataDir, `${dataDir}-2`]) await removeServer(folder)
})

/** Alone, with a heap in which the rows of the largest transaction have no room. */
function startBridge() {
  const env = { ...process.env, WALLET_DATABASE_URL: url, FEED: front.address, KEY: walletKey }
  const child = spawn(
    process.execPath,
    ['--max-old-space-size=40', join(import.meta.dirname, 'bridge.mjs')],
    { env: { ...env, TABLES: 'public.account,public.subscriber' }, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let said = ''
  child.stderr.on('data', (data) => {
    said += data
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'close').then(([code]) => ({ code, said }))
  return {
    ended,
    said: () => said,
    end: () => {
      child.kill()
      return ended
    },
  }
}

const readPositions = async () =>
  (await world.own.owner.query('SELECT partition FROM feed_position')).rows.map(({ partition }) => partition)
const readSlots = async () =>
  (await wallet.query(`SELECT slot_name AS name, wal_status AS status FROM pg_replication_slots`)).rows
const insert = (msisdn: string) =>
  wallet.query('INSERT INTO account (msisdn, available, held, updated_at) VALUES ($1, 5, 0, now())', [msisdn])

/** Lets a bridge get its place, and end. @returns its partition */
async function runOnce(): Promise<string> {
  const bridge = startBridge()
  await expect.poll(readPositions).toHaveLength(1)
  await bridge.end()
  return (await readPositions())[0]
}

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
  const kill = () => new Promise<void>((done) => bridge.once('close', () => done()).kill('SIGKILL'))
  onTestFinished(() => {
    isWanted = false
    return kill()
  })
  return { kill, failures: () => failures }
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
  // A changed number, a deletion, and 8,000 changes of one transaction, in parts, while the bridge is killed.
  await wallet.query(`UPDATE account SET msisdn = '771234569', updated_at = now() WHERE msisdn = '771234568'`)
  await wallet.query(`DELETE FROM account WHERE msisdn = '771234567'`)
  await wallet.query(`
    INSERT INTO account (msisdn, available, held, updated_at)
    SELECT '78' || lpad(n::text, 7, '0'), n, 0, clock_timestamp() FROM generate_series(1, 8000) n`)
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
  await expect.poll(sum, { timeout: 60_000 }).toEqual({ count: 8000, sum: 32_012_000 })
  expect((await served()).filter((line) => line.startsWith('22177'))).toEqual([
    '221771234569 200 customer active',
  ])
  expect(bridge.failures()).toBe(3)
  expect((await world.own.owner.query('SELECT FROM refused_change')).rowCount).toBe(0)
  // What the bridge cannot bring is shown.
  await wallet.query('TRUNCATE subscriber')
  const refused = async () => (await world.own.owner.query('SELECT code FROM refused_change')).rows
  await expect.poll(refused, { timeout: 20_000 }).toEqual([{ code: 'operation' }])
})

const drop = `SELECT pg_drop_replication_slot('guichet')`
/** More WAL than one segment, in a database of its own. */
async function writeNextDoor(rows: number) {
  await wallet.query('DROP DATABASE IF EXISTS neighbour')
  await wallet.query('CREATE DATABASE neighbour')
  const neighbour = new Client({ connectionString: urlOf(place).replace('/postgres?', '/neighbour?') })
  await neighbour.connect()
  await neighbour.query(
    `CREATE TABLE other AS SELECT n, repeat(md5(n::text), 28) FROM generate_series(1, ${rows}) n`,
  )
  await neighbour.end()
}

test.each([
  ['is gone', () => wallet.query(drop)],
  ['is invalid', invalidate],
  [
    'is beyond',
    () => wallet.query(`${drop}; SELECT pg_create_logical_replication_slot('guichet', 'wal2json')`),
  ],
  ['was of another cluster', () => makeWallet(`${dataDir}-2`)],
])('a slot that %s: nothing is created or sent, and what to do works', async (found, lose) => {
  const first = { place, url, wallet }
  const partition = await runOnce()
  // Before the slot is lost, and while no bridge runs.
  await insert('771111111')
  await lose()
  const slots = await readSlots()
  const { requests } = front
  const { code, said } = await startBridge().ended
  expect([code, said]).toEqual([78, expect.stringContaining(`The slot guichet ${found}`)])
  expect([front.requests - requests, await readSlots()]).toEqual([1, slots])
  // As the sentence says, until the file.
  if (said.includes(drop)) await wallet.query(drop)
  expect(said).toContain(`"guichet feed forget-position NAME ${partition}"`)
  expect(await deletePosition(world.pool, 'wallet', partition)).toBe(true)
  const bridge = startBridge()
  await expect.poll(readPositions).toHaveLength(1)
  await insert('771111112')
  await expect.poll(served).toEqual(['221771111112 5 customer active'])
  await bridge.end()
  if (wallet !== first.wallet) await wallet.end()
  ;({ place, url, wallet } = first)
})

async function invalidate() {
  await wallet.query(`ALTER SYSTEM SET max_slot_wal_keep_size = '1MB'`)
  await wallet.query('SELECT pg_reload_conf()')
  await writeNextDoor(60_000)
  await wallet.query('SELECT pg_switch_wal()')
  await wallet.query('CHECKPOINT')
  await expect.poll(readSlots).toEqual([{ name: 'guichet', status: 'lost' }])
  await wallet.query('ALTER SYSTEM RESET max_slot_wal_keep_size')
  await wallet.query('SELECT pg_reload_conf()')
}

test('while the wallet is idle its slot keeps no WAL of another database', async () => {
  await runOnce()
  const bridge = startBridge()
  await writeNextDoor(60_000)
  const kept = async () =>
    (
      await wallet.query(
        'SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::int AS kept FROM pg_replication_slots',
      )
    ).rows[0].kept
  expect(await kept()).toBeGreaterThan(32 * 1024 * 1024)
  await expect.poll(kept, { timeout: 60_000 }).toBeLessThan(1024 * 1024)
  // Moved by itself it is still where the feed is.
  await bridge.end()
  const again = startBridge()
  await insert('771111111')
  await expect.poll(served).toEqual(['221771111111 5 customer active'])
  expect((await again.end()).said).toBe('')
})

test('the bridge outlives a restart of PostgreSQL, and a transaction that is larger than its memory', {
  timeout: 120_000,
}, async () => {
  await runOnce()
  const bridge = startBridge()
  await stopPostmaster(place.data)
  await expect.poll(bridge.said).toMatch(/Connects again in 2 s\.$/m)
  await startServer(place, settings)
  await openWallet()
  await wallet.query(`ALTER TABLE account ADD note text`)
  await wallet.query(`
    INSERT INTO account (msisdn, available, held, updated_at, note)
    SELECT '78' || lpad((n % 100)::text, 7, '0'), n, 0, now(), repeat('x', 3000) FROM generate_series(1, 14000) n`)
  await insert('771111111')
  await expect.poll(served, { timeout: 60_000 }).toContain('221771111111 5 customer active')
  expect((await served())[1]).toBe('221780000000 14000 customer active')
  // It never ended, and says so in sentences.
  const { code, said } = await bridge.end()
  expect([code, said]).toEqual([null, expect.not.stringContaining('    at ')])
})
