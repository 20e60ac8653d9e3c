import { NextRequest } from 'next/server'
import { createTranslator } from 'next-intl'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Describe } from '@/app/docs/openapi/group'
import { usageSchemas } from '@/app/docs/openapi/groups/usage'
import { messages } from '@/generated/messages'
import { createAccessKey, listAccessKeys, removeAccessKey } from '@/lib/access-keys/access-key'
import { setClock } from '@/lib/clock'
import { secretScannerPattern } from '@/lib/credentials/secret'
import { requestPasswordReset, resetPassword } from '@/lib/identity/password-change'
import { revokeOtherSessions } from '@/lib/identity/session'
import { newId } from '@/lib/ids'
import { eraseDeveloper } from '@/lib/lifecycle/delete-developer'
import { reinstateDeveloper, suspendDeveloper } from '@/lib/lifecycle/suspend-developer'
import { withRequestContext } from '@/lib/request-context'
import { refused, succeed } from '@/lib/result'
import { lastLink } from '@/scripts/launch/data'
import { executeAs } from '@/scripts/launch/execute-as'
import {
  inSession,
  listActions,
  otherPassword,
  readNewestDetail,
  type SignedIn,
  signUpDeveloper,
  stranger,
} from '@/test/developers'
import { createApplication, createDeveloper } from '@/test/factories'
import { recordCalls } from '@/test/metered-calls'
import { readOutbox } from '@/test/outbox'
import { withOwnDatabase } from '@/test/own-database'
import { addToTeam } from '@/test/team'
import { GET as getCsv } from './usage.csv/route'
import { GET as getJson } from './usage.json/route'

const { owner: sql, gateway } = withOwnDatabase()
const noon = Date.parse('2026-11-20T12:00:00Z')
const period = 'from=2026-11-20T12:00Z&to=2026-11-20T12:02:00Z&step=1'
let person: SignedIn
let key: string
let application: { id: string; clientId: string }

beforeAll(async () => {
  person = await signUpDeveloper()
  application = await createApplication(sql, { developerId: person.id })
  await recordCalls(gateway, application.id, [
    { at: noon, status: 404, errorCode: 'account_not_found', latency: 1 },
  ])
})

beforeEach(async () => {
  // No one has more than 20.
  await sql.query('DELETE FROM personal_access_key WHERE developer_id = $1', [person.id])
  key = await issue(person.id)
})

const ownerOf = (id: string) => ({ id, role: 'developer' }) as const

async function issue(developerId: string, days = 90): Promise<string> {
  return succeed(
    executeAs(ownerOf(developerId), createAccessKey, {
      input: { keyName: 'Dashboard', days, permission: 'read' },
    }),
  )
}

function ask(get: typeof getCsv, query: string, authorization: string | null = `Bearer ${key}`) {
  const headers = new Headers(authorization === null ? {} : { authorization })
  return get(
    new NextRequest(`http://localhost:3000/api/usage?application=${application.id}&${query}`, { headers }),
  )
}

const statusWith = async (bearer: string) => (await ask(getCsv, period, `Bearer ${bearer}`)).status

test('usage is read as CSV and as JSON', async () => {
  const csv = await ask(getCsv, period)
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
  expect(csv.headers.get('cache-control')).toBe('private, no-store')
  expect((await csv.text()).split('\r\n')[1]).toBe('2026-11-20T12:00:00.000Z,0,1,0,0,0,0,0.5,1,1')
  expect(await (await ask(getJson, period)).json()).toMatchObject({
    application: application.id,
    client_id: application.clientId,
    step_minutes: 1,
    intervals: [
      { from: '2026-11-20T12:00:00.000Z', refused: 1, p50_ms: 0.5 },
      { from: '2026-11-20T12:01:00.000Z', refused: 0, p50_ms: null },
    ],
  })
})

test('the id of an application may be written in upper case', async () => {
  const headers = { authorization: `Bearer ${key}` }
  const url = `http://localhost:3000/api/usage?application=${application.id.toUpperCase()}`
  expect((await getJson(new NextRequest(url, { headers }))).status).toBe(200)
})

test('without times it is the last 24 hours', async () => {
  setClock(new Date(noon + 3_570_000))
  const { from, to, intervals } = await (await ask(getJson, '')).json()
  expect(Date.parse(to) - Date.parse(from)).toBe(24 * 3_600_000)
  expect(intervals).toHaveLength(288)
})

test.each([
  ['from=yesterday', 'from'],
  ['from=2026-11-20T12:00Z&to=2026-11-20T11:00Z', 'to'],
  ['from=2010-11-20T12:00Z', 'from'],
  ['from=2026-11-20T12:00:01Z&to=2026-11-20T13:00Z', 'from'],
  ['from=2026-02-30T12:00Z&to=2026-03-20T13:00Z', 'from'],
  ['from=2026-11-20T12:00%2B01:00', 'from'],
  ['from=%00', 'from'],
  [`from=${'2026-11-20T12:00Z'.repeat(500)}`, 'from'],
  ['from=2026-11-20T12:00Z&to=now', 'to'],
  ['to=2026-11-20T12:00Z', 'from'],
  ['step=7', 'step'],
  ['step=1e0', 'step'],
  ['step=-1', 'step'],
  ['step=5&step=5', 'step'],
  [`application=${newId()}`, 'application'],
])('a malformed parameter is named: %s', async (query, parameter) => {
  const response = await ask(getJson, query)
  expect(response.status).toBe(400)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(await response.json()).toMatchObject({ code: 'invalid_request', errors: [{ parameter }] })
})

test.each([
  '',
  'application=',
  'application=x',
  'application=%00',
  `application=${'1'.repeat(5000)}`,
  'application[]=1',
  `application=${newId()}`,
])('an application that is missing, malformed or unknown is a 404: %s', async (query) => {
  const headers = { authorization: `Bearer ${key}` }
  for (const get of [getCsv, getJson]) {
    const response = await get(new NextRequest(`http://localhost:3000/api/usage?${query}`, { headers }))
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'not_found' })
  }
})

test('an error has the id of its request', async () => {
  const id = newId()
  const response = await withRequestContext(id, () => ask(getJson, period, null))
  expect(await response.json()).toMatchObject({
    status: 401,
    title: 'Unauthorized',
    instance: `urn:uuid:${id}`,
  })
})

test('usage is as the OpenAPI document describes it, and so is each refusal', async () => {
  const t = createTranslator({
    locale: 'en',
    messages: messages.en,
    namespace: 'docs.api',
  }) as unknown as Describe
  const { usageResponse, usageProblem } = usageSchemas(t)
  expect(usageResponse.parse(await (await ask(getJson, period)).json()).intervals).toHaveLength(2)
  for (const [query, authorization, status, code] of [
    [period, null, 401, 'token_missing'],
    [period, 'Bearer x', 401, 'invalid_token'],
    ['step=2', `Bearer ${key}`, 400, 'invalid_request'],
  ] as const) {
    const response = await withRequestContext(newId(), () => ask(getJson, query, authorization))
    expect(usageProblem.parse(await response.json())).toMatchObject({ status, code })
  }
})

describe('a key', () => {
  test('is found by secret scanners', () => {
    expect(`-H 'Authorization: Bearer ${key}'`.match(secretScannerPattern)?.[0]).toBe(key)
  })

  // ASVS 11.4.2
  test('is stored as a hash, mailed about and audited', async () => {
    const { rows } = await sql.query('SELECT p::text AS row FROM personal_access_key p')
    const end = key.slice(-20)
    // The text of a bytea is hexadecimal.
    for (const { row } of rows)
      for (const written of [end, Buffer.from(end).toString('hex')]) expect(row).not.toContain(written)
    expect(await readOutbox(person.email)).toContainEqual(
      expect.objectContaining({
        template: 'access-key-created',
        props: expect.objectContaining({ name: 'Dashboard' }),
      }),
    )
    const [entry] = await listAccessKeys(person.id)
    expect(await listActions(entry?.id ?? '')).toEqual(['access_key.created'])
    await executeAs(ownerOf(person.id), removeAccessKey, { target: entry?.id ?? '' })
    expect(await listActions(entry?.id ?? '')).toEqual(['access_key.created', 'access_key.removed'])
  })

  test.each([
    [null, 'token_missing'],
    ['Basic dTpw', 'token_missing'],
    ['', 'token_missing'],
    ['Bearer', 'token_missing'],
    ['Bearer ', 'token_missing'],
    ['Bearer a b', 'token_missing'],
    [`Bearer guichet_personal_${'x'.repeat(200)}`, 'token_missing'],
    ['Bearer guichet_personal_', 'invalid_token'],
    ['Bearer guichet_personal_unknown', 'invalid_token'],
    ['Bearer guichet_sandbox_token_x', 'invalid_token'],
  ])('%s is a 401 that says how to authenticate', async (authorization, code) => {
    const response = await ask(getCsv, period, authorization)
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer realm="portal"/)
    expect(await response.json()).toMatchObject({ code })
  })

  test('of someone else gets a 404, and a member’s works as long as they are one', async () => {
    const invited = await createDeveloper()
    const { id } = invited
    const member = await issue(id)
    expect(await statusWith(member)).toBe(404)
    await addToTeam(application.id, { ...person, role: 'developer' }, 'member', invited)
    expect(await statusWith(member)).toBe(200)
    await sql.query('DELETE FROM application_member WHERE developer_id = $1', [id])
    expect(await statusWith(member)).toBe(404)
  })

  test('notes when it was used', async () => {
    await statusWith(key)
    expect((await listAccessKeys(person.id)).at(-1)?.lastUsedAt).toBeInstanceOf(Date)
  })

  test('of another person can’t be removed, and there are at most 20', async () => {
    const { id } = await createDeveloper()
    for (let n = 0; n < 20; n++) await issue(id)
    const [first] = await listAccessKeys(id)
    expect(await executeAs(ownerOf(person.id), removeAccessKey, { target: first?.id ?? '' })).toEqual(
      refused('not_found'),
    )
    expect(
      await executeAs(ownerOf(id), createAccessKey, { input: { keyName: 'x', days: 1, permission: 'read' } }),
    ).toEqual(refused('limit'))
  })
})

describe('a key ends', () => {
  test('when its owner signs out everywhere else, unless they keep it', async () => {
    const { id, session, actor } = await signUpDeveloper()
    const mine = await issue(id)
    await executeAs(inSession(actor, session.sessionId), revokeOtherSessions, {
      input: { keepAccessKeys: true },
    })
    expect(await statusWith(mine)).toBe(404)
    expect(await readNewestDetail(id)).toEqual({ ended: 0, accessKeys: 0 })
    await executeAs(inSession(actor, session.sessionId), revokeOtherSessions, {
      input: { keepAccessKeys: false },
    })
    expect(await statusWith(mine)).toBe(401)
    expect(await statusWith(key)).toBe(200)
    expect(await readNewestDetail(id)).toEqual({ ended: 0, accessKeys: 1 })
  })

  test('on its date', async () => {
    const { id } = await createDeveloper()
    const short = await issue(id, 1)
    setClock(new Date(Date.now() + 25 * 3_600_000))
    expect(await statusWith(short)).toBe(401)
  })

  test('after a year at most, whatever is written: none works longer than a year', async () => {
    const longer = `UPDATE personal_access_key SET expires_at = created_at + interval '367 days'`
    await expect(sql.query(longer)).rejects.toThrow('personal_access_key_lasts_a_year')
  })

  test('when it is removed', async () => {
    const { id } = await createDeveloper()
    const removed = await issue(id)
    const [entry] = await listAccessKeys(id)
    await executeAs(ownerOf(id), removeAccessKey, { target: entry?.id ?? '' })
    expect(await statusWith(removed)).toBe(401)
  })

  test('with a password reset', async () => {
    const { id, email } = await signUpDeveloper()
    const ended = await issue(id)
    await executeAs(stranger, requestPasswordReset, { input: { email, intent: 'resend' } })
    const link = (await lastLink(email)).split('/').at(-1) ?? ''
    expect((await executeAs(stranger, resetPassword, { input: { link, password: otherPassword } })).ok).toBe(
      true,
    )
    expect(await statusWith(ended)).toBe(401)
  })

  test('with a suspension, also after it', async () => {
    const { id } = await createDeveloper()
    const administrator = await createDeveloper({ role: 'administrator' })
    const ended = await issue(id)
    await executeAs(administrator, suspendDeveloper, { target: id, input: { reason: 'Abuse' } })
    expect(await statusWith(ended)).toBe(401)
    await executeAs(administrator, reinstateDeveloper, { target: id, input: { reason: 'Mistake' } })
    expect(await statusWith(ended)).toBe(401)
  })

  test('with its owner’s erasure, of which no row is left', async () => {
    const { id } = await createDeveloper()
    const administrator = await createDeveloper({ role: 'administrator' })
    const ended = await issue(id)
    await executeAs(administrator, eraseDeveloper, { target: id, input: { reason: 'Requested' } })
    expect(await statusWith(ended)).toBe(401)
    const { rows } = await sql.query('SELECT FROM personal_access_key WHERE developer_id = $1', [id])
    expect(rows).toEqual([])
  })
})
