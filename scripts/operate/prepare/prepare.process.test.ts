import { expect, test } from 'vitest'
import { migrationNames } from '@/lib/migrations'
import { describeVersion } from '@/lib/version'
import manifest from '@/package.json' with { type: 'json' }
import { findCommit } from '@/scripts/launch/commit.mjs'
import { projectRoot } from '@/scripts/launch/root'
import { runGuichet } from '@/test/guichet'
import { withOwnDatabase } from '@/test/own-database'
import { testRoles } from '@/test/postgres'
import { prepareDatabase } from './database'

const own = withOwnDatabase()

function prepare(REVIEWER_EMAIL: string) {
  return runGuichet(['prepare'], {
    DATABASE_URL: own.portalUrl,
    GATEWAY_DATABASE_URL: own.gatewayUrl,
    WORKER_DATABASE_URL: own.workerUrl,
    MIGRATION_DATABASE_URL: own.url,
    REVIEWER_EMAIL,
  })
}

const expectedPlan = (from: string) => `From ${from} to ${current} (migration ${migrationNames().at(-1)}).\n`
const current = describeVersion(manifest.version, findCommit(projectRoot))

test('prepare says from what to what it goes, and who has the link: who the settings name now', async () => {
  await own.owner.query(`COMMENT ON TABLE _prisma_migrations IS 'Guichet 0.3.0-dev+094bde37'`)
  const first = await prepare('typo@example.org')
  expect(first.out).toContain(expectedPlan(`0.3.0-dev+094bde37 (migration ${migrationNames().at(-1)})`))
  expect(first.out).toContain('typo@example.org has an activation link')
  const { out } = await prepare('right@example.org')
  expect(out).toContain(expectedPlan(`${current} (migration ${migrationNames().at(-1)})`))
  expect(out).toContain('right@example.org has an activation link')
  expect(out).not.toContain('typo@example.org')
}, 120_000)

test('a database of a newer version is refused as it is, and npm start goes on with it after going back', async () => {
  await own.owner.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', 'x', '9999_later', now());
     GRANT SELECT ON developer TO ${testRoles.gateway}`,
  )
  const foreign =
    /^A newer or another version .* lacks 1 of its migrations, 9999_later the first\. Nothing was changed\./
  expect(await prepare('right@example.org')).toMatchObject({ code: 65, err: expect.stringMatching(foreign) })
  const { rows } = await own.owner.query(`SELECT has_table_privilege($1, 'developer', 'SELECT') AS kept`, [
    testRoles.gateway,
  ])
  expect(rows).toEqual([{ kept: true }])
  expect(await prepareDatabase(own.url, testRoles, false)).toMatchObject({
    migrations: [],
    reviewer: { active: false },
    warning: expect.stringMatching(foreign),
  })
  // Of a state between two versions: this one's processes lack something.
  await own.owner.query('DELETE FROM _prisma_migrations WHERE migration_name = $1', [migrationNames().at(-1)])
  expect(await prepare('right@example.org')).toMatchObject({ code: 78, err: expect.stringMatching(foreign) })
  await expect(prepareDatabase(own.url, testRoles, false)).rejects.toThrow(foreign)
}, 120_000)
