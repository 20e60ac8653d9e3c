import { beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '@/lib/ids'
import { type Client, createAccount, createClient } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { createMemory, type Memory } from './memory'
import { findBearers, type RememberedBearer } from './queries'

const database = withOwnDatabase()
const msisdn = '221771234567'
const tokenHash = 'ab'.repeat(32)
let memory: Memory<RememberedBearer>
let client: Client

beforeAll(() => createAccount(database.owner, msisdn))

beforeEach(async () => {
  memory = createMemory()
  await database.owner.query('DELETE FROM access_token')
  client = await createClient(database.owner)
})

const createToken = (life: string) =>
  database.owner.query(
    `INSERT INTO access_token (application_id, generation, nonce, key_id, token_hash, issued_at, expires_at)
     VALUES ($1, 1, '\\x01', 'test', decode($2, 'hex'), now(), now() + $3::interval)`,
    [client.applicationId, tokenHash, life],
  )

async function isAccepted(): Promise<boolean> {
  const question = { tokenHash, msisdn }
  const [found] = await findBearers(database.gateway, memory, 'sandbox', [question], 'test')
  return found !== null && found !== undefined && !('ended' in found) && found.account !== null
}

test('a token that is remembered ends by the time of the statement, without a change', async () => {
  await createToken('500 ms')
  expect([await isAccepted(), memory.size(), await isAccepted()]).toEqual([true, 1, true])
  await database.owner.query('SELECT pg_sleep_until(max(expires_at)) FROM access_token')
  expect(await isAccepted()).toBe(false)
})

test('nothing is remembered of an application in a rehearsal, whose look-ups have to return it', async () => {
  await createToken('5 minutes')
  expect([await isAccepted(), memory.size()]).toEqual([true, 1])
  await database.owner.query('SELECT start_rehearsal($1, $2)', [client.applicationId, newId()])
  expect([await isAccepted(), memory.size()]).toEqual([true, 0])
})
