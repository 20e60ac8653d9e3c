import { expect, test, vi } from 'vitest'
import { waitUntil } from '@/lib/timeout'
import { findFreePorts } from '@/scripts/check/ports'
import { withBackups } from '@/test/backups'
import { startGateway, startProgram } from '@/test/guichet'
import { startRelay } from '@/test/relay'

vi.setConfig({ testTimeout: 300_000 })

const { run, backUp, createEmpty } = withBackups()

test('a restored copy sends nothing until a worker runs, which then sends what was queued', async () => {
  const archive = await backUp()
  const target = await createEmpty()
  const relay = await startRelay()
  const metricsPort = await findFreePorts(6)
  const port = metricsPort + 5
  // As if the drill had the settings of the installation.
  const env = {
    SMTP_URL: relay.url,
    MAIL_FROM: 'portal@example.org',
    REVIEWER_EMAIL: 'reviewer@example.org',
    METRICS_PORT: String(metricsPort),
  }
  expect(await run('restore', [archive, '--check'], target, env)).toMatchObject({ code: 0 })
  const gateway = startGateway(target, port, metricsPort + 1, env)
  const isReady = (url: string) =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
  expect(await waitUntil(() => isReady(`http://127.0.0.1:${port}/readyz`), 60_000, 50)).toBe(true)
  expect(await run('audit:verify', [], target, env)).toMatchObject({ code: 0 })
  expect(relay.connections).toBe(0)

  const worker = startProgram(['worker/main.ts'], {
    ...process.env,
    ...env,
    NODE_ENV: 'production',
    DATABASE_URL: target.workerUrl,
  })
  // The worker looks for queued e-mails once a minute.
  expect(await waitUntil(async () => relay.received.length > 0, 180_000, 50)).toBe(true)
  for (const child of [gateway, worker]) child.kill('SIGKILL')
  await relay.close()
})
