import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { prepareBinaries } from './binaries'
import { prepareCluster, serverEnvironment } from './cluster'
import { type Place, preparePlace } from './place'
import { findPostmaster, removeStalePidFile, stopPostmaster } from './postmaster'

/** A server that answers on its socket. `takenOver` when it ran already. */
export type Server = { place: Place; pid: number; takenOver: boolean }

/** Safe ones: what is committed survives a power cut. Times are UTC, and logs hold no row of ours. */
const settings: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  shared_buffers: '128MB',
  max_connections: '100',
  max_wal_size: '512MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
}

const maximumLogBytes = 5_000_000

/**
 * Starts the embedded server of `dataDir`, or takes over the one that runs there with the same settings.
 * @param log the file that the server writes to
 * @param overrides settings of PostgreSQL that replace ours
 * @param timeoutMs what a start may take, the recovery after a crash included
 * @throws Error with the end of the server's log when it does not start
 */
export async function startServer(
  dataDir: string,
  log: string,
  overrides: Record<string, string> = {},
  timeoutMs = 60_000,
): Promise<Server> {
  const place = preparePlace(dataDir)
  const binaries = prepareBinaries(place)
  await prepareCluster(place, binaries)
  const options = Object.entries({ ...settings, ...overrides }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const command = ['-D', place.data, '-k', place.socketFolder, ...options]
  const running = await findUsable(place, command)
  if (running) return { place, pid: running, takenOver: true }
  return {
    place,
    pid: await launch(place, join(binaries, 'bin', 'postgres'), command, log, timeoutMs),
    takenOver: false,
  }
}

/** A server left behind by a start that was killed: ready, and started as we would. Any other is stopped. */
async function findUsable(place: Place, command: string[]): Promise<number | null> {
  const running = await waitUntilSettled(place.data)
  if (!running) return null
  const options = readFileSync(join(place.data, 'postmaster.opts'), 'utf8').trim()
  const same = options.endsWith(command.map((word) => ` "${word}"`).join(''))
  if (same && existsSync(join(place.socketFolder, '.s.PGSQL.5432'))) return running.pid
  await stopPostmaster(place.data)
  return null
}

async function waitUntilSettled(data: string) {
  for (let tries = 0; tries < 200; tries += 1) {
    const found = findPostmaster(data)
    if (!found || found.state === 'ready') return found
    await pause(50)
  }
  return findPostmaster(data)
}

async function launch(place: Place, postgres: string, command: string[], log: string, timeoutMs: number) {
  const end = Date.now() + timeoutMs
  for (;;) {
    removeStalePidFile(place.data)
    const failure = await launchOnce(place, postgres, command, log, end)
    if (typeof failure === 'number') return failure
    // The backends of a killed server take a moment to notice; until then their memory bars a new one.
    const passing = /pre-existing shared memory|lock file|shutting down/.test(failure)
    if (!passing || Date.now() > end) throw new Error(`The embedded PostgreSQL did not start:\n${failure}`)
    await pause(300)
  }
}

/** @returns the process when the server is ready, else what it wrote */
async function launchOnce(place: Place, postgres: string, command: string[], log: string, end: number) {
  const { file, size } = openLog(log)
  const server = spawn(postgres, command, {
    ...place.user,
    cwd: place.folder,
    env: serverEnvironment,
    // A process group of its own: Ctrl-C reaches only us, who stop it after those who use it.
    detached: true,
    stdio: ['ignore', file, file],
  })
  closeSync(file)
  server.on('error', () => {})
  server.unref()
  while (server.exitCode === null && server.signalCode === null && server.pid && Date.now() < end) {
    const found = findPostmaster(place.data)
    if (found?.pid === server.pid && found.state === 'ready') return server.pid
    await pause(25)
  }
  return readFileSync(log).subarray(size).toString().trim().split('\n').slice(-12).join('\n')
}

function openLog(log: string): { file: number; size: number } {
  if (existsSync(log) && statSync(log).size > maximumLogBytes) renameSync(log, `${log}.1`)
  return { file: openSync(log, 'a', 0o600), size: existsSync(log) ? statSync(log).size : 0 }
}
