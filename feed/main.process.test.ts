import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, test, vi } from 'vitest'
import { findFreePorts } from '@/scripts/check/ports'
import { holdLocks, untilBlocked } from '@/test/blocked'
import { startBundled } from '@/test/guichet'
import { withOwnDatabase } from '@/test/own-database'

vi.setConfig({ testTimeout: 60_000 })

const own = withOwnDatabase({ as: 'owner' })
const keys = { previous: 'p'.repeat(32), next: 'n'.repeat(32) }
let child: ChildProcess

afterEach(() => child.kill('SIGKILL'))

/** Starts the feed as a supervisor does. @returns its URL */
async function startFeed(settings: Record<string, string> = {}): Promise<string> {
  const port = await findFreePorts(6)
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production' as const,
    DATABASE_URL: own.feedUrl,
    FEED_KEYS: `core:${keys.previous}`,
    FEED_PORT: String(port),
    METRICS_PORT: String(port + 1),
    ...settings,
  }
  child = startBundled('feed', env, ['ignore', 'ignore', 'inherit'])
  const url = `http://127.0.0.1:${port}`
  await vi.waitUntil(() => statusOf(`${url}/healthz`), { timeout: 45_000, interval: 20 })
  return url
}

const statusOf = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  )

function send(url: string, key: string, offset: number) {
  const change = { msisdn: '221770000001', balance: { value: offset, unit: 'XOF' }, asOf: 1_795_000_000_000 }
  const headers = {
    Authorization: `Bearer ${key}`,
    'Content-Type': 'application/json',
    'Feed-Position': `p:${offset}`,
  }
  return fetch(`${url}/v1/changes`, { method: 'POST', headers, body: JSON.stringify(change) })
}

async function end(): Promise<number> {
  child.kill('SIGTERM')
  return (await once(child, 'exit'))[0]
}

test('it is ready with its database, however long senders are silent, and not without', async () => {
  await own.owner.query(
    `INSERT INTO feed_sender (name, last_seen_at) VALUES ('core', now() - interval '9 days')`,
  )
  const url = await startFeed({ FEED_EXPECTED_SECONDS: '1' })
  await vi.waitUntil(async () => (await statusOf(`${url}/readyz`)) === 200, { timeout: 45_000 })
  expect(await end()).toBe(0)
  const alone = await startFeed({ DATABASE_URL: 'postgres://feed@127.0.0.1:1/none' })
  const ready = await fetch(`${alone}/readyz`)
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { status: 'unavailable', reason: 'database_unreachable' },
  ])
  expect((await send(alone, keys.previous, 1)).status).toBe(503)
})

test('a right that it lacks shows in /readyz once a request needs it', async () => {
  const url = await startFeed()
  await vi.waitUntil(async () => (await statusOf(`${url}/readyz`)) === 200, { timeout: 45_000 })
  const role = new URL(own.feedUrl).username
  await own.owner.query(`REVOKE INSERT ON feed_minute FROM ${role}`)
  expect((await send(url, keys.previous, 1)).status).toBe(503)
  const ready = await fetch(`${url}/readyz`)
  await own.owner.query(`GRANT INSERT ON feed_minute TO ${role}`)
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { status: 'unavailable', reason: 'database_not_prepared' },
  ])
})

test('SIGTERM lets a request that has begun end, and takes no other', async () => {
  const url = await startFeed()
  expect((await send(url, keys.previous, 2)).status).toBe(200)
  const release = await holdLocks(own.owner, 'UPDATE wallet_account SET balance = balance')
  const sent = send(url, keys.previous, 3)
  await untilBlocked(own.owner, 1)
  const ended = end()
  await expect.poll(() => statusOf(`${url}/healthz`)).toBe(0)
  await release()
  const began = performance.now()
  const response = await sent
  expect([response.status, response.headers.get('connection')]).toEqual([200, 'close'])
  expect(await response.json()).toMatchObject({ applied: 1 })
  expect(await ended).toBe(0)
  // It does not wait for a connection that is kept open.
  expect(performance.now() - began).toBeLessThan(5000)
})

test('a key is rotated without a gap: both are accepted until the previous one is removed', async () => {
  const accepted = async (entries: string[], offset: number) => {
    const url = await startFeed({ FEED_KEYS: entries.join(',') })
    const found: Record<string, unknown> = {}
    for (const [name, key] of Object.entries(keys)) found[name] = (await send(url, key, offset)).status
    const headers = { Authorization: `Bearer ${keys.next}` }
    const { positions } = await (await fetch(`${url}/v1/positions`, { headers })).json()
    await end()
    return { ...found, positions }
  }
  const both = [`core:${keys.next}`, `core:${keys.previous}`]
  const at = (offset: string) => [{ partition: 'p', offset }]
  expect(await accepted(both, 10)).toEqual({ previous: 200, next: 200, positions: at('10') })
  expect(await accepted(both.slice(0, 1), 11)).toEqual({ previous: 401, next: 200, positions: at('11') })
})
