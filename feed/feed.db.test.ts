import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { readOverview } from '@/lib/feed/administration'
import { createFeed, deletePosition, resumeSender } from '@/lib/feed/commands'
import { type FeedMapping, parseMapping } from '@/lib/feed/mapping'
import { listSenders } from '@/lib/feed/queries'
import { anyAccount } from '@/lib/wallet/account-record'
import { holdLocks, untilBlocked } from '@/test/blocked'
import { walletKey, withFeed } from '@/test/feed'
import { floodConnection } from '@/test/flood'
import { retryWanted } from './start'

const table = {
  msisdn: 'msisdn',
  balance: { column: 'available' },
  currency: { constant: 'XOF' },
  asOf: { column: 'at', unit: 'ms' },
}
const world = withFeed({
  accounts: { currencies: ['XOF', 'MAD'], prefixes: ['221', '212'] },
  mapping: parseMapping(JSON.stringify({ tables: { 'w.account': table } })) as FeedMapping,
})
const nothing = { applied: 0, unchanged: 0, stale: 0, waiting: 0, ignored: 0, refused: [], repeated: false }
const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 9, 0, second)).toISOString()
const XOF = (value: number | string) => ({ value, unit: 'XOF' })
const change = (n: number, second: number, more: object = {}) => ({
  msisdn: `22177000${String(n).padStart(4, '0')}`,
  balance: XOF(second),
  asOf: at(second),
  ...more,
})

beforeEach(async () => {
  await world.own.owner.query(
    'TRUNCATE wallet_account, removed_account, waiting_details, refused_change, feed_sender, feed_position, feed_minute',
  )
})

async function one(sql: string, values: unknown[] = []) {
  return (await world.own.owner.query(sql, values)).rows[0]
}

test('a change is stored to the digit and the microsecond, and is unchanged the second time', async () => {
  const text = `{"msisdn":"221770000001","type":"retailer","status":"suspended","balance":{"value":90071992547409931234,"unit":"XOF"},
    "frozenBalance":{"value":7,"unit":"XOF"},"asOf":"2026-11-20T10:00:00.123456+01:00"}`
  expect((await world.send(text)).body).toEqual({ ...nothing, applied: 1 })
  expect((await world.send(text)).body).toEqual({ ...nothing, unchanged: 1 })
  expect((await world.send(text.replace('123456', '123455'))).body).toEqual({ ...nothing, stale: 1 })
  expect(
    await one(
      `SELECT balance::text, frozen_balance::text AS frozen, type, status, w.as_of = '2026-11-20T09:00:00.123456Z' AS exact,
         details_as_of = w.as_of AS alike, source FROM wallet_account w JOIN account_import i ON i.id = import_id`,
    ),
  ).toEqual({
    balance: '90071992547409931234',
    frozen: '7',
    type: 'retailer',
    status: 'suspended',
    exact: true,
    alike: true,
    source: 'feed',
  })
})

test('one request has every outcome; what is refused stops nothing else, and is kept once with a count', async () => {
  await world.send([change(1, 5)])
  const body = [
    change(1, 4),
    change(1, 5),
    change(2, 1),
    { msisdn: '221770000003', type: 'customer', status: 'barred', asOf: at(1) },
    null,
    { msisdn: '221770000004', frozenBalance: XOF(1), asOf: at(1) },
    change(5, 1, { balance: { value: 1, unit: 'XAF' } }),
    change(6, 1, { note: 1 }),
    'text',
    { ...change(7, 1), msisdn: '33612345678' },
    { op: 'remove', msisdn: '221770000002', asOf: at(1) },
  ]
  const { status, body: answer } = await world.send(body)
  expect([status, answer]).toMatchObject([
    200,
    { applied: 2, unchanged: 1, stale: 1, waiting: 1, ignored: 1, repeated: false },
  ])
  expect(
    answer.refused.map(({ index, code }: { index: number; code: string }) => `${index} ${code}`),
  ).toEqual(['5 no_balance', '6 currency', '7 unknown_member', '8 no_change', '9 prefix'])
  await world.send(body)
  const { rows } = await world.own.owner.query('SELECT code, msisdn, count FROM refused_change ORDER BY id')
  expect(rows.map(({ code, count }) => `${code} ${count}`).sort()).toEqual([
    'currency 2',
    'no_balance 2',
    'no_change 2',
    'prefix 2',
    'unknown_member 2',
  ])
  expect(await one('SELECT count(*)::int AS count FROM removed_account')).toEqual({ count: 1 })
})

test('details wait for the first amounts, and for those after a removal; those as old as it are gone', async () => {
  const send = async (given: object) => {
    const { refused: _, repeated: __, ...counts } = (await world.send([given])).body
    return Object.entries(counts).find(([, count]) => count === 1)?.[0]
  }
  const account = () =>
    one(`SELECT balance::int, frozen_balance::int AS frozen, type, status FROM wallet_account`)
  const number = { msisdn: '221770000001' }
  const [retailer, barred] = [
    { type: 'retailer', status: 'active' },
    { type: 'customer', status: 'barred' },
  ]
  expect(await send({ ...number, ...retailer, asOf: at(9) })).toBe('waiting')
  expect(await send({ ...number, ...barred, asOf: at(8) })).toBe('stale')
  expect(await account()).toBeUndefined()
  expect(await send(change(1, 1))).toBe('applied')
  expect(await account()).toEqual({ balance: 1, frozen: 0, ...retailer })
  expect(await send({ op: 'remove', ...number, asOf: at(5) })).toBe('applied')
  expect(await account()).toBeUndefined()
  expect(await send(change(1, 5))).toBe('stale')
  expect(await send(change(1, 6))).toBe('applied')
  expect(await account()).toEqual({ balance: 6, frozen: 0, ...retailer })
  expect(await send({ op: 'remove', ...number, asOf: at(10) })).toBe('applied')
  expect(await send(change(1, 11))).toBe('applied')
  expect(await send({ ...number, ...barred, asOf: at(10) })).toBe('stale')
  expect(await account()).toEqual({ balance: 11, frozen: 0, type: 'customer', status: 'active' })
  expect(await send({ ...number, ...barred, asOf: at(11) })).toBe('applied')
  expect(await one('SELECT FROM waiting_details')).toBeUndefined()
  // Default details have no time: any that arrive replace them.
  expect(await send(change(2, 9))).toBe('applied')
  expect(await send({ msisdn: '221770000002', ...barred, asOf: 946_684_800_000 })).toBe('applied')
})

test('the order in which requests arrive makes no difference to what is stored', async () => {
  const [retailer, barred] = [
    { balance: undefined, type: 'retailer', status: 'suspended' },
    { balance: undefined, type: 'customer', status: 'barred' },
  ]
  const all = [
    (n: number) => change(n, 1, { frozenBalance: XOF(9), type: 'retailer', status: 'active' }),
    (n: number) => change(n, 2, retailer),
    (n: number) => ({ op: 'remove', msisdn: change(n, 0).msisdn, asOf: at(2) }),
    (n: number) => change(n, 3),
    (n: number) => change(n, 4, { ...barred }),
  ]
  for (const [kept, expected] of [
    [5, { balance: 3, frozen: 0, type: 'customer', status: 'barred' }],
    [4, { balance: 3, frozen: 0, type: 'customer', status: 'active' }],
    [3, undefined],
  ] as const) {
    await world.own.owner.query('TRUNCATE wallet_account, removed_account, waiting_details')
    const orders = ordersOf(all.slice(0, kept))
    for (let step = 0; step < kept; step++) {
      const { body } = await world.send(orders.map((order, n) => order[step]?.(n)))
      expect(body.refused).toEqual([])
    }
    const { rows } = await world.own.owner.query(
      'SELECT DISTINCT balance::int, frozen_balance::int AS frozen, type, status FROM wallet_account',
    )
    expect(rows).toEqual(expected ? [expected] : [])
    expect(await one('SELECT count(*)::int AS count FROM wallet_account')).toEqual({
      count: expected ? orders.length : 0,
    })
  }
})

function ordersOf<T>(all: T[]): T[][] {
  if (all.length < 2) return [all]
  return all.flatMap((first, at) => ordersOf(all.toSpliced(at, 1)).map((rest) => [first, ...rest]))
}

describe('bodies', () => {
  const lines = `\ufeff${JSON.stringify(change(1, 1))}\r\n\r\n{"broken\u0000\r\n${JSON.stringify(change(2, 1))}\n`

  test('one object a line; a line that is no JSON is refused alone', async () => {
    for (const type of ['application/x-ndjson', ''])
      expect((await world.send(lines, { headers: { 'Content-Type': type } })).body.refused).toMatchObject([
        { index: 1, code: 'json' },
      ])
    const object = JSON.stringify(change(1, 2), null, 2)
    expect((await world.send(object, { headers: { 'Content-Type': '' } })).body.applied).toBe(1)
    expect(await one('SELECT count(*)::int AS count FROM wallet_account')).toEqual({ count: 2 })
  })

  test('gzip, up to 10 MiB before and after', async () => {
    const headers = { 'Content-Encoding': 'gzip' }
    expect((await world.send(gzipSync(JSON.stringify([change(1, 1)])), { headers })).body.applied).toBe(1)
    expect((await world.send(gzipSync(Buffer.alloc(10 * 1024 * 1024 + 1, 32)), { headers })).status).toBe(413)
    const largest = ' '.repeat(10 * 1024 * 1024)
    expect((await world.send(gzipSync(largest), { headers })).body.ignored).toBe(1)
    expect((await world.send(largest)).body.ignored).toBe(1)
    for (const broken of ['{}', gzipSync('[]').subarray(0, -1)])
      expect((await world.send(broken, { headers })).status).toBe(400)
    expect((await world.send('{}', { headers: { 'Content-Encoding': 'br' } })).status).toBe(415)
    expect((await world.send(' '.repeat(10 * 1024 * 1024 + 1))).status).toBe(413)
    // Without a length it is known only once so much has come.
    const stream = new Blob([' '.repeat(10 * 1024 * 1024 + 1)]).stream()
    expect((await world.send(stream)).status).toBe(413)
  })

  test.each([
    ['not JSON', '{', 400],
    ['a number', '1', 400],
    ['a text', '"x"', 400],
    ['bad UTF-8', new Uint8Array([0x7b, 0xff, 0x7d]), 400],
    ['more than 10,000 changes', `[${Array(10_001).fill('0').join()}]`, 413],
    ['a million values', `[${'{},'.repeat(1_000_001)}{}]`, 413],
    ['a million brackets', `[${'['.repeat(1_000_001)}]`, 413],
    ['ten million lines', 'a\n'.repeat(5_000_000), 413],
    ['a change, then what is not JSON', `[${JSON.stringify(change(1, 1))},`, 400],
    ['an empty body', '', 200],
    ['a tombstone', 'null', 200],
    ['an empty array', '[]', 200],
  ])('%s: %3$s', async (_what, body, status) => {
    const answer = await world.send(body)
    expect(answer.status).toBe(status)
    if (status !== 200) {
      expect(answer.body).toMatchObject({
        type: 'about:blank',
        status,
        instance: expect.stringMatching(/^urn:uuid:/),
      })
      expect(await one('SELECT FROM refused_change')).toBeUndefined()
      expect(await one('SELECT FROM wallet_account')).toBeUndefined()
    }
  })

  test('a value that is too deep to be kept is refused, and stops nothing else', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const { status, body } = await world.send(`[${deep},${JSON.stringify(change(1, 1))}]`)
    expect([status, body]).toMatchObject([200, { applied: 1, refused: [{ index: 0, code: 'no_change' }] }])
    expect(await one('SELECT cut FROM refused_change')).toEqual({ cut: true })
  })

  test('a refused change is kept as it was sent; a name that is given twice costs the others nothing', async () => {
    const sent = '{ "msisdn":"221770000001", "note":1.500,"note":"],{"}'
    const { body } = await world.send(`[${JSON.stringify(change(1, 1))} , ${sent}\n]`)
    expect(body).toMatchObject({ applied: 1, refused: [{ index: 1, code: 'unknown_member' }] })
    expect(await one('SELECT body FROM refused_change')).toEqual({ body: sent })
  })

  test('what cannot be a text of the database, or is given twice, is refused alone', async () => {
    const twice = JSON.stringify(change(3, 1)).replace(
      '"balance"',
      '"balance":{"value":9,"unit":"XOF"},"balance"',
    )
    const texts = ['{"msisdn":"2217700000\\u0000"}', '{"msisdn":"221770000002","\\ud800":"\\udfff"}', twice]
    const { status, body } = await world.send(`[${texts},${JSON.stringify(change(1, 1))}]`)
    expect([status, body.applied]).toEqual([200, 1])
    const codes = body.refused.map(({ index, code }: { index: number; code: string }) => `${index} ${code}`)
    expect(codes).toEqual(['0 msisdn', '1 unknown_member', '2 currency'])
  })

  test('a refused change is cut at 4 KiB, between characters, and then is not tried again', async () => {
    const bodies = ['€'.repeat(2000), 'x'.repeat(4096), `${'x'.repeat(4095)}\0`]
    await world.send(bodies.join('\n'), { headers: { 'Content-Type': 'application/x-ndjson' } })
    const { rows } = await world.own.owner.query(
      'SELECT body, cut FROM refused_change ORDER BY octet_length(body), body COLLATE "C"',
    )
    expect(rows).toEqual([
      { body: 'x'.repeat(4095), cut: true },
      { body: '€'.repeat(1365), cut: true },
      { body: 'x'.repeat(4096), cut: false },
    ])
    const client = await world.pool.connect()
    expect((await world.feed.retry(client, 'all')).tried).toBe(1)
    client.release()
  })

  test('the oldest of more than 100,000 refused changes go', async () => {
    await world.own.owner.query(`
      INSERT INTO refused_change (name, digest, code, message, body, cut, last_at)
      SELECT 'x', decode(lpad(to_hex(n), 8, '0'), 'hex'), 'json', '', '', false, now() - n * interval '1 second'
      FROM generate_series(1, 100000) AS n`)
    await world.send(['x'])
    const oldest = `(SELECT count(*) FROM refused_change WHERE digest = '\\x000186a0')::int AS oldest`
    expect(await one(`SELECT count(*)::int AS count, ${oldest} FROM refused_change`)).toEqual({
      count: 100_000,
      oldest: 0,
    })
  })

  test('the nanoseconds of an event do not cost its digits', async () => {
    const large = '90071992547409931234'
    const exact = JSON.stringify(change(1, 1, { balance: XOF(1) })).replace('"value":1', `"value":${large}`)
    const event = '{"ts_ns":1795770001000000123,"ts_ms":1}'
    expect((await world.send(`[${event},${exact}]`)).body).toEqual({ ...nothing, applied: 1, ignored: 1 })
    expect(await one('SELECT balance::text FROM wallet_account')).toEqual({ balance: large })
  })

  test('another content type or charset is refused', async () => {
    for (const type of ['text/plain', 'constructor', 'application/json; charset=latin1'])
      expect((await world.send('[]', { headers: { 'Content-Type': type } })).status).toBe(415)
  })

  test('10,000 changes of one account count as if each had come alone', async () => {
    const many = Array.from({ length: 10_000 }, (_, n) => ({
      ...change(1, 1),
      balance: XOF(n),
      asOf: 1_795_000_000_000 + (n % 2),
    }))
    const { body } = await world.send(many)
    expect([body.applied, body.stale]).toEqual([5001, 4999])
    expect(await one('SELECT balance::int FROM wallet_account')).toEqual({ balance: 9999 })
  })
})

test('a clock may be an hour ahead of the database’s', async () => {
  const now = Date.now()
  const ahead = (minutes: number) => ({ ...change(1, 1), asOf: now + minutes * 60_000 })
  // Ours does not count.
  vi.useFakeTimers({ toFake: ['Date'], now: now + 7_200_000 })
  onTestFinished(() => void vi.useRealTimers())
  expect((await world.send([ahead(61)])).body.refused).toMatchObject([{ index: 0, code: 'as_of' }])
  expect((await world.send([ahead(59)])).body.applied).toBe(1)
})

test('a thousand changes take as many statements as one', async () => {
  const client = await world.pool.connect()
  const feed = createFeed({ accounts: anyAccount, mapping: null })
  const query = vi.spyOn(client, 'query')
  const countOf = async (count: number, second: number) => {
    const items = Array.from({ length: count }, (_, n) => ({ value: change(n + count, second), text: '' }))
    query.mockClear()
    expect(await feed.take(client, 'wallet', items, null)).toMatchObject({ value: { applied: count } })
    return query.mock.calls.length
  }
  await countOf(2000, 1)
  for (const second of [1, 2]) expect(await countOf(1000, second)).toBe(await countOf(1, second))
  query.mockRestore()
  client.release()
})

test('the first request of a process removes the accounts of the demo, and no others', async () => {
  await world.send([change(1, 1), change(2, 1)])
  await world.own.owner.query('UPDATE wallet_account SET demo = true WHERE msisdn = 221770000001')
  const client = await world.pool.connect()
  const feed = createFeed({ accounts: anyAccount, mapping: null })
  for (const _ of [1, 2]) await feed.take(client, 'wallet', [{ value: null, text: 'null' }], null)
  client.release()
  expect(await one('SELECT sum(msisdn)::text AS left FROM wallet_account')).toEqual({ left: '221770000002' })
})

test('details of an account from before they had a time are as old as its amounts', async () => {
  await world.send([change(1, 5)])
  await world.own.owner.query('UPDATE wallet_account SET details_as_of = NULL')
  const status = (second: number) =>
    world.send([{ ...change(1, second), balance: undefined, type: 'customer', status: 'barred' }])
  expect((await status(4)).body.stale).toBe(1)
  expect((await status(6)).body.applied).toBe(1)
  expect(await one(`SELECT status, as_of < details_as_of AS apart FROM wallet_account`)).toEqual({
    status: 'barred',
    apart: true,
  })
})

test('on the database of another version nothing is applied, and it is tried again later', async () => {
  await world.own.owner.query('ALTER TABLE feed_minute RENAME COLUMN repeats TO repeated')
  const answer = await world.send([change(1, 1)], { headers: { 'Feed-Position': 'p:1' } })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
  await world.own.owner.query('ALTER TABLE feed_minute RENAME COLUMN repeated TO repeats')
  expect(await one('SELECT count(*)::int AS count FROM wallet_account')).toEqual({ count: 0 })
  expect((await world.send([change(1, 1)], { headers: { 'Feed-Position': 'p:1' } })).body.applied).toBe(1)
})

describe('positions', () => {
  const send = (position: string, body: unknown, key = walletKey) =>
    world.send(body, { headers: { 'Feed-Position': position }, key })

  const listed = async () => {
    const answer = await fetch(`${world.address}/v1/positions`, {
      headers: { Authorization: `Bearer ${walletKey}` },
    })
    return (await answer.json()).positions
  }

  test('each key has its own', async () => {
    expect((await send('accounts-0:7', [change(1, 1)])).body).toMatchObject({ applied: 1, repeated: false })
    expect((await send('accounts-1:1', [change(1, 3)])).body.applied).toBe(1)
    expect((await send('accounts-0:1', [change(1, 4)], `${walletKey}-agents`)).body.applied).toBe(1)
    expect(
      (await send('accounts-0:9223372036854775807', [change(1, 5)], `${walletKey}-before`)).body.applied,
    ).toBe(1)
    expect(await listed()).toEqual([
      { partition: 'accounts-0', offset: '9223372036854775807' },
      { partition: 'accounts-1', offset: '1' },
    ])
  })

  test('at or below the stored one, a request that brings nothing is a repeat, and the position stays', async () => {
    const details = { balance: undefined, type: 'customer', status: 'barred' }
    const body = [change(1, 5), change(2, 1, details), { msisdn: '221770000003', asOf: at(1) }, null]
    expect((await send('p:7', body)).body).toMatchObject({ applied: 1, waiting: 1, repeated: false })
    for (const offset of [7, 6]) {
      expect((await send(`p:${offset}`, body)).body).toMatchObject({
        applied: 0,
        unchanged: 2,
        waiting: 0,
        ignored: 1,
        refused: [{ index: 2 }],
        repeated: true,
      })
      // An equal time loses there, and wins elsewhere.
      const others = [change(1, 5, { balance: XOF(9) }), { ...body[1], status: 'active' }]
      expect((await send(`p:${offset}`, others)).body).toMatchObject({ stale: 2, repeated: true })
    }
    expect(await listed()).toEqual([{ partition: 'p', offset: '7' }])
    expect(
      await one(`SELECT sum(repeats)::int AS repeats, sum(unchanged)::int AS unchanged FROM feed_minute`),
    ).toEqual({
      repeats: 4,
      unchanged: 0,
    })
    expect((await send('p:8', [change(1, 5, { balance: XOF(9) })])).body.applied).toBe(1)
  })

  test.each([
    ['is applied', change(1, 2), { applied: 1 }],
    ['waits', change(2, 1, { balance: undefined, type: 'customer', status: 'barred' }), { waiting: 1 }],
    ['is newly refused', { msisdn: 'x' }, { refused: [{ index: 0 }] }],
  ])(
    'at or below it, the partition goes on from a request of which something %s',
    async (_how, given, expected) => {
      await send('p:5000000', [change(1, 1)])
      const { body } = await send('p:1200', [given])
      expect(body).toMatchObject({ ...expected, repeated: false })
      expect(await listed()).toEqual([{ partition: 'p', offset: '1200' }])
      expect((await send('p:1201', [])).body.repeated).toBe(false)
    },
  )

  describe('a numbering that began again', () => {
    /** As if all requests so far had come earlier. */
    const pass = (interval: string) =>
      world.own.owner.query(
        `UPDATE feed_position SET back_since = back_since - $1::interval, back_at = back_at - $1::interval`,
        [interval],
      )
    const restarted = async () =>
      (await listSenders(world.pool)).map(({ restartedAt }) => restartedAt !== null)

    test('is known when it lasts for more than a minute, whether it continues or steps back again', async () => {
      for (const [first, second] of [
        [1200, 1201],
        [1200, 1200],
        [1200, 1100],
      ]) {
        await world.own.owner.query('TRUNCATE feed_sender, feed_position, wallet_account')
        await send('p:5000000', [change(1, 1)])
        await send(`p:${first}`, [change(1, 2)])
        await pass('59 s')
        await send(`p:${second}`, [change(1, 3)])
        expect(await restarted()).toEqual([false])
        await pass('2 s')
        // What brings nothing says nothing.
        await send(`p:${second}`, [change(1, 3)])
        expect(await restarted()).toEqual([false])
        const warn = vi.spyOn(world.logger, 'warn')
        for (const second of [4, 5]) await send(`p:1202`, [change(1, second)])
        expect(await restarted()).toEqual([true])
        expect(warn.mock.calls).toEqual([
          [{ name: 'wallet', partition: 'p' }, 'the numbering of a partition began again'],
        ])
        warn.mockRestore()
        await pass('1 day')
        await send('p:6000000', [change(1, 6)])
        expect(await restarted()).toEqual([true])
        const text = await world.metrics.registry.metrics()
        expect(text).toContain('guichet_feed_restarted{name="wallet",partition="p"} 1')
        expect(await deletePosition(world.pool, 'wallet', 'p')).toBe(true)
        expect(await restarted()).toEqual([false])
        await send('p:7', [change(1, 7)])
        expect(await restarted()).toEqual([false])
      }
    })

    test('is not what happens twice in a day, nor a request that overtook another', async () => {
      await send('p:9', [change(1, 1)])
      for (const offset of [8, 7]) {
        await send(`p:${offset}`, [change(1, 9 - offset + 1)])
        await pass('2 hours')
      }
      await send('p:20', [change(1, 20)])
      expect(await restarted()).toEqual([false])
    })
  })

  test('a request without a change that applies has a position too, in a partition of 128 characters', async () => {
    const partition = `${'é'.repeat(127)}-`
    for (const [offset, body] of [
      [1, []],
      [2, [{ msisdn: 'x' }]],
      [3, null],
    ])
      expect((await send(`${Buffer.from(partition).toString('latin1')}:${offset}`, body)).body.repeated).toBe(
        false,
      )
    expect(await one('SELECT partition, position::int FROM feed_position')).toEqual({
      partition,
      position: 3,
    })
  })

  test.each(['accounts', 'a:b:1', ':1', 'a:-1', 'a:1.5', 'a:9223372036854775808', `${'a'.repeat(129)}:1`])(
    '%s is no position',
    async (position) => {
      expect((await send(position, [])).status).toBe(400)
    },
  )

  test('two senders of one partition at the same time apply it once', async () => {
    const both = await Promise.all([1, 2].map(() => send('a:1', [change(1, 1)])))
    expect(both.map(({ body }) => [body.repeated, body.applied]).sort()).toEqual([
      [false, 1],
      [true, 0],
    ])
  })

  test('a request that fails stores neither changes nor position', async () => {
    await world.own.owner.query('ALTER TABLE feed_sender ADD CONSTRAINT broken CHECK (false) NOT VALID')
    const answer = await send('a:1', [change(1, 1)])
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
    await world.own.owner.query('ALTER TABLE feed_sender DROP CONSTRAINT broken')
    expect(
      await one(
        'SELECT (SELECT count(*) FROM feed_position)::int + (SELECT count(*) FROM wallet_account)::int AS count',
      ),
    ).toEqual({ count: 0 })
    expect((await send('a:1', [change(1, 1)])).body).toMatchObject({ applied: 1, repeated: false })
  })
})

test('after 1,000 refused changes in a row a sender is paused, until it is resumed; others continue', async () => {
  const bad = (count: number) => Array.from({ length: count }, (_, n) => ({ msisdn: 'x', n }))
  await world.send(bad(999))
  expect((await world.send([change(1, 1), ...bad(999)])).status).toBe(200)
  expect((await world.send([change(1, 1)])).status).toBe(200)
  await world.send(bad(600))
  // A heartbeat is no sign that the setting is right.
  await world.send([null, ...bad(399), null])
  expect((await world.send(bad(1))).status).toBe(200)
  const paused = await world.send([change(1, 2)], { headers: { 'Feed-Position': 'p:1' } })
  expect(await one('SELECT FROM feed_position')).toBeUndefined()
  expect([paused.status, paused.body.code, paused.headers.get('retry-after')]).toEqual([503, 'paused', '60'])
  expect(paused.body.detail).toContain('unknown_member')
  expect((await world.send([change(1, 3)], { key: `${walletKey}-agents` })).status).toBe(200)
  expect(await resumeSender(world.pool, 'wallet')).toBe(true)
  expect((await world.send([change(1, 4)])).body.applied).toBe(1)
})

test('refused changes are tried again, and forgotten when they are applied or their number is removed', async () => {
  const event = (n: number, state: unknown) => ({
    op: 'c',
    source: { schema: 'w', table: 'state' },
    after: { msisdn: change(n, 0).msisdn, state, at: Date.parse(at(9)) },
  })
  await world.send([event(1, 'X'), change(2, 1, { note: 1 })])
  await world.send([change(1, 5)])
  const state = {
    msisdn: 'msisdn',
    type: { constant: 'customer' },
    status: { column: 'state', values: { X: 'barred' } },
    asOf: { column: 'at', unit: 'ms' },
  }
  const mapping = parseMapping(JSON.stringify({ tables: { 'w.state': state } })) as FeedMapping
  const client = await world.pool.connect()
  const feed = createFeed({ accounts: anyAccount, mapping })
  expect(await feed.retry(client, 'all')).toEqual({ tried: 2, refused: 1 })
  client.release()
  expect(await one('SELECT status FROM wallet_account')).toEqual({ status: 'barred' })
  expect(await one('SELECT count(*)::int AS count, min(code) AS code FROM refused_change')).toEqual({
    count: 1,
    code: 'unknown_member',
  })
  await world.send([{ op: 'remove', msisdn: '221770000002', asOf: at(6) }])
  expect(await one('SELECT count(*)::int AS count FROM refused_change')).toEqual({ count: 0 })
})

describe('a refused change that is overtaken closes itself', () => {
  const [amounts, details, both] = [
    {},
    { balance: undefined, type: 'customer', status: 'active' },
    { type: 'customer', status: 'active' },
  ]
  const left = async () => (await one('SELECT count(*)::int AS count FROM refused_change')).count
  const bad = (more: object) => change(1, 5, { ...more, note: 1 })
  const gone = { op: 'remove', msisdn: change(1, 0).msisdn, asOf: at(5) }

  test.each([
    ['amounts', bad(amounts), [change(1, 4, both), change(1, 9, details)], [change(1, 5, amounts)]],
    ['details', bad(details), [change(1, 9, amounts), change(1, 4, details)], [change(1, 5, details)]],
    ['waiting details', bad(details), [change(1, 4, details)], [change(1, 6, details)]],
    ['both, one after the other', bad(both), [change(1, 6, amounts)], [change(1, 7, details)]],
    ['both, by one', bad(both), [change(2, 6, both)], [change(1, 6, both)]],
    [
      'a frozen balance alone',
      change(1, 5, { balance: undefined, frozenBalance: XOF(1) }),
      [],
      [change(1, 5)],
    ],
    ['a status alone', change(1, 5, { balance: undefined, status: 'barred' }), [], [change(1, 5, both)]],
    ['a wrong unit', change(1, 5, { balance: { value: 1, unit: 'XAF' } }), [change(1, 4)], [change(1, 6)]],
    ['nothing, by a removal', change(1, 5, { balance: undefined }), [change(1, 9, both)], [gone]],
    ['a removal that is written in another way', { ...gone, op: 'delete' }, [change(1, 9, both)], [gone]],
  ])('%s', async (_what, refused, before, after) => {
    await world.send([refused])
    expect(await left()).toBe(1)
    await world.send(before)
    expect(await left()).toBe(1)
    await world.send(after)
    expect(await left()).toBe(0)
    // One that comes when it is overtaken already is refused, and not kept.
    const { body } = await world.send([refused], { headers: { 'Feed-Position': 'p:1' } })
    expect([body.refused.length, await left()]).toEqual([1, 0])
    expect((await world.send([refused], { headers: { 'Feed-Position': 'p:1' } })).body.repeated).toBe(true)
  })

  test('of a connector’s row too, whose groups are those of the table', async () => {
    const row = (available: unknown) => ({
      op: 'u',
      source: { schema: 'w', table: 'account' },
      after: { msisdn: change(1, 0).msisdn, available, at: Date.parse(at(5)) },
    })
    await world.send([row('x'), row(null)])
    expect(await left()).toBe(2)
    await world.send([change(1, 6, details)])
    expect(await left()).toBe(2)
    await world.send([row(7)])
    expect(await left()).toBe(0)
  })

  test('a removal leaves what is later than it, and ends what has no time, which may have been as old', async () => {
    await world.send([change(1, 1), { ...bad(amounts), asOf: 'x' }, bad(amounts), change(1, 6, { note: 1 })])
    expect(await left()).toBe(3)
    await world.send([gone])
    expect(await one('SELECT count(*)::int AS count, max(as_of) AS at FROM refused_change')).toEqual({
      count: 1,
      at: new Date(at(6)),
    })
  })

  test('what has no number or no time stays', async () => {
    await world.send([{ ...bad(both), asOf: 'x' }, { ...bad(both), msisdn: 'x' }, change(1, 9, both)])
    expect(await left()).toBe(2)
  })
})

test('however often and for how long changes are refused, they are refused', async () => {
  await world.own.owner.query('ALTER SEQUENCE refused_change_id_seq RESTART WITH 2147483647')
  await world.send(['x', 'y'])
  await world.own.owner.query('UPDATE refused_change SET count = 2147483647')
  expect((await world.send(['y'])).status).toBe(200)
  expect(await one('SELECT max(id) AS id, max(count) AS count FROM refused_change')).toEqual({
    id: '2147483648',
    count: 2_147_483_647,
  })
  await world.own.owner.query(`UPDATE refused_change SET count = 2147483647`)
  expect((await readOverview(9)).refused).toMatchObject([{ count: 2 * 2_147_483_647 }])
})

test('a sender that names a partition for each request hides neither the others nor their silence', async () => {
  await world.send([], { headers: { 'Feed-Position': 'last:1' } })
  await world.own.owner.query(`
    INSERT INTO feed_position (name, partition, position, updated_at)
    SELECT 'wallet', n, 1, now() - interval '1 h' FROM generate_series(1, 200) n`)
  const listed = await listSenders(world.pool)
  expect([listed.length, listed.at(-1)?.partition]).toEqual([100, 'last'])
})

test('the feed tries those again that an administrator chose, and no others', async () => {
  await world.send([change(1, 5), change(2, 5)])
  await world.own.owner.query(
    `INSERT INTO refused_change (name, digest, msisdn, code, message, body, cut, retry_at)
     SELECT 'wallet', decode(n::text, 'hex'), n, 'prefix', '', body, false, CASE n WHEN 221770000001 THEN now() END
     FROM unnest($1::bigint[], $2::text[]) AS given (n, body)`,
    [[221770000001, 221770000002], [1, 2].map((n) => JSON.stringify(change(n, 9)))],
  )
  const retrying = retryWanted({ ...world, logger: pino({ level: 'silent' }), everyMs: 5 })
  await expect
    .poll(() => one('SELECT string_agg(msisdn::text, $1) AS left FROM refused_change', [',']))
    .toEqual({
      left: '221770000002',
    })
  await retrying.stop()
  expect(await one('SELECT sum(balance)::int AS sum FROM wallet_account')).toEqual({ sum: 14 })
})

describe('the server', () => {
  const ask = (path: string, init: RequestInit = {}) => fetch(`${world.address}${path}`, init)
  const open = () => connect(Number(new URL(world.address).port), '127.0.0.1').on('error', () => {})
  const post = (body: string, more = '', target = '/v1/changes') =>
    `POST ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${walletKey}\r\n${more}Content-Length: ${body.length}\r\n\r\n${body}`

  /** All that comes until the connection closes, as `STATUS CODE` and the bodies' `applied` or `code`. */
  async function statuses(socket: Socket): Promise<string[]> {
    let text = ''
    for await (const chunk of socket) text += chunk
    return [...text.matchAll(/HTTP\/1\.1 (\d+)[\s\S]*?\r\n\r\n.*?"(?:applied|code)":("?\w+)/g)].map(
      ([, status, what]) => `${status} ${what}`,
    )
  }

  test('requests of a connection are applied in their order, and what follows them changes no response', async () => {
    const many = JSON.stringify(Array.from({ length: 2000 }, (_, n) => change(n, 1)))
    const socket = open()
    socket.write(
      `${post(many, 'Feed-Position: p:1\r\n')}${post(JSON.stringify([change(1, 2)]), 'Feed-Position: p:2\r\n')}NONSENSE\r\n\r\n`,
    )
    expect(await statuses(socket)).toEqual(['200 2000', '200 1', '400 "invalid_request'])
  })

  test('a connection without a key that pipelines more than sixteen requests is closed after them', async () => {
    const port = Number(new URL(world.address).port)
    expect(await floodConnection(port, '/readyz')).toEqual(Array(16).fill(200))
    expect(await floodConnection(port, '/v1/positions')).toEqual(Array(16).fill(401))
  })

  test('a body that is too slow is no wrong body, which senders drop: 408', async () => {
    world.server.requestTimeout = 500
    onTestFinished(() => {
      world.server.requestTimeout = 30_000
    })
    const socket = open()
    socket.write(post(' '.repeat(100)).slice(0, -50))
    expect(await statuses(socket)).toEqual(['408 "request_timeout'])
  })

  test('header fields beyond 16 KiB, an unknown expectation, an absolute target, and two positions', async () => {
    for (const [request, expected] of [
      [post('[]', `X: ${'x'.repeat(17_000)}\r\n`), '431 "headers_too_large'],
      [post('[]', 'Expect: more\r\n'), '417 "expectation_failed'],
      [post('[]', 'Connection: close\r\n', 'http://feed.example/v1/changes'), '200 0'],
      [post('[]', 'Connection: close\r\nFeed-Position: a\r\nFeed-Position: b:1\r\n'), '400 "invalid_request'],
    ] as const) {
      const socket = open()
      socket.write(request)
      expect(await statuses(socket)).toEqual([expected])
    }
  })

  test('who writes a whole body before it reads learns why it was refused', async () => {
    const body = ' '.repeat(9_000_000)
    for (const [request, expected] of [
      [post(body).replace(walletKey, 'wrong'), '401 "unauthorized'],
      [post(body, 'Content-Type: text/csv\r\n'), '415 "unsupported_media_type'],
      [post(`${body}${body}`), '413 "body_too_large'],
    ] as const) {
      const socket = open()
      await new Promise<void>((done, fail) =>
        socket.write(request, (error) => (error ? fail(error) : done())),
      )
      expect(await statuses(socket)).toEqual([expected])
    }
  })

  test('checks the key before it reads the body', async () => {
    for (const key of ['', 'wrong', `${walletKey}x`, `${walletKey} x`]) {
      const answer = await world.send('x', { key })
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="feed"'])
    }
    // Nothing but the head is sent, of a body of 10 MB; a sender that asks first gets 100.
    for (const [key, status] of [
      ['wrong', 401],
      [`${walletKey}\r\nAuthorization: Bearer ${walletKey}`, 401],
      [walletKey, 100],
    ]) {
      const socket = connect(Number(new URL(world.address).port), '127.0.0.1').on('error', () => {})
      socket.write(
        `POST /v1/changes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nExpect: 100-continue\r\nContent-Length: 10000000\r\n\r\n`,
      )
      const head = await new Promise<string>((done) => socket.once('data', (data) => done(String(data))))
      expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
      if (status === 401) expect(head).toContain('\r\nConnection: close\r\n')
      socket.destroy()
    }
  })

  test('has the methods, health and headers of the other processes', async () => {
    expect((await ask('/healthz')).status).toBe(200)
    expect((await ask('/readyz', { method: 'HEAD' })).status).toBe(200)
    const options = await ask('/v1/changes', { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'POST, OPTIONS'])
    const wrong = await ask('/v1/changes')
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
    for (const path of ['/', '/v1/changes/', '/V1/changes', '//v1/changes'])
      expect((await ask(path)).status).toBe(404)
    expect((await ask('/healthz')).headers.get('cache-control')).toBe('no-store')
    const id = '0199f3a0-0000-7000-8000-000000000002'
    expect((await ask('/healthz', { headers: { 'X-Request-Id': id } })).headers.get('x-request-id')).toBe(id)
  })

  test('four requests of a key at a time, and a body that is cut off applies nothing', async () => {
    const port = Number(new URL(world.address).port)
    const head = `POST /v1/changes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${walletKey}\r\nContent-Length: 100\r\n\r\n`
    // Of five, one is refused at its head, while the others have sent a part of their bodies.
    const slow = Array.from({ length: 5 }, () => connect(port, '127.0.0.1'))
    const refused: string[] = []
    for (const socket of slow) socket.on('data', (data) => refused.push(String(data))).on('error', () => {})
    for (const socket of slow) socket.write(`${head}[{"msisdn"`)
    await expect.poll(() => refused.length).toBe(1)
    expect(refused[0]).toMatch(/^HTTP\/1\.1 429 [\s\S]*Retry-After: 1/)
    for (const key of [walletKey, `${walletKey}-before`])
      expect((await world.send([], { key })).status).toBe(429)
    expect((await world.send([], { key: `${walletKey}-agents` })).status).toBe(200)
    for (const socket of slow) socket.destroy()
    await expect.poll(async () => (await world.send([])).status).toBe(200)
    expect(await one('SELECT count(*)::int AS count FROM wallet_account')).toEqual({ count: 0 })
  })

  test('bodies of more than 48 MiB together are refused with 503, also where gzip hides them', async () => {
    const large = Buffer.alloc(10 * 1024 * 1024, 32)
    const received: Socket[] = []
    world.server.on('connection', (socket) => received.push(socket))
    const slow = Array.from({ length: 4 }, () => connect(Number(new URL(world.address).port), '127.0.0.1'))
    const answers: string[] = []
    for (const socket of slow) {
      socket.on('data', (data) => answers.push(String(data).slice(0, 12)))
      socket.write(
        `POST /v1/changes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${walletKey}\r\nContent-Length: ${large.length}\r\n\r\n`,
      )
      socket.write(large.subarray(1))
    }
    await expect.poll(() => received.filter(({ bytesRead }) => bytesRead > large.length).length).toBe(4)
    const key = `${walletKey}-agents`
    const sent = [
      () => world.send(large, { key }),
      () => world.send(gzipSync(large), { key, headers: { 'Content-Encoding': 'gzip' } }),
    ]
    for (const send of sent) {
      const { status, headers } = await send()
      expect([status, headers.get('retry-after')]).toEqual([503, '1'])
    }
    expect((await world.send([], { key })).status).toBe(200)
    for (const socket of slow) socket.write(' ')
    await expect.poll(() => answers).toEqual(Array(4).fill('HTTP/1.1 200'))
    for (const socket of slow) socket.destroy()
    for (const send of sent) await expect.poll(async () => (await send()).status).toBe(200)
  })

  test('an account that another writer moves meanwhile is changed where it is then', async () => {
    await world.send([change(1, 1)])
    const release = await holdLocks(world.own.owner, 'UPDATE wallet_account SET balance = 7')
    const sent = world.send([{ ...change(1, 2), balance: undefined, type: 'customer', status: 'suspended' }])
    await untilBlocked(world.own.owner, 1)
    await release()
    expect((await sent).body.applied).toBe(1)
    expect(await one('SELECT balance::int, status FROM wallet_account')).toEqual({
      balance: 7,
      status: 'suspended',
    })
  })

  test('a number that another writer lets appear meanwhile is changed as it is then', async () => {
    await world.send([change(2, 1)])
    const release = await holdLocks(world.own.owner, 'SELECT pg_advisory_xact_lock(2026112801)')
    const sent = world.send([change(1, 1)])
    await untilBlocked(world.own.owner, 1)
    await release(
      `INSERT INTO wallet_account (environment, msisdn, type, status, currency, balance, frozen_balance, as_of, import_id)
       SELECT environment, msisdn - 1, type, status, currency, balance, frozen_balance, as_of + interval '9 seconds', import_id
       FROM wallet_account`,
    )
    expect((await sent).body.stale).toBe(1)
  })

  test('a lock that is held for long gives 503, and nothing was applied', async () => {
    await world.send([change(1, 1)])
    const holder = await world.own.owner.connect()
    await holder.query('BEGIN; SELECT FROM wallet_account FOR UPDATE')
    const began = performance.now()
    const refused = await world.send([change(1, 2)])
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    const seconds = (performance.now() - began) / 1000
    expect(seconds).toBeGreaterThan(4.5)
    expect(seconds).toBeLessThan(8.5)
    await holder.query('ROLLBACK')
    holder.release()
    expect((await world.send([change(1, 2)])).body.applied).toBe(1)
  })
})

test('the rows of a snapshot are of any age, and nothing is behind for them', async () => {
  const event = (op: string, n: number) => ({
    op,
    before: null,
    after: { msisdn: `22177000000${n}`, available: 7, at: Date.now() - n * 3_600_000 },
    source: { schema: 'w', table: 'account' },
  })
  const behind = async () => (await one('SELECT max(behind_ms)::int AS ms FROM feed_minute')).ms
  expect((await world.send([event('r', 5), event('r', 4)])).body.applied).toBe(2)
  expect(await behind()).toBeNull()
  await world.send([event('r', 1), event('u', 2), { payload: event('r', 3), schema: null }])
  expect(await behind()).toBeCloseTo(7_200_000, -4)
  expect(
    await one('SELECT extract(epoch FROM now() - newest_as_of)::int / 3600 AS hours FROM feed_sender'),
  ).toEqual({
    hours: 1,
  })
})

test('each metric has its value, and heartbeats count as a sign of life', async () => {
  const read = async () => {
    const text = await world.metrics.registry.metrics()
    return Object.fromEntries(
      [...text.matchAll(/^guichet_feed_(.+) (\S+)$/gm)].map(([, name = '', value]) => [name, Number(value)]),
    )
  }
  const before = await read()
  const send = (changes: unknown[], headers = {}) => world.send(changes, { headers })
  await send([{ ...change(1, 1), asOf: Date.now() - 2000 }, 'x', null, null], { 'Feed-Position': 'p:5' })
  await send([change(1, 2)], { 'Feed-Position': 'p:5' })
  await world.own.owner.query(`
    INSERT INTO feed_position (name, partition, position) VALUES ('wallet', 'q', 7);
    UPDATE feed_sender SET last_seen_at = now() - interval '500 s';
    UPDATE feed_position SET updated_at = now() - interval '500 s'`)
  const after = await read()
  const increase = (name: string) => (after[name] ?? 0) - (before[name] ?? 0)
  for (const [outcome, count] of Object.entries({ applied: 1, unchanged: 0, refused: 1, ignored: 2 }))
    expect(increase(`changes_total{name="wallet",outcome="${outcome}"}`), outcome).toBe(count)
  expect(increase('repeats_total{name="wallet"}')).toBe(1)
  expect(increase('behind_seconds_count{name="wallet"}')).toBe(1)
  expect(increase('behind_seconds_sum{name="wallet"}')).toBeCloseTo(2, 0)
  expect(after['position{name="wallet",partition="p"}']).toBe(5)
  expect(after['paused{name="wallet"}']).toBe(0)
  expect(after.expected_seconds).toBe(60)
  expect(after.newest_change_age_seconds).toBeCloseTo(2, 0)
  // Whatever the process has run for.
  expect(after.silent_seconds).toBeCloseTo(500, -1)
  await send([{ ts_ms: 1 }])
  await world.own.owner.query('UPDATE feed_sender SET paused_at = now()')
  const alive = await read()
  expect(alive.silent_seconds).toBeLessThan(60)
  expect(alive['paused{name="wallet"}']).toBe(1)
})
