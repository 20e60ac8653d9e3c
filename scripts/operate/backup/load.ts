import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { nameOperator } from '../operator'
import { ArchiveError, type Manifest, type OnProgress, type TableEntry } from './archive'
import { watchRows } from './dump'
import type { Step } from './encryption'
import { noteLoaded } from './target'

type ForeignKey = { table: string; name: string; definition: string }

/**
 * Loads an archive into a database that has the archive's migrations and no rows, in one transaction: all of it or
 * nothing. Rows are loaded unchanged: triggers are disabled, so that the audit log keeps its chain, and foreign keys
 * are checked at the end. Everyone is signed out, as the backup may contain sessions that were ended after it.
 * @param client a dedicated connection, as the owner of the tables
 * @throws ArchiveError when the loaded rows differ from the manifest
 */
export async function loadArchive(
  client: ClientBase,
  folder: string,
  manifest: Manifest,
  onProgress: OnProgress = () => {},
  decrypt?: Step,
): Promise<void> {
  await client.query(`BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL datestyle = 'ISO'`)
  try {
    const keys = await takeForeignKeys(client)
    for (const table of manifest.tables) await loadTable(client, folder, table, onProgress, decrypt)
    for (const { table, name, definition } of keys)
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${client.escapeIdentifier(name)} ${definition}`)
    for (const { name, value, called } of manifest.sequences)
      await client.query('SELECT setval($1::regclass, $2, $3)', [
        client.escapeIdentifier(name),
        value,
        called,
      ])
    await client.query('UPDATE session SET revoked_at = now() WHERE revoked_at IS NULL')
    await client.query(
      `INSERT INTO audit_entry (actor_role, action, subject_type, subject_id, detail)
       VALUES ('system', 'database.restored', 'backup', $1, $2)`,
      [manifest.madeAt, JSON.stringify({ rows: countRows(manifest), operator: nameOperator() })],
    )
    await forgetRights(client)
    await noteLoaded(client, manifest)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
  await client.query('ANALYZE')
}

/**
 * Triggers were disabled: what gateways remember from before must not be confirmed by the record of changes
 * of the backup.
 */
async function forgetRights(client: ClientBase): Promise<void> {
  const { rows } = await client.query(`SELECT to_regprocedure('forget_rights()') IS NOT NULL AS exists`)
  if (rows[0].exists) await client.query('SELECT forget_rights()')
}

/** The rows of all tables of an archive. */
export function countRows({ tables }: Manifest): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0)
}

async function loadTable(
  client: ClientBase,
  folder: string,
  { name, columns, rows, file }: TableEntry,
  onProgress: OnProgress,
  decrypt: Step | undefined,
): Promise<void> {
  const table = client.escapeIdentifier(name)
  const step = `restoring ${name}, row`
  onProgress(step, 0, rows)
  await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
  // Rows inserted by migrations are among those of the backup.
  await client.query(`TRUNCATE ${table}`)
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  const copy = client.query(copyFrom(`COPY ${table} (${list}) FROM STDIN`))
  const source = createReadStream(join(folder, file))
  const watched = watchRows((done) => onProgress(step, done, rows))
  await (file.endsWith('.age') && decrypt
    ? pipeline(source, decrypt, createGunzip(), watched, copy)
    : pipeline(source, createGunzip(), watched, copy))
  await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
  // As the server counted them while they arrived: counting them in the table would read all of it again.
  if (copy.rowCount !== rows)
    throw new ArchiveError(`${file}: ${copy.rowCount} rows arrived, but the manifest says ${rows}.`)
}

/** Dropped here and created again after loading, so that the order of the tables doesn't matter. */
async function takeForeignKeys(client: ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conparentid = 0`,
  )
  for (const { table, name } of rows)
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${client.escapeIdentifier(name)}`)
  return rows
}
