import { existsSync } from 'node:fs'
import { type DebianProgram, findDebianProgram, install, installCommandOf, mayInstall } from './debian'
import type { Step } from './step'

const wanted: DebianProgram[] = [
  ...(['postgres', 'redis-server', 'haproxy', 'pgbouncer', 'caddy', 'promtool', 'systemd-analyze'] as const),
  ...(['patroni', 'etcd', 'socat', 'ip'] as const),
]

/**
 * What some tests stand on, by Debian's packages: installed when this is root on a system with apt where no package
 * starts a service. What is missing all the same is named, and its tests are told as skipped.
 */
export function engines(): Step {
  return {
    name: 'engines',
    async run() {
      installMissing()
      const missing = findMissing()
      const count = { passed: 1, failed: 0, skipped: 0 }
      if (missing.length === 0) return { code: 0, output: '', count }
      const command = installCommandOf(missing)
      const note = `Not tried, as it is not installed: ${missing.join(', ')} (on Debian: sudo sh -c '${command}').`
      return { code: 0, output: '', count, notes: [note] }
    },
  }
}

/** systemd itself is nobody's to install for a test. */
function installMissing(): void {
  const missing = findMissing().filter((name) => name !== 'systemd-analyze')
  if (missing.length === 0 || !mayInstall() || existsSync('/run/systemd/system')) return
  // It begins with the update, which without a network must not hold up the rest.
  install(`timeout 30 ${installCommandOf(missing)}`)
}

function findMissing(): DebianProgram[] {
  return wanted.filter((name) => !findDebianProgram(name))
}
