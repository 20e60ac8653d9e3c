import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import { features } from '@/lib/features'
import { withClient } from '@/lib/pool'
import { gatewaySettings, setRoleSettings } from '@/lib/role-settings'
import { migrate, readFunctions, readMigrations } from '@/prisma/migrate'
import { lockFolder } from '@/scripts/launch/lock.mjs'
import { superuser } from '@/scripts/launch/postgres/cluster'
import { findPlace, type Place, setLocation, shortHash } from '@/scripts/launch/postgres/place'
import { findPostmaster, stopPostmaster } from '@/scripts/launch/postgres/postmaster'
import { startServer } from '@/scripts/launch/postgres/server'
import { projectRoot } from '@/scripts/launch/root'

/** A separate database for one test file: the migrated schema with its grants, and a URL for each role. */
export type TestDatabase = {
  /** as the owner of the tables */
  url: string
  portalUrl: string
  gatewayUrl: string
  /** as the gateways of one environment alone */
  sandboxUrl: string
  productionUrl: string
  workerUrl: string
  feedUrl: string
  /** Makes the server log each statement of new connections, and send its log to the client. */
  logStatements(): Promise<void>
  drop(): Promise<void>
}

type Server = { config: ClientConfig; urlFor(role: string, database: string): string }

const dataDir = join(projectRoot, '.test')
const owner = 'guichet_test'
/** Those of the tests' databases; also a separate one for each environment. */
export const testRoles = {
  portal: `${owner}_portal`,
  gateway: `${owner}_gateway`,
  sandbox: `${owner}_sandbox`,
  production: `${owner}_production`,
  worker: `${owner}_worker`,
  feed: `${owner}_feed`,
}
const password = 'guichet-test'
const timeZone = 'Asia/Kathmandu'
const staleAfterMilliseconds = 3_600_000
const memory = '/dev/shm'
const minFreeMemory = 4 * 2 ** 30
const keeperName = 'guichet-test-run'

let ready: Promise<{ server: Server; template: string }> | undefined

/**
 * Copies the migrated template into a new database, whose sessions are in an odd time zone. The server is
 * `TEST_DATABASE_SERVER_URL` (a superuser's), or an embedded one in `.test/` that the first run starts and the last
 * one stops.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  ready ??= prepare()
  const { server, template } = await ready
  const name = `guichet_test_${Date.now()}_${randomBytes(4).toString('hex')}`
  await withClient(server.config, async (client) => {
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} OWNER ${owner}`)
  })
  return {
    url: server.urlFor(owner, name),
    portalUrl: server.urlFor(testRoles.portal, name),
    gatewayUrl: server.urlFor(testRoles.gateway, name),
    sandboxUrl: server.urlFor(testRoles.sandbox, name),
    productionUrl: server.urlFor(testRoles.production, name),
    workerUrl: server.urlFor(testRoles.worker, name),
    feedUrl: server.urlFor(testRoles.feed, name),
    logStatements: () =>
      withClient(server.config, async (client) => {
        await client.query(
          `ALTER DATABASE ${name} SET log_min_duration_statement = 0; ALTER DATABASE ${name} SET client_min_messages = log`,
        )
      }),
    drop: () =>
      withClient(server.config, async (client) => {
        await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      }),
  }
}

/** A database with nothing in it, of which the roles exist. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const made = await createTestDatabase()
  await withClient({ connectionString: made.url }, (client) =>
    client.query('DROP OWNED BY CURRENT_USER CASCADE'),
  )
  return made
}

/** A superuser's URL of the running tests' server. */
export function testServerUrl(): string {
  const host = encodeURIComponent(findPlace(dataDir)?.socketFolder ?? '')
  return process.env.TEST_DATABASE_SERVER_URL ?? `postgres://${superuser}@localhost/postgres?host=${host}`
}

/**
 * Starts the server and keeps it for one run of the tests.
 * @returns a function that ends the run: the server stops unless another run of this checkout uses it too
 */
export async function keepTestServer(): Promise<() => Promise<void>> {
  ready ??= prepare()
  const { server } = await ready
  const keeper = new Client({ ...server.config, application_name: keeperName })
  keeper.on('error', () => {})
  await keeper.connect()
  return async () => {
    const { rows } = await keeper.query(
      'SELECT FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()',
      [keeperName],
    )
    await keeper.end()
    ready = undefined
    const place = process.env.TEST_DATABASE_SERVER_URL ? null : findPlace(dataDir)
    if (place && rows.length === 0) await stopPostmaster(place.data)
  }
}

async function prepare(): Promise<{ server: Server; template: string }> {
  const url = process.env.TEST_DATABASE_SERVER_URL
  const server = url ? serverAt(url) : await startEmbedded()
  const template = `guichet_template_${hashSchema()}`
  await withClient(server.config, async (client) => {
    // Several test files start together: the first builds the template, the others wait here.
    await client.query('SELECT pg_advisory_lock(20261121)')
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [template])
    if (rowCount === 0) await buildTemplate(client, server, template)
  })
  return { server, template }
}

async function startEmbedded(): Promise<Server> {
  mkdirSync(dataDir, { recursive: true })
  const lock = await lockFolder(dataDir, 60_000)
  if ('holder' in lock)
    throw new Error(`The tests' database is being started by process ${lock.holder} for a minute.`)
  try {
    const place = findRunning() ?? (await startFast())
    const host = encodeURIComponent(place.socketFolder)
    return {
      config: { host: place.socketFolder, user: superuser, database: 'postgres' },
      urlFor: (role, database) => `postgres://${role}:${password}@localhost/${database}?host=${host}`,
    }
  } finally {
    lock.release()
  }
}

function findRunning(): Place | null {
  const place = findPlace(dataDir)
  return place && findPostmaster(place.data)?.state === 'ready' ? place : null
}

/**
 * A test's data need not survive a power cut. Tables without statistics look large enough for parallel workers, each a
 * process that reads the plan again.
 */
async function startFast(): Promise<Place> {
  if (!findPlace(dataDir)) placeInMemory()
  const log = join(dataDir, 'postgres.log')
  rmSync(log, { force: true })
  const { place } = await startServer(dataDir, log, {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_wal_size: '64MB',
    max_connections: '200',
    max_parallel_workers_per_gather: '0',
  })
  return place
}

/**
 * Puts a new server's files into memory where there is room for them: a database consists of 800 files, and
 * some file systems take a second of CPU time to create these shortly after those of another one were
 * deleted; in memory they take 50 ms.
 */
function placeInMemory(): void {
  if (!existsSync(memory)) return
  const { bavail, bsize } = statfsSync(memory)
  // Named after the checkout: one that is deleted and cloned again finds its own.
  if (bavail * bsize >= minFreeMemory)
    setLocation(dataDir, join(memory, `guichet-tests-${shortHash(projectRoot)}`))
}

function serverAt(address: string): Server {
  return {
    config: { connectionString: address },
    urlFor(role, database) {
      const url = new URL(address)
      url.username = role
      url.password = password
      url.pathname = database
      return url.href
    },
  }
}

async function buildTemplate(client: Client, server: Server, template: string): Promise<void> {
  await dropStale(client)
  for (const role of [owner, ...Object.values(testRoles)]) {
    const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role])
    if (rowCount === 0) await client.query(`CREATE ROLE ${role}`)
    await client.query(`ALTER ROLE ${role} LOGIN PASSWORD '${password}'`)
    await client.query(`ALTER ROLE ${role} SET timezone TO '${timeZone}'`)
  }
  // A test machine may be busy.
  for (const role of [testRoles.gateway, testRoles.sandbox, testRoles.production])
    await setRoleSettings(client, role, { ...gatewaySettings, statement_timeout: '12s' })
  const unfinished = `${template}_unfinished`
  await client.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`)
  await client.query(`CREATE DATABASE ${unfinished} OWNER ${owner}`)
  await migrate(server.urlFor(owner, unfinished), testRoles)
  await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${template}`)
}

/** Databases of killed runs, and templates of earlier schemas. */
async function dropStale(client: Client): Promise<void> {
  const { rows } = await client.query(
    `SELECT datname AS name FROM pg_database WHERE datname ~ '^guichet_(test|template)_'`,
  )
  for (const { name } of rows as { name: string }[]) {
    const made = Number(/^guichet_test_(\d+)_/.exec(name)?.[1] ?? 0)
    if (made > Date.now() - staleAfterMilliseconds) continue
    // A run of another checkout may be using a template on a shared server: then it stays.
    await client.query(`DROP DATABASE IF EXISTS ${name}`).catch(() => {})
  }
}

function hashSchema(): string {
  const hash = createHash('sha256').update(readFunctions())
  for (const { name, checksum } of readMigrations()) hash.update(`${name} ${checksum}`)
  hash.update(JSON.stringify(features.map(({ grants, rowSecurity }) => [grants, rowSecurity])))
  for (const file of [
    'prisma/grants.ts',
    'prisma/row-security.ts',
    'prisma/migrate.ts',
    'lib/role-settings.ts',
    'node_modules/graphile-worker/package.json',
  ])
    hash.update(readFileSync(join(projectRoot, file)))
  return hash.digest('hex').slice(0, 16)
}
