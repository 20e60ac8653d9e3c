import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import {
  migrationNames,
  migrationsFolder,
  releaseCommit,
  replacedNames,
  restoreMarkerTable,
} from '@/lib/migrations'
import { withClient } from '@/lib/pool'
import { version } from '@/lib/version'
import { applyGrants, type ProcessRoles } from './grants'
import { separateEnvironments } from './row-security'
import { defaultTimeouts, inRetriedTransaction, type Session } from './transactions'

/**
 * A file `prisma/migrations/<name>/migration.sql`; `checksum` is what Prisma stores: SHA-256 in hexadecimal. A baseline
 * `replaces` the migrations of the release in its name.
 */
export type Migration = { name: string; sql: string; checksum: string; replaces?: string[] }

/** A state from which migrating cannot continue. `message` is a sentence for the operator. */
class MigrationError extends Error {
  override name = 'MigrationError'
}

/**
 * A database that another version has migrated, or whose applied migrations are not the files of this one.
 * `isComplete` if it has all that this version needs, as after going back to it.
 */
export class ForeignDatabaseError extends MigrationError {
  constructor(
    message: string,
    readonly isComplete = false,
  ) {
    super(message)
  }
}

/** The advisory lock that `prisma migrate` takes, so that the two never run at the same time. */
const prismaLock = 72_707_369

/**
 * Brings the database up to date: our migrations in the order of their names, each in its own transaction, then those
 * of the job queue, the SQL functions, and the grants of each process's role. Maintains Prisma's own table, so that
 * `prisma migrate deploy` can take over at any time. Simultaneous runs wait for each other.
 * @param connectionString as the owner of the tables, to PostgreSQL itself (not through a pooler)
 * @param roles null grants nothing: the grants are those of the newest schema, and a restore begins with an older one
 * @param timeouts for locks that others hold, as a backup holds one on each table
 * @returns the names of the migrations that were applied
 * @throws ForeignDatabaseError when an applied file was changed since, or this version lacks one; MigrationError when
 * one failed
 */
export async function migrate(
  connectionString: string,
  roles: ProcessRoles | null,
  migrations = readMigrations(),
  timeouts = defaultTimeouts,
): Promise<string[]> {
  // The lock ends with the session.
  return withClient({ connectionString, application_name: 'guichet-migrate' }, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [prismaLock])
    await refuseWithoutRights(client)
    if (roles) await refuseHalfRestored(client)
    const session = { client, connectionString, timeouts }
    const applied = await applyAll(session, migrations)
    await migrateQueue(connectionString)
    if (roles) await applyNewest(session, roles)
    return applied
  })
}

/**
 * What the database is of, and what {@link migrate} makes of it, as `VERSION (migration NAME)`. A version is for
 * people: only migrations decide what is applied or refused.
 */
export async function describeUpgrade(connectionString: string): Promise<{ from: string; to: string }> {
  const migrations = readMigrations()
  const to = `${version} (migration ${migrations.at(-1)?.name})`
  return withClient({ connectionString, application_name: 'guichet-migrate' }, async (client) => {
    const { rows } = await client.query(
      `SELECT substring(obj_description(oid) FROM '^Guichet (.+)$') AS prepared FROM pg_class
       WHERE oid = to_regclass('public._prisma_migrations')`,
    )
    const applied = rows.length > 0 ? [...(await readApplied(client)).keys()].sort() : []
    if (applied.length === 0) return { from: 'an empty database', to }
    const ofRelease = migrations.find(({ name, replaces = [] }) =>
      applied.every((each) => each === name || replaces.includes(each)),
    )
    const known = ofRelease ? releaseOf(ofRelease.name) : 'an unnamed version'
    return { from: `${rows[0].prepared ?? known} (migration ${applied.at(-1)})`, to }
  })
}

/**
 * What needs the newest schema: the functions, then the rows of each role before its rights, so that none ever sees
 * more than it may.
 */
export async function applyNewest(session: Session, roles: ProcessRoles): Promise<void> {
  const { client } = session
  await inRetriedTransaction(session, 'prisma/functions', () => client.query(readFunctions()))
  await separateEnvironments(session, roles)
  await applyGrants(session, roles)
  await noteVersion(session)
}

/** For {@link describeUpgrade} of the next version. */
async function noteVersion(session: Session): Promise<void> {
  const { client } = session
  const note = `Guichet ${version}`
  const { rows } = await client.query(`SELECT obj_description('public._prisma_migrations'::regclass) AS note`)
  if (rows[0].note === note) return
  await inRetriedTransaction(session, 'The name of this version', () =>
    client.query(`COMMENT ON TABLE public._prisma_migrations IS ${client.escapeLiteral(note)}`),
  )
}

/** The migrations of this version, in the order in which they apply. */
export function readMigrations(folder = migrationsFolder): Migration[] {
  return migrationNames(folder).map((name) => {
    const sql = readFileSync(join(folder, name, 'migration.sql'), 'utf8')
    const checksum = createHash('sha256').update(sql).digest('hex')
    return { name, sql, checksum, replaces: replacedNames(name, folder) }
  })
}

/** The SQL functions, each defined once, which may be run any number of times: `prisma/functions/*.sql`. */
export function readFunctions(folder = join(migrationsFolder, '..', 'functions')): string {
  return readdirSync(folder)
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
}

async function applyAll(session: Session, migrations: Migration[]): Promise<string[]> {
  const { client } = session
  await client.query(prismaTable)
  await refuseUnfinished(client)
  const applied = await readApplied(client)
  for (const migration of migrations) await recogniseBaseline(client, migration, applied)
  const pending = migrations.filter((migration) => isPending(migration, applied))
  refuseUnknown(applied, [...migrations, ...readMigrations()], pending)
  for (const migration of pending) await apply(session, migration)
  return pending.map(({ name }) => name)
}

/**
 * A database of the release that a baseline stands for has its schema already: the baseline is recorded, and
 * nothing runs twice. The replaced rows stay, as that release's processes look for them while they still run.
 * @throws MigrationError for a database of an earlier release, or of none
 */
async function recogniseBaseline(client: ClientBase, migration: Migration, applied: Map<string, string>) {
  const { name, checksum, replaces = [] } = migration
  if (replaces.length === 0 || applied.has(name)) return
  const missing = replaces.filter((replaced) => !applied.has(replaced))
  const unknown = [...applied.keys()].find((each) => !replaces.includes(each))
  const release = releaseOf(name)
  if (unknown || (applied.size === 0 && (await holdsTables(client))))
    throw new MigrationError(
      `The database is in a state that no release leaves (${unknown ?? 'tables, but no record of a migration'}). Use an empty one, or restore a backup.`,
    )
  if (missing.length === replaces.length) return
  if (missing.length > 0)
    throw new MigrationError(
      `The database is of a release before ${release} (it lacks ${missing[0]}). Upgrade it to ${release} first, which is commit ${releaseCommit(name)} of this project, then to this version.`,
    )
  await record(client, name, checksum, 0)
  applied.set(name, checksum)
}

function releaseOf(baseline: string): string {
  return baseline.replace(/^\d+_release_/, '').replaceAll('_', '.')
}

/** Its functions and rights are those that another version needs, and that this one would take away. */
function refuseUnknown(applied: Map<string, string>, known: Migration[], pending: Migration[]): void {
  const names = new Set(known.flatMap(({ name, replaces = [] }) => [name, ...replaces]))
  const [first, ...others] = [...applied.keys()].filter((name) => !names.has(name)).sort()
  if (!first) return
  throw new ForeignDatabaseError(
    `A newer or another version has migrated this database: this one lacks ${others.length + 1} of its migrations, ${first} the first. ` +
      'Nothing was changed. Start that version, or read how to go back in docs/operations/upgrade.md.',
    pending.length === 0,
  )
}

async function holdsTables(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query(`SELECT to_regclass('public.application') IS NOT NULL AS found`)
  return rows[0].found
}

function isPending({ name, checksum }: Migration, applied: Map<string, string>): boolean {
  const stored = applied.get(name)
  if (stored !== undefined && stored !== checksum)
    throw new ForeignDatabaseError(
      `The migration ${name} was changed after it had been applied to this database. Restore the file, and add a new migration.`,
    )
  return stored === undefined
}

async function apply(session: Session, { name, sql, checksum }: Migration): Promise<void> {
  const { client } = session
  try {
    await inRetriedTransaction(session, `The migration ${name}`, async () => {
      await client.query(sql)
      await record(client, name, checksum, 1)
    })
  } catch (error) {
    throw new MigrationError(
      `The migration ${name} failed, and nothing of it was kept: ${(error as Error).message}`,
    )
  }
}

function record(client: ClientBase, name: string, checksum: string, steps: 0 | 1) {
  return client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, now(), clock_timestamp(), $4)`,
    [randomUUID(), checksum, name, steps],
  )
}

/** Prisma's runner leaves such a row when it fails; only a person can find out whether half of it was applied. */
async function refuseUnfinished(client: ClientBase): Promise<void> {
  const { rows } = await client.query(
    'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NULL AND rolled_back_at IS NULL LIMIT 1',
  )
  if (rows[0])
    throw new MigrationError(
      `The migration ${rows[0].migration_name} failed under Prisma: see "prisma migrate resolve".`,
    )
}

/** Since PostgreSQL 15 only the owner of a database may create tables in it. */
async function refuseWithoutRights(client: ClientBase): Promise<void> {
  const { rows } = await client.query(
    `SELECT current_user AS role, current_database() AS database,
            EXISTS (SELECT FROM pg_namespace WHERE nspname = 'public' AND has_schema_privilege(oid, 'CREATE'))
              AND (to_regnamespace('graphile_worker') IS NOT NULL
                OR has_database_privilege(current_database(), 'CREATE')) AS allowed`,
  )
  const { role, database, allowed } = rows[0]
  if (allowed) return
  throw new MigrationError(
    `MIGRATION_DATABASE_URL (else DATABASE_URL): the role ${role} may not create tables in the database ${database}. As a superuser, run: ALTER DATABASE ${client.escapeIdentifier(database)} OWNER TO ${client.escapeIdentifier(role)};`,
  )
}

/** `guichet restore` leaves a mark until it has completed. */
async function refuseHalfRestored(client: ClientBase): Promise<void> {
  const { rows } = await client.query(
    `SELECT to_regclass('public.${restoreMarkerTable}') IS NOT NULL AS found`,
  )
  if (rows[0].found)
    throw new MigrationError('A restore into this database was broken off: run "guichet restore" again.')
}

async function readApplied(client: ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query(
    'SELECT migration_name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  )
  return new Map(rows.map((row): [string, string] => [row.migration_name, row.checksum]))
}

/** Loaded only here: processes that only list pending migrations do not need the queue's code. */
async function migrateQueue(connectionString: string): Promise<void> {
  const { runMigrations, Logger } = await import('graphile-worker')
  await runMigrations({ connectionString, maxPoolSize: 1, logger: new Logger(() => () => {}) })
}

/** As Prisma creates it. */
const prismaTable = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`
