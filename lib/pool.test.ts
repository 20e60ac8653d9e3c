import { Socket } from 'node:net'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@/test/postgres'
import { createPool, inTransaction } from './pool'

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
    inTransaction(pool, async (client) => {
      await client.query('INSERT INTO note VALUES ($1)', [text])
      if (text === 'bad') throw new Error('changed my mind')
      return text
    })
  await expect(write('good')).resolves.toBe('good')
  await expect(write('bad')).rejects.toThrow('changed my mind')
  await expect(inTransaction(pool, (client) => client.query('SELECT 1 / 0'))).rejects.toThrow('division')
  expect(await notes()).toEqual(['good'])
})

test('a connection that is lost during the work is not handed out again', async () => {
  const lost = inTransaction(pool, (client) => client.query('SELECT pg_terminate_backend(pg_backend_pid())'))
  await expect(lost).rejects.toThrow()
  expect(await notes()).toEqual(['good'])
})

test('a connection whose transaction cannot be rolled back is closed, not handed out again', async () => {
  const backend = async () => (await pool.query('SELECT pg_backend_pid() AS id')).rows[0].id
  const before = await backend()
  const lost = inTransaction(pool, async (client) => {
    await client.query("INSERT INTO note VALUES ('half done')")
    vi.spyOn(client, 'query').mockRejectedValueOnce(new Error('Query read timeout') as never)
    throw new Error('changed my mind')
  })
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
