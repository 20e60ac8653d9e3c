import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withOwnDatabase } from '@/test/own-database'

// Created only by the migrations: the runner's own table, one that serves as a lock, unlogged tables, views,
// partitions, and (below) partial indexes, which Prisma cannot express.
const sqlOnly =
  /^(_prisma_migrations|application_team|audit_turn|(sandbox_)?imported_line|(sandbox_)?staged_import|usage_history|usage_minute_.*)$/

const database = withOwnDatabase()
let client: Client

beforeAll(async () => {
  client = new Client({ connectionString: database.url })
  await client.connect()
  const ddl = await schemaAsSql(database.url)
  await client.query('CREATE SCHEMA modelled; SET search_path = modelled')
  await client.query(ddl.replace(/CREATE SCHEMA IF NOT EXISTS "public";/, ''))
  await client.query('SET search_path = public')
})

afterAll(async () => {
  await client.end()
})

test('the migrations make the tables of the schema, column by column', async () => {
  const columns = `
    SELECT table_name, column_name, is_nullable, udt_name, numeric_precision, datetime_precision,
           replace(column_default, table_schema || '.', '') AS value
    FROM information_schema.columns WHERE table_schema = $1 ORDER BY table_name, column_name`
  const migrated = (await read(columns, 'public')).filter((row) => !sqlOnly.test(row.table_name ?? ''))
  expect(migrated.length).toBeGreaterThan(100)
  expect(migrated).toEqual(await read(columns, 'modelled'))
})

test('the migrations make the keys of the schema', async () => {
  const keys = `
    SELECT conrelid::regclass::text AS table_name, conname, replace(pg_get_constraintdef(oid), $1 || '.', '') AS definition
    FROM pg_constraint WHERE connamespace = $1::regnamespace AND contype IN ('p', 'f', 'u') ORDER BY 1, 2`
  const migrated = (await read(keys, 'public')).filter((row) => !sqlOnly.test(row.table_name ?? ''))
  const modelled = (await read(keys, 'modelled')).map((row) => ({
    ...row,
    table_name: row.table_name?.replace('modelled.', ''),
  }))
  expect(migrated.length).toBeGreaterThan(20)
  expect(migrated).toEqual(modelled)
})

test('the migrations make the indexes of the schema', async () => {
  const indexes = `
    SELECT tablename, indexname, replace(replace(indexdef, schemaname || '.', ''), ' ON ONLY ', ' ON ') AS definition
    FROM pg_indexes WHERE schemaname = $1 AND indexdef NOT LIKE '% WHERE %' ORDER BY 1, 2`
  const migrated = (await read(indexes, 'public')).filter((row) => !sqlOnly.test(row.tablename ?? ''))
  expect(migrated).toEqual(await read(indexes, 'modelled'))
})

test('the migrations make the enums of the schema', async () => {
  const enums = `
    SELECT typname, array_agg(enumlabel::text ORDER BY enumsortorder) AS labels
    FROM pg_type JOIN pg_enum ON enumtypid = pg_type.oid WHERE typnamespace = $1::regnamespace GROUP BY 1 ORDER BY 1`
  const migrated = await read(enums, 'public')
  expect(migrated.length).toBeGreaterThan(5)
  expect(migrated).toEqual(await read(enums, 'modelled'))
})

async function read(query: string, schema: string): Promise<Record<string, string | undefined>[]> {
  return (await client.query(query, [schema])).rows
}

/** The SQL that would make the schema from nothing, by the WebAssembly build of Prisma's own engine. */
async function schemaAsSql(connectionString: string): Promise<string> {
  const home = dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm'))
  const glue = await import(join(home, 'schema_engine_bg.js'))
  const module = new WebAssembly.Module(readFileSync(join(home, 'schema_engine_bg.wasm')))
  // The package expects a bundler that loads WebAssembly; Node wants it wired by hand.
  const { exports } = new WebAssembly.Instance(module, { './schema_engine_bg.js': glue })
  glue.__wbg_set_wasm(exports)
  ;(exports.__wbindgen_start as () => void)()
  const folder = join(import.meta.dirname, 'schema')
  const files = readdirSync(folder).map((path) => ({
    path,
    content: readFileSync(join(folder, path), 'utf8'),
  }))
  const adapter = bindMigrationAwareSqlAdapterFactory(new PrismaPg({ connectionString }))
  const engine = await glue.SchemaEngine.new(
    { datamodels: files.map(({ path, content }) => [path, content]) },
    () => {},
    adapter,
  )
  const { stdout } = await engine.diff({
    from: { tag: 'empty' },
    to: { tag: 'schemaDatamodel', files },
    script: true,
    filters: { externalTables: [], externalEnums: [] },
  })
  return stdout
}
