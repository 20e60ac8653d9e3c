import { afterAll, beforeAll, expect, test } from 'vitest'
import { databasePool } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { withClient } from '@/lib/pool'
import { seed } from '@/prisma/seed'
import { seedDemo } from '@/scripts/launch/demo/seed'
import { administrator } from '@/scripts/launch/demo/world'
import { readAll } from '@/test/backups'
import { withOwnDatabase } from '@/test/own-database'
import { createEmptyDatabase, type TestDatabase } from '@/test/postgres'
import { temporaryFolder } from '@/test/resources'
import { dumpDatabase } from './dump'
import { loadArchive } from './load'
import { prepareTarget } from './target'

const source = withOwnDatabase({ as: 'owner' })
let target: TestDatabase
const folder = temporaryFolder()

beforeAll(async () => {
  target = await createEmptyDatabase()
  await seed(databasePool(), { ...getSettings(), DATABASE_URL: undefined, REVIEWER_EMAIL: administrator })
  await seedDemo('quarry lantern violet tandem')
})

afterAll(async () => {
  await target.drop()
})

/** Parts of unfinished uploads and imports are left out. */
const left = [
  'imported_line',
  'sandbox_imported_line',
  'sandbox_staged_import',
  'staged_import',
  'upload_chunk',
]
/** Everyone is signed out, gateways forget what they remember, and migrations run at another time. */
const changed = ['session', 'rights_counter', 'rights_change', '_prisma_migrations']

/** In reverse order of their creation. */
const referredTo = ['webhook_delivery', 'webhook_event', 'webhook_endpoint']

/** Columns that are empty in the demo, each with a value that its constraints or foreign keys accept. */
const wanted: Record<string, string> = {
  'approved_access.access': "'all'",
  'branding.accent_colour': "'#7a1fa2'",
  'branding.terms_url': "''",
  'branding.privacy_url': "''",
  'branding.imprint_url': "''",
  'client_key.algorithms': "'{EdDSA}'",
  'network_request.closed_at': 'NULL',
  'network_request.decided_by_id': 'NULL',
  'webhook_attempt.error': 'NULL',
  'webhook_delivery.delivered_at': 'NULL',
  'webhook_endpoint.disabled_at': 'NULL',
  'webhook_endpoint.disabled_reason': 'NULL',
  'webhook_endpoint.delivered_sequence': 'NULL',
  'webhook_endpoint.delivered_refusal': 'NULL',
}

/** A row with a value in every column that may have one. */
async function addRow(table: string): Promise<void> {
  const { rows } = await source.owner.query<{
    name: string
    kind: string
    type: string
    target: string | null
  }>(
    `SELECT attname AS name, typtype AS kind, format_type(atttypid, NULL) AS type,
       (SELECT format('(SELECT %I FROM %s LIMIT 1)', f.attname, k.confrelid::regclass)
        FROM pg_constraint k JOIN pg_attribute f ON f.attrelid = k.confrelid AND f.attnum = k.confkey[array_position(k.conkey, a.attnum)]
        WHERE k.conrelid = a.attrelid AND k.contype = 'f' AND a.attnum = ANY (k.conkey) LIMIT 1) AS target
     FROM pg_attribute a JOIN pg_type ON pg_type.oid = atttypid
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attidentity = '' AND attgenerated = ''`,
    [table],
  )
  const makeValue = ({ name, type, kind, target }: (typeof rows)[number]) =>
    wanted[`${table}.${name}`] ??
    target ??
    (kind === 'e' ? `enum_first(NULL::${type})` : (values[type] ?? `'{}'::${type}`))
  await source.owner.query(
    `INSERT INTO ${table} (${rows.map(({ name }) => `"${name}"`)}) VALUES (${rows.map(makeValue)})`,
  )
}

const values: Record<string, string> = {
  uuid: 'gen_random_uuid()',
  text: `'é\\ "a"'`,
  integer: '1',
  bigint: '123456',
  numeric: '12.50',
  boolean: 'true',
  bytea: `'\\x00ff'`,
  date: 'current_date',
  jsonb: `'{"a": ["é", null]}'`,
  'timestamp with time zone': 'now()',
}

test('every table that a backup contains is restored row for row', async () => {
  const found = Object.entries(await readAll(source)).filter(([, rows]) => rows.length === 0)
  // Rows that others refer to have to exist first.
  const names = found
    .map(([name]) => name)
    .sort((one, other) => referredTo.indexOf(other) - referredTo.indexOf(one))
  for (const name of names) if (!left.includes(name)) await addRow(name)
  const before = await readAll(source)
  const empty = Object.entries(before).filter(([, rows]) => rows.length === 0)
  expect(empty.map(([name]) => name).sort()).toEqual(left)
  const manifest = await withClient({ connectionString: source.url }, (client) =>
    dumpDatabase(client, folder),
  )
  await withClient({ connectionString: target.url }, async (client) => {
    await prepareTarget(client, target.url, manifest)
    await loadArchive(client, folder, manifest)
  })
  const after = await readAll(target)
  for (const [name, rows] of Object.entries(before)) {
    if (changed.includes(name)) continue
    const restored = new Set(after[name])
    expect(
      rows.filter((row) => !restored.has(row)),
      name,
    ).toEqual([])
    // The restore itself is recorded.
    expect(after[name], name).toHaveLength(rows.length + (name === 'audit_entry' ? 1 : 0))
  }
})
