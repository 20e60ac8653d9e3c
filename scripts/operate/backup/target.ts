import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'
import { restoreMarkerTable } from '@/lib/migrations'
import type { ProcessRoles } from '@/prisma/grants'
import { applyNewest, type Migration, migrate, readMigrations } from '@/prisma/migrate'
import { defaultTimeouts } from '@/prisma/transactions'
import { ArchiveError, type Manifest } from './archive'

/**
 * Brings an empty database to the migrations that the archive was made at, without grants.
 * @param url as the future owner of the tables
 * @returns whether an interrupted restore has loaded this archive already
 * @throws ArchiveError when the database holds anything or is being restored, or the archive needs migrations that this
 * version lacks
 */
export async function prepareTarget(client: ClientBase, url: string, manifest: Manifest): Promise<boolean> {
  const wanted = findMigrations(manifest)
  await refuseSecond(client)
  await refuseFilled(client)
  await client.query(`CREATE TABLE IF NOT EXISTS ${restoreMarkerTable} ();
    ALTER TABLE ${restoreMarkerTable} ADD COLUMN IF NOT EXISTS loaded text`)
  await migrate(url, null, wanted)
  const { rows } = await client.query<{ loaded: string }>(`SELECT loaded FROM ${restoreMarkerTable}`)
  if (rows[0] && rows[0].loaded !== digest(manifest))
    throw new ArchiveError(
      'An interrupted restore has loaded another backup: restore that one again, or this one into a new database.',
    )
  return rows.length > 0
}

/** Notes, in the transaction that loads an archive, that this one is loaded. */
export async function noteLoaded(client: ClientBase, manifest: Manifest): Promise<void> {
  await client.query(`INSERT INTO ${restoreMarkerTable} (loaded) VALUES ($1)`, [digest(manifest)])
}

/** This version's migrations that make the archive's schema; a baseline for those that it replaces. */
function findMigrations({ migrations }: Manifest): Migration[] {
  const own = readMigrations()
  const recorded = new Set(migrations.map(({ name }) => name))
  const replaced = new Set<string>()
  const baselines = own.filter(({ replaces = [] }) => {
    const missing = replaces.filter((name) => !recorded.has(name))
    if (replaces.length === missing.length) return false
    if (missing.length > 0)
      throw new ArchiveError(
        `The backup was made by a version that is too old (it lacks ${missing[0]}): restore it with that one, and upgrade.`,
      )
    for (const name of replaces) replaced.add(name)
    return true
  })
  const others = migrations
    .filter(({ name }) => !replaced.has(name))
    .map(({ name, checksum }) => {
      const migration = own.find((each) => each.name === name)
      if (migration?.checksum === checksum) return migration
      throw new ArchiveError(
        migration
          ? `The migration ${name} of the backup is not the one of this version.`
          : `The backup was made by a newer version, with the migration ${name}: restore it with that one.`,
      )
    })
  return [...new Set([...baselines, ...others])]
}

/** The migrations that are newer than the archive, the functions, and the grants. */
export async function finishTarget(client: ClientBase, url: string, roles: ProcessRoles): Promise<void> {
  await migrate(url, null)
  await applyNewest({ client, connectionString: url, timeouts: defaultTimeouts }, roles)
}

/** From now on processes start on this database. */
export async function openTarget(client: ClientBase): Promise<void> {
  await client.query(`DROP TABLE ${restoreMarkerTable}`)
}

function digest(manifest: Manifest): string {
  return createHash('sha256').update(JSON.stringify(manifest)).digest('hex')
}

/** Until this connection ends: the other one would find the mark of this one, and take it away. */
async function refuseSecond(client: ClientBase): Promise<void> {
  const { rows } = await client.query(`SELECT pg_try_advisory_lock(hashtext('guichet-restore')) AS first`)
  if (!rows[0].first) throw new ArchiveError('Another restore into this database is running.')
}

async function refuseFilled(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string; marked: boolean }>(
    `SELECT c.oid::regclass::text AS name, to_regclass('public.${restoreMarkerTable}') IS NOT NULL AS marked
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname !~ '^(pg_|information_schema$)'
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
     ORDER BY 1`,
  )
  // An interrupted restore has loaded everything or nothing.
  if (rows.length > 0 && !rows[0]?.marked)
    throw new ArchiveError(
      `The database is not empty: it has ${rows.length} tables, ${rows[0]?.name} among them. Restore into a new one.`,
    )
}
