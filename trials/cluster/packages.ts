import { SettingsError } from '@/lib/env'
import { findDebianProgram, install, installCommandOf, mayInstall } from '@/scripts/check/debian'

const names = ['postgres', 'patroni', 'etcd', 'pgbouncer', 'haproxy', 'redis-server'] as const

export type Programs = Record<(typeof names)[number], string>

/**
 * Finds the programs that make up a cluster, or installs the missing Debian packages if this runs as root on a system
 * with apt, and says so.
 * @returns the path of each
 * @throws SettingsError with the command to run when one is missing
 */
export function requirePrograms(say: (line: string) => void): Programs {
  const missing = names.filter((name) => !findDebianProgram(name))
  if (missing.length > 0) installMissing(missing, say)
  return Object.fromEntries(names.map((name) => [name, findDebianProgram(name)])) as Programs
}

function installMissing(missing: (keyof Programs)[], say: (line: string) => void): void {
  const command = installCommandOf(missing)
  if (!mayInstall())
    throw new SettingsError(
      `Missing: ${missing.join(', ')}. Install them (on Debian: sudo sh -c '${command}').`,
    )
  say(`  Missing: ${missing.join(', ')}; installing: ${command}`)
  const complaint = install(command)
  const still = missing.filter((name) => !findDebianProgram(name))
  if (still.length > 0)
    throw new SettingsError(`${still.join(', ')} could not be installed:\n${command}\n${complaint}`)
}
