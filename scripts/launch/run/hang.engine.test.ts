import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findFreePorts } from '@/scripts/check/ports'
import { bundled, startBundled } from '@/test/guichet'
import { withOwnDatabase } from '@/test/own-database'
import { isMissing } from '@/test/programs'
import { temporaryFolder } from '@/test/resources'
import { endOf, gatherOutput } from '../spawn'
import { isReady } from '../start/supervise'

const own = withOwnDatabase()

test.skipIf(isMissing('socat') || isMissing('systemd-analyze'))(
  'a process under systemd that hangs is ended for a restart, and the one that watches it gives a sign (needs systemd, socat)',
  { timeout: 180_000 },
  async () => {
    const folder = temporaryFolder()
    const socket = join(folder, 'notify')
    const systemd = spawn('socat', ['-u', `UNIX-RECV:${socket}`, 'STDOUT'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void systemd.kill())
    const told = gatherOutput(systemd)
    await vi.waitUntil(() => existsSync(socket), 20_000)
    const port = await findFreePorts(6)
    const env = {
      ...process.env,
      NODE_ENV: 'production' as const,
      BUILD_DIR: join(bundled('run'), '..'),
      XDG_RUNTIME_DIR: folder,
      DATABASE_URL: own.gatewayUrl,
      SANDBOX_PORT: `${port}`,
      METRICS_PORT: `${port + 1}`,
      NOTIFY_SOCKET: socket,
      WATCHDOG_USEC: '2000000',
    }
    const runner = startBundled('run', env, ['ignore', 'pipe', 'pipe'], ['gateway', 'sandbox'])
    onTestFinished(() => void runner.kill())
    const output = gatherOutput(runner)
    await vi.waitUntil(() => isReady(`http://127.0.0.1:${port}/readyz`), { timeout: 60_000, interval: 200 })
    await vi.waitUntil(() => told().split('WATCHDOG=1').length > 2, 30_000)
    const [gateway = ''] = readFileSync(`/proc/${runner.pid}/task/${runner.pid}/children`, 'utf8').split(' ')
    process.kill(Number(gateway), 'SIGSTOP')
    expect(await endOf(runner)).toBe(1)
    expect(output()).toContain('The Sandbox gateway does not respond any more, and is ended.')
    await expect(isReady(`http://127.0.0.1:${port}/readyz`)).resolves.toBe(false)
  },
)
