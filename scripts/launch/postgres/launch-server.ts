import { spawn } from 'node:child_process'
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { serverEnvironment } from './cluster'
import type { Place } from './place'
import { findPostmaster, removeStalePidFile } from './postmaster'

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
