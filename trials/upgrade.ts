import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { Pool } from 'pg'
import { verifyAudit } from '@/lib/audit/verify'
import { releaseCommit } from '@/lib/migrations'
import { inTransactionOf, withClient } from '@/lib/pool'
import { waitUntil } from '@/lib/timeout'
import { migrate } from '@/prisma/migrate'
import { testFolder } from '@/scripts/check/folders'
import { findFreePorts } from '@/scripts/check/ports'
import { superuser } from '@/scripts/launch/postgres/cluster'
import { findPlace } from '@/scripts/launch/postgres/place'
import { connectionUrl, databaseName, roleNames } from '@/scripts/launch/postgres/roles'
import { projectRoot } from '@/scripts/launch/root'
import { endOf, onOutput } from '@/scripts/launch/spawn'
import { say, step } from '@/scripts/launch/start/console'
import { readKeys } from '@/scripts/launch/start/keys'
import { createClient } from '@/test/factories'

// The upgrade test: a lived-in installation of the previous release is migrated while its processes serve, used by this
// version, and then by the previous release again. A new database and the upgraded one have the same schema and rights.
const previousRelease = releaseCommit('20261126000000_release_0_2_0')
const previous = join(testFolder, 'previous-release')
const dataDir = join(testFolder, 'upgrade')
const startTimeoutMs = 600_000
const first = await findFreePorts()
const ports = { portal: first, sandbox: first + 1 }
const environment = {
  ...process.env,
  DATA_DIR: dataDir,
  PORTAL_PORT: `${first}`,
  SANDBOX_PORT: `${first + 1}`,
  PRODUCTION_PORT: `${first + 2}`,
  MAILBOX_PORT: `${first + 3}`,
  MAILBOX_SMTP_PORT: `${first + 4}`,
  METRICS_PORT: `${first + 5}`,
}

/** What a schema consists of, by name; partitions are made each day. */
const catalogs = {
  columns: `SELECT table_name || '.' || column_name AS name, data_type, udt_name, is_nullable, column_default
    FROM information_schema.columns WHERE table_schema = 'public' AND table_name !~ '^usage_minute_' ORDER BY 1`,
  constraints: `SELECT conrelid::regclass || '.' || conname AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND conrelid::regclass::text !~ '^usage_minute_' ORDER BY 1`,
  indexes: `SELECT indexname AS name, indexdef FROM pg_indexes
    WHERE schemaname = 'public' AND tablename !~ '^usage_minute_' ORDER BY 1`,
  functions: `SELECT oid::regprocedure::text AS name, pg_get_functiondef(oid) AS definition, proacl::text AS rights
    FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prokind = 'f' ORDER BY 1`,
  triggers: `SELECT tgrelid::regclass || '.' || tgname AS name, pg_get_triggerdef(oid) AS definition
    FROM pg_trigger WHERE NOT tgisinternal AND tgrelid::regclass::text !~ '^usage_minute_' ORDER BY 1`,
  policies: 'SELECT tablename || policyname AS name, cmd, qual, roles::text FROM pg_policies ORDER BY 1',
  rights: `SELECT relname AS name, relrowsecurity, relacl::text FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relname !~ '^usage_minute_' ORDER BY 1`,
  rightsOfColumns: `SELECT attrelid::regclass || '.' || attname AS name, attacl::text FROM pg_attribute
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
  let product = await step('The previous release', () => start(previous))
  const { url, pool, client } = await openData()
  try {
    const load = startLoad(client)
    await step('Migrating while it serves', () => migrate(url, roleNames))
    await pause(2000)
    await load.stop()
    await stop(product)
    product = await step('This version', () => start(projectRoot))
    await expectServed(client)
    const { faults } = await verifyAudit(pool, { anchors: [] })
    if (faults.length > 0) throw new Error(`The audit log no longer verifies: ${JSON.stringify(faults)}`)
    await step('Comparing the schema with a new database’s', () => compareSchemas(url))
    await stop(product)
    product = await step('The previous release again', () => start(previous))
    await expectServed(client)
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

/** `npm start -- --demo`, until it has printed its table. */
async function start(cwd: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['scripts/launch/start.mjs', '--demo'], { cwd, env: environment })
  let output = ''
  onOutput(child, (text) => {
    output += text
  })
  const isReady = () => output.includes('Ctrl-C stops it') || child.exitCode !== null
  if (!(await waitUntil(isReady, startTimeoutMs, 200)) || child.exitCode !== null)
    throw new Error(`It did not start:\n${output.slice(-3000)}`)
  return child
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGINT')
  await endOf(child)
}

type Credentials = Awaited<ReturnType<typeof createClient>>

/** The installation's database, and an application in it, made with the installation's own keys. */
async function openData(): Promise<{ url: string; pool: Pool; client: Credentials }> {
  const folder = join(dataDir, 'demo')
  const [keys, place] = [readKeys(folder), findPlace(folder)]
  if (!keys || !place) throw new Error('There is no installation.')
  const { databasePasswords, ...settings } = keys
  Object.assign(process.env, settings)
  const url = connectionUrl(place, 'owner', databasePasswords.owner)
  const pool = new Pool({ connectionString: url, max: 2 })
  pool.on('error', () => {})
  return { url, pool, client: await createClient(pool) }
}

/** Balances one after the other, until stopped. @throws Error from `stop` if one failed */
function startLoad(client: Credentials): { stop(): Promise<void> } {
  let isOver = false
  let calls = 0
  const calling = (async () => {
    const token = await fetchToken(client)
    for (; !isOver; calls++) await readBalance(token)
  })()
  calling.catch(() => {})
  return {
    async stop() {
      isOver = true
      await calling
      say(`  ${calls} balances meanwhile, none failed`)
    },
  }
}

async function expectServed(client: Credentials): Promise<void> {
  await readBalance(await fetchToken(client))
  await expectOk(`http://localhost:${ports.portal}/sign-in`)
}

async function fetchToken({ clientId, clientSecret }: Credentials): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  })
  const response = await expectOk(`http://localhost:${ports.sandbox}/oauth/token`, { method: 'POST', body })
  return ((await response.json()) as { access_token: string }).access_token
}

async function readBalance(token: string): Promise<void> {
  const url = `http://localhost:${ports.sandbox}/api/eWallet/v1/account?msisdn=221770000001`
  const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } })
  await response.arrayBuffer()
  // The limit of calls is no failure.
  if (response.status === 429) await pause(Number(response.headers.get('retry-after')) * 1000)
  else if (!response.ok) throw new Error(`A balance was answered with ${response.status}.`)
}

async function expectOk(url: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  if (!response.ok) throw new Error(`${url} responded with ${response.status}.`)
  return response
}

async function compareSchemas(url: string): Promise<void> {
  const fresh = new URL(url)
  fresh.pathname = `/${databaseName}_new`
  const host = findPlace(join(dataDir, 'demo'))?.socketFolder ?? ''
  await withClient({ host, user: superuser, database: 'postgres' }, (client) =>
    client.query(`CREATE DATABASE ${databaseName}_new OWNER ${roleNames.owner}`),
  )
  await migrate(fresh.href, roleNames)
  const [upgraded, made] = await Promise.all([readSchema(url), readSchema(fresh.href)])
  for (const name of Object.keys(catalogs)) {
    const [one = [], other = []] = [upgraded[name], made[name]]
    const differs = one.find((row, index) => !isDeepStrictEqual(row, other[index]))
    if (differs || one.length !== other.length)
      throw new Error(`The schemas differ in ${name}: ${JSON.stringify(differs ?? other.at(-1))}`)
  }
}

function readSchema(url: string): Promise<Record<string, object[]>> {
  return withClient({ connectionString: url }, (client) =>
    inTransactionOf(client, async () => {
      const schema: Record<string, object[]> = {}
      for (const [name, query] of Object.entries(catalogs)) schema[name] = (await client.query(query)).rows
      return schema
    }),
  )
}

function git(...args: string[]): void {
  execFileSync('git', args, { cwd: projectRoot, stdio: ['ignore', 'ignore', 'inherit'] })
}
