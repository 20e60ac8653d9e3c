import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { feedDatabase, gatewayDatabase, type Settings, SettingsError } from '@/lib/env'
import { explainConnection, withClient } from '@/lib/pool'
import { gatewaySettings, setRoleSettings, sharedSettings } from '@/lib/role-settings'
import type { ProcessRoles } from '@/prisma/grants'
import { findPlace } from '../postgres/place'
import { isPostgres, stopPostmaster } from '../postgres/postmaster'
import { connectionUrl, embeddedRoles, type Passwords, prepareRoles, type RoleName } from '../postgres/roles'
import { type Server, startServer } from '../postgres/server'
import { say } from './console'
import type { Installation } from './installation'

/** A database that is ready for migrations: each role's connection, and how to release it. */
export type Database = {
  databases: Installation['databases']
  roles: ProcessRoles
  description: string
  stop(): Promise<void>
}

/** A database that is away or refuses us, which may change without anyone changing a setting. */
export class DatabaseError extends SettingsError {}

const watchMilliseconds = 500
const oldestVersion = 150_000

/** Starts the embedded server, and restarts it if it dies. */
export async function startEmbedded(dataDir: string, passwords: Passwords): Promise<Database> {
  const log = join(dataDir, 'logs', 'postgres.log')
  let server = await startServer(dataDir, log)
  await prepareRoles(server.place, passwords)
  let stopped = false
  const watched = watch()

  async function watch(): Promise<void> {
    for (; !stopped; await pause(watchMilliseconds)) {
      if (isPostgres(server.pid)) continue
      say(`! The embedded database ended and is restarted; its log: ${log}`)
      server = await startAgain(
        () => startServer(dataDir, log),
        () => stopped,
        server,
      )
    }
  }

  const urlOf = (name: RoleName) => connectionUrl(server.place, name, passwords[name])
  return {
    databases: {
      owner: urlOf('owner'),
      portal: urlOf('portal'),
      gateway: urlOf('gateway'),
      worker: urlOf('worker'),
      feed: urlOf('feed'),
    },
    roles: embeddedRoles,
    description: 'Embedded PostgreSQL 18 started',
    async stop() {
      stopped = true
      await watched
      await stopEmbedded(dataDir)
    },
  }
}

/** Stops the embedded server of this data folder, if one runs. */
export async function stopEmbedded(dataDir: string): Promise<void> {
  const place = findPlace(dataDir)
  if (place) await stopPostmaster(place.data)
}

/**
 * Connects to every given address, so that a wrong one is found before anything starts, and has each role of a gateway
 * set its own settings.
 * @throws DatabaseError with a sentence that names the setting, and no password
 */
export async function checkExternal(settings: Settings & { DATABASE_URL: string }): Promise<Database> {
  const { DATABASE_URL, GATEWAY_DATABASE_URL, WORKER_DATABASE_URL, MIGRATION_DATABASE_URL } = settings
  const portal = await inspectDatabase('DATABASE_URL', DATABASE_URL)
  const inspectOther = (name: string, url?: string) =>
    url ? inspectDatabase(name, url) : Promise.resolve(portal)
  const gateway = await inspectOther('GATEWAY_DATABASE_URL', GATEWAY_DATABASE_URL)
  const [sandbox, production] = await inspectEnvironments(settings)
  const worker = await inspectOther('WORKER_DATABASE_URL', WORKER_DATABASE_URL)
  const feed = await inspectFeed(settings, worker.role)
  const owner = await inspectOther('MIGRATION_DATABASE_URL', MIGRATION_DATABASE_URL)
  const others = [portal.role, worker.role, owner.role, ...(feed ? [feed] : [])]
  for (const url of listGatewayUrls(settings)) await setUpGatewayRole(url, others)
  return {
    databases: {
      owner: MIGRATION_DATABASE_URL ?? DATABASE_URL,
      portal: DATABASE_URL,
      gateway: GATEWAY_DATABASE_URL ?? DATABASE_URL,
      sandbox: gatewayDatabase(settings, 'sandbox'),
      production: gatewayDatabase(settings, 'production'),
      worker: WORKER_DATABASE_URL ?? DATABASE_URL,
      feed: feedDatabase(settings) ?? DATABASE_URL,
    },
    roles: {
      portal: portal.role,
      // Not the portal's role, where each environment has its own.
      gateway: GATEWAY_DATABASE_URL || !sandbox || !production ? gateway.role : undefined,
      sandbox,
      production,
      worker: worker.role,
      feed,
    },
    description: `PostgreSQL ${portal.version} at DATABASE_URL is ready`,
    stop: async () => {},
  }
}

function listGatewayUrls(settings: Settings & { DATABASE_URL: string }): Set<string> {
  return new Set(
    (['sandbox', 'production'] as const).map(
      (environment) => gatewayDatabase(settings, environment) ?? settings.DATABASE_URL,
    ),
  )
}

/** What a role may not set for itself, because its superuser forbade it, `guichet doctor` finds missing. */
async function setUpGatewayRole(connectionString: string, others: string[]): Promise<void> {
  await withClient({ connectionString }, async (client) => {
    const { rows } = await client.query('SELECT current_user AS role')
    const [{ role }] = rows
    await setRoleSettings(client, role, others.includes(role) ? sharedSettings : gatewaySettings)
  }).catch(() => {})
}

/** The roles of environments that have one each. */
async function inspectEnvironments(settings: Settings): Promise<(string | undefined)[]> {
  const names = ['SANDBOX_GATEWAY_DATABASE_URL', 'PRODUCTION_GATEWAY_DATABASE_URL'] as const
  const roleOf = async (name: (typeof names)[number]) => {
    const url = settings[name]
    return url === undefined ? undefined : (await inspectDatabase(name, url)).role
  }
  return Promise.all(names.map(roleOf))
}

/** The feed's role; without FEED_DATABASE_URL the worker's, and none while there is no feed. */
async function inspectFeed(
  { FEED_DATABASE_URL, FEED_KEYS }: Settings,
  worker: string,
): Promise<string | undefined> {
  if (FEED_DATABASE_URL) return (await inspectDatabase('FEED_DATABASE_URL', FEED_DATABASE_URL)).role
  return FEED_KEYS && worker
}

async function startAgain(
  start: () => Promise<Server>,
  isStopped: () => boolean,
  former: Server,
): Promise<Server> {
  while (!isStopped()) {
    try {
      return await start()
    } catch (error) {
      say(`! ${(error as Error).message}`)
      await pause(2000)
    }
  }
  return former
}

/**
 * Connects once.
 * @param name of the setting, for the error
 * @throws DatabaseError if the database is unavailable, refuses this role, or is older than PostgreSQL 15
 */
export async function inspectDatabase(
  name: string,
  connectionString: string,
): Promise<{ role: string; version: string }> {
  const config = { connectionString, connectionTimeoutMillis: 10_000, application_name: 'guichet-start' }
  try {
    const { rows } = await withClient(config, (client) =>
      client.query(
        `SELECT current_user AS role, current_setting('server_version') AS version,
                current_setting('server_version_num')::int AS number`,
      ),
    )
    if (rows[0].number < oldestVersion)
      throw new Error(`it is PostgreSQL ${rows[0].version}; 15 or later is required`)
    return { role: rows[0].role, version: rows[0].version.split(' ')[0] }
  } catch (error) {
    throw new DatabaseError(`${name}: the database cannot be used (${explainConnection(error)}).`)
  }
}
