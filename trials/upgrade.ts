import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Pool } from 'pg'
import { verifyAudit } from '@/lib/audit/verify'
import { releaseCommit } from '@/lib/migrations'
import { inTransaction, withClient } from '@/lib/pool'
import { waitUntil } from '@/lib/timeout'
import { migrate } from '@/prisma/migrate'
import { testFolder } from '@/scripts/check/folders'
import { findFreePorts } from '@/scripts/check/ports'
import { superuser } from '@/scripts/launch/postgres/cluster'
import { findPlace } from '@/scripts/launch/postgres/place'
import { databaseName, roleNames } from '@/scripts/launch/postgres/roles'
import { projectRoot } from '@/scripts/launch/root'
import { say, step } from '@/scripts/launch/start/console'
import { createClient } from '@/test/factories'
import {
  type Credentials,
  environmentOf,
  expectOk,
  fetchToken,
  openData,
  readBalance,
  start,
  stop,
} from './installation'

// The upgrade test: a lived-in installation of the previous release is migrated while its processes serve, used by
// this version, and then by the previous release again. Meters are written while row security and rights change. A
// new database and the upgraded one have the same schema and rights.
const previousRelease = releaseCommit('20261126000000_release_0_2_0')
const previous = join(testFolder, 'previous-release')
const dataDir = join(testFolder, 'upgrade')
const first = await findFreePorts()
const portal = `http://localhost:${first}`
const sandbox = `http://localhost:${first + 1}`
const environment = environmentOf(dataDir, first)
const msisdn = '221770000001'
const separateRoles = { sandbox: 'guichet_sandbox', production: 'guichet_production' }
const rounds = 10
/** Which the previous release lacks; so may this one. */
const furtherLanguage = 'pt'
const furtherName = 'Registo da empresa'
const metersMs = 30_000
/** Of the previous release's support view, which is gone. */
const removedView = 'application.viewed_for_support'

/** Who was granted what, without the order in which they were. */
const sorted = (acl: string) => `ARRAY(SELECT unnest(${acl})::text ORDER BY 1)`

/** What a schema consists of, by name; partitions are made each day. */
const catalogs = {
  columns: `SELECT table_name || '.' || column_name AS name, data_type, udt_name, is_nullable, column_default
    FROM information_schema.columns WHERE table_schema = 'public' AND table_name !~ '^usage_minute_' ORDER BY 1`,
  constraints: `SELECT conrelid::regclass || '.' || conname AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND conrelid::regclass::text !~ '^usage_minute_' ORDER BY 1`,
  indexes: `SELECT indexname AS name, indexdef FROM pg_indexes
    WHERE schemaname = 'public' AND tablename !~ '^usage_minute_' ORDER BY 1`,
  functions: `SELECT oid::regprocedure::text AS name, pg_get_functiondef(oid) AS definition, ${sorted('proacl')} AS rights
    FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prokind = 'f' ORDER BY 1`,
  triggers: `SELECT tgrelid::regclass || '.' || tgname AS name, pg_get_triggerdef(oid) AS definition
    FROM pg_trigger WHERE NOT tgisinternal AND tgrelid::regclass::text !~ '^usage_minute_' ORDER BY 1`,
  policies: 'SELECT tablename || policyname AS name, cmd, qual, roles::text FROM pg_policies ORDER BY 1',
  rights: `SELECT relname AS name, relrowsecurity, ${sorted('relacl')} AS rights FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relname !~ '^usage_minute_' ORDER BY 1`,
  rightsOfColumns: `SELECT attrelid::regclass || '.' || attname AS name, ${sorted('attacl')} AS rights FROM pg_attribute
    WHERE attacl IS NOT NULL AND attrelid::regclass::text !~ '^(usage_minute_|pg_)' ORDER BY 1`,
}

try {
  await run()
  say('The upgrade is possible, and so is the way back.')
} finally {
  git('worktree', 'remove', '--force', previous)
}

async function run(): Promise<void> {
  rmSync(dataDir, { recursive: true, force: true })
  checkOut()
  let product = await step('The previous release', () => start(previous, environment))
  const { url, pool } = openData(dataDir)
  try {
    const client = await createOldClient(pool)
    await pool.query(
      `INSERT INTO audit_entry (actor_role, action, subject_type, subject_id, detail)
       SELECT 'administrator', $1, 'application', id, '{"reason": "A ticket"}' FROM application LIMIT 1`,
      [removedView],
    )
    await createNewRoles()
    const load = startLoad(client)
    await step('Migrating while it serves', () => migrate(url, roleNames))
    // Each time with other policies, on the tables that the gateways' meters are written to.
    await step('Separating the environments while it serves', async () => {
      for (let round = 0; round < rounds; round++) {
        await migrate(url, { ...roleNames, ...separateRoles })
        await migrate(url, roleNames)
      }
    })
    const calls = await load.stop()
    await step('Comparing the meters', () => compareMeters(pool, client, calls))
    const person = await step('A person and texts in a further language', () => writeTexts(pool, url))
    await stop(product)
    product = await step('This version', () => start(projectRoot, environment))
    await expectServed(client)
    await step('Reading them', () => expectTexts(pool, person))
    const { faults } = await verifyAudit(pool, { anchors: [] })
    const { rowCount: kept } = await pool.query('SELECT FROM audit_entry WHERE action = $1', [removedView])
    if (!kept) throw new Error('The entries of the removed support view are lost.')
    if (faults.length > 0) throw new Error(`The audit log no longer verifies: ${JSON.stringify(faults)}`)
    await step('Comparing the schema with a new database’s', () => compareSchemas(url))
    await stop(product)
    product = await step('The previous release again', () => start(previous, environment))
    await expectServed(client)
    await step('Saving a row that has further texts', () => saveOldTexts(pool))
  } finally {
    await pool.end()
    await stop(product)
  }
}

/** The previous release in a folder of its own, with this version's packages where both have the same. */
function checkOut(): void {
  git('worktree', 'prune')
  rmSync(previous, { recursive: true, force: true })
  git('worktree', 'add', '--quiet', '--force', '--detach', previous, previousRelease)
  const lock = (root: string) => readFileSync(join(root, 'package-lock.json'), 'utf8')
  if (lock(previous) === lock(projectRoot))
    symlinkSync(join(projectRoot, 'node_modules'), join(previous, 'node_modules'))
}

/** That release wants a key of each form's request, which this one has no use for. */
async function createOldClient(pool: Pool) {
  const key = 'ALTER TABLE application ALTER COLUMN request_key'
  await pool.query(`${key} SET DEFAULT gen_random_uuid()`)
  const client = await createClient(pool)
  await pool.query(`${key} DROP DEFAULT`)
  return client
}

/** Balances one after the other, until stopped. @throws Error from `stop`, which returns their number, if one failed */
function startLoad(client: Credentials): { stop(): Promise<number> } {
  let isOver = false
  let calls = 0
  const calling = (async () => {
    const token = await fetchToken(sandbox, client)
    while (!isOver) if (await readBalance(sandbox, token, msisdn)) calls++
  })()
  calling.catch(() => {})
  return {
    async stop() {
      isOver = true
      await calling
      say(`  ${calls} balances meanwhile, none failed`)
      return calls
    },
  }
}

/** @throws Error unless each balance was counted, once */
async function compareMeters(pool: Pool, { applicationId }: Credentials, calls: number): Promise<void> {
  let counted = 0
  const areEqual = async () => {
    const { rows } = await pool.query(
      `SELECT coalesce(sum(succeeded), 0)::int AS counted FROM usage_minute WHERE application_id = $1 AND endpoint = 'account'`,
      [applicationId],
    )
    counted = rows[0].counted
    return counted === calls
  }
  if (!(await waitUntil(areEqual, metersMs, 500)))
    throw new Error(`Of ${calls} balances ${counted} were counted.`)
}

/** Next to the previous release's portal and worker, which take an unknown language for English. */
async function writeTexts(pool: Pool, url: string): Promise<string> {
  const { rows } = await pool.query(
    `INSERT INTO developer (id, email, locale, activated_at, password_hash)
     VALUES (gen_random_uuid(), 'pt@upgrade.example', $1, now(), 'none') RETURNING id`,
    [furtherLanguage],
  )
  const [{ id }] = rows
  await pool.query(
    `INSERT INTO terms_version (version, text_en, text_fr, effective_from, translations)
     SELECT coalesce(max(version), 0) + 1, 'Terms', 'Conditions', current_date, $1 FROM terms_version`,
    [{ [furtherLanguage]: { text: 'Termos' } }],
  )
  await pool.query(
    `INSERT INTO terms_acceptance (developer_id, version, locale, sha256)
     SELECT $1, max(version), $2, repeat('0', 64) FROM terms_version`,
    [id, furtherLanguage],
  )
  await pool.query('UPDATE requirement SET translations = $1', [{ [furtherLanguage]: { name: furtherName } }])
  // Its command writes to people in the language of their account.
  const command = ['scripts/operate/guichet.mjs', 'create-reviewer', 'pt@upgrade.example']
  const env = { ...environment, ...process.env, DATABASE_URL: url, PORTAL_URL: portal }
  execFileSync(process.execPath, command, { cwd: previous, env, stdio: 'inherit' })
  const isSent = async () => {
    const found = await pool.query(
      `SELECT FROM mail_message WHERE developer_id = $1 AND locale = $2 AND status = 'sent'`,
      [id, furtherLanguage],
    )
    return found.rowCount === 1
  }
  if (!(await waitUntil(isSent, metersMs, 500)))
    throw new Error('The previous release did not send the e-mail in a language that it lacks.')
  await expectOk(`${portal}/terms`)
  return id
}

/** @throws Error unless this version finds what was written before it started */
async function expectTexts(pool: Pool, id: string): Promise<void> {
  const { rows } = await pool.query(
    'SELECT d.locale, a.locale AS accepted FROM developer d JOIN terms_acceptance a ON a.developer_id = d.id WHERE d.id = $1',
    [id],
  )
  if (!isDeepStrictEqual(rows, [{ locale: furtherLanguage, accepted: furtherLanguage }]))
    throw new Error(`The language of a person or an acceptance changed: ${JSON.stringify(rows)}`)
  await expectOk(`${portal}/terms`)
}

/** As that release's Prisma does, which names the columns that it knows. */
async function saveOldTexts(pool: Pool): Promise<void> {
  await pool.query(`UPDATE requirement SET name_en = name_en || '.', name_fr = name_fr || '.'`)
  const { rows } = await pool.query(`SELECT DISTINCT translations #>> $1 AS name FROM requirement`, [
    [furtherLanguage, 'name'],
  ])
  if (!isDeepStrictEqual(rows, [{ name: furtherName }]))
    throw new Error(`Texts are lost: ${JSON.stringify(rows)}`)
}

async function expectServed(client: Credentials): Promise<void> {
  await readBalance(sandbox, await fetchToken(sandbox, client), msisdn)
  await expectOk(`${portal}/sign-in`)
}

/** What the operator of that release does first, by CHANGELOG; and a role for each environment's gateways. */
async function createNewRoles(): Promise<void> {
  for (const role of [roleNames.feed, ...Object.values(separateRoles)]) {
    await asSuperuser(`CREATE ROLE ${role} LOGIN`)
    await asSuperuser(`GRANT CONNECT ON DATABASE ${databaseName} TO ${role}`)
  }
}

async function compareSchemas(url: string): Promise<void> {
  const fresh = new URL(url)
  fresh.pathname = `/${databaseName}_new`
  await asSuperuser(`CREATE DATABASE ${databaseName}_new OWNER ${roleNames.owner}`)
  await migrate(fresh.href, roleNames)
  const [upgraded, made] = await Promise.all([readSchema(url), readSchema(fresh.href)])
  for (const name of Object.keys(catalogs)) {
    const [one = [], other = []] = [upgraded[name], made[name]]
    const differs = one.find((row, index) => !isDeepStrictEqual(row, other[index]))
    if (differs || one.length !== other.length)
      throw new Error(`The schemas differ in ${name}: ${JSON.stringify(differs ?? other.at(-1))}`)
  }
}

async function asSuperuser(sql: string): Promise<void> {
  const host = findPlace(join(dataDir, 'demo'))?.socketFolder ?? ''
  await withClient({ host, user: superuser, database: 'postgres' }, (client) => client.query(sql))
}

function readSchema(url: string): Promise<Record<string, object[]>> {
  return withClient({ connectionString: url }, (client) =>
    inTransaction(client, async () => {
      const schema: Record<string, object[]> = {}
      for (const [name, query] of Object.entries(catalogs)) schema[name] = (await client.query(query)).rows
      return schema
    }),
  )
}

function git(...args: string[]): void {
  execFileSync('git', args, { cwd: projectRoot, stdio: ['ignore', 'ignore', 'inherit'] })
}
