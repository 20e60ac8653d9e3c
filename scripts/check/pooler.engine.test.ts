import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { searchAudit } from '@/lib/audit/queries'
import { closeDatabase, connectTo, database, databasePool } from '@/lib/database'
import { queueMail } from '@/lib/mail/commands'
import { createDeveloper } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { isMissing } from '@/test/programs'
import { findDebianProgram } from './debian'
import { findFreePorts } from './ports'

vi.setConfig({ testTimeout: 60_000 })

const databases = withOwnDatabase()
const { owner } = databases
let pooler: ChildProcess | undefined
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guichet-pooler-'))
  chmodSync(folder, 0o755)
  connectTo(await startPooler())
})

afterAll(async () => {
  await closeDatabase()
  pooler?.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

/** Debian's PgBouncer in transaction mode, with two server connections, in front of the tests' database server. */
async function startPooler(): Promise<string> {
  const { username, password, pathname, hostname, port, searchParams } = new URL(databases.portalUrl)
  const name = pathname.slice(1)
  const server = searchParams.get('host') ?? hostname
  const own = await findFreePorts(1)
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]\n${name} = host=${server} port=${port || 5432} user=${username} password=${password}\n[pgbouncer]\n` +
      `listen_addr = 127.0.0.1\nlisten_port = ${own}\nunix_socket_dir =\nauth_type = any\npool_mode = transaction\ndefault_pool_size = 2\n`,
  )
  const root = process.getuid?.() === 0
  const ids = root
    ? { uid: Number(execFileSync('id', ['-u', 'nobody'])), gid: Number(execFileSync('id', ['-g', 'nobody'])) }
    : {}
  pooler = spawn(findDebianProgram('pgbouncer') ?? '', [file], { ...ids, stdio: 'ignore' })
  const address = `postgres://${username}:${password}@127.0.0.1:${own}/${name}`
  await vi.waitFor(
    async () => {
      const pool = connectTo(address)
      await pool.query('SELECT 1').finally(closeDatabase)
    },
    { timeout: 20_000, interval: 100 },
  )
  return address
}

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
