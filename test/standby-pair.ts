import { execFileSync, spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { serverEnvironment, superuser } from '@/scripts/postgres/cluster'
import { findPlace, type Place, preparePlace } from '@/scripts/postgres/place'
import { findPostmaster, stopPostmaster } from '@/scripts/postgres/postmaster'
import { projectRoot } from '@/scripts/root'

const binaries = '/usr/lib/postgresql/15/bin'
const folder = join(projectRoot, '.test', `standby-${process.pid}`)
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

/** A PostgreSQL 15 and its streaming standby; addresses are the superuser's. */
export type StandbyPair = {
  primaryUrl: string
  /** The address on the standby of what is at `url` on the primary. */
  onStandby(url: string): string
  /** Runs SQL on the standby, as its superuser. */
  standby: Client
  stopStandby(): Promise<void>
  startStandby(): Promise<void>
  remove(): Promise<void>
}

/** Makes both anew, in folders of this process. */
export async function startStandbyPair(): Promise<StandbyPair> {
  await removeAll()
  mkdirSync(folder, { recursive: true })
  const primary = preparePlace(join(folder, 'primary'))
  const copy = preparePlace(join(folder, 'standby'))
  run(primary, 'initdb', [
    '-D',
    primary.data,
    '-U',
    superuser,
    '--auth=trust',
    '--encoding=UTF8',
    '--no-sync',
  ])
  await start(primary)
  const from = ['-h', primary.socketFolder, '-U', superuser]
  run(copy, 'pg_basebackup', [...from, '-D', copy.data, '-R', '-c', 'fast', '--no-sync'])
  await start(copy)
  const standby = new Client({ connectionString: urlOf(copy) })
  await standby.connect()
  standby.on('error', () => {})
  return {
    primaryUrl: urlOf(primary),
    onStandby(url) {
      const moved = new URL(url)
      moved.searchParams.set('host', copy.socketFolder)
      return moved.href
    },
    standby,
    stopStandby: () => stopPostmaster(copy.data),
    startStandby: () => start(copy),
    async remove() {
      await standby.end().catch(() => {})
      await removeAll()
    },
  }
}

function urlOf({ socketFolder }: Place): string {
  return `postgres://${superuser}@localhost/postgres?host=${encodeURIComponent(socketFolder)}`
}

function run({ user, folder: cwd }: Place, program: string, args: string[]): void {
  execFileSync(join(binaries, program), args, { ...user, cwd, env: serverEnvironment, stdio: 'pipe' })
}

async function start(place: Place): Promise<void> {
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

async function removeAll(): Promise<void> {
  for (const name of ['standby', 'primary']) {
    const place = findPlace(join(folder, name))
    if (!place) continue
    await stopPostmaster(place.data)
    for (const each of [place.folder, place.socketFolder]) rmSync(each, { recursive: true, force: true })
  }
  rmSync(folder, { recursive: true, force: true })
}
