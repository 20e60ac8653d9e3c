import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gatewayDatabase, parseSettings } from '@/lib/env'
import { newId } from '@/lib/ids'
import { createPool } from '@/lib/pool'
import { writeMeterBatch } from '@/lib/usage/commands'
import { checkExternal } from '@/scripts/launch/start/database'
import { holdLocks, untilBlocked } from '@/test/blocked'
import { type Client, createAccount, createClient } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { testRoles } from '@/test/postgres'
import { grants } from './grants'
import { migrate } from './migrate'
import { separatedTables } from './row-security'
import { defaultTimeouts } from './transactions'

const own = withOwnDatabase()
const environments = ['sandbox', 'production'] as const
type Environment = (typeof environments)[number]

let pools: Record<Environment, Pool>
let clients: Record<Environment, Client>

const tokenOf = (environment: Environment) => `sha256('${environment}')`
const other = (environment: Environment) => (environment === 'sandbox' ? 'production' : 'sandbox')

beforeAll(async () => {
  pools = {
    sandbox: createPool(own.sandboxUrl, 1, 'test'),
    production: createPool(own.productionUrl, 1, 'test'),
  }
  clients = { sandbox: await makeRows('sandbox'), production: await makeRows('production') }
})

afterAll(() => Promise.all(Object.values(pools).map((pool) => pool.end())))

/** A row of every table that gateways read. */
async function makeRows(environment: Environment): Promise<Client> {
  const client = await createClient(own.owner, { environment })
  const { applicationId: id } = client
  await createAccount(own.owner, '221771234567', { environment })
  await own.owner.query(
    `INSERT INTO access_token (application_id, generation, nonce, key_id, token_hash, expires_at)
     VALUES ($1, 1, '\\x01', 'test', ${tokenOf(environment)}, now() + interval '5 minutes')`,
    [id],
  )
  await own.owner.query('INSERT INTO account_grant VALUES ($1, 221771234567)', [id])
  await own.owner.query(
    `INSERT INTO client_key (id, application_id, kid, algorithms, public_key, thumbprint)
     VALUES (gen_random_uuid(), $1, 'k', '{EdDSA}', '\\x01', '\\x01')`,
    [id],
  )
  await own.owner.query(
    `INSERT INTO test_account (application_id, msisdn, type, status, currency, balance, frozen_balance, as_of, original)
     VALUES ($1, 221770000001, 'customer', 'active', 'XOF', 1, 0, now(), '{}')`,
    [id],
  )
  await own.owner.query(
    `INSERT INTO usage_minute (application_id, minute, endpoint) VALUES ($1, date_trunc('minute', now()), 'account')`,
    [id],
  )
  return client
}

/** The tables of one environment that a role of gateways may read at all. */
function readable(environment: Environment): string[] {
  const names = grants[environment].flatMap((grant) => {
    const [, rights = '', tables = ''] = /^(.*?) ON (?!FUNCTION|SEQUENCE)(.*)$/.exec(grant) ?? []
    return rights.includes('SELECT') ? tables.split(', ') : []
  })
  return separatedTables.filter((table) => names.includes(table))
}

test('the feed sees and changes accounts of Production only, and deletes the grants of numbers that are gone only', async () => {
  const pool = createPool(own.feedUrl, 1, 'test')
  const { rows } = await pool.query('SELECT DISTINCT environment FROM wallet_account')
  expect(rows).toEqual([{ environment: 'production' }])
  const removed = await pool.query("DELETE FROM wallet_account WHERE environment = 'sandbox'")
  expect(removed.rowCount).toBe(0)
  for (const statement of [
    `INSERT INTO wallet_account (environment, msisdn, type, status, currency, balance, frozen_balance, as_of)
     VALUES ('sandbox', 221771239999, 'customer', 'active', 'XOF', 1, 0, now())`,
    `INSERT INTO removed_account (environment, msisdn, as_of, import_id) VALUES ('sandbox', 221771239999, now(), 1)`,
    `INSERT INTO waiting_details (environment, msisdn, type, as_of) VALUES ('sandbox', 221771239999, 'customer', now())`,
    `INSERT INTO account_import (environment, source) VALUES ('sandbox', 'feed')`,
    'DELETE FROM account_grant',
    'SELECT FROM developer',
  ])
    await expect(pool.query(statement), statement).rejects.toMatchObject({ code: '42501' })
  const grantsOf = async () => (await own.owner.query('SELECT FROM account_grant')).rowCount
  const before = await grantsOf()
  await pool.query("SELECT delete_account_grants('{221771234567}')")
  expect(await grantsOf()).toBe(before)
  await pool.end()
})

describe.each(environments)('the role of the %s gateways', (environment) => {
  test('sees rows of this environment only', async () => {
    for (const table of readable(environment)) {
      const by = ['application', 'wallet_account'].includes(table)
        ? 'environment::text'
        : 'application_id::text'
      const mine = { application: environment, wallet_account: environment }[table]
      const { rows } = await pools[environment].query(`SELECT DISTINCT ${by} AS of FROM ${table}`)
      expect({ table, rows }).toEqual({ table, rows: [{ of: mine ?? clients[environment].applicationId }] })
    }
    expect(readable(environment).length).toBeGreaterThan(5)
  })

  test('changes and adds nothing of the other', async () => {
    const { applicationId } = clients[other(environment)]
    const pool = pools[environment]
    const ended = await pool.query(
      `UPDATE access_token SET expires_at = now() WHERE token_hash = ${tokenOf(other(environment))}`,
    )
    expect(ended.rowCount).toBe(0)
    const refused = { code: '42501' }
    await expect(
      pool.query(
        `INSERT INTO usage_minute (application_id, minute, endpoint) VALUES ($1, date_trunc('minute', now()), 'token')`,
        [applicationId],
      ),
    ).rejects.toMatchObject(refused)
    await expect(
      pool.query(
        `INSERT INTO operator_alert (id, kind, application_id, hour, detail) VALUES ($1, 'test', $2, now(), '{}')`,
        [newId(), applicationId],
      ),
    ).rejects.toMatchObject(refused)
  })

  test('mints no token for the other, although the function that mints has the rights of the owner', async () => {
    const mint = async (secret: string) => {
      const { rowCount } = await pools[environment].query(
        `SELECT FROM mint_access_token($1, 7, '\\x01', 'test', sha256($2), interval '1 minute', false)`,
        [secret, Buffer.from(`${environment} ${secret}`)],
      )
      const several = await pools[environment].query(
        `SELECT FROM mint_access_tokens(ARRAY[$1]::uuid[], '{8}', ARRAY['\\x01'::bytea], '{test}', ARRAY[sha256($2)], interval '1 minute')
         WHERE minted`,
        [secret, Buffer.from(`several ${environment} ${secret}`)],
      )
      return [rowCount, several.rowCount]
    }
    expect(await mint(clients[environment].secretId)).toEqual([1, 1])
    expect(await mint(clients[other(environment)].secretId)).toEqual([0, 0])
  })

  test('has what functions with the rights of the owner do for this environment only', async () => {
    const { applicationId } = clients[other(environment)]
    const calls = [
      `SELECT FROM count_networks(ARRAY[$1]::uuid[], ARRAY[current_date], '{192.0.2.0/24}', '{1}')`,
      `SELECT FROM start_rehearsal_by_program($1, gen_random_uuid())`,
      `SELECT FROM change_test_accounts(ARRAY[$1]::uuid[], ARRAY['{"kind": "delete", "msisdn": 221770000001}'::jsonb])`,
    ]
    for (const call of calls) await pools[environment].query(call, [applicationId]).catch(() => {})
    const { rows } = await own.owner.query(
      `SELECT (SELECT count(*)::int FROM network_day WHERE application_id = $1) AS networks,
         (SELECT count(*)::int FROM rehearsal WHERE application_id = $1) AS rehearsals,
         (SELECT count(*)::int FROM test_account WHERE application_id = $1) AS accounts`,
      [applicationId],
    )
    expect(rows).toEqual([{ networks: 0, rehearsals: 0, accounts: 1 }])
  })

  test('counts what its gateways meter', async () => {
    const { applicationId } = clients[environment]
    const row = { applicationId, minute: Date.now() - (Date.now() % 60_000), endpoint: 'account' as const }
    const counts = {
      succeeded: 3,
      refused: 0,
      limited: 0,
      failed: 0,
      latency: [3],
      minted: 0,
      reused: 0,
      codes: null,
    }
    const rest = { recent: [], credentialUses: new Map(), networks: [], uncounted: [] }
    await writeMeterBatch(pools[environment], environment, {
      flushId: newId(),
      usage: [{ ...row, ...counts }],
      ...rest,
    })
    const { rows } = await own.owner.query(
      'SELECT sum(succeeded)::int AS calls FROM usage_minute WHERE application_id = $1',
      [applicationId],
    )
    expect(rows).toEqual([{ calls: 3 }])
  })
})

test('every table of the gateways that belongs to an application or environment is separated', async () => {
  const { rows } = await own.owner.query(
    `SELECT DISTINCT table_name::text AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name IN ('environment', 'application_id')
       AND EXISTS (SELECT FROM information_schema.column_privileges p
         WHERE p.table_schema = 'public' AND p.table_name = columns.table_name AND p.grantee = ANY ($1))
     ORDER BY 1`,
    [[testRoles.gateway, testRoles.feed]],
  )
  // The ids of applications whose rights changed: each gateway has to know that there was a change.
  expect(rows.map(({ name }) => name).filter((name) => name !== 'rights_change')).toEqual(separatedTables)
})

test('a role that gateways share, the portal’s and the worker’s see every row, with and without the separation', async () => {
  const count = async (url: string) => {
    const pool = createPool(url, 1, 'test')
    const { rows } = await pool.query('SELECT count(DISTINCT environment)::int AS seen FROM wallet_account')
    await pool.end()
    return rows[0].seen
  }
  const all = () => Promise.all([own.gatewayUrl, own.portalUrl, own.workerUrl].map(count))
  expect(await all()).toEqual([2, 2, 2])
  const { sandbox: _, production: __, feed: ___, ...shared } = testRoles
  await migrate(own.url, shared)
  const { rows } = await own.owner.query(
    `SELECT relname FROM pg_class WHERE relrowsecurity AND relnamespace = 'public'::regnamespace`,
  )
  expect([rows, await all()]).toEqual([[], [2, 2, 2]])
  await migrate(own.url, { ...shared, sandbox: testRoles.portal })
  expect(await all()).toEqual([2, 2, 2])
  await migrate(own.url, testRoles)
  expect([await count(own.sandboxUrl), await count(own.productionUrl)]).toEqual([1, 1])
})

test('the roles are those of the settings; the portal’s is that of gateways only if nothing else is', async () => {
  const parse = (given: Record<string, string>) => parseSettings({ NODE_ENV: 'test', ...given })
  const rolesOf = async (given: Record<string, string>) => {
    const parsed = parse({ ...given, DATABASE_URL: own.portalUrl, WORKER_DATABASE_URL: own.workerUrl })
    return (await checkExternal({ ...parsed, DATABASE_URL: own.portalUrl })).roles
  }
  const { portal, gateway, sandbox, production, worker, feed } = testRoles
  const separate = {
    FEED_DATABASE_URL: own.feedUrl,
    SANDBOX_GATEWAY_DATABASE_URL: own.sandboxUrl,
    PRODUCTION_GATEWAY_DATABASE_URL: own.productionUrl,
  }
  expect(await rolesOf(separate)).toEqual({ portal, gateway: undefined, sandbox, production, worker, feed })
  const shared = { GATEWAY_DATABASE_URL: own.gatewayUrl }
  expect(await rolesOf(shared)).toMatchObject({ gateway, sandbox: undefined, production: undefined })
  expect(await rolesOf({ ...separate, ...shared })).toEqual(testRoles)
  expect(await rolesOf({})).toMatchObject({ gateway: portal })
  const settings = parse({ ...separate, ...shared })
  expect(environments.map((environment) => gatewayDatabase(settings, environment))).toEqual([
    own.sandboxUrl,
    own.productionUrl,
  ])
})

test('a role that row security does not restrict is refused', async () => {
  await expect(migrate(own.url, { ...testRoles, production: 'postgres' })).rejects.toThrow(
    /^The database role postgres .* can see all rows/,
  )
})

describe('an upgrade touches only what differs', () => {
  const impatient = { ...defaultTimeouts, lock: 1000, pause: 0, total: 0 }
  const { feed: _, ...withoutFeed } = testRoles
  /** Of the feed alone: gateways reach none of them but wallet_account, whose policies differ as well. */
  const ofFeed = ['account_import', 'removed_account', 'waiting_details', 'wallet_account']

  /** The version of each row of the catalog that says who may see what. */
  const readVersions = async () => {
    const { rows } = await own.owner.query(
      `SELECT 'class ' || oid::regclass AS name, xmin::text FROM pg_class
       WHERE relnamespace IN ('public'::regnamespace, 'graphile_worker'::regnamespace) AND relkind IN ('r', 'p', 'v', 'S')
       UNION ALL SELECT 'policy ' || oid, xmin::text FROM pg_policy
       UNION ALL SELECT 'column ' || attrelid::regclass || attname, xmin::text FROM pg_attribute WHERE attacl IS NOT NULL
       UNION ALL SELECT 'schema ' || nspname, xmin::text FROM pg_namespace
       UNION ALL SELECT 'database', xmin::text FROM pg_database WHERE datname = current_database()`,
    )
    return new Map(rows.map(({ name, xmin }): [string, string] => [name, xmin]))
  }

  test('changes nothing where nothing differs', async () => {
    await migrate(own.url, testRoles)
    const before = await readVersions()
    expect(before.size).toBeGreaterThan(200)
    await migrate(own.url, testRoles)
    expect(await readVersions()).toEqual(before)
  })

  test('waits for no lock on a table that stays as it is, and restores each one that does not', async () => {
    const free = await holdLocks(
      own.owner,
      `LOCK TABLE ${separatedTables.filter((table) => !ofFeed.includes(table)).join(', ')},
         graphile_worker._private_jobs IN ROW EXCLUSIVE MODE`,
    )
    await migrate(own.url, withoutFeed, undefined, impatient)
    await migrate(own.url, testRoles, undefined, impatient)
    await free()
    const readWrong = async () =>
      (
        await own.owner.query(
          `SELECT relname AS name FROM pg_class WHERE relname = ANY ($1) AND NOT relrowsecurity
         UNION ALL SELECT 'usage_flush' WHERE has_table_privilege($2, 'usage_flush', 'DELETE')
         UNION ALL SELECT 'requirement' WHERE has_column_privilege($3, 'requirement', 'id', 'UPDATE')
         UNION ALL SELECT 'jobs' WHERE NOT EXISTS (SELECT FROM pg_policy WHERE polname = 'worker'
           AND polrelid = 'graphile_worker._private_jobs'::regclass)`,
          [separatedTables, testRoles.gateway, testRoles.worker],
        )
      ).rows.map(({ name }) => name)
    await own.owner.query(
      `ALTER TABLE usage_minute DISABLE ROW LEVEL SECURITY;
       GRANT DELETE ON usage_flush TO ${testRoles.gateway}; GRANT UPDATE (id) ON requirement TO ${testRoles.worker};
       DROP POLICY worker ON graphile_worker._private_jobs`,
    )
    expect((await readWrong()).sort()).toEqual(['jobs', 'requirement', 'usage_flush', 'usage_minute'])
    await migrate(own.url, testRoles, undefined, impatient)
    expect(await readWrong()).toEqual([])
  })

  const policyOf = (table: string) =>
    `(SELECT quote_ident(policyname) || ' ON ${table}' FROM pg_policies WHERE tablename = '${table}' AND policyname ~ '^sandbox-')`
  const alter = (table: string, change: string) =>
    `DO $do$ BEGIN EXECUTE 'ALTER POLICY ' || ${policyOf(table)} || ' ${change}'; END $do$`

  test.each([
    ['a condition', alter('application', 'USING (true)')],
    ['a part of one', alter('access_token', 'USING (EXISTS (SELECT FROM application))')],
    ['what may be written', alter('application', 'WITH CHECK (true)')],
    ['a table that has no policy', 'ALTER TABLE developer ENABLE ROW LEVEL SECURITY'],
  ])('what was altered by hand is restored: %s', async (_what, statement) => {
    const read = async () =>
      (
        await own.owner.query(
          `SELECT tablename, policyname, qual, with_check FROM pg_policies
           UNION ALL SELECT relname, NULL, relrowsecurity::text, NULL FROM pg_class WHERE relkind = 'r' ORDER BY 1, 2`,
        )
      ).rows
    const before = await read()
    await own.owner.query(statement)
    expect(await read()).not.toEqual(before)
    await migrate(own.url, testRoles)
    expect(await read()).toEqual(before)
  })

  test('locks one table at a time, names who holds the one that it waits for, and tries again', async () => {
    await migrate(own.url, withoutFeed)
    const free = await holdLocks(own.owner, 'LOCK TABLE wallet_account IN ROW EXCLUSIVE MODE')
    const said: string[] = []
    const timeouts = { lock: 1000, pause: 10, total: 60_000, say: (line: string) => said.push(line) }
    const running = migrate(own.url, testRoles, undefined, timeouts)
    await untilBlocked(own.owner, 1)
    const { rows } = await own.owner.query(
      `SELECT relation::regclass::text AS name, granted FROM pg_locks JOIN pg_stat_activity USING (pid)
       WHERE application_name = 'guichet-migrate' AND locktype = 'relation' AND datname = current_database()
         AND mode = 'AccessExclusiveLock'`,
    )
    expect(rows).toEqual([{ name: 'wallet_account', granted: false }])
    await expect
      .poll(() => said, { timeout: 10_000 })
      .toContainEqual(
        expect.stringMatching(
          /^The row security of wallet_account waits for a lock that .+ holds, and is tried again/,
        ),
      )
    await free()
    await running
  })

  test('gateways count each call while policies appear and go', async () => {
    const { sandbox: _s, production: _p, ...shared } = testRoles
    const { applicationId } = clients.sandbox
    const minute = Date.now() - (Date.now() % 60_000)
    const counts = { refused: 0, limited: 0, failed: 0, latency: [3], minted: 0, reused: 0, codes: null }
    const row = { applicationId, minute, endpoint: 'token' as const, succeeded: 1, ...counts }
    const batch = { credentialUses: new Map(), networks: [], uncounted: [], recent: [] }
    let isOver = false
    let written = 0
    // Through a role that every state lets write, over several connections.
    const meter = async () => {
      for (; !isOver; written++)
        await writeMeterBatch(own.gateway, 'sandbox', { flushId: newId(), usage: [row], ...batch })
    }
    const metering = Promise.all([meter(), meter()])
    metering.catch(() => {})
    const timeouts = { ...defaultTimeouts, pause: 10, say: () => {} }
    for (let round = 0; round < 5; round++)
      for (const roles of [shared, testRoles]) await migrate(own.url, roles, undefined, timeouts)
    isOver = true
    await metering
    const { rows } = await own.owner.query(
      `SELECT succeeded FROM usage_minute WHERE application_id = $1 AND endpoint = 'token'`,
      [applicationId],
    )
    expect(rows).toEqual([{ succeeded: written }])
    expect(written).toBeGreaterThan(10)
  })
})
