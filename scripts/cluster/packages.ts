import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { SettingsError } from '@/lib/env'

const programs = {
  postgres: { package: 'postgresql-15', path: '/usr/lib/postgresql/15/bin/postgres' },
  patroni: { package: 'patroni' },
  etcd: { package: 'etcd-server' },
  pgbouncer: { package: 'pgbouncer' },
  haproxy: { package: 'haproxy' },
  'redis-server': { package: 'redis-server' },
} as const

export type Programs = Record<keyof typeof programs, string>

/**
 * Finds the programs that a cluster is made of, or installs Debian's packages of those that are missing when this is
 * root on a system with apt, and says so.
 * @returns the path of each
 * @throws SettingsError with the command to run when one is missing
 */
export function requirePrograms(say: (line: string) => void): Programs {
  const missing = names().filter((name) => !findProgram(name))
  if (missing.length > 0) install(missing, say)
  return Object.fromEntries(names().map((name) => [name, findProgram(name)])) as Programs
}

/** The packages of these programs, and the command that installs them. */
export function installCommand(missing: (keyof Programs)[]): string {
  const packages = missing.map((name) => programs[name].package).join(' ')
  return `apt-get update && apt-get install --yes --no-install-recommends ${packages}`
}

function install(missing: (keyof Programs)[], say: (line: string) => void): void {
  const command = installCommand(missing)
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    throw new SettingsError(
      `Missing: ${missing.join(', ')}. Install them (on Debian: sudo sh -c '${command}').`,
    )
  say(`  Missing: ${missing.join(', ')}; installing: ${command}`)
  const done = spawnSync('sh', ['-c', command], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  const still = missing.filter((name) => !findProgram(name))
  if (still.length > 0)
    throw new SettingsError(
      `${still.join(', ')} could not be installed:\n${command}\n${done.stderr.toString()}`,
    )
}

function names(): (keyof Programs)[] {
  return Object.keys(programs) as (keyof Programs)[]
}

function findProgram(name: keyof Programs): string | null {
  const program: { package: string; path?: string } = programs[name]
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/bin']
  const places = program.path ? [program.path] : folders.map((folder) => join(folder, name))
  return places.find(isProgram) ?? null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
