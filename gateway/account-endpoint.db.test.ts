import { beforeAll, describe, expect, test } from 'vitest'
import { createChanges } from '@/lib/wallet/apply-changes'
import { parseTimestamp } from '@/lib/wallet/timestamp'
import { type Client, createAccount, createClient } from '@/test/factories'
import { fetchToken, type TestGateway, withGateways } from '@/test/gateway'
import { exchangeRaw, type RawResponse, rawRequest } from '@/test/raw-http'

const requestId = '0199f3a0-0000-7000-8000-000000000002'
const path = '/api/eWallet/v1/account'
const metadata = 'resource_metadata="http://api.localhost/.well-known/oauth-protected-resource"'
const challenge = `Bearer realm="sandbox", ${metadata}`

const world = withGateways()
let gateway: TestGateway
let client: Client
let token: string

beforeAll(async () => {
  gateway = await world.start()
  client = await createClient(world.owner)
  token = await fetchToken(gateway, client)
  await createAccount(world.owner, '221771234567')
})

type Ask = { target?: string; headers?: string[]; method?: string; at?: TestGateway }

function ask({ target = `${path}?msisdn=221771234567`, headers, method = 'GET', at = gateway }: Ask = {}) {
  const lines = headers ?? [`Authorization: Bearer ${token}`]
  return exchangeRaw(at.port, rawRequest(method, target, [`X-Request-Id: ${requestId}`, ...lines]))
}

function askFor(query: string, at?: TestGateway): Promise<RawResponse> {
  return ask({ target: path + query, at })
}

function expectCommon({ headers }: RawResponse): void {
  expect(headers['x-request-id']).toBe(requestId)
  expect(headers['cache-control']).toBe('no-store')
  expect(headers).not.toHaveProperty('server')
  expect(headers).not.toHaveProperty('access-control-allow-origin')
}

function expectAccount(response: RawResponse, body?: string): void {
  expectCommon(response)
  expect(response.status).toBe(200)
  expect(response.headers['content-type']).toBe('application/json')
  expect(response.body).toBe(
    body ??
      '{"msisdn":"221771234567","type":"customer","status":"active","balance":{"value":12500,"unit":"XOF"},"frozenBalance":{"value":0,"unit":"XOF"},"asOf":"2026-11-21T09:00:00Z"}',
  )
}

type Expected = {
  status: number
  code: string
  title: string
  detail: string
  authenticate?: string
  errors?: object[]
}

function expectProblem(response: RawResponse, expected: Expected): void {
  const { status, code, title, detail, authenticate, errors } = expected
  expectCommon(response)
  expect(response.status).toBe(status)
  expect(response.headers['content-type']).toBe('application/problem+json')
  const type = `http://portal.localhost/docs/errors/${code}`
  expect(response.body).toBe(
    JSON.stringify({ type, title, status, detail, instance: `urn:uuid:${requestId}`, code, errors }),
  )
  expect(response.headers['www-authenticate']).toBe(authenticate)
}

const tokenMissing: Expected = {
  status: 401,
  code: 'token_missing',
  title: 'Access token missing',
  detail: 'This endpoint requires an access token in the Authorization header.',
  authenticate: challenge,
}
const malformed = (detail: string): Expected => ({
  status: 400,
  code: 'invalid_request',
  title: 'Invalid request',
  detail,
  authenticate: `${challenge}, error="invalid_request"`,
})
const invalidToken: Expected = {
  status: 401,
  code: 'invalid_token',
  title: 'Access token not accepted',
  detail: 'The access token is unknown, has expired or was revoked. Request a new one.',
  authenticate: `${challenge}, error="invalid_token"`,
}
const invalidMsisdn = (message: string): Expected => ({
  status: 400,
  code: 'invalid_msisdn',
  title: 'Invalid msisdn',
  detail: 'The msisdn is missing or malformed.',
  errors: [{ parameter: 'msisdn', message }],
})
const notFound: Expected = {
  status: 404,
  code: 'account_not_found',
  title: 'Account not found',
  detail: 'There is no such account, or this application may not read it.',
}
const required = 'The parameter msisdn is required.'
const once = 'The parameter msisdn must be given once.'
const form = 'The msisdn must be 6 to 15 digits in international form, with or without a leading +.'

describe('the token', () => {
  test('no token: 401 token_missing, B without error', async () =>
    expectProblem(await ask({ headers: [] }), tokenMissing))
  const write = 'write: Bearer, a space, the access token.'
  test.each([
    ['Digest x', tokenMissing.detail],
    ['Bearerx abc', tokenMissing.detail],
    ['', tokenMissing.detail],
    ['Basic YTpi', `Basic is for the token endpoint. Here, ${write}`],
    ['Bearer: abc', `The scheme has no colon. W${write.slice(1)}`],
    ['abc', `The Authorization header has no scheme. W${write.slice(1)}`],
  ])('a scheme that is not Bearer (%j): 401 token_missing, B without error', async (value, detail) =>
    expectProblem(await ask({ headers: [`Authorization: ${value}`] }), { ...tokenMissing, detail }),
  )
  const words = 'The Authorization header must be: Bearer, a space, the access token.'
  test.each(['Bearer', 'Bearer ', 'bearer a b', 'Bearer a b c'])(
    'Bearer alone, or with extra parts (%j): 400 invalid_request',
    async (value) => expectProblem(await ask({ headers: [`Authorization: ${value}`] }), malformed(words)),
  )
  test.each(['bearer', 'BEARER', 'bEaReR'])('%s in any case is accepted', async (scheme) =>
    expectAccount(await ask({ headers: [`Authorization: ${scheme} ${token}`] })),
  )
  test('two Authorization lines: 400 invalid_request', async () => {
    const line = `Authorization: Bearer ${token}`
    const detail = 'The Authorization header is given more than once.'
    expectProblem(await ask({ headers: [line, line] }), malformed(detail))
    expectProblem(await ask({ headers: [line, 'authorization: Basic x'] }), malformed(detail))
  })
  // ASVS 14.2.1
  test('header and query token, or only a query token: 400 invalid_request', async () => {
    const target = `${path}?msisdn=221771234567&access_token=${token}`
    const detail = 'Send the access token in the Authorization header only.'
    expectProblem(await ask({ target }), malformed(detail))
    expectProblem(await ask({ target, headers: [] }), malformed(detail))
    expectProblem(await ask({ target: target.replace('s_t', 's%5Ft'), headers: [] }), malformed(detail))
  })
  // ASVS 9.2.3, 9.2.4, 10.3.1
  test('unknown, malformed, expired, revoked token, other environment, suspended application: identical 401', async () => {
    const fresh = async (input = {}) => {
      const owner = await createClient(world.owner, input)
      return { owner, token: await fetchToken(gateway, owner) }
    }
    const [expired, revoked, suspended, ownerSuspended] = await Promise.all([
      fresh(),
      fresh(),
      fresh(),
      fresh(),
    ])
    const end = 'UPDATE access_token SET expires_at = now() WHERE application_id = $1'
    await world.owner.query(end, [expired.owner.applicationId])
    const revocation = `token=${revoked.token}&client_id=${revoked.owner.clientId}&client_secret=${revoked.owner.clientSecret}`
    const headers = ['Content-Type: application/x-www-form-urlencoded']
    await exchangeRaw(gateway.port, rawRequest('POST', '/oauth/revoke', headers, revocation))
    const suspend = 'UPDATE application SET state = $2 WHERE id = $1'
    await world.owner.query(suspend, [suspended.owner.applicationId, 'suspended'])
    await world.owner.query('UPDATE application SET owner_suspended = true WHERE id = $1', [
      ownerSuspended.owner.applicationId,
    ])
    const production = await world.start({ environment: 'production' })
    const stranger = await createClient(world.owner, { environment: 'production' })
    const tokens = [
      token.replace(/.{4}$/, 'AAAA'),
      'abc!',
      'a'.repeat(8000),
      expired.token,
      revoked.token,
      suspended.token,
      ownerSuspended.token,
      await fetchToken(production, stranger),
    ]
    const answers = await Promise.all(
      tokens.map((each) => ask({ headers: [`Authorization: Bearer ${each}`] })),
    )
    for (const answer of answers) {
      expectProblem(answer, invalidToken)
      expect(Object.keys(answer.headers)).toEqual(Object.keys(answers[0]?.headers ?? {}))
    }
  })
  test('authentication is decided before parameters', async () => {
    expectProblem(await ask({ target: path, headers: [] }), tokenMissing)
    expectProblem(await ask({ target: path, headers: ['Authorization: Bearer x'] }), invalidToken)
  })
})

describe('the msisdn', () => {
  test.each([
    '?msisdn=+221771234567',
    '?msisdn=%2B221771234567',
    '?msisdn=221771234567',
    '?msisdn=%20221771234567',
  ])('%s: the same account', async (query) => expectAccount(await askFor(query)))
  test('an unknown parameter is ignored', async () =>
    expectAccount(await askFor('?x=%zz&msisdn=221771234567&&y')))
  test.each(['', '?', '?MSISDN=221771234567', '?msisdn', '?msisdn='])(
    'missing or empty (%j): 400 invalid_msisdn with errors',
    async (query) => expectProblem(await askFor(query), invalidMsisdn(required)),
  )
  test.each(['?msisdn=221771234567&msisdn=221771234567', '?msisdn=221771234567&%6dsisdn=1'])(
    'twice (%j): 400 invalid_msisdn with errors',
    async (query) => expectProblem(await askFor(query), invalidMsisdn(once)),
  )
  test.each([
    ['inner space', '221%20771234567'],
    ['inner plus', '221+771234567'],
    ['trailing space', '221771234567%20'],
    ['trailing plus', '221771234567+'],
    ['two leading spaces', '++221771234567'],
    ['hyphen', '221-771234567'],
    ['00 prefix', '00221771234567'],
    ['leading zero', '0771234567'],
    ['non-ASCII digits', '%D9%A2%D9%A2%D9%A1%D9%A7%D9%A7%D9%A1%D9%A2'],
    ['full-width digits', '%EF%BC%92%EF%BC%92%EF%BC%91771234567'],
    ['over 15 digits', '2217712345678901'],
    ['under 6 digits', '22177'],
    ['letters', 'abc'],
    ['NUL', '221771234567%00'],
    ['a line break', '221771234567%0A'],
    ['a bad escape', '221771234567%2'],
    ['bad UTF-8', '%ff221771234567'],
  ])('malformed, %s: 400 invalid_msisdn with errors', async (_name, value) => {
    const answer = await askFor(`?msisdn=${value}`)
    expectProblem(answer, invalidMsisdn(form))
    expect(answer.body).not.toContain('771234567')
  })
})

describe('the account', () => {
  test('every type and status, decimals as they are stored', async () => {
    const cases = [
      [
        '221770000101',
        { type: 'retailer', currency: 'EUR', balance: '1234567890123456789.10', frozenBalance: '0.05' },
      ],
      ['221770000102', { status: 'suspended', currency: 'TND', balance: '-0.001', frozenBalance: '3.140' }],
      ['221770000103', { status: 'barred', balance: '0' }],
    ] as const
    for (const [msisdn, input] of cases) await createAccount(world.owner, msisdn, input)
    expectAccount(
      await askFor('?msisdn=221770000101'),
      '{"msisdn":"221770000101","type":"retailer","status":"active","balance":{"value":1234567890123456789.10,"unit":"EUR"},"frozenBalance":{"value":0.05,"unit":"EUR"},"asOf":"2026-11-21T09:00:00Z"}',
    )
    expectAccount(
      await askFor('?msisdn=221770000102'),
      '{"msisdn":"221770000102","type":"customer","status":"suspended","balance":{"value":-0.001,"unit":"TND"},"frozenBalance":{"value":3.140,"unit":"TND"},"asOf":"2026-11-21T09:00:00Z"}',
    )
    expectAccount(
      await askFor('?msisdn=221770000103'),
      '{"msisdn":"221770000103","type":"customer","status":"barred","balance":{"value":0,"unit":"XOF"},"frozenBalance":{"value":0,"unit":"XOF"},"asOf":"2026-11-21T09:00:00Z"}',
    )
  })
  test('the longest and the shortest msisdn', async () => {
    await createAccount(world.owner, '999999999999999')
    await createAccount(world.owner, '100001')
    expect((await askFor('?msisdn=999999999999999')).status).toBe(200)
    expect((await askFor('?msisdn=100001')).status).toBe(200)
  })
  test('asOf is in whole seconds of UTC, never rounded up', async () => {
    await createAccount(world.owner, '221770000104', { asOf: '2026-01-01T00:59:59.999+01:00' })
    expect(JSON.parse((await askFor('?msisdn=221770000104')).body).asOf).toBe('2025-12-31T23:59:59Z')
  })
  test('unknown msisdn: 404 account_not_found', async () =>
    expectProblem(await askFor('?msisdn=221779999999'), notFound))
  test('a removed account: the 404 of an unknown one, from the next call; then it may come back', async () => {
    const msisdn = '221770000105'
    const connection = await world.owner.connect()
    const changes = createChanges(connection, 'sandbox')
    const amounts = { currency: 'XOF', balance: '5', frozenBalance: '0' }
    const at = (second: number) => parseTimestamp(`2026-11-20T09:00:0${second}Z`) ?? 0
    await changes.apply([{ msisdn, amounts, asOf: at(0) }])
    expect((await askFor(`?msisdn=${msisdn}`)).status).toBe(200)
    await changes.apply([{ op: 'remove', msisdn, asOf: at(1) }])
    const removed = await askFor(`?msisdn=${msisdn}`)
    const unknown = await askFor('?msisdn=221779999999')
    expectProblem(removed, notFound)
    const same = ({ status, headers: { date, ...headers }, body }: RawResponse) => ({ status, headers, body })
    expect(same(removed)).toEqual(same(unknown))
    await changes.apply([{ msisdn, amounts, asOf: at(2) }])
    expect((await askFor(`?msisdn=${msisdn}`)).status).toBe(200)
    connection.release()
  })
  test('999000000000 never exists', async () => expectProblem(await askFor('?msisdn=999000000000'), notFound))
  test('an account that the application was not granted (Production, listed access): the same 404', async () => {
    const production = await world.start({ environment: 'production' })
    const listed = await createClient(world.owner, { environment: 'production', access: 'listed' })
    await createAccount(world.owner, '221770000201', { environment: 'production' })
    await createAccount(world.owner, '221770000202', { environment: 'production' })
    await world.owner.query('INSERT INTO account_grant (application_id, msisdn) VALUES ($1, $2)', [
      listed.applicationId,
      '221770000201',
    ])
    const headers = [`Authorization: Bearer ${await fetchToken(production, listed)}`]
    const answer = (msisdn: string) => ask({ target: `${path}?msisdn=${msisdn}`, headers, at: production })
    expect((await answer('221770000201')).status).toBe(200)
    expectProblem(await answer('221770000202'), notFound)
    expectProblem(await answer('221770000203'), notFound)
  })
  test('accounts of the other environment do not exist', async () => {
    await createAccount(world.owner, '221770000204', { environment: 'production' })
    expectProblem(await askFor('?msisdn=221770000204'), notFound)
  })
  test.each(['text/html', 'application/xml;q=1, application/json;q=0', 'nonsense'])(
    'Accept that excludes JSON (%s): 200 JSON all the same',
    async (accept) =>
      expectAccount(await ask({ headers: [`Authorization: Bearer ${token}`, `Accept: ${accept}`] })),
  )
  test('HEAD as GET without a body', async () => {
    const answer = await ask({ method: 'HEAD' })
    expect(answer).toMatchObject({ status: 200, body: '', headers: { 'content-type': 'application/json' } })
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(100)
  })
  test('one documented account responds late, another not at all', async () => {
    await createAccount(world.owner, '221770000301', { delayMs: 300 })
    await createAccount(world.owner, '221770000302', { outage: true })
    const begin = performance.now()
    expect((await askFor('?msisdn=221770000301')).status).toBe(200)
    expect(performance.now() - begin).toBeGreaterThan(295)
    const answer = await askFor('?msisdn=221770000302')
    expectProblem(answer, {
      status: 503,
      code: 'unavailable',
      title: 'Temporarily unavailable',
      detail: 'The service is temporarily unavailable. Try again shortly.',
    })
    expect(answer.headers['retry-after']).toBe('1')
  })
})

describe('limits', () => {
  test('over the limit: 429 quota_exceeded + Retry-After; RateLimit fields on every metered response', async () => {
    const limited = await world.start({ rateLimit: 3 })
    const owner = await createClient(world.owner)
    const headers = [`Authorization: Bearer ${await fetchToken(limited, owner)}`]
    const queries = ['?msisdn=221771234567', '?msisdn=x', '?msisdn=221779999999', '?msisdn=221771234567']
    const answers: RawResponse[] = []
    for (const query of queries) answers.push(await ask({ target: path + query, headers, at: limited }))
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 404, 429])
    for (const [index, answer] of answers.entries()) {
      expect(answer.headers['ratelimit-policy']).toBe('"default";q=3;w=60')
      expect(answer.headers.ratelimit).toMatch(
        new RegExp(`^"default";r=${Math.max(0, 2 - index)};t=(60|59)$`),
      )
    }
    const [, , , last] = answers as [RawResponse, RawResponse, RawResponse, RawResponse]
    expectProblem(last, {
      status: 429,
      code: 'quota_exceeded',
      title: 'Quota exceeded',
      detail: 'This application has used up its calls for the moment.',
    })
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(55)
    // Another application is not affected, and an unauthenticated call is not metered.
    const other = await createClient(world.owner)
    const otherHeaders = [`Authorization: Bearer ${await fetchToken(limited, other)}`]
    expect((await ask({ headers: otherHeaders, at: limited })).status).toBe(200)
    expect((await ask({ headers: [], at: limited })).headers).not.toHaveProperty('ratelimit')
  })
  test('an application’s own limit replaces the environment’s from the next call, and so does the default', async () => {
    const limited = await world.start({ rateLimit: 2 })
    const owner = await createClient(world.owner)
    const headers = [`Authorization: Bearer ${await fetchToken(limited, owner)}`]
    const call = async (gateway = limited) => {
      const { status, headers: found } = await ask({ headers, at: gateway })
      return [status, found['ratelimit-policy'], found.ratelimit?.toString().replace(/;t=.*/, '')]
    }
    const set = (limit: number | null) =>
      world.owner.query('UPDATE application SET rate_limit = $2 WHERE id = $1', [owner.applicationId, limit])
    expect(await call()).toEqual([200, '"default";q=2;w=60', '"default";r=1'])
    await set(4)
    expect(await call()).toEqual([200, '"default";q=4;w=60', '"default";r=2'])
    await call()
    await set(1)
    expect(await call()).toEqual([429, '"default";q=1;w=60', '"default";r=0'])
    await set(10_000_000)
    expect(await call()).toEqual([200, '"default";q=10000000;w=60', '"default";r=9999995'])
    await set(null)
    expect(await call()).toEqual([429, '"default";q=2;w=60', '"default";r=0'])
    // Where the environment has no limit, only the application's own counts.
    const unlimited = await world.start({ rateLimit: 0 })
    expect(await call(unlimited)).toEqual([200, undefined, undefined])
    await set(1)
    expect(await call(unlimited)).toEqual([200, '"default";q=1;w=60', '"default";r=0'])
    expect((await call(unlimited))[0]).toBe(429)
  })
  test('0 is unlimited: no fields', async () => {
    expect((await ask()).headers).not.toHaveProperty('ratelimit')
    expect((await ask()).headers).not.toHaveProperty('ratelimit-policy')
  })
  test('over 100 account_not_found a minute by one application in Production: 429, administrators are notified', async () => {
    const production = await world.start({ environment: 'production', rateLimit: 1000 })
    const groping = await createClient(world.owner, { environment: 'production' })
    await createAccount(world.owner, '221770000401', { environment: 'production' })
    const headers = [`Authorization: Bearer ${await fetchToken(production, groping)}`]
    const answer = (msisdn: number | string) =>
      ask({ target: `${path}?msisdn=${msisdn}`, headers, at: production })
    for (let count = 0; count < 100; count++) expect((await answer(221_880_000_000 + count)).status).toBe(404)
    expect((await answer('999000000000')).status).toBe(404)
    expect((await answer('221770000401')).status).toBe(200)
    const refused = await answer(221_880_000_100)
    expectProblem(refused, {
      status: 429,
      code: 'quota_exceeded',
      title: 'Quota exceeded',
      detail: 'Too many accounts were not found. Try again later.',
    })
    expect(refused.headers['ratelimit-policy']).toBe('"default";q=1000;w=60, "not-found";q=100;w=60')
    expect(refused.headers.ratelimit).toMatch(/^"default";r=897;t=\d+, "not-found";r=0;t=\d+$/)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(30)
    // Existing accounts are refused too until the minute is over; the reserved number reveals nothing.
    expect((await answer('221770000401')).status).toBe(429)
    expect((await answer('999000000000')).status).toBe(404)
    const { rows } = await expect
      .poll(() => world.owner.query('SELECT kind, application_id, detail, handled_at FROM operator_alert'))
      .toMatchObject({ rowCount: 1 })
      .then(() => world.owner.query('SELECT kind, application_id, detail, handled_at FROM operator_alert'))
    expect(rows).toEqual([
      {
        kind: 'account_enumeration',
        application_id: groping.applicationId,
        detail: { address: '127.0.0.1', limit: 100 },
        handled_at: null,
      },
    ])
  })
  test('in Sandbox unknown numbers are not counted', async () => {
    for (let count = 0; count < 102; count++) await askFor(`?msisdn=${221_880_000_000 + count}`)
    expect((await askFor('?msisdn=221880000000')).status).toBe(404)
  })
})
