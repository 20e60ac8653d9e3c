import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { serverEnvironment, superuser } from '../launch/postgres/cluster'
import { findPlace, preparePlace } from '../launch/postgres/place'
import { findPostmaster, stopPostmaster } from '../launch/postgres/postmaster'
import { findDebianProgram } from './debian'
import { logs, testFolder } from './folders'
import { vitest } from './runners'
import type { Step, Wanted } from './step'

const binaries = '/usr/lib/postgresql/15/bin'
const dataDir = join(testFolder, 'postgres-15')

/** The tests with a database again, on Debian 12's PostgreSQL: the oldest one that is supported. */
export function onDebianPostgres(wanted: Wanted): Step {
  const name = 'tests on PostgreSQL 15'
  return {
    name,
    async run() {
      if (!findDebianProgram('postgres'))
        return { code: 0, output: '', count: { passed: 0, failed: 0, skipped: 1 } }
      return withDebianPostgres((url) =>
        vitest(name, wanted, ['database*'], { env: { TEST_DATABASE_SERVER_URL: url } }).run(),
      )
    },
  }
}

/**
 * Starts a PostgreSQL 15, Debian 12's and the oldest one that is supported, that lasts as long as `work`, which gets the
 * address of its superuser.
 * @throws Error with the end of the server's log when it does not start
 */
async function withDebianPostgres<T>(work: (url: string) => Promise<T>): Promise<T> {
  await remove()
  const place = preparePlace(dataDir)
  const ids = { ...place.user, cwd: place.folder, env: serverEnvironment }
  execFileSync(
    join(binaries, 'initdb'),
    ['-D', place.data, '-U', superuser, '--auth=trust', '--encoding=UTF8', '--no-sync'],
    { ...ids, stdio: 'pipe' },
  )
  const settings = ['listen_addresses=', 'unix_socket_permissions=0700', 'fsync=off', 'max_connections=200']
  const options = ['-D', place.data, '-k', place.socketFolder, ...settings.flatMap((each) => ['-c', each])]
  const log = join(logs, 'postgres-15.log')
  const file = openSync(log, 'w')
  const server = spawn(join(binaries, 'postgres'), options, {
    ...ids,
    detached: true,
    stdio: ['ignore', file, file],
  })
  closeSync(file)
  try {
    await waitUntilReady(server, place.data, log)
    return await work(
      `postgres://${superuser}@localhost/postgres?host=${encodeURIComponent(place.socketFolder)}`,
    )
  } finally {
    await remove()
  }
}

async function waitUntilReady(server: ChildProcess, data: string, log: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const found = findPostmaster(data)
    if (found && found.pid === server.pid && found.state === 'ready') return
    if (server.exitCode !== null) break
    await pause(50)
  }
  throw new Error(`PostgreSQL 15 did not start:\n${readFileSync(log, 'utf8').slice(-2000)}`)
}

/** Also what a run left behind that was killed. */
async function remove(): Promise<void> {
  const place = findPlace(dataDir)
  if (place) {
    await stopPostmaster(place.data)
    for (const folder of [place.folder, place.socketFolder]) rmSync(folder, { recursive: true, force: true })
  }
  rmSync(dataDir, { recursive: true, force: true })
}
