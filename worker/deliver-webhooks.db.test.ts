import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { database } from '@/lib/database'
import { createLogger } from '@/lib/logger'
import {
  type AttemptOutcome,
  claimEndpoints,
  findNextDelivery,
  recordAttempt,
  retryDelays,
} from '@/lib/webhooks/delivery'
import { rotateSigningSecret, sendTestEvent } from '@/lib/webhooks/endpoint'
import { listEndpoints } from '@/lib/webhooks/queries'
import { executeAs } from '@/scripts/launch/execute-as'
import { createDeveloper, type Developer } from '@/test/factories'
import { readOutbox } from '@/test/outbox'
import { withOwnDatabase } from '@/test/own-database'
import { createShop } from '@/test/team'
import { allowNetworks, createEndpoint, readEntries, startReceiver } from '@/test/webhooks'
import { keepDelivering, postWebhook } from './deliver-webhooks'

const databases = withOwnDatabase()
const { owner: sql } = databases
const networks = ['127.0.0.0/8']
const ok: AttemptOutcome = { status: 200, response: 'thanks', durationMs: 7 }
const broken: AttemptOutcome = { error: 'connection', durationMs: 3 }
const counted: string[] = []
const ends: (() => unknown)[] = []
let restore: () => void
let owner: Developer
let id: string

beforeAll(() => {
  restore = allowNetworks(networks.join())
})
afterAll(() => restore())

beforeEach(async () => {
  await databases.connectAs('owner')
  await sql.query('DELETE FROM webhook_endpoint')
  counted.length = 0
  owner = await createDeveloper()
  id = await createShop(owner)
})
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** An endpoint with one test event, and its id. */
async function prepare(url = 'https://hooks.example.com/', events = 1) {
  const secret = await createEndpoint(id, owner, url)
  const { id: endpointId } = await database().webhookEndpoint.findFirstOrThrow({
    where: { applicationId: id, url },
  })
  for (let n = 0; n < events; n++)
    await executeAs(owner, sendTestEvent, { target: id, input: { endpointId } })
  return { endpointId, secret }
}

type Parts = Parameters<typeof keepDelivering>[0]

async function work({ timeoutMs = 2000, ...parts }: Partial<Parts> & { timeoutMs?: number } = {}) {
  await databases.connectAs('worker')
  const stop = keepDelivering({
    post: (url, headers, body) => postWebhook(url, headers, body, { networks, timeoutMs }),
    logger: createLogger('test'),
    count: (outcome) => counted.push(outcome),
    ...parts,
  })
  ends.unshift(stop)
  return stop
}

async function receive(...given: Parameters<typeof startReceiver>) {
  const receiver = await startReceiver(...given)
  ends.push(receiver.close)
  return receiver
}

/** As the worker does, but with this outcome. */
async function attempt(endpointId: string, outcome: AttemptOutcome) {
  await sql.query('UPDATE webhook_delivery SET next_attempt_at = now() WHERE next_attempt_at IS NOT NULL')
  await sql.query('UPDATE webhook_endpoint SET claimed_until = now() WHERE id = $1', [endpointId])
  const delivery = await findNextDelivery(endpointId)
  if (!delivery) throw new Error('nothing to deliver')
  return recordAttempt(delivery, outcome)
}

const deliveries = async () => (await listEndpoints(id))[0]?.deliveries ?? []

test('an event arrives as Standard Webhooks says, and the attempt is on record', async () => {
  const receiver = await receive()
  const { secret, endpointId } = await prepare(receiver.url)
  await work()
  await expect.poll(() => receiver.received.length).toBe(1)
  const [{ body = '', headers = {} } = {}] = receiver.received
  const event = new Webhook(secret).verify(body, headers as Record<string, string>)
  const { eventId, createdAt } = await database()
    .webhookDelivery.findFirstOrThrow({ include: { event: true } })
    .then((row) => ({ eventId: row.eventId, createdAt: row.event.createdAt }))
  expect(event).toEqual({
    type: 'webhook.test',
    timestamp: createdAt.toISOString(),
    data: { applicationId: id, endpointId },
  })
  expect(headers['webhook-id']).toBe(eventId)
  await expect
    .poll(deliveries)
    .toMatchObject([{ state: 'delivered', tries: [{ status: 204, error: null, response: null }] }])
  expect(counted).toEqual(['delivered'])
  expect((await readEntries(sql, endpointId)).map(({ action }) => action)).toEqual(['webhook.added'])
})

test('during a rotation both secrets sign', async () => {
  const receiver = await receive()
  const { secret, endpointId } = await prepare(receiver.url)
  const rotated = await executeAs(owner, rotateSigningSecret, { target: id, input: { endpointId } })
  await work()
  await expect.poll(() => receiver.received.length).toBe(1)
  const [{ body = '', headers = {} } = {}] = receiver.received
  expect(String(headers['webhook-signature']).split(' ')).toHaveLength(2)
  for (const each of [secret, rotated.ok ? rotated.value : ''])
    new Webhook(each).verify(body, headers as Record<string, string>)
})

test('endpoints that respond late, and take every place, delay no other once they are known', {
  tags: 'slow',
}, async () => {
  const { endpointId } = await prepare('https://healthy.example/')
  await sql.query('UPDATE webhook_delivery SET next_attempt_at = NULL')
  // Forty, with three events each.
  await sql.query(
    `WITH late AS (
       INSERT INTO webhook_endpoint (id, application_id, url)
       SELECT gen_random_uuid(), $1, 'https://late.example/' || n FROM generate_series(1, 40) AS n RETURNING id),
     event AS (
       INSERT INTO webhook_event (id, type, data) SELECT gen_random_uuid(), 'webhook.test', '{}' FROM generate_series(1, 3)
       RETURNING id)
     INSERT INTO webhook_delivery (endpoint_id, event_id) SELECT late.id, event.id FROM late, event`,
    [id],
  )
  const started: string[] = []
  let respond: (() => void)[] = []
  let over = false
  await work({
    async post({ hostname }) {
      started.push(hostname)
      const late = hostname === 'late.example'
      if (late && !over) await new Promise<void>((resolve) => respond.push(resolve))
      return { ...ok, durationMs: late ? 5000 : 5 }
    },
  })
  ends.unshift(() => {
    over = true
    for (const each of respond) each()
  })
  await expect.poll(() => respond.length).toBe(32)
  const first = respond
  respond = []
  for (const each of first) each()
  // Eight that have not been tried, and as many of those that are known as have separate places.
  await expect.poll(() => respond.length).toBe(16)
  await sql.query('UPDATE webhook_delivery SET next_attempt_at = now() WHERE endpoint_id = $1', [endpointId])
  await expect.poll(() => started.at(-1)).toBe('healthy.example')
  expect(respond).toHaveLength(16)
})

test('endpoints are claimed in turn, one delivery at a time, by one worker each', async () => {
  for (const path of ['a', 'b', 'c']) await prepare(`https://hooks.example.com/${path}`, 2)
  await databases.connectAs('worker')
  const [first, second] = await Promise.all([claimEndpoints('quick', 2), claimEndpoints('quick', 2)])
  const claimed = [...first, ...second]
  expect(new Set(claimed).size).toBe(claimed.length)
  const rest = await claimEndpoints('quick', 9)
  expect(new Set([...claimed, ...rest]).size).toBe(3)
  expect(await claimEndpoints('quick', 9)).toEqual([])
  // A worker that was killed: its lease is over, and the endpoint that waited longest is first.
  await sql.query(`UPDATE webhook_endpoint SET claimed_until = now()`)
  await sql.query(`UPDATE webhook_endpoint SET attempted_at = now() - interval '1 hour' WHERE id = $1`, [
    claimed[1],
  ])
  expect(await claimEndpoints('quick', 1)).toEqual([claimed[1]])
  expect(await claimEndpoints('troubled', 9)).toEqual([])
})

test('nothing is delivered while every owner is suspended, and what waits follows afterwards', async () => {
  const { endpointId } = await prepare()
  const suspend = async (at: Date | null) => {
    await sql.query('UPDATE developer SET suspended_at = $1 WHERE id = $2', [at, owner.id])
    await sql.query('UPDATE application SET owner_suspended = $1 WHERE id = $2', [at !== null, id])
  }
  await suspend(new Date())
  await databases.connectAs('worker')
  expect(await claimEndpoints('quick', 9)).toEqual([])
  await suspend(null)
  expect(await claimEndpoints('quick', 9)).toEqual([endpointId])
})

describe('a failed attempt', () => {
  test('is repeated after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, and then no more', async () => {
    expect(retryDelays).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400])
    const { endpointId } = await prepare()
    await databases.connectAs('worker')
    for (const delay of retryDelays) {
      expect(await attempt(endpointId, { status: 500, response: 'no', durationMs: 5 })).toBe('failed')
      const { rows } = await sql.query(
        `SELECT round(extract(epoch FROM next_attempt_at - now()))::int AS seconds FROM webhook_delivery`,
      )
      expect(Math.abs(rows[0].seconds - delay)).toBeLessThan(3)
    }
    expect(await attempt(endpointId, broken)).toBe('failed')
    await databases.connectAs('owner')
    expect(await deliveries()).toMatchObject([{ state: 'failed', nextAttemptAt: null }])
    expect((await deliveries())[0]?.tries).toHaveLength(10)
    expect((await deliveries())[0]?.tries[0]).toMatchObject({ status: null, error: 'connection' })
  })

  test.each([199, 300, 302, 404, 500])('is status %s', async (status) => {
    const { endpointId } = await prepare()
    expect(await attempt(endpointId, { ...ok, status })).toBe('failed')
  })

  test.each([200, 204, 299])('is not status %s', async (status) => {
    const { endpointId } = await prepare()
    expect(await attempt(endpointId, { ...ok, status })).toBe('delivered')
  })

  test('puts the endpoint among those that fail, until one succeeds', async () => {
    const { endpointId } = await prepare()
    await attempt(endpointId, broken)
    await sql.query('UPDATE webhook_delivery SET next_attempt_at = now()')
    expect(await claimEndpoints('quick', 9)).toEqual([])
    expect(await claimEndpoints('troubled', 9)).toEqual([endpointId])
    await attempt(endpointId, ok)
    const row = await database().webhookEndpoint.findUniqueOrThrow({ where: { id: endpointId } })
    expect(row).toMatchObject({ failingSince: null, claimedUntil: null })
  })

  test('changes nothing if another worker has delivered meanwhile', async () => {
    const { endpointId } = await prepare()
    const late = await findNextDelivery(endpointId)
    if (!late) throw new Error('nothing to deliver')
    await attempt(endpointId, ok)
    expect(await recordAttempt(late, broken)).toBe('overtaken')
    expect(await deliveries()).toMatchObject([{ state: 'delivered', tries: [{ status: 200 }] }])
  })
})

describe('an endpoint is disabled, and its owners are mailed once', () => {
  async function expectDisabled(endpointId: string, reason: string) {
    expect((await listEndpoints(id))[0]).toMatchObject({ disabledReason: reason })
    const mails = (await readOutbox(owner.email)).filter(({ template }) => template === 'webhook-disabled')
    expect(mails.map(({ props }) => props)).toMatchObject([{ cause: reason, host: 'hooks.example.com' }])
    expect((await readEntries(sql, endpointId)).slice(1)).toMatchObject([
      { action: 'webhook.disabled', actorRole: 'system', detail: { reason, applicationId: id } },
    ])
    await sql.query('UPDATE webhook_delivery SET next_attempt_at = now() WHERE delivered_at IS NULL')
    for (const lane of ['quick', 'troubled'] as const) expect(await claimEndpoints(lane, 9)).toEqual([])
  }

  test('by status 410', async () => {
    const { endpointId } = await prepare(undefined, 2)
    await databases.connectAs('worker')
    await attempt(endpointId, { ...ok, status: 410 })
    await databases.connectAs('owner')
    await expectDisabled(endpointId, 'gone')
  })

  test('by five days in which every attempt failed', async () => {
    const { endpointId } = await prepare(undefined, 2)
    const failedFor = (interval: string) =>
      sql.query(`UPDATE webhook_endpoint SET failing_since = now() - $1::interval`, [interval])
    await databases.connectAs('worker')
    await attempt(endpointId, broken)
    await failedFor('4 days 23 hours')
    await attempt(endpointId, broken)
    await databases.connectAs('owner')
    expect((await listEndpoints(id))[0]).toMatchObject({ disabledAt: null })
    await databases.connectAs('worker')
    await failedFor('5 days')
    await attempt(endpointId, broken)
    await databases.connectAs('owner')
    await expectDisabled(endpointId, 'failing')
  })
})
