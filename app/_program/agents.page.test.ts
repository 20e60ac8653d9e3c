import { NextRequest } from 'next/server'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DELETE, GET, POST as POST_API, PUT } from '@/app/api/[...path]/route'
import { GET as getUsage } from '@/app/api/usage.csv/route'
import { toolResults } from '@/app/docs/openapi/groups/agents'
import { POST } from '@/app/mcp/route'
import { createAccessKey, listAccessKeys, removeAccessKey } from '@/lib/access-keys/access-key'
import { setClock } from '@/lib/clock'
import { newId } from '@/lib/ids'
import { withRequestContext } from '@/lib/request-context'
import { succeed } from '@/lib/result'
import { callLimits } from '@/lib/usage/schema'
import { executeAs } from '@/scripts/launch/execute-as'
import { translations } from '@/test/access/load-page'
import { walkRoutes } from '@/test/access/walk'
import { type Content, callTool, connectAgent } from '@/test/agents'
import { createClient, createDeveloper } from '@/test/factories'
import { withGateways } from '@/test/gateway'
import { recordCalls } from '@/test/metered-calls'
import { addToTeam } from '@/test/team'
import { publishNow, withdrawTerms } from '@/test/terms'
import { failureStatuses } from './outcome'
import { toolNames, tools } from './tools'

const world = withGateways()
const url = 'http://localhost:3000'
const owner = { role: 'developer' } as const
const account = {
  type: 'customer',
  status: 'active',
  balance: { value: 12500, unit: 'XOF' },
  frozenBalance: { value: 0, unit: 'XOF' },
}

let person: { id: string; role: 'developer'; email: string }
let applicationId: string
let key: string
let readOnly: string

async function issue(developerId: string, permission: 'read' | 'sandbox'): Promise<string> {
  return succeed(
    executeAs({ id: developerId, ...owner }, createAccessKey, {
      input: { keyName: 'Agent', days: 1, permission },
    }),
  )
}

beforeAll(async () => {
  person = await createDeveloper()
  applicationId = (await createClient(world.owner, { developerId: person.id })).applicationId
})

beforeEach(async () => {
  await world.owner.query('DELETE FROM throttle')
  await world.owner.query('DELETE FROM personal_access_key')
  key = await issue(person.id, 'sandbox')
  readOnly = await issue(person.id, 'read')
})

const send = (input: string | URL, init?: RequestInit) =>
  withRequestContext(newId(), () => POST(new Request(input, init)) as Promise<Response>)

const connect = (with_: string | null) => connectAgent(`${url}/mcp`, with_, send)

async function use(name: string, given: object = {}, with_: string | null = key) {
  return callTool(await connect(with_), name, given)
}

function post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return send(`${url}/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

const methods = { GET, PUT, POST: POST_API, DELETE }
async function request(
  method: keyof typeof methods,
  path: string,
  body?: object,
  with_: string | null = key,
) {
  const headers = { ...(with_ && { Authorization: `Bearer ${with_}` }) }
  const given = new Request(url + path, {
    method,
    headers,
    body: method === 'GET' ? null : JSON.stringify(body),
  })
  const response = await withRequestContext(newId(), () => methods[method](given))
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: (text && JSON.parse(text)) as Content }
}

const listing = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const calling = (name: string, given = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: given },
})

describe('the table of tools', () => {
  test('is what an agent lists, with a description and a schema each, in its language', async () => {
    const { tools: listed } = await (await connect(null)).listTools()
    expect(listed.map(({ name }) => name)).toEqual(toolNames)
    for (const { description, inputSchema } of listed) {
      expect(description).toMatch(/^[A-Z].*\.$/)
      expect(inputSchema.additionalProperties).toBe(false)
    }
    const put = listed.find(({ name }) => name === 'put_test_account')
    expect(put?.inputSchema.required).toEqual(['applicationId', 'msisdn', 'account'])
    expect(put?.inputSchema.properties?.account).toHaveProperty('properties.fault')
    const french = await (await post(listing, { 'Accept-Language': 'fr' })).json()
    expect(french.result.tools[0].title).toBe('Rechercher dans la documentation')
  })

  // Every tool has a route, and every route of programs a tool: access and its refusals are the same.
  test('is what HTTP serves', async () => {
    const static_ = walkRoutes().map(({ path }) => path)
    for (const [name, http] of toolNames.flatMap((each) =>
      tools[each].http.map((url) => [each, url] as const),
    )) {
      const [method = '', pattern = ''] = http.split(' ')
      if (static_.includes(pattern)) continue
      const path = pattern.replace(/\{\w+\}/g, newId())
      const known = method as keyof typeof methods
      expect([name, (await request(known, path, {}, null)).status]).toEqual([name, 401])
      const unable = tools[name].needs === 'sandbox' ? 403 : 200
      const { status } = await request(known, path, {}, readOnly)
      expect([name, name === 'list_applications' ? 200 : unable === 403 ? 403 : 404]).toEqual([name, status])
    }
    expect((await request('GET', '/api/nothing')).status).toBe(404)
    const wrong = await request('PUT', '/api/applications')
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET'])
  })

  test('another’s key finds nothing through any tool', async () => {
    const other = await issue((await createDeveloper()).id, 'sandbox')
    const requestId = newId()
    await recordCalls(world.database.gateway, applicationId, [{ at: Date.now(), requestId, status: 400 }])
    expect((await use('list_applications', {}, other)).content.applications).toEqual([])
    const given: Record<string, object> = {
      explain_request: { requestId },
      put_test_account: { applicationId, msisdn: '999100000001', account },
      delete_test_account: { applicationId, msisdn: '999100000001' },
    }
    for (const name of toolNames.filter(
      (each) => tools[each].needs !== 'nothing' && each !== 'list_applications',
    ))
      expect([name, await use(name, given[name] ?? { applicationId }, other)]).toMatchObject([
        name,
        {
          isError: true,
          content: { code: 'not_found', message: expect.any(String), path: expect.any(String) },
        },
      ])
  })

  test('has the same refusals for a member as the pages: rehearsals are for owners', async () => {
    const member = await createDeveloper()
    await addToTeam(applicationId, person, 'member', member)
    const theirs = await issue(member.id, 'sandbox')
    expect((await use('list_test_accounts', { applicationId }, theirs)).isError).toBe(false)
    expect((await use('start_rehearsal', { applicationId }, theirs)).content.code).toBe('not_found')
    expect((await use('get_rehearsal', { applicationId }, theirs)).content.code).toBe('rehearsal_not_found')
  })
})

describe('without a key', () => {
  test('an agent searches and reads the documentation, page by page', async () => {
    const { content } = await use('search_documentation', { query: 'renew a token' }, null)
    expect(content.results.length).toBeGreaterThan(0)
    const { path } = content.results[0]
    const page = (await use('read_documentation', { path }, null)).content
    expect(page.text).toContain(`# ${page.title}`)
    const long = (await use('read_documentation', { path: '/docs/reference/sandbox' }, null)).content
    expect(long.nextOffset).toBe(long.text.length)
    const rest = await use('read_documentation', { path: long.path, offset: long.nextOffset }, null)
    expect(rest.content.text).not.toBe('')
    expect((await use('read_documentation', { path: '/docs/nothing' }, null)).content.code).toBe('not_found')
  })

  test('every other tool is a 401, a cookie is no key, and a wrong key is one for every method', async () => {
    const cookie = { Cookie: 'next-auth.session-token=x; guichet=x' }
    for (const name of [...toolNames.filter((each) => tools[each].needs !== 'nothing'), 'nothing']) {
      const response = await post(calling(name, { applicationId }), cookie)
      expect([name, response.status]).toEqual([name, 401])
      expect(response.headers.get('www-authenticate')).toMatch(/^Bearer /)
    }
    for (const authorization of ['Bearer guichet_personal_x', 'Bearer', 'Basic dTpw', '']) {
      const response = await post(listing, { Authorization: authorization })
      expect([authorization, response.status]).toEqual([authorization, 401])
    }
    const [entry] = await listAccessKeys(person.id)
    await executeAs({ id: person.id, ...owner }, removeAccessKey, { target: entry?.id ?? '' })
    await expect(connect(key)).rejects.toThrow()
  })
})

test('calls are limited by address without a key, and by key', async () => {
  setClock(new Date())
  for (const [kind, headers] of [
    ['address', {}],
    ['key', { Authorization: `Bearer ${key}` }],
  ] as const) {
    await world.owner.query('UPDATE throttle SET failures = $1', [callLimits[kind] - 1])
    if (kind === 'key') await post(listing, headers)
    await world.owner.query('UPDATE throttle SET failures = $1', [callLimits[kind] - 1])
    expect((await post(listing, headers)).status).toBe(200)
    if (kind === 'address') for (let left = callLimits.address - 1; left > 0; left--) await post(listing)
    const refused = await post(listing, headers)
    expect([kind, refused.status, Number(refused.headers.get('retry-after'))]).toEqual([kind, 429, 60])
  }
  expect((await request('GET', '/api/applications')).status).toBe(429)
  expect((await post(listing, { Authorization: `Bearer ${readOnly}` })).status).toBe(200)
  setClock(new Date(Date.now() + 61_000))
  expect((await post(listing, { Authorization: `Bearer ${key}` })).status).toBe(200)
})

describe('a message that is', () => {
  test.each([
    ['malformed', '{', 400],
    ['empty', '', 400],
    ['no message', '17', 400],
    ['nothing', 'null', 400],
    ['a batch', [listing, listing], 400],
    ['an empty batch', [], 400],
    ['one name twice', '{"jsonrpc":"2.0","id":1,"id":2,"method":"tools/list"}', 400],
    ['too large', JSON.stringify(calling('search_documentation', { query: 'x'.repeat(1_000_000) })), 413],
    ['of no method', { jsonrpc: '2.0', id: 1, method: { toString: 1 } }, 400],
    ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }, 202],
  ])('%s is refused, or taken', async (_, body, status) => {
    expect((await post(body)).status).toBe(status)
  })

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
    'called %s has a method that no one knows',
    async (method) => {
      const { error } = await (await post({ jsonrpc: '2.0', id: 1, method })).json()
      expect(error.code).toBe(-32601)
    },
  )

  test.each(['12345678901234567890', '"\ue000exact:6.6.6"', '"\ue000exact:5"'])(
    'with the id %s has its response with that one',
    async (id) => {
      for (const [method, params] of [
        ['tools/list', {}],
        ['tools/call', []],
      ]) {
        const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method, params }).replace('"id":0', `"id":${id}`)
        const answer = await post(body, { Authorization: `Bearer ${key}` })
        expect(await answer.text()).toMatch(new RegExp(`"id":${id}[,}]`))
      }
    },
  )

  test('of an unknown version is a 400; initialization offers one that is known', async () => {
    expect((await post(listing, { 'MCP-Protocol-Version': '1999-01-01' })).status).toBe(400)
    const params = {
      protocolVersion: '1999-01-01',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    }
    const response = await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
    expect((await response.json()).result).toMatchObject({
      protocolVersion: expect.stringMatching(/^202/),
      instructions: expect.stringContaining('untrusted'),
    })
  })
})

test('digits may come as integers, and an object as the JSON of one', async () => {
  await recordCalls(world.database.gateway, applicationId, [
    { at: Date.now(), requestId: newId(), status: 404 },
  ])
  const text = JSON.stringify(account)
  const long = text.replace('12500', '123456789012345678901')
  const msisdn = 999100000005
  expect(await use('put_test_account', { applicationId, msisdn, account: text })).toMatchObject({
    isError: false,
    content: { msisdn: '999100000005', balance: { value: 12500 } },
  })
  expect((await use('list_test_accounts', { applicationId, msisdn })).isError).toBe(false)
  const raw = calling('put_test_account', { applicationId, msisdn, account: long })
  const answer = await (await post(raw, { Authorization: `Bearer ${key}` })).text()
  expect(answer).toContain('"balance":{"value":123456789012345678901,')
  expect((await use('delete_test_account', { applicationId, msisdn })).isError).toBe(false)
  const { content } = await use('list_requests', { applicationId, status: 404, before: 10 ** 15 })
  expect(content.requests).toHaveLength(1)
  for (const [given, path] of [
    [{ msisdn: 1.5, account }, 'msisdn'],
    [{ msisdn: -999100000005, account }, 'msisdn'],
    [{ msisdn, account: '[]' }, 'account'],
    [{ msisdn, account: '{"type":1,"type":2}' }, 'account'],
    [{ msisdn, account: 'null' }, 'account'],
  ] as const) {
    const wrong = await use('put_test_account', { applicationId, ...given })
    expect([path, wrong]).toMatchObject([path, { isError: true, content: { path } }])
  }
})

test.each([
  ['tools/call', { name: { toString: 1 } }, 401],
  ['tools/call', { name: { toString: 1 } }, -32602],
  ['tools/call', { name: 'get_application', arguments: 'x' }, -32602],
  ['tools/call', { name: 'get_application', arguments: [1] }, -32602],
  ['tools/call', undefined, -32602],
  ['tools/call', { name: 'no_tool' }, -32602],
  ['tools/list', { cursor: 1 }, -32602],
  ['initialize', {}, -32602],
  ['initialize', { protocolVersion: 1, capabilities: {}, clientInfo: {} }, -32602],
  ['no/method', {}, -32601],
])('%s with %j is %i', async (method, params, code) => {
  const message = { jsonrpc: '2.0', id: 7, method, params }
  const response = await post(message, code > 0 ? {} : { Authorization: `Bearer ${key}` })
  if (code > 0) return expect(response.status).toBe(code)
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: 7, error: { code } })
})

test('wrong arguments and a read-only key are results that say what to do', async () => {
  for (const [name, given, code, path] of [
    ['list_requests', { applicationId, status: '7xx' }, 'invalid_arguments', 'status'],
    ['list_requests', { applicationId, from: 'yesterday' }, 'invalid_arguments', 'from'],
    ['list_requests', { applicationId, colour: 'red' }, 'invalid_arguments', 'colour'],
    ['get_application', {}, 'invalid_arguments', 'applicationId'],
    ['get_usage', { applicationId, from: 'x' }, 'invalid_arguments', 'from'],
    ['get_usage', { applicationId, from: '0000-01-01' }, 'invalid_arguments', 'from'],
    ['list_requests', { applicationId, from: '0000-01-01' }, 'invalid_arguments', 'from'],
    ['list_requests', { applicationId, to: '9999-12-31' }, 'invalid_arguments', 'to'],
    ['get_usage', { applicationId, from: '2026-11-22', to: '2026-11-20' }, 'invalid_arguments', 'to'],
    ['put_test_account', { applicationId, msisdn: '12-34', account }, 'invalid_arguments', 'msisdn'],
    ['put_test_account', { applicationId, msisdn: '999000000000', account }, 'reserved', 'msisdn'],
    [
      'put_test_account',
      { applicationId, msisdn: '999100000001', account: { ...account, fault: { kind: 'x' } } },
      'invalid_account',
      'account.fault.kind',
    ],
    ['delete_test_account', { applicationId, msisdn: '999100000009' }, 'not_found', 'msisdn'],
    ['end_rehearsal', { applicationId }, 'rehearsal_not_found', 'applicationId'],
  ] as const)
    expect([name, await use(name, given)]).toMatchObject([name, { isError: true, content: { code, path } }])
  const forbidden = await use('reset_test_accounts', { applicationId }, readOnly)
  expect(forbidden).toMatchObject({ isError: true, content: { code: 'forbidden', path: null } })
  expect(Object.keys(failureStatuses)).toEqual(expect.arrayContaining(['not_found', 'forbidden']))
})

// CONTRACT §6, and what pages ask of their reader before they show anything.
describe('a key of someone who', () => {
  const states = {
    'has not accepted the terms': { left: 'terms/accept', reads: true, set: () => publishNow(world.owner) },
    'waits for an approval': { left: 'approval', set: () => change(`approval = 'waiting'`) },
    'was rejected': {
      left: 'approval',
      set: () => change(`approval = 'rejected', rejection_reason = 'Who?'`),
    },
    'reviews without a second factor': { left: 'two-factor', set: () => change(`role = 'reviewer'`) },
    'holds a role of the provider, and has not accepted the terms': {
      left: 'terms/accept',
      reads: true,
      set: async () => {
        await change(`role = 'reviewer', role_by_claim = true`)
        await publishNow(world.owner)
      },
    },
  }
  const change = (what: string) =>
    world.owner.query(`UPDATE developer SET ${what} WHERE id = $1`, [person.id])
  const usage = (with_: string) => {
    const headers = { Authorization: `Bearer ${with_}` }
    return getUsage(new NextRequest(`${url}/api/usage.csv?application=${applicationId}`, { headers }))
  }

  afterEach(async () => {
    await change(`role = 'developer', role_by_claim = false, approval = NULL, rejection_reason = NULL`)
    await withdrawTerms(world.owner)
  })

  test.each(Object.entries(states))('%s changes nothing', async (_, { set, left, ...may }) => {
    const reads = 'reads' in may
    await set()
    const on = { applicationId, msisdn: '999100000007', account }
    for (const name of toolNames.filter((each) => tools[each].needs === 'sandbox')) {
      const { isError, content } = await use(name, on)
      expect([name, isError, content.code]).toEqual([name, true, 'forbidden'])
      expect(content.message).toContain(`/${left}.`)
    }
    const path = `/api/applications/${applicationId}/test-accounts/999100000007`
    expect((await request('PUT', path, account)).status).toBe(403)
    for (const with_ of [key, readOnly]) {
      expect((await use('list_applications', {}, with_)).isError).toBe(!reads)
      expect((await request('GET', '/api/applications', undefined, with_)).status).toBe(reads ? 200 : 403)
      expect((await usage(with_)).status).toBe(reads ? 200 : 403)
    }
    expect((await use('search_documentation', { query: 'token' })).isError).toBe(false)
  })
})

test('results are as the OpenAPI document describes them, by both ways; amounts keep their digits', async () => {
  const results = toolResults(await translations.getTranslations({ locale: 'en', namespace: 'docs.api' }))
  const requestId = newId()
  await recordCalls(world.database.gateway, applicationId, [
    { at: Date.now(), requestId, status: 400, errorCode: 'invalid_msisdn', hint: null },
  ])
  const of = `/api/applications/${applicationId}`
  const put = await request('PUT', `${of}/test-accounts/999100000001`, account)
  expect(put.status).toBe(201)
  expect((await request('PUT', `${of}/test-accounts/999100000001`, account)).status).toBe(200)
  expect((await request('POST', `${of}/rehearsal`)).status).toBe(201)
  const read: [keyof typeof results, string, object][] = [
    ['list_applications', '/api/applications', {}],
    ['get_application', of, { applicationId }],
    ['list_requests', `${of}/requests?status=4xx&code=invalid_msisdn`, { applicationId, status: '4xx' }],
    ['explain_request', `/api/requests/${requestId}`, { requestId }],
    ['list_test_accounts', `${of}/test-accounts`, { applicationId }],
    ['get_test_account', `${of}/test-accounts/999100000001`, { applicationId, msisdn: '999100000001' }],
    ['get_rehearsal', `${of}/rehearsal`, { applicationId }],
  ]
  for (const [name, path, given] of read) {
    const { status, body } = await request('GET', path)
    expect([name, status]).toEqual([name, 200])
    results[name]?.parse(body)
    const tool = name === 'get_test_account' ? 'list_test_accounts' : name
    const { content } = await use(tool, given)
    if (name !== 'list_requests') expect(content).toEqual(body)
    if (tools[tool].untrusted.length > 0) expect(body.untrusted).toEqual(tools[tool].untrusted)
    expect(JSON.stringify(body)).not.toMatch(/secret_[A-Za-z0-9]{20}|token_[A-Za-z0-9]{20}/)
  }
  const explained = (await use('explain_request', { requestId })).content.calls[0]
  expect(explained.whatToDo).toMatch(/\w/)
  expect((await request('DELETE', `${of}/rehearsal`)).body.state).toBe('ended')
  const large = '{"value":123456789012345678901.5,"unit":"EUR"}'
  const params = calling('put_test_account', { applicationId, msisdn: '999100000002', account: 0 })
  const body = JSON.stringify(params).replace(
    '"account":0',
    `"account":{"type":"customer","status":"active","balance":${large},"frozenBalance":${large}}`,
  )
  const raw = await (await post(body, { Authorization: `Bearer ${key}` })).text()
  expect(raw).toContain('"balance":{"value":123456789012345678901.5')
  expect((await request('DELETE', `${of}/test-accounts/999100000002`)).status).toBe(204)
})

test('long lists come in pages, each of which names where the next begins', async () => {
  const busy = await createDeveloper()
  const theirs = await issue(busy.id, 'read')
  const made: string[] = []
  for (let left = 51; left > 0; left--)
    made.push((await createClient(world.owner, { developerId: busy.id })).applicationId)
  const [called = ''] = made
  const requestIds = Array.from({ length: 51 }, newId)
  // A gateway keeps ten at most of those that it writes at once.
  for (const requestId of requestIds)
    await recordCalls(world.database.gateway, called, [{ at: Date.now(), requestId, status: 200 }])
  for (const [name, list, given, expected] of [
    ['list_applications', 'applications', {}, made],
    ['list_requests', 'requests', { applicationId: called }, requestIds],
  ] as const) {
    const first = (await use(name, given, theirs)).content
    const second = (await use(name, { ...given, before: first.next }, theirs)).content
    expect([name, first[list].length, second[list].length, second.next]).toEqual([name, 50, 1, null])
    const found = [...first[list], ...second[list]].map(({ id, requestId }) => id ?? requestId)
    expect(found.toSorted()).toEqual(expected.toSorted())
  }
})

test('what a team writes about its application leaves the JSON of others as it is', async () => {
  for (const description of ['\ue000exact:6.6.6', '\ue000exact:5']) {
    await world.owner.query('UPDATE application SET description = $2 WHERE id = $1', [
      applicationId,
      description,
    ])
    expect((await request('GET', '/api/applications')).body.applications[0].description).toBe(description)
    expect((await use('list_applications')).content.applications[0].description).toBe(description)
  }
})

test('usage is read by dates and times, by the hour', async () => {
  const { content } = await use(
    'get_usage',
    { applicationId, from: '2026-11-20', to: '2026-11-20' },
    readOnly,
  )
  expect(content).toMatchObject({
    application: applicationId,
    from: '2026-11-20T00:00:00.000Z',
    step_minutes: 60,
  })
  expect(content.intervals).toHaveLength(24)
})

test('every change is among the latest uses of its key, which its owner sees', async () => {
  await use('put_test_account', { applicationId, msisdn: '999100000003', account })
  await use('start_rehearsal', { applicationId })
  await use('end_rehearsal', { applicationId })
  await use('list_applications')
  const [used, unused] = await listAccessKeys(person.id)
  expect(used?.uses.map(({ action }) => action)).toEqual([
    'rehearsal.ended',
    'rehearsal.started',
    'test_account.created',
  ])
  expect(used?.uses[0]?.application).toMatch(/\w/)
  expect(unused).toMatchObject({ mayChangeSandbox: false, uses: [] })
})
