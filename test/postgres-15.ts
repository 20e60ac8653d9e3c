import { execFileSync, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { serverEnvironment, superuser } from '@/scripts/launch/postgres/cluster'
import { findPlace, type Place } from '@/scripts/launch/postgres/place'
import { findPostmaster, stopPostmaster } from '@/scripts/launch/postgres/postmaster'

const binaries = '/usr/lib/postgresql/15/bin'
const settings = [
  'listen_addresses=',
  'unix_socket_permissions=0700',
  'max_connections=100',
  'wal_level=replica',
]

/** True where Debian's PostgreSQL 15 is, which brings what the embedded one lacks: pg_basebackup. */
export function canReplicate(): boolean {
  return existsSync(join(binaries, 'pg_basebackup'))
}

/** Makes an empty server in `place`. It does not run yet. */
export function makeServer(place: Place): void {
  run(place, 'initdb', ['-D', place.data, '-U', superuser, '--auth=trust', '--encoding=UTF8', '--no-sync'])
}

/** Copies the running server of `from` into the empty folder of `to`. */
export function copyServer(from: Place, to: Place, options: string[]): void {
  const source = ['-h', from.socketFolder, '-U', superuser]
  run(to, 'pg_basebackup', [...source, '-D', to.data, '--no-sync', ...options])
}

/** Starts the server of `place`, and returns when it takes connections; one that recovers may not be done yet. */
export async function startServer(place: Place): Promise<void> {
  const log = `${place.data}.log`
  const file = openSync(log, 'a')
  const options = ['-D', place.data, '-k', place.socketFolder, ...settings.flatMap((each) => ['-c', each])]
  const stdio: ['ignore', number, number] = ['ignore', file, file]
  const own = { ...place.user, cwd: place.folder, env: serverEnvironment, stdio, detached: true }
  const server = spawn(join(binaries, 'postgres'), options, own)
  closeSync(file)
  for (let tries = 0; tries < 600 && server.exitCode === null; tries += 1) {
    const found = findPostmaster(place.data)
    if (found?.pid === server.pid && found?.state === 'ready') return
    await pause(50)
  }
  throw new Error(`PostgreSQL did not start:\n${readFileSync(log, 'utf8').slice(-2000)}`)
}

/** The superuser's address of the server. */
export function urlOf({ socketFolder }: Place): string {
  return `postgres://${superuser}@localhost/postgres?host=${encodeURIComponent(socketFolder)}`
}

/** The address on the server of `place` of what is at `url` on another one. */
export function moveTo({ socketFolder }: Place, url: string): string {
  const moved = new URL(url)
  moved.searchParams.set('host', socketFolder)
  return moved.href
}

/** Stops the servers of these names in `folder`, if they are there, and removes all of it. */
export async function removeServers(folder: string, names: string[]): Promise<void> {
  for (const name of names) {
    const place = findPlace(join(folder, name))
    if (!place) continue
    await stopPostmaster(place.data)
    for (const each of [place.folder, place.socketFolder]) rmSync(each, { recursive: true, force: true })
  }
  rmSync(folder, { recursive: true, force: true })
}

function run({ user, folder: cwd }: Place, program: string, args: string[]): void {
  execFileSync(join(binaries, program), args, { ...user, cwd, env: serverEnvironment, stdio: 'pipe' })
}
