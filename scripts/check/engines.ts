import { existsSync } from 'node:fs'
import { type DebianProgram, findDebianProgram, install, installCommandOf, mayInstall } from './debian'
import type { Step } from './step'

const wanted: DebianProgram[] = [
  ...(['postgres', 'redis-server', 'haproxy', 'pgbouncer', 'caddy', 'promtool', 'systemd-analyze'] as const),
  ...(['patroni', 'etcd', 'socat', 'ip', 'nginx', 'rsyslogd'] as const),
]

/**
 * What some tests need, as Debian packages: installed if this runs as root on a system with apt where no package starts
 * a service. Anything still missing is listed, and its tests are reported as skipped.
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
      const note = `Skipped, as not installed: ${missing.join(', ')} (on Debian: sudo sh -c '${command}').`
      return { code: 0, output: '', count, notes: [note] }
    },
  }
}

/** systemd itself is never installed for a test. */
function installMissing(): void {
  const missing = findMissing().filter((name) => name !== 'systemd-analyze')
  if (missing.length === 0 || !mayInstall() || existsSync('/run/systemd/system')) return
  // The update comes first and, without a network, must not hold up the rest.
  install(`timeout 30 ${installCommandOf(missing)}`)
}

function findMissing(): DebianProgram[] {
  return wanted.filter((name) => !findDebianProgram(name))
}
