import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { createFeed, resumeSender } from '@/lib/feed/commands'
import { type FeedMapping, parseMapping } from '@/lib/feed/mapping'
import { anyAccount } from '@/lib/wallet/account-record'
import { withFaultyFront } from '@/test/faulty-front'
import { walletKey, withFeed } from '@/test/feed'

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
const mapping = parseMapping(read('mapping.json'))
if (typeof mapping === 'string') throw new Error(mapping)
const world = withFeed({ mapping })

const front = withFaultyFront(() => world.address)

beforeEach(async () => {
  front.faults = []
  await world.own.owner.query('TRUNCATE wallet_account, removed_account, refused_change, feed_sender')
})

type Sink = { headers: Record<string, string>; isStored(status: number): boolean; attempts: number }

/** Both sinks repeat a body until it is stored, and end after so many attempts. */
async function sendAll(bodies: string[], { headers, isStored, attempts }: Sink): Promise<void> {
  const end = performance.now() + 20_000
  for (const body of bodies)
    for (let left = attempts; ; left--) {
      const response = await fetch(`${front.address}/v1/changes`, {
        method: 'POST',
        headers,
        body,
        redirect: 'manual',
      }).catch(() => null)
      await response?.text()
      if (response && isStored(response.status)) break
      if (left === 0 || performance.now() > end) throw new Error('the task failed')
    }
}

type Value = string | null
const inBatches = (values: string[], size: number) =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, at) => values.slice(at * size, (at + 1) * size))

/** A task of Aiven's sink, as its HttpSinkTask, BatchRecordSender and HttpResponseHandler do it, after the filter. */
async function kafkaConnect(values: Value[]): Promise<void> {
  const { config } = JSON.parse(read('kafka-connect.json'))
  const {
    'batch.prefix': prefix = '',
    'batch.separator': separator = '\n',
    'batch.suffix': suffix = '\n',
  } = config
  const present =
    config['predicates.isTombstone.type'].endsWith('.RecordIsTombstone') && config.transforms
      ? values.filter((value) => value !== null)
      : values
  if (present.includes(null)) throw new Error('Record value must not be null')
  const batches = inBatches(present as string[], Number(config['batch.max.size']))
  await sendAll(
    batches.map((batch) => prefix + batch.join(separator) + suffix),
    {
      headers: {
        'content-type': config['http.headers.content.type'],
        authorization: config['http.headers.authorization'].replace('FEED_KEY', walletKey),
      },
      isStored: (status) => status < 400,
      attempts: Number(config['max.retries']),
    },
  )
}

/** Debezium Server's sink, as HttpChangeConsumer does it; the proxy adds the key. */
async function debeziumServer(values: Value[], isOld = false): Promise<void> {
  const settings = new Map(
    read('debezium-server.properties')
      .split('\n')
      .map((line) => line.split('=') as [string, string]),
  )
  const present = values.filter((value) => value !== null)
  const isBatched = !isOld && settings.get('debezium.sink.http.batch.enabled') === 'true'
  const size = Number(settings.get('debezium.sink.http.batch.max-size'))
  await sendAll(isBatched ? inBatches(present, size).map((batch) => `[${batch.join()}]`) : present, {
    headers: { 'content-type': 'application/json', authorization: `Bearer ${walletKey}` },
    isStored: (status) => status >= 200 && status < 300,
    attempts: Number(settings.get('debezium.sink.http.retries')),
  })
}

const at = (ms: number) => new Date(1_795_770_000_000 + ms).toISOString()

function event(op: string, ms: number, table: string, before: object | null, after: object | null): string {
  const source = { connector: 'postgresql', db: 'wallet', schema: 'public', table, ts_ms: Date.parse(at(ms)) }
  return JSON.stringify({ before, after, source, transaction: null, op, ts_ms: Date.parse(at(ms)) })
}

const account = (n: number, ms: number) => ({
  id: n,
  msisdn: `77${String(n).padStart(7, '0')}`,
  available: ms,
  held: 0,
  updated_at: at(ms),
})
const subscriber = (n: number, ms: number, state: string) => ({
  id: n,
  msisdn: account(n, 0).msisdn,
  kind: 'C',
  state,
  updated_at: at(ms),
})

/** What a partition has: changes of 50 accounts, one that ends with its tombstone, heartbeats, and wrong ones. */
function partition(from: number, changes = 1200): Value[] {
  const rows = Array.from({ length: changes }, (_, ms) =>
    event(ms < 50 ? 'r' : 'u', ms, 'account', null, account(from + (ms % 50), ms)),
  )
  return [
    event('c', 5000, 'subscriber', null, subscriber(from, 5000, 'S')),
    ...rows,
    event('d', 2000, 'account', account(from + 1, changes - 49), null),
    null,
    '{"ts_ms":1795770003000}',
    // Neither a number nor a time: what cannot be written must not stop what follows.
    event('u', 3000, 'account', null, { ...account(from, 0), msisdn: '+7 x', updated_at: 'now' }),
    event('u', 3000, 'account', null, { ...account(from, 0), msisdn: '9'.repeat(30), updated_at: null }),
    event('u', 3001, 'account', null, { ...account(from, 3001), available: 7 }),
  ]
}

async function served(): Promise<object> {
  const { rows } = await world.own.owner.query(
    `SELECT (SELECT count(*)::int FROM wallet_account) AS accounts, (SELECT sum(balance)::int FROM wallet_account) AS sum,
       (SELECT count(*)::int FROM wallet_account WHERE status = 'suspended' AND balance = 7) AS latest,
       (SELECT count(*)::int FROM removed_account) AS removed, (SELECT count(*)::int FROM refused_change) AS refused`,
  )
  return rows[0]
}

/** Of each partition one of 50 accounts is removed, the second, and 7 takes the place of what the first had. */
function expected(partitions: number, changes = 1200) {
  const sum = Array.from({ length: 48 }, (_, n) => changes - 48 + n).reduce((a, b) => a + b, 7)
  return {
    accounts: partitions * 49,
    sum: partitions * sum,
    latest: partitions,
    removed: partitions,
    refused: partitions * 2,
  }
}

test('Kafka Connect: six tasks at a time, repeats, lost answers and errors end with the latest of each account', async () => {
  const tasks = [0, 1, 2, 3, 4, 5]
  front.faults = [503, 'answer lost', 401, 'away', 429, 400, 'answer lost', 502]
  await Promise.all(tasks.map((task) => kafkaConnect(partition(task * 100))))
  expect(await served()).toEqual(expected(6))
  // After a rebalance a task begins again at an earlier offset.
  await kafkaConnect(partition(100).slice(300))
  expect(await served()).toEqual(expected(6))
})

test.each([
  ['in batches', false],
  ['one event a request, as before 3.6', true],
])(
  'Debezium Server, %s: whatever it is answered, it ends with the latest of each account',
  async (_how, isOld) => {
    front.faults = [413, 'away', 503, 'answer lost', 301, 401]
    await debeziumServer(partition(0, 200), isOld)
    expect(await served()).toEqual(expected(1, 200))
  },
)

test('a wrong setting pauses the sender before it loses its stream, and it continues where it was', async () => {
  const wrong = Array.from({ length: 1500 }, (_, n) => event('c', n, 'accounts', null, account(n, n)))
  const sending = debeziumServer([...wrong, event('c', 9, 'account', null, account(9, 9))])
  await expect.poll(() => resumeSender(world.pool, 'wallet')).toBe(true)
  await sending
  expect(await served()).toMatchObject({ accounts: 1, refused: 1500 })
})

test('an event whose schema is longer than what is kept can be tried again', async () => {
  const names = [
    'msisdn',
    'available',
    'held',
    'updated_at',
    ...Array.from({ length: 20 }, (_, n) => `column_${n}`),
  ]
  const fields = names.map((field) => ({ type: 'string', optional: true, field, doc: 'x'.repeat(60) }))
  const rows = ['before', 'after'].map((field) => ({ type: 'struct', fields, optional: true, field }))
  const held = JSON.parse(event('u', 9, 'account', null, { ...account(1, 9), available: null, held: '5' }))
  const { body } = await world.send({ schema: { type: 'struct', fields: rows }, payload: held })
  expect(body.refused).toMatchObject([{ code: 'null' }])
  await world.send(event('c', 8, 'account', null, account(1, 8)))
  const client = await world.pool.connect()
  const mapped = read('mapping.json').replace('"available"', '"held"')
  const feed = createFeed({ accounts: anyAccount, mapping: parseMapping(mapped) as FeedMapping })
  expect(await feed.retry(client, 'all')).toEqual({ tried: 1, refused: 0 })
  client.release()
})

test('whatever is in a row, its event is stored or refused', { timeout: 60_000 }, async () => {
  const odd = [
    '',
    '0',
    '000000',
    '9'.repeat(15),
    '-7',
    '1e3',
    '\u0000',
    '\ud800',
    '1970-01-01T00:00:00Z',
    'R',
    'S',
    null,
    0,
    -1,
    1e30,
  ]
  const value = fc.oneof(fc.constantFrom(...odd), fc.jsonValue({ maxDepth: 1 }))
  const columns = Object.keys({ ...account(1, 1), ...subscriber(1, 1, 'A') })
  const row = fc.record(Object.fromEntries(columns.map((name) => [name, value])))
  const spoilt = fc.tuple(row, fc.subarray(columns)).map(([given, names]) => ({
    ...account(7, 7),
    ...subscriber(7, 7, 'A'),
    ...Object.fromEntries(names.map((name) => [name, given[name]])),
  }))
  const events = fc
    .tuple(
      fc.constantFrom('c', 'u', 'd', 'r'),
      fc.nat(9),
      fc.constantFrom('account', 'subscriber'),
      spoilt,
      spoilt,
    )
    .map((parts) => event(...parts))
  for (let n = 0; n < 30; n++) {
    await resumeSender(world.pool, 'wallet')
    expect((await world.send(`[${fc.sample(events, 50).join()}]`)).status).toBe(200)
  }
  const { rows } = await world.own.owner.query('SELECT DISTINCT code FROM refused_change ORDER BY code')
  expect(rows.length).toBeGreaterThan(5)
})
