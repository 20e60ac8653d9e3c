import { createTranslator } from 'next-intl'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { tools } from '@/app/_program/tools'
import { describeApi } from '@/app/docs/openapi/document'
import type { Describe } from '@/app/docs/openapi/group'
import { apiGroups } from '@/app/docs/openapi/groups'
import { accountSchemas, problemSchema } from '@/app/docs/openapi/groups/accounts'
import { sandboxSchemas } from '@/app/docs/openapi/groups/sandbox'
import { tokenSchemas } from '@/app/docs/openapi/groups/tokens'
import { nameShared } from '@/app/docs/openapi/name-shared'
import { readDocumentedFields, readOperations } from '@/app/docs/openapi/read-document'
import { sandboxRoutes } from '@/gateway/routes'
import { messages } from '@/generated/messages'
import { createPool } from '@/lib/pool'
import { createAccount, createAnnouncement, createClient } from '@/test/factories'
import { fetchToken, type TestGateway, withSandbox } from '@/test/gateway'
import { allowOnly } from '@/test/networks'
import { openWireTo } from '@/test/wire'

const t = createTranslator({
  locale: 'en',
  messages: messages.en,
  namespace: 'docs.api',
}) as unknown as Describe
const schemas = { ...tokenSchemas(t), ...accountSchemas(t) }
const operations = readOperations(describeApi(t))

const sandbox = withSandbox()
const { world } = sandbox

function post(path: string, form: Record<string, string>) {
  return fetch(sandbox.gateway.url + path, { method: 'POST', body: new URLSearchParams(form) })
}

function credentials() {
  return { client_id: sandbox.client.clientId, client_secret: sandbox.client.clientSecret }
}

test('the document lists exactly the URLs of the API', () => {
  const api = [...sandboxRoutes].filter(([path]) => /^\/(oauth|api|sandbox)\//.test(path))
  const ofGateways = api.flatMap(([path, { methods }]) =>
    [...methods.keys()].map((method) => `${method} ${path}`),
  )
  const ofPortal = [...Object.values(tools).flatMap(({ http }) => http), 'GET /api/usage.csv']
  const described = operations.map(({ method, path }) => `${method} ${path}`).sort()
  expect(described).toEqual([...ofGateways, ...ofPortal].sort())
})

// ASVS 2.1.1
test('every field has a description, and the example matches its schema', () => {
  for (const { id, parameters, form, responses } of operations) {
    const fields = responses.flatMap(({ schema }) => (schema ? readDocumentedFields(schema) : []))
    const described = fields.filter(({ name }) => !name.includes('[]'))
    for (const { name, description } of [...parameters, ...form, ...described])
      expect(description, `${id} ${name}`).not.toBe('')
  }
  const account = operations.find(({ id }) => id === 'readAccount')?.responses[0]?.examples[0]?.body
  expect(schemas.account.safeParse(JSON.parse(account ?? '')).success).toBe(true)
})

test('every operation belongs to a group, and every error example matches its schema', () => {
  for (const { id, group, responses } of operations.filter(
    ({ group }) => !['usage', 'agents'].includes(group),
  )) {
    expect(
      apiGroups.map((each) => each.id),
      id,
    ).toContain(group)
    for (const { status, mediaType, examples } of responses.filter(({ status }) => Number(status) >= 400)) {
      const problem = group === 'sandbox' ? problemSchema(t, 'sandbox') : schemas.problem
      const schema = mediaType === 'application/json' ? schemas.oauthError : problem
      expect(examples.length, `${id} ${status}`).toBeGreaterThan(0)
      for (const { body } of examples) schema.strict().parse(JSON.parse(body))
    }
  }
})

// Strict: a response with a field missing from the document fails here. Of errors, the examples are what gateways send
// (app/docs/errors/examples.db.test.ts).
describe('the gateway responds as documented', () => {
  test('token', async () => {
    const response = await post('/oauth/token', { ...credentials(), grant_type: 'client_credentials' })
    schemas.tokenResponse.strict().parse(await response.json())
  })

  test('introspection', async () => {
    const token = await fetchToken(sandbox.gateway, sandbox.client)
    const alive = await post('/oauth/introspect', { ...credentials(), token })
    expect(schemas.introspectionResponse.strict().parse(await alive.json()).active).toBe(true)
    const unknown = await post('/oauth/introspect', { ...credentials(), token: 'x' })
    expect(schemas.introspectionResponse.strict().parse(await unknown.json())).toEqual({ active: false })
  })

  test('account', async () => {
    const headers = { Authorization: `Bearer ${await fetchToken(sandbox.gateway, sandbox.client)}` }
    const url = `${sandbox.gateway.url}/api/eWallet/v1/account?msisdn=221770000001`
    schemas.account.strict().parse(await (await fetch(url, { headers })).json())
  })
})

describe('the gateway responds to tests as documented', () => {
  const { testAccount, testAccounts, fixture, fixtureInput, testAccountInput, rehearsal } = sandboxSchemas(t)
  const call = async (method: string, path: string, body?: object) => {
    const headers = { Authorization: `Bearer ${await fetchToken(sandbox.gateway, sandbox.client)}` }
    const response = await fetch(`${sandbox.gateway.url}/sandbox/v1/${path}`, {
      method,
      headers,
      body: body && JSON.stringify(body),
    })
    return response.json()
  }
  const exampleOf = (id: string) => operations.find((each) => each.id === id)?.json?.example as object

  test('the example of each body is accepted', async () => {
    const account = testAccountInput.parse(exampleOf('putTestAccount'))
    expect(testAccount.parse(await call('PUT', 'accounts/999100000001', account))).toMatchObject(account)
    const given = fixtureInput.parse(exampleOf('putFixture'))
    expect(fixture.parse(await call('PUT', 'fixture', given))).toMatchObject(given)
    expect(fixture.parse(await call('GET', 'fixture')).accounts).toHaveLength(1)
    expect(testAccounts.parse(await call('GET', 'accounts')).accounts).toHaveLength(1)
    expect(testAccounts.parse(await call('POST', 'reset')).accounts).toHaveLength(1)
    expect(testAccount.parse(await call('POST', 'accounts/999100000001/reset')).fault).toBeNull()
    expect(rehearsal.parse(await call('POST', 'rehearsal')).state).toBe('running')
    const passed = async () => rehearsal.parse(await call('GET', 'rehearsal')).cases[0]?.outcome
    await expect.poll(passed).toBe('passed')
    expect(rehearsal.parse(await call('DELETE', 'rehearsal')).state).toBe('ended')
  })

  test('and refuses as documented', async () => {
    const problem = problemSchema(t, 'sandbox').strict()
    expect(problem.parse(await call('PUT', 'accounts/999100000001', {})).errors).toBeDefined()
    expect(problem.parse(await call('PUT', 'accounts/999000000000', exampleOf('putTestAccount'))).code).toBe(
      'reserved',
    )
  })
})

describe('every response has the headers that the document names for its status, and no other', () => {
  const framing = ['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding']
  const headersOf = (response: Response) =>
    [...response.headers.keys()].filter((name) => !framing.includes(name))
  const outage = '221770000302'
  let away: TestGateway
  let strict: TestGateway
  let metered: TestGateway
  const ends: (() => void)[] = []
  afterAll(() => {
    for (const end of ends) end()
  })

  beforeAll(async () => {
    // Deprecated all of them, so that every documented header is sent, also by a gateway that has lost its database.
    for (const endpoint of ['account', 'token', 'revoke', 'introspect', 'sandbox'] as const)
      await createAnnouncement(world.owner, { endpoint })
    const wire = await openWireTo(world.database.gatewayUrl)
    const pool = createPool(wire.url, 1, 'guichet-test-away', 500)
    await createAccount(world.owner, outage, { outage: true })
    away = await world.start({ pool, lookupTimeoutMs: 500 })
    metered = await world.start({ rateLimit: 1000 })
    strict = await world.start({ rateLimit: 1, failures: { perClient: 1, perAddress: 0 } })
    await Promise.all([sandbox.gateway, away, metered, strict].map(waitForDeprecations))
    wire.lose()
    wire.cut()
    ends.push(() => wire.close())
  })

  function waitForDeprecations({ context }: TestGateway) {
    return vi.waitUntil(() => Object.keys(context.deprecations.fields).length === 5, { timeout: 45_000 })
  }

  function expectDocumented(id: string, responses: Response[], statuses: number[]): void {
    const described = operations.find((operation) => operation.id === id)?.responses ?? []
    const documented = described.flatMap(({ status, headers }) =>
      headers.map(({ name }) => `${status} ${name.toLowerCase()}`),
    )
    const sent = responses.flatMap((response) =>
      headersOf(response).map((name) => `${response.status} ${name}`),
    )
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set(statuses))
    expect([...new Set(sent)].sort()).toEqual(documented.sort())
  }

  test.each([
    ['obtainToken', '/oauth/token', { grant_type: 'client_credentials' }],
    ['revokeToken', '/oauth/revoke', { token: 'x' }],
    ['introspectToken', '/oauth/introspect', { token: 'x' }],
  ])('%s', async (id, path, form) => {
    const right = { ...credentials(), ...form }
    const wrong = { ...right, client_secret: 'wrong' }
    const responses: Response[] = []
    for (const [{ url }, body] of [
      [sandbox.gateway, right],
      [sandbox.gateway, {}],
      [sandbox.gateway, wrong],
      [sandbox.gateway, { ...right, padding: 'x'.repeat(17_000) }],
      [strict, wrong],
      [strict, wrong],
      [away, right],
    ] as [TestGateway, Record<string, string>][])
      responses.push(await fetch(url + path, { method: 'POST', body: new URLSearchParams(body) }))
    expectDocumented(id, responses, [200, 400, 401, 413, 429, 503])
  })

  const ask = (url: string, msisdn: string, authorization: string) =>
    fetch(`${url}/api/eWallet/v1/account?msisdn=${msisdn}`, { headers: { authorization } })

  /** A call with a token of an application that may not be called from this machine. */
  async function askFromElsewhere(): Promise<Response> {
    const production = await world.start({ environment: 'production' })
    await waitForDeprecations(production)
    const listed = await createClient(world.owner, { environment: 'production' })
    const token = await fetchToken(production, listed)
    await allowOnly(world.owner, listed.applicationId, ['203.0.113.0/24'])
    return ask(production.url, '221770000001', `Bearer ${token}`)
  }

  test('readAccount', async () => {
    const token = await fetchToken(sandbox.gateway, sandbox.client)
    const responses: Response[] = []
    for (const [{ url }, msisdn, authorization] of [
      [metered, '221770000001', `Bearer ${token}`],
      [metered, '221770000001', 'Bearer'],
      [metered, 'x', `Bearer ${token}`],
      [metered, '221770000001', 'Bearer x'],
      [metered, '999000000000', `Bearer ${token}`],
      [strict, '221770000001', `Bearer ${token}`],
      [strict, '221770000001', `Bearer ${token}`],
      [away, '221770000001', `Bearer ${token}`],
      [metered, outage, `Bearer ${token}`],
    ] as [TestGateway, string, string][])
      responses.push(await ask(url, msisdn, authorization))
    responses.push(await askFromElsewhere())
    expectDocumented('readAccount', responses, [200, 400, 401, 403, 404, 429, 503])
  })

  test('putTestAccount', async () => {
    const token = await fetchToken(sandbox.gateway, sandbox.client)
    const account = operations.find(({ id }) => id === 'putTestAccount')?.json?.example
    const full = Array.from({ length: 100 }, (_, index) => ({
      ...(account as object),
      msisdn: String(999_200_000_000 + index),
    }))
    const responses: Response[] = []
    for (const [{ url }, path, body, authorization = `Bearer ${token}`] of [
      [metered, 'accounts/999100000050', account],
      [metered, 'accounts/999100000050', account],
      [metered, 'accounts/x', account],
      [metered, 'accounts/999100000050', account, 'Bearer'],
      [metered, 'accounts/999100000050', account, 'Bearer x'],
      [metered, 'accounts/999000000000', account],
      [metered, 'accounts/999100000050', ' '.repeat(66_000)],
      [metered, 'accounts/999100000050', {}],
      [metered, 'fixture', { accounts: full }],
      [metered, 'accounts/999100000050', account],
      [away, 'accounts/999100000050', account],
      ...Array.from({ length: 600 }, () => [metered, 'accounts/999100000050', {}] as const),
    ] as [TestGateway, string, unknown, string?][]) {
      if (responses.length > 20 && responses.at(-1)?.status === 429) break
      const sent = typeof body === 'string' ? body : JSON.stringify(body)
      responses.push(
        await fetch(`${url}/sandbox/v1/${path}`, { method: 'PUT', headers: { authorization }, body: sent }),
      )
    }
    expectDocumented('putTestAccount', responses, [200, 201, 400, 401, 409, 413, 422, 429, 503])
  })
})

test('with components for what operations share, programs read the same document', () => {
  const [plain, shared] = [describeApi(t), nameShared(describeApi(t))]
  const areas = shared.components as Record<string, Record<string, object>>
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve)
    if (typeof value !== 'object' || value === null) return value
    const { $ref, ...own } = value as { $ref?: string }
    const [, , area = '', name = ''] = $ref?.split('/') ?? []
    if ($ref) expect(areas[area]).toHaveProperty([name])
    const whole = $ref ? { ...(resolve(areas[area]?.[name]) as object), ...own } : value
    return Object.fromEntries(Object.entries(whole).map(([key, each]) => [key, resolve(each)]))
  }
  expect(closed(resolve(shared.paths))).toEqual(closed(JSON.parse(JSON.stringify(plain.paths))))
  expect(Object.keys(shared.components?.schemas ?? {})).toEqual(
    expect.arrayContaining([
      'Account',
      'Amount',
      'Problem',
      'Token',
      'TokenError',
      'TestAccount',
      'FixtureInput',
    ]),
  )
  expect(Object.keys(shared.components?.headers ?? {})).toContain('X-Request-Id')
  expect(JSON.stringify(shared).length).toBeLessThan(JSON.stringify(plain).length * 0.8)
  for (const name of Object.keys(shared.components?.responses ?? {})) expect(name).toMatch(/^[A-Za-z0-9]+$/)
})

/** Without what is open to programs, the titles that name components, and examples, of which each place has its own. */
function closed(document: unknown): unknown {
  const left = ['additionalProperties', 'enum', 'x-extensible-enum', 'title', 'example', 'examples']
  return JSON.parse(JSON.stringify(document, (key, value) => (left.includes(key) ? undefined : value)))
}

test('responses and webhooks may have new fields and codes; requests are strict', () => {
  const shared = nameShared(describeApi(t))
  const schemas = shared.components?.schemas ?? {}
  const [inputs, others] = [true, false].map((given) =>
    Object.entries(schemas).filter(([name]) => name.endsWith('Input') === given),
  )
  expect(inputs?.length).toBeGreaterThan(2)
  for (const [name, schema] of inputs ?? [])
    expect([name, schema]).toMatchObject([name, { additionalProperties: false }])
  expect(JSON.stringify(others)).not.toContain('"additionalProperties":false')
  const { Problem, TokenError } = schemas as Record<string, { properties: Record<string, object> }>
  for (const code of [Problem?.properties.code, TokenError?.properties.error]) {
    expect(code).toMatchObject({
      type: 'string',
      'x-extensible-enum': expect.arrayContaining(['invalid_request']),
    })
    expect(code).not.toHaveProperty('enum')
  }
  // All that a response or a webhook carries has a name.
  const inline = (value: unknown): boolean => JSON.stringify(value).includes('"schema":{"type":"object"')
  for (const item of Object.values({ ...shared.webhooks, ...shared.paths }))
    for (const operation of Object.values(
      item as Record<string, { responses?: object; requestBody?: object }>,
    ))
      expect(inline(operation.responses ?? {})).toBe(false)
  for (const item of Object.values(shared.webhooks ?? {})) expect(inline(item)).toBe(false)
})

test('a path may have the plus that its description mentions', () => {
  const { parameters } = operations.find(({ id }) => id === 'putTestAccount') ?? {}
  expect(parameters?.find(({ name }) => name === 'msisdn')?.description).toContain('+')
  const document = JSON.stringify(describeApi(t).paths?.['/sandbox/v1/accounts/{msisdn}'])
  expect(document).toContain('"pattern":"^[ +]?[1-9][0-9]{5,14}$"')
})
