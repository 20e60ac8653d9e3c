import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrationNames, readSchemaState } from '@/lib/migrations'
import { withClient } from '@/lib/pool'
import { migrate, readMigrations } from '@/prisma/migrate'
import { createEmptyDatabase, type TestDatabase } from '@/test/postgres'
import { temporaryFolder } from '@/test/resources'
import type { Manifest } from './archive'
import { dumpDatabase } from './dump'
import { loadArchive } from './load'
import { finishTarget, prepareTarget } from './target'

const [baseline] = readMigrations()
let source: TestDatabase
let target: TestDatabase
const folder = temporaryFolder()
let manifest: Manifest

/** A backup by the release of the baseline: its schema, under the names of the migrations that made it. */
beforeAll(async () => {
  source = await createEmptyDatabase()
  target = await createEmptyDatabase()
  if (!baseline) throw new Error('there is no migration')
  await migrate(source.url, null, [baseline])
  manifest = await withClient({ connectionString: source.url }, async (client) => {
    await client.query(
      `WITH gone AS (DELETE FROM _prisma_migrations)
       INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
       SELECT gen_random_uuid(), 'x', name, now() FROM unnest($1::text[]) AS name`,
      [baseline.replaces],
    )
    await client.query(`INSERT INTO developer (id, email) VALUES (gen_random_uuid(), 'awa@example.com')`)
    return dumpDatabase(client, folder)
  })
})

afterAll(async () => {
  await source.drop()
  await target.drop()
})

function rolesOf({ portalUrl, gatewayUrl, workerUrl }: TestDatabase) {
  const name = (url: string) => decodeURIComponent(new URL(url).username)
  return { portal: name(portalUrl), gateway: name(gatewayUrl), worker: name(workerUrl) }
}

test('a backup by the previous release can be restored by this one', async () => {
  expect(manifest.migrations).toHaveLength(50)
  await withClient({ connectionString: target.url }, async (client) => {
    await prepareTarget(client, target.url, manifest)
    await loadArchive(client, folder, manifest)
    await finishTarget(client, target.url, rolesOf(target))
  })
  await withClient({ connectionString: target.url }, async (client) => {
    expect((await client.query('SELECT email FROM developer')).rows).toEqual([{ email: 'awa@example.com' }])
    expect((await readSchemaState(client as never)).pending).toEqual([])
    const { rows } = await client.query('SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1')
    expect(rows.map(({ name }) => name)).toEqual(migrationNames())
  })
})

test('one of an earlier release is refused', async () => {
  const earlier = { ...manifest, migrations: manifest.migrations.slice(0, 49) }
  await expect(
    withClient({ connectionString: target.url }, (client) => prepareTarget(client, target.url, earlier)),
  ).rejects.toThrow(
    `The backup was made by a version that is too old (it lacks ${baseline?.replaces?.[49]}): restore it with that one, and upgrade.`,
  )
})
