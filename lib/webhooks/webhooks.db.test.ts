import { beforeEach, describe, expect, test } from 'vitest'
import { publishAnnouncement } from '@/lib/announcements/announcement'
import { moveApplication } from '@/lib/applications/move-application'
import { now, setClock } from '@/lib/clock'
import type { AnyCommand, InputOf } from '@/lib/commands/command'
import { retireSecrets, revokePreviousSecret, rotateSecret } from '@/lib/credentials/client-secret'
import { database } from '@/lib/database'
import { newId } from '@/lib/ids'
import { deleteApplication } from '@/lib/lifecycle/delete-application'
import { moveIntoOrganisation } from '@/lib/lifecycle/move-into-organisation'
import { suspendApplication } from '@/lib/lifecycle/suspend-application'
import { reinstateOrganisation, suspendOrganisation } from '@/lib/lifecycle/suspend-organisation'
import { changeLimit } from '@/lib/limits/commands'
import { refused, succeed } from '@/lib/result'
import { type EventType, eventSchemas, eventTypes } from '@/lib/webhooks/events'
import { executeAs } from '@/scripts/launch/execute-as'
import { readExport } from '@/test/export'
import { createDeveloper, type Developer } from '@/test/factories'
import { createVerified } from '@/test/organisations'
import { withOwnDatabase } from '@/test/own-database'
import { addToTeam, createShop } from '@/test/team'
import { allowNetworks, createEndpoint, readEntries } from '@/test/webhooks'
import { claimEndpoints } from './delivery'
import {
  addEndpoint,
  enableEndpoint,
  removeEndpoint,
  resendEvent,
  rotateSigningSecret,
  sendTestEvent,
} from './endpoint'
import { listEndpoints } from './queries'
import type { NewEndpoint } from './schema'

const schemas = eventSchemas(String)
const databases = withOwnDatabase()
const { owner: sql } = databases
const input = { url: 'https://hooks.example.com/a', events: ['secret.rotated'] as EventType[] }

let owner: Developer
let administrator: Developer<'administrator'>
let id: string

beforeEach(async () => {
  owner = await createDeveloper()
  administrator = await createDeveloper({ role: 'administrator' })
  id = await createShop(owner)
})

async function endpointId(): Promise<string> {
  return (await database().webhookEndpoint.findFirstOrThrow({ where: { applicationId: id } })).id
}

const add = (given: NewEndpoint) => executeAs(owner, addEndpoint, { target: id, input: given })

function press<Pressed extends AnyCommand>(command: Pressed, endpointId: string) {
  return executeAs(owner, command, { target: id, input: { endpointId } as InputOf<Pressed> })
}

function resend(endpointId: string, eventId: string) {
  return executeAs(owner, resendEvent, { target: id, input: { endpointId, eventId } })
}

/** The pending events of the application's endpoints, in the order in which they were written. */
async function events() {
  const found = await database().webhookDelivery.findMany({
    where: { endpoint: { applicationId: id } },
    orderBy: { eventId: 'asc' },
    include: { event: true },
  })
  // As documented: a field that is missing there fails here.
  for (const { event } of found) schemas[event.type as EventType].parse(event.data)
  return found.map(({ event }) => ({ type: event.type, data: event.data }))
}

async function currentSecret(): Promise<string> {
  const where = { applicationId: id, revokedAt: null, retiresAt: null }
  return (await database().clientSecret.findFirstOrThrow({ where })).id
}

describe('an endpoint', () => {
  test('is added with a secret that is stored encrypted, and audited without its path', async () => {
    const added = await add(input)
    const secret = added.ok ? added.value : ''
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const [stored] = await database().webhookSecret.findMany({ where: { endpointId: await endpointId() } })
    expect(Buffer.from(stored?.ciphertext ?? []).includes(secret)).toBe(false)
    expect(await listEndpoints(id)).toMatchObject([{ ...input, disabledAt: null, deliveries: [] }])
    const detail = { applicationId: id, host: 'hooks.example.com', events: input.events }
    expect(await readEntries(sql, await endpointId())).toMatchObject([
      { action: 'webhook.added', actorId: owner.id, detail },
    ])
  })

  test('that does not exist is not found', async () => {
    for (const unknown of ['x', newId()])
      expect(await press(removeEndpoint, unknown)).toEqual(refused('no_endpoint'))
  })

  test('is one of five at most, also if they are added at the same time, and none twice', async () => {
    await add(input)
    expect(await add(input)).toEqual(refused('exists'))
    const urls = Array.from({ length: 6 }, (_, index) => `https://hooks.example.com/${index}`)
    const results = await Promise.all(urls.map((url) => add({ ...input, url })))
    expect(results.filter(({ ok }) => ok)).toHaveLength(4)
    expect(results.find(({ ok }) => !ok)).toEqual(refused('too_many'))
  })

  // ASVS 1.3.6
  test('is at a global address, or in a network of the operator', async () => {
    const at = (url: string) => add({ ...input, url })
    expect(await at('http://hooks.example.com/')).toEqual(refused('https_only'))
    for (const host of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '[::1]', '[::ffff:a00:1]'])
      expect(await at(`https://${host}/`)).toEqual(refused('address_refused'))
    const restore = allowNetworks('10.0.0.0/24')
    try {
      expect(await at('http://8.8.8.8/')).toEqual(refused('address_refused'))
      expect(await at('http://10.0.1.1/')).toEqual(refused('address_refused'))
      expect(await at('http://10.0.0.1/')).toMatchObject({ ok: true })
    } finally {
      restore()
    }
  })

  test('gets a new secret, and the previous one signs too for a day', async () => {
    const first = await createEndpoint(id, owner)
    const endpoint = await endpointId()
    const second = await press(rotateSigningSecret, endpoint)
    expect(second).toEqual({ ok: true, value: expect.stringMatching(/^whsec_/) })
    expect(second).not.toEqual({ ok: true, value: first })
    expect(await database().webhookSecret.count({ where: { endpointId: endpoint } })).toBe(2)
    const until = (await listEndpoints(id))[0]?.previousSecretUntil?.getTime() ?? 0
    expect(Math.abs(until - Date.now() - 86_400_000)).toBeLessThan(60_000)
    await press(rotateSigningSecret, endpoint)
    expect(await database().webhookSecret.count({ where: { endpointId: endpoint } })).toBe(2)
    expect(await readEntries(sql, endpoint)).toMatchObject([
      { action: 'webhook.added' },
      { action: 'webhook.secret_rotated' },
      { action: 'webhook.secret_rotated' },
    ])
  })

  test('is removed with everything of it', async () => {
    await createEndpoint(id, owner)
    const endpoint = await endpointId()
    await press(sendTestEvent, endpoint)
    expect(await press(removeEndpoint, endpoint)).toEqual({ ok: true, value: undefined })
    expect(await listEndpoints(id)).toEqual([])
    const where = { endpointId: endpoint }
    expect(await database().webhookSecret.count({ where })).toBe(0)
    expect(await database().webhookDelivery.count({ where })).toBe(0)
    expect((await readEntries(sql, endpoint)).map(({ action }) => action)).toEqual([
      'webhook.added',
      'webhook.removed',
    ])
  })

  test('is enabled again if it was disabled, and gets no events meanwhile', async () => {
    await createEndpoint(id, owner)
    const endpoint = await endpointId()
    expect(await press(enableEndpoint, endpoint)).toEqual(refused('no_endpoint'))
    await sql.query(
      `UPDATE webhook_endpoint SET disabled_at = now(), disabled_reason = 'gone', failing_since = now() WHERE id = $1`,
      [endpoint],
    )
    expect(await press(sendTestEvent, endpoint)).toEqual(refused('disabled'))
    expect(await resend(endpoint, newId())).toEqual(refused('disabled'))
    await executeAs(administrator, changeLimit, { target: id, input: { callsPerMinute: 7 } })
    expect(await events()).toEqual([])
    expect(await press(enableEndpoint, endpoint)).toMatchObject({ ok: true })
    expect(await database().webhookEndpoint.findUniqueOrThrow({ where: { id: endpoint } })).toMatchObject({
      disabledAt: null,
      failingSince: null,
    })
    expect((await readEntries(sql, endpoint)).at(-1)).toMatchObject({ action: 'webhook.enabled' })
  })
})

describe('an event', () => {
  test('is written with a change of state, also the last one', async () => {
    await createEndpoint(id, owner)
    await executeAs(administrator, suspendApplication, { target: id, input: { reason: 'Asked about it.' } })
    await executeAs(owner, deleteApplication, { target: id, input: {} })
    const data = { applicationId: id }
    expect(await events()).toEqual([
      { type: 'application.state_changed', data: { ...data, previousState: 'active', state: 'suspended' } },
      { type: 'application.state_changed', data: { ...data, previousState: 'suspended', state: 'deleted' } },
    ])
  })

  test('is written with a change of its organisation’s state, to each of its applications', async () => {
    const reviewer = await createDeveloper({ role: 'reviewer' })
    const organisationId = await createVerified(owner, reviewer, { registrationNumber: newId() })
    const outside = await createShop(owner)
    await createEndpoint(outside, owner, 'https://out.example/', ['organisation.state_changed'])
    await succeed(
      executeAs(owner, moveIntoOrganisation, { target: id, input: { organisationId: organisationId } }),
    )
    await createEndpoint(id, owner, undefined, ['organisation.state_changed'])
    await executeAs(administrator, suspendOrganisation, {
      target: organisationId,
      input: { reason: 'Asked about it.' },
    })
    // Its owners learn it, although the application does not serve.
    await databases.connectAs('worker')
    expect(await claimEndpoints('quick', 10)).toContain(await endpointId())
    await databases.connectAs('portal')
    await executeAs(administrator, reinstateOrganisation, {
      target: organisationId,
      input: { reason: 'Cleared.' },
    })
    const type = 'organisation.state_changed'
    expect(await events()).toEqual([
      { type, data: { organisationId, previousState: 'verified', state: 'suspended' } },
      { type, data: { organisationId, previousState: 'suspended', state: 'verified' } },
    ])
    expect(await database().webhookDelivery.count({ where: { endpoint: { applicationId: outside } } })).toBe(
      0,
    )
  })

  test('is written with a limit, with the one that it replaces', async () => {
    await createEndpoint(id, owner)
    await executeAs(administrator, changeLimit, { target: id, input: { callsPerMinute: 500 } })
    await executeAs(administrator, changeLimit, { target: id, input: { callsPerMinute: null } })
    const data = { applicationId: id }
    expect(await events()).toEqual([
      {
        type: 'application.limit_changed',
        data: { ...data, previousCallsPerMinute: 60, callsPerMinute: 500 },
      },
      {
        type: 'application.limit_changed',
        data: { ...data, previousCallsPerMinute: 500, callsPerMinute: 60 },
      },
    ])
  })

  test('is written with a rotated secret, and when the previous one ends', async () => {
    await createEndpoint(id, owner)
    const first = await currentSecret()
    await executeAs(owner, rotateSecret, { target: id, input: { secretId: first, overlap: 0 } })
    const second = await currentSecret()
    await executeAs(owner, rotateSecret, { target: id, input: { secretId: second, overlap: 24 } })
    const third = await currentSecret()
    await executeAs(owner, revokePreviousSecret, { target: id, input: { secretId: second } })
    const data = { applicationId: id }
    expect(await events()).toEqual([
      {
        type: 'secret.rotated',
        data: { ...data, secretId: second, previousSecretId: first, previousSecretValidUntil: null },
      },
      { type: 'secret.retired', data: { ...data, secretId: first } },
      {
        type: 'secret.rotated',
        data: {
          ...data,
          secretId: third,
          previousSecretId: second,
          previousSecretValidUntil: expect.any(String),
        },
      },
      { type: 'secret.retired', data: { ...data, secretId: second } },
    ])
  })

  test('is written when an overlap is over, once, and the secret loses its ciphertext', async () => {
    await createEndpoint(id, owner, undefined, ['secret.retired'])
    const first = await currentSecret()
    await executeAs(owner, rotateSecret, { target: id, input: { secretId: first, overlap: 24 } })
    await databases.connectAs('worker')
    await retireSecrets()
    expect(await events()).toEqual([])
    await sql.query(`UPDATE client_secret SET retires_at = now() WHERE id = $1`, [first])
    await Promise.all([retireSecrets(), retireSecrets()])
    await databases.connectAs('portal')
    expect(await events()).toEqual([{ type: 'secret.retired', data: { applicationId: id, secretId: first } }])
    const retired = await database().clientSecret.findUniqueOrThrow({ where: { id: first } })
    expect(retired.ciphertext).toHaveLength(0)
    expect((await readEntries(sql, first)).at(-1)).toMatchObject({
      action: 'secret.ended',
      actorRole: 'system',
    })
  })

  test('of an announcement is one for all applications of its audience', async () => {
    await createEndpoint(id, owner)
    const announcement = {
      kind: 'maintenance',
      titleEn: 'Maintenance',
      titleFr: 'Entretien',
      textEn: 'On Sunday.',
      textFr: 'Dimanche.',
      from: new Date(Date.now() + 86_400_000),
      to: null,
      endpoint: null,
      sunset: null,
    } as const
    const inProduction = { ...announcement, audience: 'production' } as const
    await executeAs(administrator, publishAnnouncement, { input: inProduction })
    expect(await events()).toEqual([])
    const published = { ...announcement, audience: 'sandbox' } as const
    const announcementId = await succeed(executeAs(administrator, publishAnnouncement, { input: published }))
    expect(await events()).toEqual([
      {
        type: 'announcement.published',
        data: {
          announcementId,
          kind: 'maintenance',
          title: { en: 'Maintenance', fr: 'Entretien' },
          text: { en: 'On Sunday.', fr: 'Dimanche.' },
          from: published.from.toISOString(),
          to: null,
          endpoint: null,
          sunset: null,
          link: expect.stringContaining(announcementId),
        },
      },
    ])
  })

  test('goes to endpoints that want it, is written once for all of them, and not at all without one', async () => {
    await executeAs(administrator, changeLimit, { target: id, input: { callsPerMinute: 8 } })
    await createEndpoint(id, owner, 'https://a.example/', ['secret.rotated'])
    await createEndpoint(id, owner, 'https://b.example/', ['application.limit_changed'])
    await createEndpoint(id, owner, 'https://c.example/', ['application.limit_changed'])
    await executeAs(administrator, changeLimit, { target: id, input: { callsPerMinute: 9 } })
    const where = { endpoint: { applicationId: id } }
    const found = await database().webhookDelivery.findMany({ where, include: { endpoint: true } })
    expect(found.map(({ endpoint }) => endpoint.url).sort()).toEqual([
      'https://b.example/',
      'https://c.example/',
    ])
    expect(new Set(found.map(({ eventId }) => eventId)).size).toBe(1)
  })

  test('is not written if what it reports is rolled back', async () => {
    await createEndpoint(id, owner)
    const change = database().$transaction(async (transaction) => {
      await moveApplication(transaction, { applicationId: id, from: 'active', to: 'suspended', actor: owner })
      throw new Error('no')
    })
    await expect(change).rejects.toThrow('no')
    expect(await events()).toEqual([])
  })

  test('does not fail the change if its endpoint is removed meanwhile', async () => {
    await createEndpoint(id, owner)
    const client = await sql.connect()
    try {
      await client.query('BEGIN')
      await client.query('DELETE FROM webhook_endpoint WHERE application_id = $1', [id])
      const changing = executeAs(administrator, changeLimit, { target: id, input: { callsPerMinute: 10 } })
      await client.query('COMMIT')
      expect(await changing).toMatchObject({ ok: true })
    } finally {
      client.release()
    }
  })
})

test('the export of an owner contains the endpoints, that of a member does not', async () => {
  await createEndpoint(id, owner)
  const member = await addToTeam(id, owner, 'member')
  const read = async (developer: Developer) =>
    (await readExport(developer)).parsed.applications[0].webhookEndpoints
  expect(await read(owner)).toMatchObject([{ url: 'https://hooks.example.com/', events: [...eventTypes] }])
  expect(await read(member)).toEqual([])
})

test('ten test events a minute are sent to an endpoint', async () => {
  await createEndpoint(id, owner)
  const endpoint = await endpointId()
  const sent = await Promise.all(Array.from({ length: 11 }, () => press(sendTestEvent, endpoint)))
  expect(sent.filter(({ ok }) => ok)).toHaveLength(10)
  expect(sent.find(({ ok }) => !ok)).toEqual(refused('throttled'))
  await sql.query(`UPDATE webhook_event SET created_at = created_at - interval '1 minute'`)
  expect(await press(sendTestEvent, endpoint)).toMatchObject({ ok: true })
})

test('what was delivered or given up is sent again, with its id', async () => {
  await createEndpoint(id, owner)
  const endpoint = await endpointId()
  await press(sendTestEvent, endpoint)
  const [delivery] = await database().webhookDelivery.findMany({ where: { endpointId: endpoint } })
  const eventId = delivery?.eventId ?? ''
  expect(await resend(endpoint, eventId)).toEqual(refused('waiting'))
  expect(await resend(endpoint, newId())).toEqual(refused('no_endpoint'))
  await sql.query('UPDATE webhook_delivery SET next_attempt_at = NULL, delivered_at = now()')
  expect(await resend(endpoint, eventId)).toMatchObject({ ok: true })
  expect((await listEndpoints(id))[0]?.deliveries).toMatchObject([{ eventId, state: 'waiting' }])
  const again = async () => {
    await sql.query('UPDATE webhook_delivery SET next_attempt_at = NULL')
    return resend(endpoint, eventId)
  }
  setClock(now())
  const results = []
  for (let more = 0; more < 12; more++) results.push(await again())
  setClock(null)
  expect(results.filter(({ ok }) => ok).length).toBeLessThan(11)
  expect(results.at(-1)).toEqual(refused('throttled'))
})
