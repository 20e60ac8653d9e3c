import { Socket } from 'node:net'
import { hostname } from 'node:os'
import type { Client, Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@/test/postgres'
import { createPool, inTransaction, onConnection, withClient } from './pool'
import { nameStatement } from './statement'
import { asText, countIdle } from './text-client'

let database: TestDatabase
let pool: Pool

beforeAll(async () => {
  database = await createTestDatabase()
  // One connection: if it did not come back, the next transaction would wait for it.
  pool = createPool(database.url, 1, 'test')
  await pool.query('CREATE TABLE note (text text)')
})

afterAll(async () => {
  await pool.end()
  await database.drop()
})

const notes = async () => (await pool.query('SELECT text FROM note')).rows.map(({ text }) => text)

test('a transaction is committed when it succeeds, and rolled back when it throws', async () => {
  const write = (text: string) =>
    onConnection(pool, (client) =>
      inTransaction(client, async () => {
        await client.query('INSERT INTO note VALUES ($1)', [text])
        if (text === 'bad') throw new Error('changed my mind')
        return text
      }),
    )
  await expect(write('good')).resolves.toBe('good')
  await expect(write('bad')).rejects.toThrow('changed my mind')
  expect(await notes()).toEqual(['good'])
})

test('a connection that is lost during the work is not handed out again', async () => {
  const lost = onConnection(pool, (client) => client.query('SELECT pg_terminate_backend(pg_backend_pid())'))
  await expect(lost).rejects.toThrow()
  expect(await notes()).toEqual(['good'])
})

test('a connection whose transaction cannot be rolled back is closed, not handed out again', async () => {
  const backend = async () => (await pool.query('SELECT pg_backend_pid() AS id')).rows[0].id
  const before = await backend()
  const lost = onConnection(pool, (client) =>
    inTransaction(client, async () => {
      await client.query("INSERT INTO note VALUES ('half done')")
      vi.spyOn(client, 'query').mockRejectedValueOnce(new Error('Query read timeout') as never)
      throw new Error('changed my mind')
    }),
  )
  await expect(lost).rejects.toThrow('changed my mind')
  expect(await backend()).not.toBe(before)
  expect(await notes()).toEqual(['good'])
})

test('a silent connection is soon probed', async () => {
  const asked = vi.spyOn(Socket.prototype, 'setKeepAlive')
  const fresh = createPool(database.url, 1, 'test')
  await fresh.query('SELECT')
  expect(asked).toHaveBeenCalledWith(true, 10_000)
  await fresh.end()
  asked.mockRestore()
})

describe('a session', () => {
  test('is in UTC whatever the database prefers, names its process, and has no other setting of its own', async () => {
    const elsewhere = `${database.gatewayUrl}&options=-c%20timezone%3DAsia/Kathmandu`
    const long = 'x'.repeat(63)
    for (const [name, shown] of [
      ['test', `test ${hostname()}:${process.pid}`.slice(0, 63)],
      [`${long}y`, long],
    ] as const) {
      const sessions = createPool(elsewhere, 1, name, 1000)
      const { rows } = await sessions.query(
        `SELECT name, setting FROM pg_settings WHERE source = 'session' OR name = 'application_name' ORDER BY lower(name)`,
      )
      await sessions.end()
      expect(rows).toEqual([
        { name: 'application_name', setting: shown },
        { name: 'TimeZone', setting: 'UTC' },
      ])
    }
  })

  test('gives numbers exactly, as texts', async () => {
    const { rows } = await pool.query('SELECT 12345678901234567890.10 AS amount, 9007199254740993 AS count')
    expect(rows).toEqual([{ amount: '12345678901234567890.10', count: '9007199254740993' }])
  })
})

describe('a separate connection', () => {
  test('is closed after the work, whether it succeeds or throws, and has its transactions', async () => {
    const used: Client[] = []
    const write = (text: string) =>
      withClient({ connectionString: database.url }, async (client) => {
        used.push(client)
        await inTransaction(client, async () => {
          await client.query('INSERT INTO note VALUES ($1)', [text])
          if (text === 'bad') throw new Error('changed my mind')
        })
      })
    await write('better')
    await expect(write('bad')).rejects.toThrow('changed my mind')
    for (const client of used) await expect(client.query('SELECT')).rejects.toThrow()
    expect(await notes()).toEqual(['good', 'better'])
  })

  test.each([
    ['in the pool', {}],
    ['at hand', asText],
  ])('may be lost while it idles, as one %s may', async (_, way) => {
    const idle = createPool(database.url, 1, 'test')
    const own = nameStatement('own', 'SELECT pg_backend_pid() AS id')
    const [id] = Object.values((await idle.query({ ...own, ...way, values: [] })).rows[0])
    expect(countIdle(idle)).toBe(1)
    await withClient({ connectionString: database.url }, async (client) => {
      const own = await client.query('SELECT pg_backend_pid() AS id')
      const ended = new Promise<void>((resolve) => client.once('end', resolve))
      const both = [id, own.rows[0].id]
      await pool.query('SELECT pg_terminate_backend(id) FROM unnest($1::int[]) AS id', [both])
      await ended
      await expect.poll(() => idle.totalCount).toBe(0)
      await expect(client.query('SELECT')).rejects.toThrow()
    })
    expect((await idle.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    await idle.end()
  })
})

const echo = nameStatement(
  'echo',
  'SELECT $1::text, $2::text UNION ALL SELECT $2::text, length($1)::text WHERE $1 IS NOT NULL',
)
const values = ['Zoë “€” \\ 😀', null]

test('the short way gives what the usual one gives, again and again, and among others', async () => {
  const own = createPool(database.url, 1, 'test')
  const usual = await own.query({ ...echo, rowMode: 'array', values })
  expect(usual.rows).toHaveLength(2)
  for (let round = 0; round < 3; round++) {
    const [short, none, other] = await Promise.all([
      own.query({ ...echo, ...asText, values }),
      own.query({ ...echo, ...asText, values: [null, ''] }),
      own.query('SELECT 1 AS one'),
    ])
    expect(short.rows).toEqual(usual.rows)
    expect(none.rows).toEqual([[null, '']])
    expect(other.rows).toEqual([{ one: 1 }])
  }
  await own.end()
})

test('a statement that fails or hangs is an error, and the next one gets a new connection', async () => {
  const own = createPool(database.url, 1, 'test', 300)
  const ask = (name: string, text: string) =>
    own.query({ ...nameStatement(name, text), ...asText, values: ['1'] })
  await expect(ask('wrong', 'SELECT nothing FROM nowhere WHERE $1 = 1')).rejects.toThrow('nowhere')
  await expect(ask('failing', 'SELECT 1 / ($1::int - 1)')).rejects.toThrow('division by zero')
  await expect(ask('slow', 'SELECT pg_sleep($1::int)')).rejects.toThrow('timeout')
  expect((await ask('right', 'SELECT $1::int + 1')).rows).toEqual([['2']])
  await own.end()
})
