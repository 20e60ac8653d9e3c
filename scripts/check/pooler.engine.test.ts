import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { searchAudit } from '@/lib/audit/queries'
import { closeDatabase, connectTo, database, databasePool } from '@/lib/database'
import { queueMail } from '@/lib/mail/commands'
import { createDeveloper } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { type Pooler, startPooler } from '@/test/pooler'
import { isMissing } from '@/test/programs'
import { findDebianProgram } from './debian'

vi.setConfig({ testTimeout: 60_000 })

const databases = withOwnDatabase()
const { owner } = databases
let pooler: Pooler | undefined

beforeAll(async () => {
  const program = findDebianProgram('pgbouncer')
  if (!program) return
  pooler = await startPooler([program], databases.portalUrl, { default_pool_size: 2 })
  connectTo(pooler.url)
})

afterAll(async () => {
  await closeDatabase()
  pooler?.stop()
})

const title = 'what the portal does works with connections that change hands after every transaction'

test.skipIf(isMissing('pgbouncer'))(`${title} (needs pgbouncer)`, async () => {
  const { id: developerId } = await createDeveloper({ email: 'ada@example.org' }, owner)
  const [row] = (await owner.query('SELECT created_at FROM developer WHERE id = $1', [developerId])).rows
  const work = async (n: number) => {
    await database().$transaction(async (transaction) => {
      const { count } = await transaction.developer.updateMany({
        where: { id: developerId },
        data: { locale: n % 2 ? 'fr' : 'en' },
      })
      expect(count).toBe(1)
      await queueMail(transaction, { id: null, email: 'ada@example.org', locale: 'en' }, 'activation-link', {
        link: 'https://x',
        hours: 1,
      })
    })
    // Read in UTC, although the database has another time zone: PgBouncer sets the client's on each connection.
    const found = await database().developer.findUniqueOrThrow({ where: { id: developerId } })
    expect(found.createdAt.getTime()).toBe(row.created_at.getTime())
    await searchAudit({}, {}, 5)
  }
  // The first request compiles its queries; meanwhile no other should wait for a connection.
  await work(0)
  // More at the same time than the pooler has connections.
  for (let n = 0; n < 24; n += 6) await Promise.all([0, 1, 2, 3, 4, 5].map((more) => work(n + more)))
  expect(await database().mailMessage.count()).toBe(25)
  const { rows } = await databasePool().query('SELECT count(*)::int AS named FROM pg_prepared_statements')
  expect(rows).toEqual([{ named: 0 }])
  const used = await owner.query(
    `SELECT count(*)::int AS connections FROM pg_stat_activity WHERE usename LIKE '%_portal' AND datname = current_database()`,
  )
  expect(used.rows[0].connections).toBeLessThanOrEqual(2)
})
