import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The first of these programs in PATH, or where Debian puts programs; null when there is none. */
export function findProgram(...names: string[]): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/bin']
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isProgram) ?? null
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The command that installs Debian's packages. */
export function installCommand(packages: string[]): string {
  return `apt-get update && apt-get install --yes --no-install-recommends ${packages.join(' ')}`
}

/** True for root on a system with apt. */
export function mayInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/** Runs a command that {@link installCommand} made. @returns what it complained about */
export function install(command: string): string {
  const done = spawnSync('sh', ['-c', command], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return done.stderr.toString()
}
