import type { ClientBase } from 'pg'
import type { ProcessRoles } from '@/prisma/grants'
import { type Migration, migrate, readMigrations } from '@/prisma/migrate'
import { ArchiveError, type Manifest } from './archive'

/** Present in a database during a restore, so that a restore that was killed can be run again. */
export const unfinishedMark = '_restore_unfinished'

/**
 * Brings an empty database to the migrations that the archive was made at, without grants.
 * @param url as the future owner of the tables
 * @throws ArchiveError when the database holds anything, or the archive needs migrations that this version lacks
 */
export async function prepareTarget(client: ClientBase, url: string, manifest: Manifest): Promise<void> {
  const wanted = findMigrations(manifest)
  await refuseFilled(client)
  await client.query(`CREATE TABLE IF NOT EXISTS ${unfinishedMark} ()`)
  await migrate(url, null, wanted)
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

/** The migrations that are newer than the archive, and the grants. */
export async function finishTarget(url: string, roles: ProcessRoles): Promise<void> {
  await migrate(url, roles)
}

async function refuseFilled(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string; marked: boolean }>(
    `SELECT c.oid::regclass::text AS name, to_regclass('public.${unfinishedMark}') IS NOT NULL AS marked
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname !~ '^(pg_|information_schema$)'
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
     ORDER BY 1`,
  )
  // An interrupted restore loaded nothing: it loads everything or nothing.
  if (rows.length > 0 && !rows[0]?.marked)
    throw new ArchiveError(
      `The database is not empty: it has ${rows.length} tables, ${rows[0]?.name} among them. Restore into a new one.`,
    )
}
