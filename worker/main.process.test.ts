import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { database } from '@/lib/database'
import { queueMail } from '@/lib/mail/commands'
import { sendTestEvent } from '@/lib/webhooks/endpoint'
import { findFreePorts } from '@/scripts/check/ports'
import { executeAs } from '@/scripts/launch/execute-as'
import { onOutput } from '@/scripts/launch/spawn'
import { createDeveloper } from '@/test/factories'
import { startBundled } from '@/test/guichet'
import { withOwnDatabase } from '@/test/own-database'
import { type Relay, startRelay } from '@/test/relay'
import { createShop } from '@/test/team'
import { allowNetworks, createEndpoint, startReceiver } from '@/test/webhooks'

vi.setConfig({ testTimeout: 60_000 })
const soon = { timeout: 45_000, interval: 50 }

const databases = withOwnDatabase()
let relay: Relay
let child: ChildProcess | undefined

beforeAll(async () => {
  relay = await startRelay()
})

afterEach(() => {
  child?.kill('SIGKILL')
})

afterAll(async () => {
  await relay.close()
})

/** Starts the worker as the supervisor does, with its own settings only. @returns the address of its metrics port */
async function startWorker(
  databaseUrl: string,
  smtpUrl = relay.url,
  metricsAddress = '127.0.0.1',
): Promise<{ worker: ChildProcess; address: string; log: string[] }> {
  const first = await findFreePorts(4)
  const log: string[] = []
  const worker = startBundled(
    'worker',
    {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      SMTP_URL: smtpUrl,
      MAIL_FROM: 'Guichet <portal@example.org>',
      REVIEWER_EMAIL: 'reviewer@example.org',
      SECRET_ENCRYPTION_KEYS: process.env.SECRET_ENCRYPTION_KEYS,
      METRICS_PORT: String(first),
      METRICS_ADDRESS: metricsAddress,
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1',
    },
    ['ignore', 'pipe', 'pipe'],
  )
  onOutput(worker, (text) => log.push(text))
  child = worker
  return { worker, address: `http://${metricsAddress}:${first + 3}`, log }
}

const statusOf = (address: string) =>
  fetch(address).then(
    ({ status }) => status,
    () => 0,
  )

test('it sends mails queued by the portal, reports its health, and stops in good order', async () => {
  const { worker, address, log } = await startWorker(databases.workerUrl)
  await vi.waitUntil(async () => (await statusOf(`${address}/readyz`)) === 200, soon)
  await database().$transaction((transaction) =>
    queueMail(transaction, { id: null, email: 'ada@example.org', locale: 'en' }, 'activation-link', {
      link: 'https://portal.example/activate/very-secret',
      hours: 24,
    }),
  )
  await vi.waitUntil(() => relay.received.length === 1, soon)
  expect(relay.received[0]?.email.messageId).toMatch(/@localhost>$/)
  expect(await (await fetch(`${address}/healthz`)).json()).toEqual({ status: 'ok' })
  // The relay has the mail a moment before the worker counts it.
  const metrics = async () => (await fetch(`${address}/metrics`)).text()
  await expect.poll(metrics, soon).toContain('guichet_mails_total{outcome="sent"} 1')
  expect(await statusOf(`${address}/other`)).toBe(404)
  expect((await fetch(`${address}/readyz`, { method: 'POST' })).headers.get('allow')).toBe('GET, HEAD')
  worker.kill('SIGTERM')
  expect(await once(worker, 'exit')).toEqual([0, null])
  expect(log.join('')).not.toMatch(/very-secret|ada@example/)
})

test('on SIGTERM it waits for the mail in flight and sends it once', { tags: 'slow' }, async () => {
  let arrived = false
  const late = await startRelay({
    data: async () => {
      arrived = true
      // Longer than the default shutdown timeout.
      await pause(7000)
      return undefined
    },
  })
  const { worker, log } = await startWorker(databases.workerUrl, late.url)
  await database().$transaction((transaction) =>
    queueMail(transaction, { id: null, email: 'late@example.org', locale: 'en' }, 'password-changed', {}),
  )
  await expect.poll(() => arrived || log.join(''), soon).toBe(true)
  worker.kill('SIGTERM')
  expect(await once(worker, 'exit')).toEqual([0, null])
  expect(late.received).toHaveLength(1)
  const mail = await database().mailMessage.findFirstOrThrow({ where: { toAddress: 'late@example.org' } })
  expect(mail).toMatchObject({ status: 'sent', attempts: 1 })
  await late.close()
})

test('a worker that is killed while it delivers a webhook loses none, and doubles that one with its id', {
  tags: 'slow',
}, async () => {
  const restore = allowNetworks('127.0.0.1')
  const receiver = await startReceiver((_, response) => {
    if (receiver.received.length > 1) response.writeHead(204).end()
  })
  const owner = await createDeveloper()
  const target = await createShop(owner)
  await createEndpoint(target, owner, receiver.url)
  restore()
  const { id } = await database().webhookEndpoint.findFirstOrThrow()
  for (let event = 0; event < 3; event++)
    await executeAs(owner, sendTestEvent, { target, input: { endpointId: id } })
  const { worker } = await startWorker(databases.workerUrl)
  await vi.waitUntil(() => receiver.received.length === 1, soon)
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  // Its lease, which the next worker would wait for.
  await databases.owner.query('UPDATE webhook_endpoint SET claimed_until = now()')
  await startWorker(databases.workerUrl)
  await expect.poll(() => database().webhookDelivery.count({ where: { deliveredAt: null } }), soon).toBe(0)
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(ids).toHaveLength(4)
  expect(ids[1]).toBe(ids[0])
  expect(new Set(ids).size).toBe(3)
  receiver.close()
})

test('without a database it is alive at METRICS_ADDRESS only, not ready, and keeps trying', {
  tags: 'slow',
}, async () => {
  const unreachable = 'postgres://nobody@127.0.0.1:1/nothing'
  const { worker, address, log } = await startWorker(unreachable, relay.url, '127.0.0.2')
  await vi.waitUntil(async () => (await statusOf(`${address}/healthz`)) === 200, soon)
  expect(await statusOf(`${address.replace('127.0.0.2', '127.0.0.1')}/healthz`)).toBe(0)
  expect(await statusOf(`${address}/readyz`)).toBe(503)
  expect(await statusOf(`${address}/metrics`)).toBe(200)
  await vi.waitUntil(() => log.join('').split('the queue cannot be reached').length > 2, soon)
  expect(worker.exitCode).toBeNull()
  worker.kill('SIGTERM')
  expect(await once(worker, 'exit')).toEqual([0, null])
})
