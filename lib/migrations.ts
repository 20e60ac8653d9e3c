import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool } from 'pg'

/** A table that is in a database from the first write of a restore until its end: nothing may start on it meanwhile. */
export const restoreMarkerTable = '_restore_unfinished'

/** Processes run in the project's folder. */
export const migrationsFolder = join(/* turbopackIgnore: true */ process.cwd(), 'prisma', 'migrations')

/** The names of the migrations of this version, in the order in which they apply. */
export function migrationNames(folder = migrationsFolder): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
}

/**
 * The migrations that a baseline takes the place of (decision 58): the lines of its file `replaces`.
 * @returns none for a migration that is no baseline
 */
export function replacedNames(name: string, folder = migrationsFolder): string[] {
  const list = join(folder, name, 'replaces')
  return existsSync(list) ? readFileSync(list, 'utf8').trim().split('\n') : []
}

/** The commit of the release whose schema a baseline is. */
export function releaseCommit(name: string, folder = migrationsFolder): string {
  return readFileSync(join(folder, name, 'commit'), 'utf8').slice(0, 8)
}

/**
 * The names of the migrations that this database lacks, whether a restore into it has not ended, and whether it takes
 * no changes: a standby, or a primary that was made read-only.
 * @throws 42P01 (no such table) if it was never migrated
 */
export async function readSchemaState(
  client: Pick<Pool, 'query'>,
): Promise<{ pending: string[]; halfRestored: boolean; readOnly: boolean }> {
  // Without a name: the portal may connect through a pooler.
  const { rows } = await client.query(
    `SELECT to_regclass('public.${restoreMarkerTable}') IS NOT NULL AS "halfRestored",
       current_setting('transaction_read_only') = 'on' AS "readOnly",
       ARRAY(
         SELECT name FROM unnest($1::text[]) WITH ORDINALITY AS expected (name, place)
         WHERE NOT EXISTS (SELECT FROM _prisma_migrations m WHERE m.migration_name = expected.name
           AND m.finished_at IS NOT NULL AND m.rolled_back_at IS NULL)
         ORDER BY place) AS pending`,
    [migrationNames()],
  )
  return rows[0]
}

/** The migrations of a database that this version does not know, as a newer one applied them. */
export async function newerMigrations(client: Pick<Pool, 'query'>): Promise<string[]> {
  const known = migrationNames().flatMap((name) => [name, ...replacedNames(name)])
  const { rows } = await client.query(
    `SELECT migration_name AS name FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL AND migration_name <> ALL ($1) ORDER BY 1`,
    [known],
  )
  return rows.map(({ name }) => name)
}
