import type { Pool } from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { findBearers } from '@/lib/tokens/queries'
import { type Client, createClient } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { findClients, findKeyClients } from './queries'

const database = withOwnDatabase()
let client: Client

beforeEach(async () => {
  client = await createClient(database.owner)
  await database.owner.query(
    `INSERT INTO access_token (application_id, generation, nonce, key_id, token_hash, issued_at, expires_at)
     VALUES ($1, 1, '\\x01', 'test', sha256($2), now(), now() + interval '5 minutes')`,
    [client.applicationId, Buffer.from(client.applicationId)],
  )
})

const ask = (clientIds: string[], pool: Pool = database.gateway) =>
  findClients(pool, 'sandbox', clientIds, 'test')

test('a client is found alone as among others, known or not, and of the other environment without credentials', async () => {
  const other = await createClient(database.owner, { environment: 'production' })
  await database.owner.query(
    `INSERT INTO client_secret (id, application_id, secret_hash, hash_key_id, ciphertext, encryption_key_id, retires_at)
     SELECT gen_random_uuid(), application_id, sha256('second'), hash_key_id, ciphertext, encryption_key_id, now() + interval '1 hour'
     FROM client_secret WHERE id = $1`,
    [client.secretId],
  )
  const ids = [client.clientId, other.clientId, 'unknown', 'mal"formed\\', client.clientId]
  const together = await ask(ids)
  expect(together.map(({ secrets }) => secrets.length)).toEqual([2, 0, 0, 0, 2])
  expect(together.map(({ application }) => application?.environment)).toEqual([
    'sandbox',
    'production',
    undefined,
    undefined,
    'sandbox',
  ])
  expect(together[0]?.latestToken).toMatchObject({ generation: '1', nonce: '01', keyId: 'test' })
  for (const [index, id] of ids.entries()) {
    const [alone] = await ask([id])
    const remaining = together[index]?.latestToken && expect.toBeOneOf([298, 299, 300])
    expect(alone).toEqual({
      ...together[index],
      latestToken: together[index]?.latestToken && { ...together[index].latestToken, remaining },
    })
  }
})

test('a standby, or what was one when the transaction began, decides nothing, even about what is unknown', async () => {
  const readOnly = await database.gateway.connect()
  await readOnly.query('SET default_transaction_read_only = on')
  const pool = readOnly as unknown as Pool
  const token = { tokenHash: 'ab'.repeat(32), msisdn: '221771234567' }
  for (const count of [1, 2]) {
    const ids = new Array(count).fill('unknown')
    await expect(ask(ids, pool)).rejects.toThrow('this server is none')
    await expect(findKeyClients(pool, 'sandbox', ids, 'test')).rejects.toThrow('this server is none')
    for (const environment of ['sandbox', 'production'] as const)
      await expect(findBearers(pool, environment, new Array(count).fill(token), 'test')).rejects.toThrow(
        'is none',
      )
  }
  readOnly.release(true)
})
