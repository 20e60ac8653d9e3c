import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitUntil } from '@/lib/timeout'
import { prepareBinaries } from './binaries'
import { prepareCluster } from './cluster'
import { launchServer, serverOptions } from './launch-server'
import { type Place, preparePlace } from './place'
import { findPostmaster, stopPostmaster } from './postmaster'

/** A server that is ready on its socket. `takenOver` if it was already running. */
export type Server = { place: Place; pid: number; takenOver: boolean }

/** Safe settings: committed data survives a power cut. Times are UTC, and logs contain no rows. */
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
  const options = serverOptions(place, { ...settings, ...overrides })
  const running = await findUsable(place, options)
  if (running) return { place, pid: running, takenOver: true }
  const pid = await launchServer(place, join(binaries, 'bin', 'postgres'), options, log, timeoutMs)
  return { place, pid, takenOver: false }
}

/** A server left behind by a start that was killed: ready, and started as we would. Any other is stopped. */
async function findUsable(place: Place, options: string[]): Promise<number | null> {
  const running = await waitUntilSettled(place.data)
  if (!running) return null
  const started = readFileSync(join(place.data, 'postmaster.opts'), 'utf8').trim()
  const same = started.endsWith(options.map((word) => ` "${word}"`).join(''))
  if (same && existsSync(join(place.socketFolder, '.s.PGSQL.5432'))) return running.pid
  await stopPostmaster(place.data)
  return null
}

async function waitUntilSettled(data: string) {
  const isSettled = () => (findPostmaster(data)?.state ?? 'ready') === 'ready'
  await waitUntil(isSettled, 10_000, 50)
  return findPostmaster(data)
}
