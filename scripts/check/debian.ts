import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Programs that a test needs, and the Debian packages that contain them. */
const programs = {
  postgres: { package: 'postgresql-15', path: '/usr/lib/postgresql/15/bin/postgres' },
  pgbouncer: { package: 'pgbouncer' },
  haproxy: { package: 'haproxy' },
  'redis-server': { package: 'redis-server' },
  caddy: { package: 'caddy' },
  promtool: { package: 'prometheus' },
  'systemd-analyze': { package: 'systemd' },
  socat: { package: 'socat' },
  nginx: { package: 'nginx-light libnginx-mod-http-headers-more-filter' },
} as const

export type DebianProgram = keyof typeof programs

export const programNames = Object.keys(programs) as DebianProgram[]

/** The path of Debian's program, or null. PostgreSQL counts only in the version that comes with Debian 12. */
export function findDebianProgram(name: DebianProgram): string | null {
  const { path }: { package: string; path?: string } = programs[name]
  if (!path) return findProgram(name)
  return isProgram(path) ? path : null
}

/** The command that installs these programs. */
export function installCommandOf(names: DebianProgram[]): string {
  return installCommand(names.map((name) => programs[name].package))
}

/** The first of these programs in PATH, or in Debian's folders; null if there is none. */
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

/** Runs a command from {@link installCommand}. @returns its error output */
export function install(command: string): string {
  const done = spawnSync('sh', ['-c', command], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return done.stderr.toString()
}
