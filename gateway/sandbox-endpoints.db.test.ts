import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteApplication } from '@/lib/lifecycle/delete-application'
import { createPool } from '@/lib/pool'
import { changeTestAccount } from '@/lib/sandbox/commands'
import { serializeFixture } from '@/lib/sandbox/fixture'
import { listTestAccounts } from '@/lib/sandbox/queries'
import { type TestAccount, testAccountSchema } from '@/lib/sandbox/schema'
import { searchCalls } from '@/lib/usage/call-log'
import { executeAs } from '@/scripts/launch/execute-as'
import { signUpDeveloper } from '@/test/developers'
import { type Client, createAccount, createClient, createTestAccount, issueSecret } from '@/test/factories'
import { fetchToken, sandboxOf, type TestGateway, withGateways, withinTwoSeconds } from '@/test/gateway'
import { exchangeRaw, openRaw, rawRequest } from '@/test/raw-http'
import { createShop } from '@/test/team'
import { openWireTo } from '@/test/wire'

const world = withGateways()
let gateway: TestGateway
let second: TestGateway
let client: Client
let token: string

const msisdn = '221790000001'
const path = `/sandbox/v1/accounts/${msisdn}`
const shared = '221770000001'

beforeAll(async () => {
  gateway = await world.start()
  second = await world.start()
  await createAccount(world.owner, shared)
})

beforeEach(async () => {
  client = await createClient(world.owner)
  token = await fetchToken(gateway, client)
})

const body = (fields: object = {}) => ({
  type: 'customer',
  status: 'active',
  balance: { value: 12500, unit: 'XOF' },
  frozenBalance: { value: 0, unit: 'XOF' },
  fault: null,
  ...fields,
})

async function call(method: string, at: string, sent?: unknown, { bearer = token, to = gateway } = {}) {
  const response = await fetch(to.url + at, {
    method,
    headers: { Authorization: `Bearer ${bearer}` },
    body: sent === undefined ? undefined : typeof sent === 'string' ? sent : JSON.stringify(sent),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: text && JSON.parse(text) }
}

const balance = (to = gateway, of = msisdn, bearer = token) =>
  call('GET', `/api/eWallet/v1/account?msisdn=${of}`, undefined, { to, bearer })

describe('one account', () => {
  test('is created (201), read, replaced (200) and deleted (204), digit by digit', async () => {
    const written =
      '{"type":"retailer","status":"suspended","balance":{"value":90071992547409931234.1,"unit":"MAD"},"frozenBalance":{"value":0.05,"unit":"MAD"},"fault":null}'
    const shown =
      `{"msisdn":"${msisdn}","type":"retailer","status":"suspended","balance":{"value":90071992547409931234.10,"unit":"MAD"},` +
      '"frozenBalance":{"value":0.05,"unit":"MAD"},"fault":null}'
    expect(await call('PUT', path, written)).toMatchObject({ status: 201, text: shown })
    expect(await call('GET', path)).toMatchObject({ status: 200, text: shown })
    expect((await balance()).text).toContain('"balance":{"value":90071992547409931234.10,"unit":"MAD"}')
    // A response can be written back.
    expect(await call('PUT', path, shown)).toMatchObject({ status: 200, text: shown })
    expect(await call('GET', '/sandbox/v1/accounts')).toMatchObject({
      status: 200,
      text: `{"accounts":[${shown}]}`,
    })
    expect(await call('DELETE', path)).toMatchObject({ status: 204, text: '' })
    for (const method of ['GET', 'DELETE'])
      expect(await call(method, path)).toMatchObject({ status: 404, json: { code: 'account_not_found' } })
    expect((await balance()).status).toBe(404)
  })

  test('has the house headers, and those of a separate limit', async () => {
    const { headers } = await call('PUT', path, body())
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'ratelimit-policy': '"writes";q=600;w=60',
      ratelimit: '"writes";r=599;t=60',
    })
    const head = await exchangeRaw(gateway.port, rawRequest('HEAD', path, [`Authorization: Bearer ${token}`]))
    expect(head).toMatchObject({ status: 200, body: '', headers: { ratelimit: '"reads";r=599;t=60' } })
    expect(Number(head.headers['content-length'])).toBe((await call('GET', path)).text.length)
  })

  test.each(['+221790000001', '%2B221790000001', '%2b221790000001'])('%s is the same', async (number) => {
    await call('PUT', `/sandbox/v1/accounts/${number}`, body())
    expect((await call('GET', path)).json.msisdn).toBe(msisdn)
    expect((await call('DELETE', `/sandbox/v1/accounts/${number}`)).status).toBe(204)
  })

  test.each([
    '22179',
    '0221790000001',
    '2217900000011234',
    '%20221790000001',
    '221-790',
    '%zz',
    '{msisdn}',
    '%00',
    'x',
  ])('the msisdn %s is malformed', async (number) => {
    for (const [method, end] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/reset'],
    ] as const)
      expect(
        await call(method, `/sandbox/v1/accounts/${number}${end}`, method === 'GET' ? undefined : body()),
      ).toMatchObject({ status: 400, json: { code: 'invalid_msisdn', errors: [{ parameter: 'msisdn' }] } })
  })

  test('is no one else’s', async () => {
    await call('PUT', path, body())
    const other = await fetchToken(gateway, await createClient(world.owner))
    expect((await call('GET', path, undefined, { bearer: other })).status).toBe(404)
    expect((await call('DELETE', path, undefined, { bearer: other })).status).toBe(404)
    expect((await balance(gateway, msisdn, other)).status).toBe(404)
    expect((await call('GET', '/sandbox/v1/accounts', undefined, { bearer: other })).json).toEqual({
      accounts: [],
    })
    expect((await call('PUT', '/sandbox/v1/fixture', { accounts: [] }, { bearer: other })).status).toBe(200)
    expect((await call('GET', path)).status).toBe(200)
  })

  test.each([shared, '999000000000', '216200000005'])('%s is reserved', async (number) => {
    const at = `/sandbox/v1/accounts/${number}`
    expect(await call('PUT', at, body())).toMatchObject({ status: 409, json: { code: 'reserved' } })
    const fixture = { accounts: [body({ msisdn }), body({ msisdn: number })] }
    expect(await call('PUT', '/sandbox/v1/fixture', fixture)).toMatchObject({
      status: 409,
      json: { code: 'reserved' },
    })
    expect((await call('GET', at)).status).toBe(404)
    expect((await call('GET', path)).status).toBe(404)
  })

  test('a shared account is neither deleted nor reset', async () => {
    for (const number of [shared, '999000000000'])
      for (const [method, end] of [
        ['DELETE', ''],
        ['POST', '/reset'],
      ] as const)
        expect(await call(method, `/sandbox/v1/accounts/${number}${end}`)).toMatchObject({
          status: 409,
          json: { code: 'reserved' },
        })
    expect((await balance(gateway, shared)).status).toBe(200)
  })

  test('its own account whose number became that of a shared one never shadows it, and can still be deleted', async () => {
    await createAccount(world.owner, '221799999977', { balance: '12500' })
    await createTestAccount(world.owner, client.applicationId, '221799999977', { balance: '1' })
    expect((await balance(gateway, '221799999977')).json.balance).toEqual({ value: 12500, unit: 'XOF' })
    expect((await call('DELETE', '/sandbox/v1/accounts/221799999977')).status).toBe(204)
  })
})

describe('the caller', () => {
  const send = (headers: string[], target = path, method = 'PUT') =>
    exchangeRaw(gateway.port, rawRequest(method, target, headers, JSON.stringify(body())))

  test.each([
    ['no token', [], 401, 'token_missing'],
    ['another scheme', ['Authorization: Basic eDp5'], 401, 'token_missing'],
    ['no token after the scheme', ['Authorization: Bearer'], 400, 'invalid_request'],
    ['an unknown token', ['Authorization: Bearer x'], 401, 'invalid_token'],
    ['two headers', ['Authorization: Bearer x', 'Authorization: Bearer x'], 400, 'invalid_request'],
  ] as [string, string[], number, string][])('%s', async (_name, headers, status, code) => {
    for (const [method, target] of [
      ['PUT', path],
      ['PUT', '/sandbox/v1/accounts/x'],
      ['GET', '/sandbox/v1/accounts'],
      ['POST', '/sandbox/v1/reset'],
      ['PUT', '/sandbox/v1/fixture'],
      ['POST', '/sandbox/v1/rehearsal'],
      ['GET', '/sandbox/v1/rehearsal'],
      ['DELETE', '/sandbox/v1/rehearsal'],
    ] as const) {
      const response = await send(headers, target, method)
      expect(response.status).toBe(status)
      expect(JSON.parse(response.body).code).toBe(code)
      expect(response.headers['content-type']).toBe('application/problem+json')
      expect(response.headers['www-authenticate']).toMatch(/^Bearer realm="sandbox"/)
    }
  })

  test('a token in the query is refused', async () => {
    const response = await send([`Authorization: Bearer ${token}`], `${path}?access_token=${token}`)
    expect(response.status).toBe(400)
  })

  test('Production has none of these URLs', async () => {
    const production = await world.start({ environment: 'production' })
    const live = await createClient(world.owner, { environment: 'production' })
    await createTestAccount(world.owner, live.applicationId, msisdn)
    const its = await fetchToken(production, live)
    expect((await balance(production, msisdn, its)).status).toBe(404)
    for (const [method, at] of [
      ['GET', '/sandbox/v1/accounts'],
      ['PUT', path],
      ['DELETE', path],
      ['POST', `${path}/reset`],
      ['POST', '/sandbox/v1/reset'],
      ['GET', '/sandbox/v1/fixture'],
      ['POST', '/sandbox/v1/rehearsal'],
      ['GET', '/sandbox/v1/rehearsal'],
      ['DELETE', '/sandbox/v1/rehearsal'],
      ['OPTIONS', path],
      ['PATCH', path],
    ] as const)
      expect(await call(method, at, undefined, { bearer: its, to: production })).toMatchObject({
        status: 404,
        json: { code: 'not_found' },
      })
  })

  test('an application that is deleted has no accounts, and gets none', async () => {
    const { actor } = await signUpDeveloper()
    const id = await createShop(actor)
    await createTestAccount(world.owner, id, msisdn)
    await executeAs(actor, deleteApplication, { target: id, input: {} })
    const given = { msisdn, type: 'customer', status: 'active', currency: 'XOF', balance: '1' }
    const account = testAccountSchema.parse(given)
    const result = await sandboxOf(gateway).accountChanges.load(
      { applicationId: id, change: { kind: 'put', accounts: [account] } },
      {} as never,
    )
    expect(result.outcome).toBe('no_application')
    const { rows } = await world.owner.query('SELECT FROM test_account WHERE application_id = $1', [id])
    expect(rows).toEqual([])
  })
})

describe('bad input', () => {
  const amount = (value: string) => JSON.stringify(body()).replace('12500', value)

  // What else is none: lib/exact-json.test.ts.
  test.each(['', '{', amount('012')])('%j is malformed JSON', async (sent) => {
    expect(await call('PUT', path, sent)).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
    expect((await call('PUT', '/sandbox/v1/fixture', sent)).status).toBe(400)
  })

  test.each(['Content-Encoding: gzip', 'Transfer-Encoding: gzip, chunked'])(
    'a compressed body (%s) is refused as such',
    async (coding) => {
      const sent = JSON.stringify(body())
      const chunked = `${sent.length.toString(16)}\r\n${sent}\r\n0\r\n\r\n`
      const headers = [`Authorization: Bearer ${token}`, coding]
      const request = rawRequest('PUT', path, headers, coding.endsWith('chunked') ? chunked : sent)
      const response = await exchangeRaw(gateway.port, request)
      expect(response.status).toBe(400)
      expect(JSON.parse(response.body).detail).toBe('The body must not be compressed.')
    },
  )

  test('invalid UTF-8 is malformed', async () => {
    const bytes = Buffer.from(JSON.stringify(body({ type: 'é' })), 'latin1')
    const head = `PUT ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Length: ${bytes.length}\r\n\r\n`
    const response = await exchangeRaw(gateway.port, Buffer.concat([Buffer.from(head), bytes]))
    expect(response.status).toBe(400)
  })

  test.each([
    ['null', 'body'],
    ['[]', 'body'],
    ['"text"', 'body'],
    ['12', 'body'],
    [`${'['.repeat(30_000)}${']'.repeat(30_000)}`, 'body'],
    ['{}', 'balance'],
    [body({ surprise: 1 }), 'body'],
    ['{"__proto__":1}', 'body'],
    [body({ type: 'x' }), 'type'],
    [body({ type: undefined }), 'type'],
    [body({ status: 'closed' }), 'status'],
    [body({ balance: 12 }), 'balance'],
    [body({ balance: null }), 'balance'],
    [body({ frozenBalance: undefined }), 'frozenBalance'],
    [body({ balance: { value: 1, unit: 'XOF', more: 1 } }), 'balance'],
    [body({ balance: { unit: 'XOF' } }), 'balance.value'],
    [body({ balance: { value: '12', unit: 'XOF' } }), 'balance.value'],
    [amount('-0'), 'balance.value'],
    [amount('1e400'), 'balance.value'],
    [amount('1e3'), 'balance.value'],
    [amount('12500.0'), 'balance.value'],
    [amount('1'.repeat(31)), 'balance.value'],
    [body({ balance: { value: 1, unit: 'XXX' } }), 'frozenBalance.unit'],
    [body({ balance: { value: 1, unit: 'XXX' }, frozenBalance: { value: 0, unit: 'XXX' } }), 'balance.unit'],
    [body({ balance: { value: 1, unit: 'xof' } }), 'balance.unit'],
    [body({ balance: { value: 1, unit: 952 } }), 'balance.unit'],
    [body({ frozenBalance: { value: -1, unit: 'XOF' } }), 'frozenBalance.value'],
    [body({ frozenBalance: { value: 0, unit: 'MAD' } }), 'frozenBalance.unit'],
    [body({ msisdn: '221790000002' }), 'msisdn'],
    [body({ msisdn: 221790000001 }), 'msisdn'],
    [body({ fault: 'unavailable' }), 'fault'],
    [body({ fault: {} }), 'fault.kind'],
    [body({ fault: { kind: 'outage' } }), 'fault.kind'],
    [body({ fault: { kind: 'error' } }), 'fault.code'],
    [body({ fault: { kind: 'error', code: 'account_not_found' } }), 'fault.code'],
    [body({ fault: { kind: 'error', code: 'unavailable', call: 3 } }), 'fault'],
    [body({ fault: { kind: 'error', code: 'unavailable', calls: 0 } }), 'fault.calls'],
    [body({ fault: { kind: 'error', code: 'unavailable', calls: '3' } }), 'fault.calls'],
    [body({ fault: { kind: 'error', code: 'unavailable', calls: 1_000_001 } }), 'fault.calls'],
    [body({ fault: { kind: 'error', code: 'unavailable', for: 86_401 } }), 'fault.for'],
    [body({ fault: { kind: 'error', code: 'unavailable', calls: 1, for: 1 } }), 'fault.for'],
    [body({ fault: { kind: 'delay' } }), 'fault.seconds'],
    [body({ fault: { kind: 'delay', seconds: 5.001 } }), 'fault.seconds'],
    [body({ fault: { kind: 'delay', seconds: '2' } }), 'fault.seconds'],
    [body({ fault: { kind: 'delay', seconds: 2, code: 'unavailable' } }), 'fault'],
  ] as [unknown, string][])('%j is an invalid account: %s', async (sent, parameter) => {
    const answer = await call('PUT', path, sent)
    expect(answer).toMatchObject({ status: 422, json: { code: 'invalid_account' } })
    const { errors } = answer.json
    expect(errors.map((error: { parameter: string }) => error.parameter)).toContain(parameter)
    for (const { message } of errors) expect(message).toMatch(/^[A-Z].*\.$/)
    expect((await call('GET', path)).status).toBe(404)
  })

  test('all errors of an account are named', async () => {
    const { errors } = (await call('PUT', path, body({ type: 'x', status: 'y' }))).json
    expect(errors).toEqual([
      { parameter: 'type', message: 'Must be customer or retailer.' },
      { parameter: 'status', message: 'Must be active, suspended or barred.' },
    ])
  })

  test('64 KiB are accepted, and no byte more, declared or chunked', async () => {
    const full = JSON.stringify(body()).padEnd(65_536)
    expect((await call('PUT', path, full)).status).toBe(201)
    expect(await call('PUT', path, `${full} `)).toMatchObject({
      status: 413,
      json: { code: 'body_too_large' },
    })
    const chunked = await openRaw(gateway.port)
    const chunk = `8000\r\n${' '.repeat(0x8000)}\r\n`
    chunked.send(
      `PUT ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}${chunk}${chunk}`,
    )
    expect((await chunked.read()).status).toBe(413)
    chunked.close()
    const declared = await exchangeRaw(
      gateway.port,
      rawRequest('PUT', '/sandbox/v1/fixture', [
        `Authorization: Bearer ${token}`,
        'Content-Length: 99999999',
      ]),
    )
    expect(declared.status).toBe(413)
  })

  test('a body is not asked for from a stranger', async () => {
    const response = await exchangeRaw(
      gateway.port,
      rawRequest('PUT', path, [
        'Authorization: Bearer x',
        'Content-Length: 99999999',
        'Expect: 100-continue',
      ]),
    )
    expect(response.status).toBe(401)
  })
})

describe('a fixture', () => {
  const fixture = (count: number, first = 221_790_000_001) => ({
    accounts: Array.from({ length: count }, (_, index) => body({ msisdn: String(first + index) })),
  })

  test('replaces all accounts, and is written back as it was read', async () => {
    await call('PUT', '/sandbox/v1/accounts/221790000099', body())
    const put = await call('PUT', '/sandbox/v1/fixture', fixture(3))
    expect(put.status).toBe(200)
    expect(put.json).toMatchObject({ format: 'test-accounts', version: 2, accounts: fixture(3).accounts })
    const got = await call('GET', '/sandbox/v1/fixture')
    expect(got.text).toBe(put.text)
    expect((await call('GET', '/sandbox/v1/accounts')).json.accounts).toEqual(got.json.accounts)
    expect((await call('PUT', '/sandbox/v1/fixture', got.text)).text).toBe(got.text)
    expect((await call('PUT', '/sandbox/v1/fixture', { accounts: [] })).json.accounts).toEqual([])
  })

  test('an application has up to 100 accounts', async () => {
    expect((await call('PUT', '/sandbox/v1/fixture', fixture(100))).status).toBe(200)
    const refusal = { status: 409, json: { code: 'too_many' } }
    expect(await call('PUT', '/sandbox/v1/accounts/221790000999', body())).toMatchObject(refusal)
    expect(await call('PUT', '/sandbox/v1/fixture', fixture(101))).toMatchObject(refusal)
    expect((await call('PUT', path, body({ status: 'barred' }))).status).toBe(200)
    expect((await call('GET', '/sandbox/v1/accounts')).json.accounts).toHaveLength(100)
  })

  test.each([
    [[], 'body'],
    [{}, 'body'],
    [{ accounts: {} }, 'body'],
    [{ accounts: [], surprise: 1 }, 'body'],
    [{ accounts: [], version: 3 }, 'body'],
    [{ accounts: [null] }, 'accounts[0]'],
    [{ accounts: [body()] }, 'accounts[0].msisdn'],
    [{ accounts: [body({ msisdn }), body({ msisdn: `+${msisdn}` })] }, 'accounts[1].msisdn'],
    [{ accounts: [body({ msisdn }), body({ msisdn: '221790000002', type: 'x' })] }, 'accounts[1].type'],
    [{ accounts: [body({ msisdn, fault: { kind: 'delay', seconds: 6 } })] }, 'accounts[0].fault.seconds'],
  ] as [unknown, string][])('%j is invalid: %s', async (sent, parameter) => {
    await call('PUT', path, body())
    const answer = await call('PUT', '/sandbox/v1/fixture', sent)
    expect(answer).toMatchObject({ status: 422, json: { code: 'invalid_account' } })
    expect(answer.json.errors.map((error: { parameter: string }) => error.parameter)).toContain(parameter)
    expect((await call('GET', '/sandbox/v1/accounts')).json.accounts).toHaveLength(1)
  })
})

describe('faults', () => {
  const error = (code: string, end: object) => body({ fault: { kind: 'error', code, ...end } })

  test.each([
    ['unavailable', 503, { 'retry-after': '1' }],
    ['quota_exceeded', 429, { 'retry-after': '1' }],
    ['invalid_token', 401, { 'www-authenticate': expect.stringContaining('error="invalid_token"') }],
  ])('%s ends after three calls, wherever they are made', async (code, status, expected) => {
    await call('PUT', path, error(code, { calls: 3 }))
    expect((await call('GET', path)).json.fault).toEqual({ kind: 'error', code, calls: 3 })
    const { headers, ...first } = await balance(gateway)
    expect(first).toMatchObject({ status, json: { code } })
    expect(Object.fromEntries(headers)).toMatchObject(expected)
    expect(await balance(second)).toMatchObject({ status, json: { code } })
    expect((await call('GET', path, undefined, { to: second })).json.fault).toMatchObject({ calls: 1 })
    expect(await balance(gateway)).toMatchObject({ status, json: { code } })
    expect((await call('GET', path)).json.fault).toBeNull()
    for (const to of [gateway, second])
      expect(await balance(to)).toMatchObject({ status: 200, json: { balance: { value: 12500 } } })
  })

  test('of a hundred parallel calls at two gateways, exactly seven meet it', async () => {
    await call('PUT', path, error('unavailable', { calls: 7 }))
    const statuses = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => (await balance(index % 2 ? gateway : second)).status),
    )
    expect(statuses.filter((status) => status === 503)).toHaveLength(7)
    expect(statuses.filter((status) => status === 200)).toHaveLength(93)
  })

  test('calls to other accounts, refused calls and calls by API do not count', async () => {
    const limited = await world.start({ rateLimit: 1 })
    await call('PUT', path, error('unavailable', { calls: 1 }))
    await call('PUT', '/sandbox/v1/accounts/221790000002', body())
    expect((await balance(limited, '221790000002')).status).toBe(200)
    expect((await balance(limited)).status).toBe(429)
    await call('GET', path)
    expect((await balance()).status).toBe(503)
  })

  test('with standbys, calls are counted in the same way', async () => {
    const pool = createPool(world.database.gatewayUrl, 2, 'guichet-test-standby')
    const standby = { name: 'a', read: <T>(ask: (from: typeof pool) => Promise<T>) => ask(pool) }
    const standbys = { choose: () => standby, ages: () => [], close: async () => {} }
    const apart = await world.start({ standbys })
    await call('PUT', path, error('unavailable', { calls: 2 }))
    const statuses: number[] = []
    for (const to of [apart, gateway, apart]) statuses.push((await balance(to)).status)
    expect(statuses).toEqual([503, 503, 200])
    await pool.end()
  })

  test('a delay ends too, and has an effect until then', async () => {
    await call('PUT', path, body({ fault: { kind: 'delay', seconds: 0.25, calls: 1 } }))
    const begin = performance.now()
    expect((await balance()).status).toBe(200)
    expect(performance.now() - begin).toBeGreaterThan(240)
    expect((await call('GET', path)).json.fault).toBeNull()
  })

  test('one for some seconds ends by the clock of the database', async () => {
    await call('PUT', path, error('unavailable', { for: 30 }))
    expect((await call('GET', path)).json.fault).toEqual({ kind: 'error', code: 'unavailable', for: 30 })
    expect((await balance()).status).toBe(503)
    await world.owner.query(
      "UPDATE test_account SET fault_until = fault_until - interval '30 s' WHERE application_id = $1",
      [client.applicationId],
    )
    expect((await balance()).status).toBe(200)
    expect((await call('GET', path)).json.fault).toBeNull()
  })

  test('one without an end stays until a reset', async () => {
    await call('PUT', path, error('unavailable', {}))
    for (let calls = 0; calls < 5; calls++) expect((await balance()).status).toBe(503)
    expect(await call('POST', `${path}/reset`)).toMatchObject({ status: 200, json: { ...body(), msisdn } })
    expect((await balance()).status).toBe(200)
  })
})

test('a reset restores what was put last, of one account or of all, and creates none', async () => {
  await call('PUT', '/sandbox/v1/fixture', {
    accounts: [body({ msisdn, fault: { kind: 'delay', seconds: 5 } }), body({ msisdn: '221790000002' })],
  })
  await world.owner.query('UPDATE test_account SET balance = 1 WHERE application_id = $1', [
    client.applicationId,
  ])
  expect((await call('POST', `${path}/reset`)).json).toEqual({ ...body(), msisdn })
  expect((await call('GET', '/sandbox/v1/accounts/221790000002')).json.balance.value).toBe(1)
  await call('DELETE', path)
  expect(await call('POST', `${path}/reset`)).toMatchObject({
    status: 404,
    json: { code: 'account_not_found' },
  })
  const all = await call('POST', '/sandbox/v1/reset')
  expect(all).toMatchObject({
    status: 200,
    json: { accounts: [{ msisdn: '221790000002', balance: { value: 12500 } }] },
  })
  expect(all.json.accounts).toHaveLength(1)
})

test('the portal’s page shows what a program wrote, with what is left of its fault, and a program reads what the page wrote', async () => {
  const { actor } = await signUpDeveloper()
  const id = await createShop(actor)
  const { rows } = await world.owner.query('SELECT client_id FROM application WHERE id = $1', [id])
  await world.owner.query('UPDATE client_secret SET revoked_at = now() WHERE application_id = $1', [id])
  token = await fetchToken(gateway, {
    ...client,
    clientId: rows[0].client_id,
    clientSecret: (await issueSecret(world.owner, id, 'sandbox')).clientSecret,
  })
  await call('PUT', path, body({ fault: { kind: 'error', code: 'unavailable', calls: 3 } }))
  await balance()
  const shown = { msisdn, type: 'customer', status: 'active', currency: 'XOF', balance: '12500' }
  const listed = () => listTestAccounts({ id })
  expect(await listed()).toMatchObject([{ ...shown, error: 'unavailable', faultCalls: 2, changed: false }])
  const [{ balance: _, ...values } = {} as TestAccount] = await listed()
  const changed = { ...values, balance: '90071992547409931234', error: null, faultCalls: null }
  const input = { ...changed, msisdn }
  expect((await executeAs(actor, changeTestAccount, { target: id, input })).ok).toBe(true)
  expect((await call('GET', path)).text).toContain('"value":90071992547409931234,')
  expect(await listed()).toMatchObject([{ balance: '90071992547409931234', error: null, changed: true }])
  await call('POST', '/sandbox/v1/reset')
  expect(await listed()).toMatchObject([{ ...shown, error: null, changed: false }])
  expect((await call('GET', '/sandbox/v1/fixture')).text).toBe(serializeFixture(await listed()))
  await call('DELETE', path)
  expect(await listed()).toEqual([])
})

describe('many at the same time', () => {
  test('writes to one account at two gateways behave as if one followed the other', async () => {
    const values = Array.from({ length: 120 }, (_, index) => index)
    const results = await Promise.all(
      values.map((index) => {
        const to = index % 2 ? gateway : second
        if (index % 10 === 8) return call('DELETE', path, undefined, { to })
        if (index % 10 === 9) return call('POST', `${path}/reset`, undefined, { to })
        // The amounts belong together: a mixture of two writes would show.
        const each = body({
          balance: { value: index, unit: 'XOF' },
          frozenBalance: { value: index, unit: 'XOF' },
        })
        return call('PUT', path, each, { to })
      }),
    )
    const statuses = results.map(({ status }) => status)
    expect([...new Set(statuses)].every((status) => [200, 201, 204, 404].includes(status))).toBe(true)
    const created = statuses.filter((status) => status === 201).length
    const deleted = statuses.filter((status) => status === 204).length
    const left = await call('GET', path)
    expect(created - deleted).toBe(left.status === 200 ? 1 : 0)
    for (const { json } of [...results, left])
      if (json?.balance) expect(json.frozenBalance).toEqual(json.balance)
  })

  test('of parallel new accounts only as many are created as there is room for', async () => {
    const puts = await Promise.all(
      Array.from({ length: 110 }, (_, index) =>
        call('PUT', `/sandbox/v1/accounts/${221_790_000_000 + index}`, body(), {
          to: index % 2 ? gateway : second,
        }),
      ),
    )
    expect(puts.filter(({ status }) => status === 201)).toHaveLength(100)
    expect(puts.filter(({ status }) => status === 409)).toHaveLength(10)
  })

  test('600 reads and 600 writes a minute are counted apart, and apart from balances', {
    tags: 'slow',
  }, async () => {
    const limited = await world.start({ rateLimit: 2 })
    const writes = await Promise.all(
      Array.from({ length: 610 }, () => call('POST', '/sandbox/v1/reset', undefined, { to: limited })),
    )
    const over = writes.filter(({ status }) => status !== 200)
    expect(over).toHaveLength(10)
    for (const { status, json, headers } of over) {
      expect({ status, code: json.code }).toEqual({ status: 429, code: 'quota_exceeded' })
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect((await call('GET', '/sandbox/v1/accounts', undefined, { to: limited })).status).toBe(200)
    expect((await balance(limited, shared)).status).toBe(200)
  })

  test('calls at the same time become one statement: reads and writes', async () => {
    const busy = await world.start()
    const { metrics } = busy.context
    const sandbox = sandboxOf(busy)
    const sizes = async (lookup: string) => {
      const text = await metrics.registry.getSingleMetricAsString('guichet_lookup_batch_size')
      const read = (name: string) =>
        Number(new RegExp(`_${name}\\{[^}]*lookup="${lookup}"[^}]*\\} (\\d+)`).exec(text)?.[1])
      return { calls: read('sum'), statements: read('count') }
    }
    const locked = await world.owner.connect()
    try {
      await locked.query('BEGIN')
      await locked.query('SELECT lock_test_accounts(ARRAY[$1::uuid])', [client.applicationId])
      const put = () => call('PUT', path, body(), { to: busy })
      // The first does not wait for others; while its statement waits for the lock, they gather.
      const first = put()
      await expect.poll(sandbox.accountChanges.waiting).toBe(1)
      const others = Array.from({ length: 30 }, put)
      await expect.poll(sandbox.accountChanges.waiting).toBe(31)
      await locked.query('ROLLBACK')
      expect((await Promise.all([first, ...others])).map(({ status }) => status)).toContain(201)
    } finally {
      locked.release()
    }
    expect(await sizes('account_change')).toEqual({ calls: 31, statements: 2 })
    const connection = await openRaw(busy.port)
    const read = rawRequest('GET', path, [`Authorization: Bearer ${token}`])
    connection.send(Buffer.concat(Array(30).fill(read)))
    for (let count = 0; count < 30; count++) expect((await connection.read()).status).toBe(200)
    connection.close()
    const { calls, statements } = await sizes('test_account')
    expect(calls).toBe(30)
    expect(statements).toBeLessThan(15)
  })

  test('a flood of writes by one application holds up no balance of another', { tags: 'slow' }, async () => {
    // Before the flood, which is given up if the lock is held for longer than a look-up may take.
    const its = await fetchToken(gateway, await createClient(world.owner))
    const locked = await world.owner.connect()
    try {
      // As a page that changes this application's accounts, and does not come to an end.
      await locked.query('BEGIN')
      await locked.query('SELECT lock_test_accounts(ARRAY[$1::uuid])', [client.applicationId])
      const flood = Array.from({ length: 300 }, () => call('PUT', path, body()))
      const begin = performance.now()
      const answer = await call('GET', `/api/eWallet/v1/account?msisdn=${shared}`, undefined, { bearer: its })
      expect(answer.status).toBe(200)
      expect(performance.now() - begin).toBeLessThan(withinTwoSeconds)
      await locked.query('ROLLBACK')
      expect((await Promise.all(flood)).filter(({ status }) => status === 201)).toHaveLength(1)
    } finally {
      locked.release()
    }
  })
})

test('calls are metered, not audited, and no log has a number', async () => {
  const { rows: before } = await world.owner.query('SELECT count(*)::int AS entries FROM audit_entry')
  const lines: string[] = []
  const logged = await world.start({ accessLog: (line) => void lines.push(JSON.stringify(line)) })
  await call('PUT', path, body(), { to: logged })
  await call('PUT', path, body({ type: 'x' }), { to: logged })
  await call('GET', `${path}/nowhere`, undefined, { to: logged })
  await logged.flushMeters()
  const { calls } = await searchCalls(client.applicationId, { endpoint: 'sandbox' }, 10)
  expect(calls.map(({ status, method, maskedMsisdn }) => [status, method, maskedMsisdn])).toEqual([
    [422, 'PUT', '221*******01'],
    [201, 'PUT', '221*******01'],
  ])
  const { rows } = await world.owner.query(
    "SELECT endpoint, succeeded, refused FROM usage_minute WHERE application_id = $1 AND endpoint = 'sandbox'",
    [client.applicationId],
  )
  expect(rows).toEqual([{ endpoint: 'sandbox', succeeded: 1, refused: 1 }])
  expect((await world.owner.query('SELECT count(*)::int AS entries FROM audit_entry')).rows).toEqual(before)
  expect(lines).toHaveLength(3)
  expect([...lines, ...logged.logs].join('')).not.toContain(msisdn)
})

test('while the database is away every URL answers 503 with Retry-After within two seconds', async () => {
  const wire = await openWireTo(world.database.gatewayUrl)
  const pool = createPool(wire.url, 4, 'guichet-test-away', 1500)
  const away = await world.start({ pool, lookupTimeoutMs: 1500 })
  expect((await call('PUT', path, body(), { to: away })).status).toBe(201)
  wire.lose()
  wire.cut()
  const begin = performance.now()
  const answers = await Promise.all([
    call('GET', '/sandbox/v1/accounts', undefined, { to: away }),
    call('PUT', path, body(), { to: away }),
    call('DELETE', path, undefined, { to: away }),
    call('POST', `${path}/reset`, undefined, { to: away }),
    call('PUT', '/sandbox/v1/fixture', { accounts: [] }, { to: away }),
  ])
  expect(performance.now() - begin).toBeLessThan(withinTwoSeconds)
  for (const { status, headers, json } of answers) {
    expect({ status, code: json.code }).toEqual({ status: 503, code: 'unavailable' })
    expect(headers.get('retry-after')).toBe('1')
  }
  wire.close()
})
