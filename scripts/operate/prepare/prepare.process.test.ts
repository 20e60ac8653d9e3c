import { expect, test } from 'vitest'
import { runGuichet } from '@/test/guichet'
import { withOwnDatabase } from '@/test/own-database'

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

test('who has the link is who the settings name now, and a database of a newer version is called one', async () => {
  expect((await prepare('typo@example.org')).out).toContain('typo@example.org has an activation link')
  await own.owner.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', 'x', '9999_later', now())`,
  )
  const { code, out } = await prepare('right@example.org')
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringMatching(
      /^A newer version has migrated this database \(1 migrations .*, 9999_later the first\)/m,
    ),
  })
  expect(out).toContain('right@example.org has an activation link')
  expect(out).not.toContain('typo@example.org')
}, 120_000)
