import { join } from 'node:path'
import { prepareBinaries } from './binaries'
import { prepareCluster } from './cluster'
import { launchServer, serverOptions } from './launch-server'
import { type Place, preparePlace } from './place'
import { stopPostmaster } from './postmaster'

/** A server that is ready on its socket. */
export type Server = { place: Place; pid: number }

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
 * Starts the embedded server of `dataDir`, after stopping one that a killed start left running.
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
  await stopPostmaster(place.data)
  const pid = await launchServer(place, join(binaries, 'bin', 'postgres'), options, log, timeoutMs)
  return { place, pid }
}
