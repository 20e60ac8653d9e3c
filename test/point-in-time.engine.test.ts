import { appendFileSync, chownSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyAudit } from '@/lib/audit/verify'
import { closeDatabase, connectTo, database, databasePool } from '@/lib/database'
import { writeFileAs } from '@/scripts/launch/postgres/owned-file'
import { type Place, preparePlace } from '@/scripts/launch/postgres/place'
import { stopPostmaster } from '@/scripts/launch/postgres/postmaster'
import { projectRoot } from '@/scripts/launch/root'
import { tryApplication } from '@/scripts/operate/backup/try-application'
import { listActions, signUpDeveloper } from '@/test/developers'
import { createAccount, createClient, ownerPool } from '@/test/factories'
import { createTestDatabase, type TestDatabase } from '@/test/postgres'
import {
  canReplicate,
  copyServer,
  makeServer,
  moveTo,
  removeServers,
  startServer,
  urlOf,
} from './postgres-15'

const folder = join(projectRoot, '.test', `moment-${process.pid}`)
const msisdn = '221771234567'

/** The commands of docs/operations/back-up.md, in its order, and how to take the base backup. */
const guide = readFileSync(join(projectRoot, 'docs/operations/back-up.md'), 'utf8')
const [archiving = '', recovering = ''] = [...guide.matchAll(/^ *```conf\n(.+?)^ *```$/gms)].map(
  ([, text]) => text,
)
const baseBackup = /`pg_basebackup (-.+?)`/.exec(guide)?.[1]?.split(' ') ?? []

describe.skipIf(!canReplicate())(
  'to a moment, if pg_basebackup is installed (Debian’s PostgreSQL 15)',
  () => {
    let lost: Place
    let recovered: Place
    let databases: TestDatabase
    let owner: Pool

    beforeAll(async () => {
      mkdirSync(folder, { recursive: true })
      lost = preparePlace(join(folder, 'lost'))
      recovered = preparePlace(join(folder, 'recovered'))
      makeServer(lost)
      mkdirSync(archive())
      if (lost.user) chownSync(archive(), lost.user.uid, lost.user.gid)
      configure(lost, archiving)
      await startServer(lost)
      process.env.TEST_DATABASE_SERVER_URL = urlOf(lost)
      databases = await createTestDatabase()
      owner = ownerPool(databases.url)
      connectTo(databases.portalUrl)
    })
    afterAll(async () => {
      await closeDatabase()
      await owner.end()
      await removeServers(folder, ['lost', 'recovered'])
    })

    const archive = () => join(lost.folder, 'archive')

    function configure({ data }: Place, text: string): void {
      appendFileSync(join(data, 'postgresql.conf'), `\n${text.replaceAll('/mnt/archive', archive())}`)
    }

    /** As `archive_timeout` does, but immediately. */
    async function archiveAll(): Promise<void> {
      const pool = ownerPool(urlOf(lost))
      const { rows } = await pool.query('SELECT pg_walfile_name(pg_switch_wal()) AS name')
      const archived = async () =>
        (await pool.query('SELECT last_archived_wal AS name FROM pg_stat_archiver')).rows[0].name
      await expect.poll(archived, { timeout: 10_000 }).toBe(rows[0].name)
      await pool.end()
    }

    async function recoverTo(moment: string): Promise<void> {
      configure(recovered, recovering.replace(/(?<=recovery_target_time = ').+(?=')/, moment))
      writeFileAs(recovered.user, join(recovered.data, 'recovery.signal'), '')
      await startServer(recovered)
      owner = ownerPool(moveTo(recovered, databases.url))
      const recovers = async () => (await owner.query('SELECT pg_is_in_recovery() AS so')).rows[0].so
      await expect.poll(recovers, { timeout: 10_000 }).toBe(false)
      connectTo(moveTo(recovered, databases.portalUrl))
    }

    test('rows written before it are restored, later ones are not, and programs are served', async () => {
      const { clientId } = await createClient(owner)
      await createAccount(owner, msisdn, { balance: '12500' })
      copyServer(lost, recovered, baseBackup)
      const before = await signUpDeveloper()
      const actions = await listActions(before.id)
      const { head } = await verifyAudit(databasePool())
      const { rows } = await owner.query('SELECT clock_timestamp()::text AS moment')
      const after = await signUpDeveloper()
      await owner.query('UPDATE wallet_account SET balance = 1 WHERE msisdn = $1', [msisdn])
      await archiveAll()
      await closeDatabase()
      await owner.end()
      await stopPostmaster(lost.data)
      rmSync(lost.data, { recursive: true })

      await recoverTo(rows[0].moment)

      expect(actions.length).toBeGreaterThan(0)
      expect(await listActions(before.id)).toEqual(actions)
      expect(await listActions(after.id)).toEqual([])
      const people = await database().developer.findMany({ where: { id: { in: [before.id, after.id] } } })
      expect(people.map(({ email }) => email)).toEqual([before.email])
      expect(head).not.toBeNull()
      expect(await verifyAudit(databasePool())).toMatchObject({ faults: [], head })
      const { rows: accounts } = await owner.query(
        'SELECT balance::text FROM wallet_account WHERE msisdn = $1',
        [msisdn],
      )
      expect(accounts).toEqual([{ balance: '12500' }])
      const gateway = moveTo(recovered, databases.gatewayUrl)
      expect(await tryApplication(owner, { sandbox: gateway, production: gateway })).toBe(
        `${clientId} (sandbox) obtained a token and the balance of an account, as it is stored.`,
      )
    })
  },
)
