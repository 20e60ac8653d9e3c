import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPool } from '@/lib/pool'
import { type Client, createClient } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { canReplicate } from '@/test/postgres-15'
import { withStandbyPair } from '@/test/standby-pair'
import { findClients } from './queries'

// The embedded PostgreSQL cannot be copied.
describe.skipIf(!canReplicate())('with a standby (needs postgresql-15)', () => {
  const pair = withStandbyPair()

  const database = withOwnDatabase()
  let successor: Pool
  beforeAll(() => {
    successor = createPool(pair.onStandby(database.gatewayUrl), 1, 'guichet-test-successor')
  })
  afterAll(() => successor.end())

  async function createToken({ applicationId }: Client, generation: number): Promise<void> {
    await database.owner.query(
      `INSERT INTO access_token (application_id, generation, nonce, key_id, token_hash, issued_at, expires_at)
       VALUES ($1, $2, '\\x01', 'test', sha256($3), now(), now() + interval '5 minutes')`,
      [applicationId, generation, Buffer.from(`${applicationId} ${generation}`)],
    )
  }

  /** The generation of the client's latest token. */
  async function ask(pool: Pool, { clientId }: Client) {
    const [record] = await findClients(pool, 'sandbox', [clientId], 'test')
    return record?.latestToken?.generation
  }

  const countThere = async (sql: string) => Number((await pair.standby.query(sql)).rows[0].count)

  test('a token whose mint was lost in a failover is not issued again', { timeout: 60_000 }, async () => {
    const client = await createClient(database.owner)
    await createToken(client, 1)
    const there = async () => (await successor.query('SELECT FROM access_token')).rowCount
    await expect.poll(there, { timeout: 15_000 }).toBe(1)
    await expect(ask(successor, client)).rejects.toThrow('this server is none')

    await pair.standby.query(`ALTER SYSTEM SET primary_conninfo = ''`)
    await pair.standby.query('SELECT pg_reload_conf()')
    await expect
      .poll(() => countThere('SELECT count(*) FROM pg_stat_wal_receiver'), { timeout: 15_000 })
      .toBe(0)
    await createToken(client, 2)
    expect(await ask(database.gateway, client)).toBe('2')
    await pair.standby.query('SELECT pg_promote()')
    expect(await ask(successor, client)).toBe('1')
  })
})
