import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSettings } from '@/lib/env'
import { createPool, withClient } from '@/lib/pool'
import { checkExternal } from '@/scripts/launch/start/database'
import { withOwnDatabase } from '@/test/own-database'
import { testServerUrl } from '@/test/postgres'
import { gatewaySettings, sharedSettings } from '../role-settings'
import { checkGatewayRoles } from './run-checks'

const databases = withOwnDatabase()
const role = `guichet_test_${randomBytes(4).toString('hex')}`
const asSuperuser = (statement: string) =>
  withClient({ connectionString: testServerUrl() }, (client) => client.query(statement))
const roleUrl = () => {
  const url = new URL(databases.gatewayUrl)
  url.username = role
  return url.href
}

beforeAll(() => asSuperuser(`CREATE ROLE ${role} LOGIN PASSWORD 'guichet-test'`))
afterAll(() => asSuperuser(`DROP ROLE ${role}`))

/** What a new session of the role has. */
async function readSettings() {
  const pool = createPool(roleUrl(), 1, 'test')
  const { rows } = await pool.query(
    `SELECT json_object_agg(split_part(setting, '=', 1), split_part(setting, '=', 2)) AS found
     FROM pg_db_role_setting, unnest(setconfig) AS setting WHERE setrole = current_user::regrole`,
  )
  await pool.end()
  return rows[0].found
}

const check = (portalUrl: string, workerUrl?: string) =>
  withPool(portalUrl, (pool) => checkGatewayRoles(pool, [roleUrl(), roleUrl()], workerUrl))

async function withPool<T>(
  url: string,
  work: (pool: ReturnType<typeof createPool>) => Promise<T>,
): Promise<T> {
  const pool = createPool(url, 1, 'test')
  return work(pool).finally(() => pool.end())
}

const prepare = (urls: object) =>
  checkExternal({ ...getSettings(), DATABASE_URL: databases.portalUrl, ...urls })

test('a role that gateways share with another process ends their statements with their connections, no more', async () => {
  await prepare({ DATABASE_URL: roleUrl() })
  expect(await readSettings()).toEqual(sharedSettings)
  await prepare({ GATEWAY_DATABASE_URL: roleUrl(), WORKER_DATABASE_URL: roleUrl() })
  expect(await readSettings()).toEqual(sharedSettings)
  expect(await check(roleUrl())).toMatchObject([{ outcome: 'shared', subject: role }])
  expect(await check(databases.portalUrl, roleUrl())).toMatchObject([{ outcome: 'shared' }])
})

test('a role of gateways alone gets its settings from every start, and the doctor finds them missing', async () => {
  expect(await check(databases.portalUrl, databases.workerUrl)).toMatchObject([
    {
      outcome: 'unset',
      values: {
        role,
        names: 'statement_timeout, plan_cache_mode, enable_memoize',
        statements: expect.stringContaining(`ALTER ROLE ${role} SET statement_timeout = '2s'; `),
      },
    },
  ])
  await prepare({ GATEWAY_DATABASE_URL: roleUrl() })
  expect(await readSettings()).toEqual(gatewaySettings)
  expect(await check(databases.portalUrl)).toMatchObject([{ outcome: 'good' }])
})

test.each([
  ['ends itself', `RESET client_connection_check_interval`],
  ['ends with the connection', `RESET statement_timeout`],
])('a statement that a gateway gave up %s', async (_how, without) => {
  await prepare({ GATEWAY_DATABASE_URL: roleUrl() })
  await asSuperuser(`ALTER ROLE ${role} ${without}`)
  const pool = createPool(roleUrl(), 1, 'test', 200)
  await expect(pool.query('SELECT pg_sleep(60)')).rejects.toThrow('timeout')
  const running = () =>
    databases.owner.query('SELECT FROM pg_stat_activity WHERE usename = $1 AND wait_event = $2', [
      role,
      'PgSleep',
    ])
  await expect.poll(async () => (await running()).rowCount).toBe(0)
  await pool.end()
})
