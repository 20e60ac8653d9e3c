import type { Client, ClientConfig } from 'pg'
import { withClient } from '@/lib/pool'
import { gatewaySettings, setRoleSettings } from '@/lib/role-settings'
import { superuser } from './cluster'
import type { Place } from './place'

/** The database of the embedded default. */
export const databaseName = 'guichet'

/** The owner of the tables, and one role for each kind of process, with the name of its password in the keys file. */
export const roleNames = {
  owner: 'guichet',
  portal: 'guichet_portal',
  gateway: 'guichet_gateway',
  worker: 'guichet_worker',
  feed: 'guichet_feed',
} as const

/** The roles of the processes, whose grants follow every migration of the embedded database. */
export const embeddedRoles = {
  portal: roleNames.portal,
  gateway: roleNames.gateway,
  worker: roleNames.worker,
  feed: roleNames.feed,
}

export type RoleName = keyof typeof roleNames
export type Passwords = Record<RoleName, string>

/** Creates missing roles and the database, and sets each role's password. Runs at every start. */
export async function prepareRoles(place: Place, passwords: Passwords): Promise<void> {
  await prepareRolesOn({ host: place.socketFolder, user: superuser, database: 'postgres' }, passwords)
}

/** The same on a server with another connection. @param config how its superuser connects */
async function prepareRolesOn(config: ClientConfig, passwords: Passwords): Promise<void> {
  await withClient(config, (client) => makeRoles(client, passwords))
}

async function makeRoles(client: Client, passwords: Passwords): Promise<void> {
  for (const [name, role] of Object.entries(roleNames)) {
    await createRole(client, role)
    const password = client.escapeLiteral(passwords[name as RoleName])
    await client.query(`ALTER ROLE ${role} LOGIN PASSWORD ${password}`)
  }
  await setRoleSettings(client, roleNames.gateway, gatewaySettings)
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [databaseName])
  if (rowCount === 0) await client.query(`CREATE DATABASE ${databaseName} OWNER ${roleNames.owner}`)
  await client.query(`REVOKE ALL ON DATABASE ${databaseName} FROM PUBLIC`)
  const others = [roleNames.portal, roleNames.gateway, roleNames.worker, roleNames.feed].join(', ')
  await client.query(`GRANT CONNECT ON DATABASE ${databaseName} TO ${others}`)
}

/** A role's connection string for the server's socket, in the form that `pg` and Prisma read. */
export function connectionUrl(place: Place, role: RoleName, password: string): string {
  const host = encodeURIComponent(place.socketFolder)
  return `postgres://${roleNames[role]}:${encodeURIComponent(password)}@localhost/${databaseName}?host=${host}`
}

async function createRole(client: Client, role: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role])
  if (rowCount === 0) await client.query(`CREATE ROLE ${role}`)
}
