import { SettingsError } from '@/lib/env'
import { installCommand as commandFor, findProgram, install, isProgram, mayInstall } from '../debian'

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
  const missing = names().filter((name) => !find(name))
  if (missing.length > 0) installMissing(missing, say)
  return Object.fromEntries(names().map((name) => [name, find(name)])) as Programs
}

/** The packages of these programs, and the command that installs them. */
export function installCommand(missing: (keyof Programs)[]): string {
  return commandFor(missing.map((name) => programs[name].package))
}

function installMissing(missing: (keyof Programs)[], say: (line: string) => void): void {
  const command = installCommand(missing)
  if (!mayInstall())
    throw new SettingsError(
      `Missing: ${missing.join(', ')}. Install them (on Debian: sudo sh -c '${command}').`,
    )
  say(`  Missing: ${missing.join(', ')}; installing: ${command}`)
  const complaint = install(command)
  const still = missing.filter((name) => !find(name))
  if (still.length > 0)
    throw new SettingsError(`${still.join(', ')} could not be installed:\n${command}\n${complaint}`)
}

function names(): (keyof Programs)[] {
  return Object.keys(programs) as (keyof Programs)[]
}

function find(name: keyof Programs): string | null {
  const { path }: { package: string; path?: string } = programs[name]
  if (!path) return findProgram(name)
  return isProgram(path) ? path : null
}
