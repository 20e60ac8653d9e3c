import { execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { serverEnvironment, superuser } from '@/scripts/launch/postgres/cluster'
import { findPlace, type Place } from '@/scripts/launch/postgres/place'
import { stopPostmaster } from '@/scripts/launch/postgres/postmaster'
import { launchServer, serverOptions } from '@/scripts/launch/postgres/server'

const binaries = '/usr/lib/postgresql/15/bin'
const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  wal_level: 'replica',
}

/** True if Debian's PostgreSQL 15 is installed, which has what the embedded one lacks: pg_basebackup. */
export function canReplicate(): boolean {
  return existsSync(join(binaries, 'pg_basebackup'))
}

/** Creates an empty server in `place`, not running yet. */
export function makeServer(place: Place): void {
  run(place, 'initdb', ['-D', place.data, '-U', superuser, '--auth=trust', '--encoding=UTF8', '--no-sync'])
}

/** Copies the running server of `from` into the empty folder of `to`. */
export function copyServer(from: Place, to: Place, options: string[]): void {
  const source = ['-h', from.socketFolder, '-U', superuser]
  run(to, 'pg_basebackup', [...source, '-D', to.data, '--no-sync', ...options])
}

/** Starts the server of `place`, and returns when it takes connections; one that recovers may not be done yet. */
export async function startServer(
  place: Place,
  overrides: Record<string, string> = {},
  log = `${place.data}.log`,
): Promise<void> {
  const options = serverOptions(place, { ...settings, ...overrides })
  await launchServer(place, join(binaries, 'postgres'), options, log)
}

/** The superuser's address of the server. */
export function urlOf({ socketFolder }: Place): string {
  return `postgres://${superuser}@localhost/postgres?host=${encodeURIComponent(socketFolder)}`
}

/** `url` of another server, for the same database on the server of `place`. */
export function moveTo({ socketFolder }: Place, url: string): string {
  const moved = new URL(url)
  moved.searchParams.set('host', socketFolder)
  return moved.href
}

/** Stops the servers of these names in `folder`, if they exist, and removes all of it. */
export async function removeServers(folder: string, names: string[]): Promise<void> {
  for (const name of names) await removeServer(join(folder, name))
  rmSync(folder, { recursive: true, force: true })
}

/** Stops the server of `dataDir`, if it runs, and removes its files. */
export async function removeServer(dataDir: string): Promise<void> {
  const place = findPlace(dataDir)
  if (place) {
    await stopPostmaster(place.data)
    for (const each of [place.folder, place.socketFolder]) rmSync(each, { recursive: true, force: true })
  }
  rmSync(dataDir, { recursive: true, force: true })
}

function run({ user, folder: cwd }: Place, program: string, args: string[]): void {
  execFileSync(join(binaries, program), args, { ...user, cwd, env: serverEnvironment, stdio: 'pipe' })
}
