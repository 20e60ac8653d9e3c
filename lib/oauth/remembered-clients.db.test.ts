import type { Pool, QueryConfig } from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { createMemory, type Memory } from '@/lib/tokens/memory'
import { holdLocks } from '@/test/blocked'
import { type Client, createClient } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { findClients, type RememberedClient } from './queries'

const database = withOwnDatabase()
let memory: Memory<RememberedClient>
let client: Client
let token: string

beforeEach(async () => {
  memory = createMemory()
  client = await createClient(database.owner)
  token = await createToken(client)
})

/** A live token, as clients without one are not remembered. */
async function createToken({ applicationId, clientId }: Client): Promise<string> {
  await database.owner.query(
    `INSERT INTO access_token (application_id, generation, nonce, key_id, token_hash, issued_at, expires_at)
     VALUES ($1, 1, '\\x01', 'test', sha256($2), now(), now() + interval '5 minutes')`,
    [applicationId, Buffer.from(applicationId)],
  )
  return clientId
}

/** Which clients may be served, with how many of them each statement confirmed. */
async function ask(clientIds: string[], pool: Pick<Pool, 'query'> = database.gateway) {
  const remembered: number[] = []
  const counting = {
    query(config: QueryConfig) {
      const lookedUp = String(config.values?.[0]).split(/[{},]/).filter(Boolean).length
      remembered.push(remembered.length === 0 ? clientIds.length - lookedUp : 0)
      return pool.query(config)
    },
  } as Pool
  const questions = clientIds.map((clientId) => {
    const entry = memory.get(clientId)
    return { clientId, recognised: entry ? { entry, until: entry.record.latestToken.expiresAt } : null }
  })
  const records = await findClients(counting, memory, 'sandbox', questions, 'test')
  const served = records.map(
    ({ application, latestToken }) => application?.state === 'active' && (latestToken?.remaining ?? -1) >= 0,
  )
  return { remembered, served }
}

/** A pool whose replies arrive when they are released, as a slow connection's do. */
function hold(pool: Pool) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let reached = () => {}
  const answered = new Promise<void>((resolve) => {
    reached = resolve
  })
  const held = {
    async query(config: QueryConfig) {
      const result = await pool.query(config)
      reached()
      await released
      return result
    },
  } as Pool
  return { pool: held, answered, release: () => release() }
}

const suspend = (id = client.applicationId, sql: Pick<Pool, 'query'> = database.owner) =>
  sql.query(`UPDATE application SET state = 'suspended' WHERE id = $1`, [id])
const reinstate = () =>
  database.owner.query(`UPDATE application SET state = 'active' WHERE id = $1`, [client.applicationId])

test('what was found is remembered, and what was not is looked up with it', async () => {
  expect(await ask([token])).toEqual({ remembered: [0], served: [true] })
  expect(await ask([token, 'unknown', token])).toEqual({ remembered: [2], served: [true, false, true] })
})

test('a change is looked up in a second statement, and only for its own application', async () => {
  const other = await createToken(await createClient(database.owner))
  await ask([token, other])
  await suspend()
  expect(await ask([token, other])).toEqual({ remembered: [2, 0], served: [false, true] })
  expect(await ask([token, other])).toEqual({ remembered: [1], served: [false, true] })
})

test('a refusal is never remembered', async () => {
  await suspend()
  await ask([token])
  expect(memory.size()).toBe(0)
  await reinstate()
  expect(await ask([token])).toEqual({ remembered: [0], served: [true] })
})

test('a reply that was overtaken adds nothing, and what it confirms is as of its snapshot', async () => {
  await ask([])
  const slow = hold(database.gateway)
  const asking = ask([token], slow.pool)
  await slow.answered
  await suspend()
  const other = await createToken(await createClient(database.owner))
  expect((await ask([other])).served).toEqual([true])
  slow.release()
  expect((await asking).served).toEqual([true])
  expect(memory.size()).toBe(1)
  expect(await ask([token])).toEqual({ remembered: [0], served: [false] })
})

test('replies in the wrong order confirm nothing that was revoked before they were sent', async () => {
  await ask([token])
  const slow = hold(database.gateway)
  const before = ask([token], slow.pool)
  await slow.answered
  await suspend()
  const late = hold(database.gateway)
  const after = ask([token], late.pool)
  await late.answered
  await ask(['unknown'])
  late.release()
  expect((await after).served).toEqual([false])
  slow.release()
  expect((await before).served).toEqual([true])
  expect((await ask([token])).served).toEqual([false])
})

test('numbers are in the order of commits, and no transaction holds the counter before its end', async () => {
  await ask([token])
  const first = await holdLocks(database.owner, `UPDATE application SET state = 'suspended' WHERE id = $1`, [
    client.applicationId,
  ])
  const other = await createClient(database.owner)
  await suspend(other.applicationId)
  expect((await ask([token])).served).toEqual([true])
  await first()
  expect((await ask([token])).served).toEqual([false])
})

test('a transaction that is rolled back changes nothing', async () => {
  await ask([token])
  const position = memory.position()
  await database.owner.query(
    `BEGIN; SET CONSTRAINTS ALL IMMEDIATE; UPDATE application SET state = 'suspended'; ROLLBACK`,
  )
  expect(await ask([token])).toEqual({ remembered: [1], served: [true] })
  expect(memory.position()).toBe(position)
})

// As after a restore or a failover: rows are gone, and no trigger has said so.
test.each([
  [
    'commits were lost',
    `DELETE FROM rights_change r USING rights_counter c WHERE r.number = c.number;
     UPDATE rights_counter c SET (number, mark) = (SELECT number, mark FROM rights_change ORDER BY number DESC LIMIT 1)`,
  ],
  [
    'the same number was reached by another history',
    `UPDATE rights_counter SET mark = gen_random_uuid();
     UPDATE rights_change r SET mark = c.mark FROM rights_counter c WHERE r.number = c.number`,
  ],
  ['a restore', 'SELECT forget_rights()'],
  ['a table was emptied', 'TRUNCATE access_token'],
])('everything is forgotten after %s', async (_, change) => {
  for (let count = 0; count < 2; count++) await suspend((await createClient(database.owner)).applicationId)
  await ask([token])
  await database.owner.query(
    `BEGIN; ALTER TABLE access_token DISABLE TRIGGER USER;
     DELETE FROM access_token WHERE application_id = '${client.applicationId}';
     ALTER TABLE access_token ENABLE TRIGGER USER; ${change}; COMMIT`,
  )
  expect(await ask([token])).toEqual({ remembered: [1, 0], served: [false] })
})

test('everything is forgotten by a gateway that is behind the record, by no other', async () => {
  const other = await createClient(database.owner)
  const raise = (times: number) =>
    database.owner.query('SELECT raise_rights($1, 1000) FROM generate_series(1, $2)', [
      other.applicationId,
      times,
    ])
  await ask([token])
  for (let round = 0; round < 5; round++) {
    await raise(999)
    expect(await ask([token])).toEqual({ remembered: [1], served: [true] })
  }
  await raise(1001)
  expect((await ask([token])).remembered).toEqual([1, 0])
  const { rows } = await database.owner.query('SELECT count(*)::int AS count FROM rights_change')
  expect(rows[0].count).toBe(1000)
})

test('what expires is refused by the time of the statement, without a change', async () => {
  await database.owner.query(
    `UPDATE access_token SET expires_at = clock_timestamp() + interval '300 ms' WHERE application_id = $1`,
    [client.applicationId],
  )
  expect((await ask([token])).served).toEqual([true])
  await database.owner.query(
    'SELECT pg_sleep_until(max(expires_at)) FROM access_token WHERE application_id = $1',
    [client.applicationId],
  )
  expect(await ask([token])).toEqual({ remembered: [1, 0], served: [false] })
})

test('a server that is a standby, or was one when the transaction began, decides nothing', async () => {
  const readOnly = await database.gateway.connect()
  await readOnly.query('SET default_transaction_read_only = on')
  await expect(ask([token], readOnly as unknown as Pool)).rejects.toThrow('this server is none')
  readOnly.release(true)
})

test('the entry that was not used for longest is forgotten first', async () => {
  memory = createMemory(2)
  const tokens = [token]
  for (let count = 0; count < 2; count++) tokens.push(await createToken(await createClient(database.owner)))
  const [first, second, third] = tokens as [string, string, string]
  await ask([first, second])
  await ask([first])
  await ask([third])
  expect(memory.size()).toBe(2)
  expect((await ask([first])).remembered).toEqual([1])
  expect((await ask([second])).remembered).toEqual([0])
})

test('of the entries of one application the latest two are kept', () => {
  const at = '1 mark server'
  const entry = { applicationId: client.applicationId } as RememberedClient
  memory.learn(memory.position(), { position: at, at: 0, changed: null }, [])
  memory.learn(at, { position: at, at: 0, changed: new Set() }, [
    ['first', entry],
    ['second', entry],
    ['third', entry],
  ])
  expect(['first', 'second', 'third'].map((key) => memory.get(key) === entry)).toEqual([false, true, true])
})

test('what belongs to two applications is forgotten for both', async () => {
  const other = await createClient(database.owner)
  const others = await createToken(other)
  await ask([token, others])
  await database.owner.query(
    'UPDATE access_token SET application_id = $2, generation = 2 WHERE application_id = $1',
    [client.applicationId, other.applicationId],
  )
  expect((await ask([token, others])).remembered).toEqual([2, 0])
})
