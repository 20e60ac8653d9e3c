import { existsSync } from 'node:fs'
import { type DebianProgram, findDebianProgram, install, installCommandOf, mayInstall } from './debian'
import { findNewerPooler, installNewerPooler } from './newer-pooler'
import { vitest } from './runners'
import type { Step, Wanted } from './step'

const programs: DebianProgram[] = [
  ...(['postgres', 'redis-server', 'haproxy', 'pgbouncer', 'caddy', 'promtool', 'systemd-analyze'] as const),
  ...(['patroni', 'etcd', 'socat', 'ip', 'nginx', 'rsyslogd'] as const),
]

/**
 * What some tests need, as Debian packages: installed if this runs as root on a system with apt where no package starts
 * a service. Anything still missing is listed, and its tests are reported as skipped.
 */
export function engines({ minutes }: Wanted): Step {
  return {
    name: 'engines',
    async run() {
      if (minutes === undefined) installMissing()
      const missing = findMissing()
      const count = { passed: 1, failed: 0, skipped: 0 }
      const notes = findNewerPooler()
        ? []
        : ['Skipped, as not installed: PgBouncer of Debian 13 (as root on Debian).']
      if (missing.length === 0) return { code: 0, output: '', count, notes }
      const command = installCommandOf(missing)
      const note = `Skipped, as not installed: ${missing.join(', ')} (on Debian: sudo sh -c '${command}').`
      return { code: 0, output: '', count, notes: [note, ...notes] }
    },
  }
}

/** The tests that need these programs. Where all of them lack one, nothing is left to pass, and they are skipped. */
export function testsOfEngines(wanted: Wanted): Step {
  const tests = vitest('tests of engines', wanted, ['engines*'])
  return {
    ...tests,
    needs: ['client', 'engines'],
    async run() {
      const outcome = await tests.run()
      const { passed, skipped } = outcome.count
      const allSkipped = outcome.code === 0 && passed === 0 && skipped > 0
      return allSkipped ? { ...outcome, count: { passed, failed: 0, skipped } } : outcome
    },
  }
}

/** systemd itself is never installed for a test. */
function installMissing(): void {
  if (!findNewerPooler() && mayInstall()) installNewerPooler()
  const missing = findMissing().filter((name) => name !== 'systemd-analyze')
  if (missing.length === 0 || !mayInstall() || existsSync('/run/systemd/system')) return
  // The update comes first and, without a network, must not hold up the rest.
  install(`timeout 30 ${installCommandOf(missing)}`)
}

function findMissing(): DebianProgram[] {
  return programs.filter((name) => !findDebianProgram(name))
}
