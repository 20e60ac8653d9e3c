import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recordAudit } from '@/lib/audit/commands'
import { systemActor } from '@/lib/audit/schema'
import type { AnyCommand, InputOf } from '@/lib/commands/command'
import { database } from '@/lib/database'
import { recordRefusedPassword } from '@/lib/identity/refused-sign-in'
import { newId } from '@/lib/ids'
import { createLogger } from '@/lib/logger'
import { refused, succeed } from '@/lib/result'
import { queueAdministrationEvents } from '@/lib/webhooks/administration-events'
import { findNextDelivery, recordAttempt, retryDelays } from '@/lib/webhooks/delivery'
import {
  addAdministrationEndpoint,
  enableAdministrationEndpoint,
  removeAdministrationEndpoint,
  removeEndpoint,
  sendAdministrationTest,
} from '@/lib/webhooks/endpoint'
import { administrationEventSchemas } from '@/lib/webhooks/events'
import { listEndpoints } from '@/lib/webhooks/queries'
import { executeAs } from '@/scripts/launch/execute-as'
import { createDeveloper, type Developer } from '@/test/factories'
import { readOutbox } from '@/test/outbox'
import { withOwnDatabase } from '@/test/own-database'
import { createShop } from '@/test/team'
import { allowNetworks, createEndpoint, readEntries, startReceiver } from '@/test/webhooks'
import { keepDelivering, postWebhook } from './deliver-webhooks'

const own = withOwnDatabase()
const { owner: sql } = own
const networks = ['127.0.0.0/8']
const input = { url: 'https://siem.example.com/', events: ['audit.recorded' as const] }
const ends: (() => unknown)[] = []
let administrator: Developer<'administrator'>

beforeEach(async () => {
  await own.connectAs('owner')
  ends.push(allowNetworks(networks[0] ?? ''))
  await sql.query('DELETE FROM webhook_endpoint')
  administrator = await createDeveloper({ role: 'administrator' })
})
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function add(url = input.url) {
  const added = await succeed(
    executeAs(administrator, addAdministrationEndpoint, { input: { ...input, url } }),
  )
  const { id } = await database().webhookEndpoint.findFirstOrThrow({ where: { url } })
  return { id, secret: added }
}

function press<Pressed extends AnyCommand>(command: Pressed, endpointId: string) {
  return executeAs(administrator, command, { input: { endpointId } as InputOf<Pressed> })
}

/** @returns the subject, by which to find it */
async function record(detail = {}): Promise<string> {
  const id = newId()
  await database().$transaction((transaction) =>
    recordAudit(transaction, systemActor, 'application.changed', { type: 'application', id }, detail),
  )
  return id
}

async function work() {
  await own.connectAs('worker')
  const stop = keepDelivering({
    post: (url, headers, body) => postWebhook(url, headers, body, { networks, timeoutMs: 2000 }),
    logger: createLogger('test'),
    count: () => {},
  })
  ends.unshift(stop)
  return stop
}

async function attempt(endpointId: string, status: number) {
  await queueAdministrationEvents()
  await sql.query('UPDATE webhook_delivery SET next_attempt_at = now() WHERE next_attempt_at IS NOT NULL')
  const delivery = await findNextDelivery(endpointId)
  if (!delivery) throw new Error('nothing to deliver')
  await recordAttempt(delivery, { status, response: null, durationMs: 1 })
  return delivery
}

const sequenceOf = ({ data }: { data: unknown }) => (data as { sequence: number }).sequence
const behind = async () => (await listEndpoints(null))[0]?.behind

test('every entry from its own on is delivered, one at a time, in order, without addresses', async () => {
  await record()
  let open = 0
  const receiver = await startReceiver((_, response) => {
    expect(++open).toBe(1)
    setImmediate(() => {
      open--
      response.writeHead(204).end()
    })
  })
  ends.push(receiver.close)
  const { id, secret } = await add(receiver.url)
  await record({ email: 'awa@example.com', reason: 'x' })
  for (let entry = 0; entry < 3; entry++) await record()
  const stop = await work()
  await expect.poll(() => receiver.received.length).toBe(5)
  // The last attempt is recorded after the receiver has responded.
  await stop()
  const events = receiver.received.map(
    ({ body, headers }) =>
      new Webhook(secret).verify(body, headers as Record<string, string>) as {
        type: string
        timestamp: string
        data: Record<string, unknown>
      },
  )
  const { rows } = await sql.query(
    `SELECT sequence::int, action, subject_id AS "subjectId", detail, encode(hash, 'hex') AS hash
     FROM audit_entry ORDER BY sequence DESC LIMIT 5`,
  )
  expect(events.map(({ data }) => data)).toMatchObject(rows.toReversed())
  expect(events[0]).toMatchObject({
    type: 'audit.recorded',
    data: { action: 'webhook.added', subjectId: id },
  })
  for (const { data } of events)
    expect(administrationEventSchemas(String)['audit.recorded'].parse(data)).toEqual(data)
  expect(events[0]?.timestamp).toBe(events[0]?.data.at)
  expect(receiver.received.map(({ body }) => body).join()).not.toContain('awa@example.com')
  expect(events[1]?.data.detail).toMatchObject({ reason: 'x', email: { commitment: expect.any(String) } })
  await own.connectAs('owner')
  expect(await behind()).toBe(0)
})

test('an entry is retried without end with the same id, and the next one waits for it', async () => {
  const { id } = await add()
  await record()
  await own.connectAs('worker')
  const first = await attempt(id, 500)
  for (let attempts = 0; attempts < retryDelays.length + 2; attempts++)
    expect(await attempt(id, 500)).toMatchObject({ eventId: first.eventId })
  const { rows } = await sql.query(
    'SELECT round(extract(epoch FROM next_attempt_at - now()))::int AS seconds FROM webhook_delivery',
  )
  expect(rows).toEqual([{ seconds: expect.closeTo(86_400, -1) }])
  expect(sequenceOf(await attempt(id, 200))).toBe(sequenceOf(first))
  expect(sequenceOf(await attempt(id, 200))).toBe(sequenceOf(first) + 1)
})

test('refused sign-ins arrive in order and without loss, only where they were asked for', async () => {
  const refusals = { url: 'https://soc.example.com/', events: ['sign_in.refused' as const] }
  await succeed(executeAs(administrator, addAdministrationEndpoint, { input: refusals }))
  const { id } = await database().webhookEndpoint.findFirstOrThrow({ where: { url: refusals.url } })
  const entries = await add()
  const people = await Promise.all(Array.from({ length: 4 }, () => createDeveloper()))
  const [erased] = people
  // The first, which is on its way when its account is erased.
  for (const person of people)
    await recordRefusedPassword(person, 'password', { address: '203.0.113.7', userAgent: '' })
  await own.connectAs('worker')
  const first = await attempt(id, 500)
  expect(await attempt(id, 500)).toMatchObject({ eventId: first.eventId, type: 'sign_in.refused' })
  await database().refusedSignIn.deleteMany({ where: { developerId: erased?.id ?? '' } })
  const sent = []
  for (const _ of people) sent.push((await attempt(id, 200)).data as Record<string, unknown>)
  await expect(attempt(id, 200)).rejects.toThrow('nothing to deliver')
  expect(new Set(sent.map(({ developerId }) => developerId))).toEqual(
    new Set([null, ...people.slice(1).map((each) => each.id)]),
  )
  const numbers = sent.map(({ sequence }) => Number(sequence))
  expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index))
  for (const data of sent) {
    expect(administrationEventSchemas(String)['sign_in.refused'].parse(data)).toEqual(data)
    expect([data.why, data.address]).toEqual(data.developerId ? ['password', '203.0.113.7'] : [null, null])
  }
  expect((await attempt(entries.id, 200)).type).toBe('audit.recorded')
})

test('two workers queue one entry each time', async () => {
  const { id } = await add()
  await record()
  await own.connectAs('worker')
  for (let entry = 0; entry < 2; entry++) {
    await Promise.all(Array.from({ length: 5 }, () => queueAdministrationEvents()))
    const where = { endpointId: id, nextAttemptAt: { not: null } }
    expect(await database().webhookDelivery.count({ where })).toBe(1)
    await attempt(id, 200)
  }
})

test('disabled by 410 it gets nothing, administrators are mailed, and once enabled it resumes where it stopped', async () => {
  const { id } = await add()
  await own.connectAs('worker')
  const first = await attempt(id, 200)
  await own.connectAs('owner')
  await record()
  await own.connectAs('worker')
  const stopped = await attempt(id, 410)
  expect((await readOutbox(administrator.email)).at(-1)).toMatchObject({
    template: 'webhook-disabled',
    props: { cause: 'gone', host: 'siem.example.com', link: 'http://localhost:3000/administration/webhooks' },
  })
  await queueAdministrationEvents()
  expect(await findNextDelivery(id)).toBeNull()
  await own.connectAs('owner')
  expect(await behind()).toBeGreaterThan(1)
  expect(await press(enableAdministrationEndpoint, id)).toMatchObject({ ok: true })
  await own.connectAs('worker')
  const sequences = []
  for (let entry = 0; entry < 3; entry++) sequences.push(sequenceOf(await attempt(id, 200)))
  const next = sequenceOf(first) + 1
  expect(sequences).toEqual([next, next + 1, next + 2])
  expect(sequenceOf(stopped)).toBe(next)
  expect((await readEntries(sql, id)).map(({ action, detail }) => [action, detail.of])).toEqual(
    ['webhook.added', 'webhook.disabled', 'webhook.enabled'].map((action) => [action, 'audit_log']),
  )
})

test('what was removed from the queue by its age is queued again', async () => {
  const { id } = await add()
  await own.connectAs('worker')
  const first = await attempt(id, 500)
  await sql.query('DELETE FROM webhook_event')
  expect(sequenceOf(await attempt(id, 200))).toBe(sequenceOf(first))
})

test('an endpoint of an application is not one of the administration, and the other way round', async () => {
  const { id } = await add()
  const owner = await createDeveloper()
  const shop = await createShop(owner)
  await createEndpoint(shop, owner)
  const theirs = await database().webhookEndpoint.findFirstOrThrow({ where: { applicationId: shop } })
  expect(await press(removeAdministrationEndpoint, theirs.id)).toEqual(refused('no_endpoint'))
  const ours = { target: shop, input: { endpointId: id } }
  expect(await executeAs(owner, removeEndpoint, ours)).toEqual(refused('no_endpoint'))
  expect(await press(removeAdministrationEndpoint, id)).toMatchObject({ ok: true })
})

test('there are five at most, and a test event is sent next to the entries', async () => {
  const { id } = await add()
  for (let more = 0; more < 4; more++) await add(`https://siem.example.com/${more}`)
  const more = { ...input, url: 'https://a.example/' }
  expect(await executeAs(administrator, addAdministrationEndpoint, { input: more })).toEqual(
    refused('too_many'),
  )
  expect(await press(sendAdministrationTest, id)).toMatchObject({ ok: true })
  const event = await database().webhookEvent.findFirstOrThrow({ where: { type: 'webhook.test' } })
  expect(event.data).toEqual({ endpointId: id })
})
