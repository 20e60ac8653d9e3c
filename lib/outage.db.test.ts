import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@/test/postgres'
import { closeDatabase, connectTo, database, databasePool } from './database'
import { isOutage } from './outage'

let own: TestDatabase

beforeAll(async () => {
  own = await createTestDatabase()
  connectTo(own.portalUrl)
})
afterAll(async () => {
  await closeDatabase()
  await own.drop()
})

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  )

test.each([
  ['a full disk', '53100', true],
  ['no connection left', '53300', true],
  ['a shutdown', '57P01', true],
  ['a lost connection', '08006', true],
  ['a standby', '25006', true],
  ['a cancelled statement', '57014', true],
  ['a lock that was not granted', '55P03', true],
  ['an input/output error', '58030', true],
  ['a value that exists', '23505', false],
  ['a trigger that refuses', 'P0001', false],
])('%s (%s) is an outage: %s', async (_what, state, outage) => {
  const fail = `DO $$ BEGIN RAISE EXCEPTION 'Refused' USING ERRCODE = '${state}'; END $$`
  expect(isOutage(await failureOf(database().$executeRawUnsafe(fail)))).toBe(outage)
  expect(isOutage(await failureOf(databasePool().query(fail)))).toBe(outage)
})

test('a transaction that took too long is an outage, also as the cause of another error', async () => {
  const slow = database().$transaction(
    async (transaction) => {
      await transaction.$executeRaw`SELECT pg_sleep(0.5)`
      await transaction.developer.count()
    },
    { timeout: 100 },
  )
  const error = await failureOf(slow)
  expect(isOutage(error)).toBe(true)
  expect(isOutage(new Error('The page failed', { cause: error }))).toBe(true)
})

test('a server that refuses connections, or that answers nothing in time', async () => {
  const away = connectTo('postgres://nobody@127.0.0.1:9/nothing')
  expect(isOutage(await failureOf(database().developer.count()))).toBe(true)
  expect(isOutage(await failureOf(away.query('SELECT 1')))).toBe(true)
  const pool = connectTo(own.portalUrl)
  const slow = { text: 'SELECT pg_sleep(1)', query_timeout: 50 } as { text: string }
  expect(isOutage(await failureOf(pool.query(slow)))).toBe(true)
})

test('neither a bug nor anything else that is thrown is one', () => {
  for (const thrown of [
    new TypeError('x is not a function'),
    new Error(),
    null,
    undefined,
    'Connection terminated',
    7,
  ])
    expect(isOutage(thrown)).toBe(false)
})
