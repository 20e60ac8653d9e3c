import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { migrationNames, readSchemaState, replacedNames } from '@/lib/migrations'
import { version } from '@/lib/version'
import { untilBlocked } from '@/test/blocked'
import { withOwnDatabase } from '@/test/own-database'
import { describeUpgrade, migrate, readFunctions, readMigrations } from './migrate'
import { defaultTimeouts } from './transactions'

const database = withOwnDatabase()
let client: Client
const sharedRole = { portal: 'guichet_test', gateway: 'guichet_test', worker: 'guichet_test' }

/** A later run would refuse what this version lacks. */
afterEach(() => client.query(`DELETE FROM _prisma_migrations WHERE migration_name ~ '^9999'`))

beforeAll(async () => {
  client = new Client({ connectionString: database.url })
  await client.connect()
})

afterAll(async () => {
  await client.end()
})

function extra(name: string, sql: string, checksum = name) {
  return [...readMigrations(), { name, sql, checksum }]
}

test('a migrated database has nothing pending, and a second run applies nothing', async () => {
  expect((await readSchemaState(client)).pending).toEqual([])
  expect(await migrate(database.url, sharedRole)).toEqual([])
})

test("the rows are those of Prisma's own runner", async () => {
  const { rows } = await client.query('SELECT * FROM _prisma_migrations ORDER BY migration_name LIMIT 1')
  expect(rows[0]).toMatchObject({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    checksum: readMigrations()[0]?.checksum,
    migration_name: readMigrations()[0]?.name,
    applied_steps_count: 1,
    rolled_back_at: null,
    logs: null,
  })
  expect(rows[0].finished_at).toBeInstanceOf(Date)
})

test('two simultaneous runs apply a migration once', async () => {
  const migrations = extra('99990101000000_once', 'CREATE TABLE made_once (id int)')
  const runs = await Promise.all([1, 2].map(() => migrate(database.url, sharedRole, migrations)))
  expect(runs.flat()).toEqual(['99990101000000_once'])
})

test('a migration that fails keeps nothing, and is applied once it is right', async () => {
  const name = '99990102000000_broken'
  await expect(
    migrate(database.url, sharedRole, extra(name, 'CREATE TABLE half_done (id int); SELECT 1 / 0')),
  ).rejects.toThrow(`The migration ${name} failed, and nothing of it was kept: division by zero`)
  const { rows } = await client.query(`SELECT to_regclass('half_done') AS found`)
  expect(rows[0].found).toBeNull()
  expect(await migrate(database.url, sharedRole, extra(name, 'CREATE TABLE half_done (id int)'))).toEqual([
    name,
  ])
})

test('a migration that was changed after it had been applied is refused', async () => {
  const name = '99990103000000_changed'
  await migrate(database.url, sharedRole, extra(name, 'SELECT 1', 'first'))
  await expect(migrate(database.url, sharedRole, extra(name, 'SELECT 2', 'second'))).rejects.toThrow(
    `The migration ${name} was changed after it had been applied to this database. Restore the file, and add a new migration.`,
  )
})

test.each(['refused before anything is applied', 'refused where nothing is pending'])(
  'a migration that this version lacks is %s, whatever version recorded it',
  async (state) => {
    await migrate(
      database.url,
      sharedRole,
      extra('99990201000000_newer', 'CREATE TABLE IF NOT EXISTS newer (id int)'),
    )
    const now = state.includes('before')
      ? extra('99990202000000_ours', 'CREATE TABLE ours (id int)')
      : readMigrations()
    await expect(migrate(database.url, sharedRole, now)).rejects.toThrow(
      'this one lacks 1 of its migrations, 99990201000000_newer the first',
    )
    const { rows } = await client.query(`SELECT to_regclass('ours') AS found`)
    expect(rows[0].found).toBeNull()
  },
)

test('from what to what: an empty database, a release, a state that no version named, and a build', async () => {
  const to = `${version} (migration ${migrationNames().at(-1)})`
  const all = await client.query('SELECT * FROM _prisma_migrations')
  const [baseline = '', next = ''] = migrationNames()
  for (const [names, note, from] of [
    [[], null, 'an empty database'],
    [replacedNames(baseline), null, `0.2.0 (migration ${replacedNames(baseline).sort().at(-1)})`],
    [[...replacedNames(baseline), baseline], null, `0.2.0 (migration ${baseline})`],
    [[baseline, next], null, `an unnamed version (migration ${next})`],
    [[baseline, next], 'Guichet 0.3.0-dev+094bde37', `0.3.0-dev+094bde37 (migration ${next})`],
  ] as const) {
    await client.query('DELETE FROM _prisma_migrations')
    await client.query(`COMMENT ON TABLE _prisma_migrations IS ${note ? client.escapeLiteral(note) : 'NULL'}`)
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
       SELECT gen_random_uuid(), 'x', name, now() FROM unnest($1::text[]) AS name`,
      [names],
    )
    expect(await describeUpgrade(database.url)).toEqual({ from, to })
  }
  await client.query('DELETE FROM _prisma_migrations')
  await client.query(
    'INSERT INTO _prisma_migrations SELECT * FROM json_populate_recordset(NULL::_prisma_migrations, $1)',
    [JSON.stringify(all.rows)],
  )
  await migrate(database.url, sharedRole)
  expect(await describeUpgrade(database.url)).toEqual({ from: to, to })
})

test('a function is defined once, in prisma/functions, where each run renews it', async () => {
  const pattern = /\bFUNCTION (\w+)\([^)]*\)\s+RETURNS/gi
  const defined = [...readFunctions().matchAll(pattern)].map(([definition]) => definition)
  expect(defined.length).toBeGreaterThan(10)
  expect(new Set(defined).size).toBe(defined.length)
  for (const { name, sql } of readMigrations())
    if (name > '20261127999999') expect([name, sql.match(pattern)]).toEqual([name, null])
  await client.query(
    `CREATE OR REPLACE FUNCTION keep_terms() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN OLD; END'`,
  )
  await migrate(database.url, sharedRole)
  const { rows } = await client.query(`SELECT prosrc, proconfig FROM pg_proc WHERE proname = 'keep_terms'`)
  expect(rows).toEqual([
    { prosrc: expect.stringContaining('do not change'), proconfig: [expect.any(String)] },
  ])
})

/** Reads a table as a backup does, in a transaction that stays open until what it gives back is called. */
async function holdApplications(): Promise<() => Promise<void>> {
  const backup = new Client({ connectionString: database.url, application_name: 'guichet-backup' })
  await backup.connect()
  await backup.query('BEGIN; SELECT FROM application')
  return () => backup.end()
}

test('a migration that waits for a backup blocks no one else, and is applied when that has ended', {
  tags: 'slow',
}, async () => {
  const release = await holdApplications()
  const name = '99990104000000_waits'
  const sql = 'CREATE TABLE made_before (id int); ALTER TABLE application ADD COLUMN waited int'
  const said: string[] = []
  const timeouts = { ...defaultTimeouts, pause: 300, say: (line: string) => said.push(line) }
  const running = migrate(database.url, sharedRole, extra(name, sql), timeouts)
  await untilBlocked(client, 1)
  await client.query(`SET statement_timeout = '5s'`)
  await client.query('SELECT FROM application')
  await expect
    .poll(() => said)
    .toContain(
      `The migration ${name} waits for a lock that guichet-backup holds, and is tried again in 0.3 s.`,
    )
  await release()
  expect(await running).toEqual([name])
  expect((await client.query('SELECT waited FROM application')).rows).toEqual([])
})

test('a migration that never gets its lock says so, and keeps nothing', { tags: 'slow' }, async () => {
  const release = await holdApplications()
  const name = '99990105000000_in_vain'
  const sql = 'CREATE TABLE made_in_vain (id int); ALTER TABLE application ADD COLUMN in_vain int'
  const timeouts = { lock: 1000, pause: 100, total: 1000, say: () => {} }
  await expect(migrate(database.url, sharedRole, extra(name, sql), timeouts)).rejects.toThrow(
    `The migration ${name} failed, and nothing of it was kept: for 1 s guichet-backup held a lock that it needs.`,
  )
  await release()
  const { rows } = await client.query(`SELECT to_regclass('made_in_vain') AS found`)
  expect(rows[0].found).toBeNull()
})

test('a role that may not create tables is named, with the remedy', async () => {
  const { rows } = await client.query('SELECT current_database() AS name')
  await expect(migrate(database.portalUrl, sharedRole)).rejects.toThrow(
    `the role guichet_test_portal may not create tables in the database ${rows[0].name}. As a superuser, run: ALTER DATABASE "${rows[0].name}" OWNER TO "guichet_test_portal";`,
  )
})

test("an unfinished migration of Prisma's is left to a person", async () => {
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('1', 'x', '99990106000000_unfinished')`,
  )
  await expect(migrate(database.url, sharedRole)).rejects.toThrow('failed under Prisma')
})

describe('the baseline', () => {
  const [baseline, ...later] = migrationNames()
  const replaced = replacedNames(baseline ?? '')

  /** The state of an installation that recorded these migrations on the schema of the baseline. */
  async function pretend(names: string[]) {
    await client.query(
      'DELETE FROM _prisma_migrations WHERE migration_name = $1 OR migration_name = ANY ($2)',
      [baseline, replaced],
    )
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
       SELECT gen_random_uuid(), 'x', name, now() FROM unnest($1::text[]) AS name`,
      [names],
    )
  }

  beforeEach(async () => {
    await client.query('DELETE FROM _prisma_migrations WHERE NOT migration_name = ANY ($1)', [
      migrationNames(),
    ])
    await client.query('DELETE FROM _prisma_migrations WHERE migration_name = ANY ($1)', [later])
  })
  const upTo = (names: string[]) => readMigrations().filter(({ name }) => names.includes(name))

  test('is recorded where all that it replaces was, and not run', async () => {
    await pretend(replaced)
    expect(await migrate(database.url, null, upTo([baseline ?? '']))).toEqual([])
    expect((await readSchemaState(client)).pending).toEqual(later)
  })

  test('is refused where the database is of an earlier release', async () => {
    await pretend(replaced.slice(0, 49))
    await expect(migrate(database.url, null)).rejects.toThrow(
      `The database is of a release before 0.2.0 (it lacks ${replaced[49]}). Upgrade it to 0.2.0 first, which is commit 677ac391 of this project, then to this version.`,
    )
  })

  test.each([[['20260101000000_strange']], [[]]])(
    'is refused where no release left the database: %j',
    async (names) => {
      await pretend(names)
      await expect(migrate(database.url, null)).rejects.toThrow(
        'The database is in a state that no release leaves',
      )
    },
  )
})
