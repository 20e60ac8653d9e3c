import { UnsecuredJWT } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { type ErrorCode, errorCodeNames } from '@/lib/error-codes'
import { assertionType } from '@/lib/oauth/assertion'
import { createPool } from '@/lib/pool'
import { type Client, createAccount, createClient } from '@/test/factories'
import { fetchToken, type TestGateway, withGateways } from '@/test/gateway'
import { allowOnly } from '@/test/networks'
import { exchangeRaw, type RawResponse, rawRequest } from '@/test/raw-http'
import { exampleResponse, sentencesOf } from './examples'

const world = withGateways()
const account = '/api/eWallet/v1/account'
const formType = 'Content-Type: application/x-www-form-urlencoded'
/** Every error response that the gateways sent, by format, code and sentence. */
const sent = new Map<string, RawResponse>()

type Call = [of: TestGateway, bytes: Buffer]

beforeAll(async () => {
  const gateway = await world.start()
  await createAccount(world.owner, '221770000001')
  const client = await createClient(world.owner)
  const suspended = await createClient(world.owner, { state: 'suspended' })
  const token = await fetchToken(gateway, client)
  await collect([
    ...tokenCalls(gateway, client, suspended),
    ...(await brokenCalls(client)),
    ...accountCalls(gateway, token),
    ...protocolCalls(gateway),
    ...sandboxCalls(gateway, token),
    ...(await limitedCalls(client, token)),
    ...(await enumeration()),
    ...(await elsewhere()),
  ])
})

/** Keeps each response by what it says. */
async function collect(calls: Call[]): Promise<void> {
  for (const [{ port }, bytes] of calls) {
    const response = await exchangeRaw(port, bytes)
    if (response.status < 400) continue
    const { error, error_description, code, detail } = JSON.parse(response.body)
    sent.set(error ? `token ${error}: ${error_description}` : `account ${code}: ${detail}`, response)
  }
}

function post(body: string, headers = [formType], target = '/oauth/token'): Buffer {
  return rawRequest('POST', target, headers, body)
}

function basic(pair: string | Buffer): string {
  return `Authorization: Basic ${Buffer.from(pair).toString('base64')}`
}

function tokenCalls(gateway: TestGateway, client: Client, suspended: Client): Call[] {
  const { clientId, clientSecret } = client
  const grant = 'grant_type=client_credentials'
  const unsigned = new UnsecuredJWT({ sub: 'other' }).encode()
  const right = `${grant}&client_id=${clientId}&client_secret=${clientSecret}`
  const calls = [
    post(''),
    post('x=1', [formType], '/oauth/introspect'),
    post(right, ['Content-Type: application/json']),
    post(right, [`${formType}; charset=latin1`]),
    post(right, [formType, 'Content-Encoding: gzip']),
    post('x'.repeat(17_000)),
    post(`\xef\xbb\xbf${right}`),
    post(`${grant}&x=\xff`),
    post(`${grant}&x=%zz`),
    post(`${grant}&x=%ff`),
    post(`${grant}&x=%00`),
    post('=1'),
    post(`${grant}&${grant}`),
    post(`client_id=${'x'.repeat(65)}`),
    post(`client_secret=${'x'.repeat(257)}`),
    post(`client_assertion=${'x'.repeat(8193)}`),
    post(`${grant}&client_assertion=x`),
    post(`${grant}&client_assertion=x&client_assertion_type=x`),
    post(`${right}&client_assertion=x&client_assertion_type=${assertionType}`),
    post(`${grant}&client_id=x&client_assertion=${unsigned}&client_assertion_type=${assertionType}`),
    post(right, [formType], `/oauth/token?client_id=${clientId}`),
    post(grant, [formType, basic('a:b'), basic('a:b')]),
    post(grant, [formType, 'Authorization: Basic ?']),
    post(right, [formType, basic(`${clientId}:${clientSecret}`)]),
    post(`${grant}&client_id=other`, [formType, basic(`${clientId}:${clientSecret}`)]),
    post(`${grant}&client_secret=x`),
    rawRequest('GET', '/oauth/token'),
    post(`${grant}&client_id=${clientId}&client_secret=wrong`),
    post(`${grant}&client_id=${suspended.clientId}&client_secret=${suspended.clientSecret}`),
    post(right.replace('client_credentials', 'password')),
    post(`${right}&scope=all`),
  ]
  return calls.map((bytes) => [gateway, bytes])
}

function accountCalls(gateway: TestGateway, token: string): Call[] {
  const read = (headers: string[], query = '?msisdn=221770000001') =>
    rawRequest('GET', account + query, headers)
  const bearer = `Authorization: Bearer ${token}`
  const calls = [
    read([]),
    read(['Authorization: Bearer']),
    ...['Basic YTpi', 'Bearer: x', 'x'].map((value) => read([`Authorization: ${value}`])),
    read([bearer, bearer]),
    read([], `?access_token=${token}`),
    read(['Authorization: Bearer x']),
    read([bearer], '?msisdn=12-34'),
    read([bearer], '?msisdn=999000000000'),
  ]
  return calls.map((bytes) => [gateway, bytes])
}

function sandboxCalls(gateway: TestGateway, token: string): Call[] {
  const put = (target: string, body: string) =>
    rawRequest('PUT', `/sandbox/v1/${target}`, [`Authorization: Bearer ${token}`], body)
  const amount = { value: 0, unit: 'XOF' }
  const account = { type: 'customer', status: 'active', balance: amount, frozenBalance: amount }
  const calls = [
    put('accounts/999100000001', '{'),
    put('accounts/999100000001', JSON.stringify({ ...account, balance: { value: 0.5, unit: 'XOF' } })),
    put('accounts/999000000000', JSON.stringify(account)),
    put('fixture', JSON.stringify({ accounts: Array(101).fill(account) })),
    put('fixture', ' '.repeat(66_000)),
    rawRequest(
      'PUT',
      '/sandbox/v1/fixture',
      [`Authorization: Bearer ${token}`, 'Content-Encoding: gzip'],
      '{}',
    ),
    rawRequest('GET', '/sandbox/v1/accounts/999100000002', [`Authorization: Bearer ${token}`]),
    rawRequest('DELETE', '/sandbox/v1/rehearsal', [`Authorization: Bearer ${token}`]),
    ...Array(2).fill(rawRequest('POST', '/sandbox/v1/rehearsal', [`Authorization: Bearer ${token}`])),
  ]
  return calls.map((bytes) => [gateway, bytes])
}

function protocolCalls(gateway: TestGateway): Call[] {
  const get = (headers: string[]) => rawRequest('GET', '/nothing', headers)
  const calls = [
    get([]),
    rawRequest('POST', account),
    Buffer.from('CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n'),
    Buffer.from('GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'),
    get([`Cookie: ${'x'.repeat(17_000)}`]),
    get(Array.from({ length: 1001 }, () => 'a:b')),
    get(['Expect: cake']),
  ]
  return calls.map((bytes) => [gateway, bytes])
}

/** A database that cannot be reached. */
async function brokenCalls({ clientId, clientSecret }: Client): Promise<Call[]> {
  const pool = createPool('postgres://nobody@127.0.0.1:9/nothing', 1, 'guichet-test-away')
  const away = await world.start({ pool, lookupTimeoutMs: 500 })
  return [
    [away, post(`grant_type=client_credentials&client_id=${clientId}&client_secret=${clientSecret}`)],
    [away, rawRequest('GET', `${account}?msisdn=221770000001`, ['Authorization: Bearer x'])],
  ]
}

async function limitedCalls({ clientId }: Client, token: string): Promise<Call[]> {
  const strict = await world.start({ rateLimit: 1, failures: { perClient: 1, perAddress: 0 } })
  const wrong = post(`grant_type=client_credentials&client_id=${clientId}&client_secret=wrong`)
  const read = rawRequest('GET', `${account}?msisdn=221770000001`, [`Authorization: Bearer ${token}`])
  return [wrong, wrong, read, read].map((bytes) => [strict, bytes])
}

/** A call from an address that is not on the allow-list. */
async function elsewhere(): Promise<Call[]> {
  const gateway = await world.start({ environment: 'production' })
  const client = await createClient(world.owner, { environment: 'production' })
  const bearer = `Authorization: Bearer ${await fetchToken(gateway, client)}`
  await allowOnly(world.owner, client.applicationId, ['203.0.113.0/24'])
  return [[gateway, rawRequest('GET', `${account}?msisdn=221770000001`, [bearer])]]
}

/** One number too many that does not exist. */
async function enumeration(): Promise<Call[]> {
  const gateway = await world.start({ environment: 'production' })
  const client = await createClient(world.owner, { environment: 'production' })
  const bearer = `Authorization: Bearer ${await fetchToken(gateway, client)}`
  return Array.from({ length: 101 }, (_, index) => [
    gateway,
    rawRequest('GET', `${account}?msisdn=22179${1_000_000 + index}`, [bearer]),
  ])
}

// The sentence that is missing takes 30 seconds: gateway/slow.test.ts.
const slow = 'account request_timeout: The request was not completed in time.'

test('gateways send every sentence of the documentation, and no other', () => {
  const documented = (['token', 'account'] as const).flatMap((format) =>
    errorCodeNames.flatMap((code) =>
      sentencesOf(code, format).map((sentence) => `${format} ${code}: ${sentence}`),
    ),
  )
  expect([...sent.keys(), slow].sort()).toEqual(documented.sort())
})

test.each(
  errorCodeNames.flatMap((code) =>
    (['token', 'account'] as const)
      .filter((format) => sentencesOf(code, format).length > 0 && code !== 'request_timeout')
      .map((format): [ErrorCode, 'token' | 'account'] => [code, format]),
  ),
)('the example of %s at the %s endpoint is what a gateway sends', (code, format) => {
  const response = sent.get(`${format} ${code}: ${sentencesOf(code, format)[0]}`)
  const [head = '', body = ''] = exampleResponse(code, format).split('\n\n')
  const [line, ...headers] = head.split('\n')
  expect(line).toContain(` ${response?.status} `)
  const unlike = ['x-request-id', 'retry-after']
  for (const [name = '', value] of headers.map((header) => header.split(/: (.*)/))) {
    const given = response?.headers[name.toLowerCase()]
    if (unlike.includes(name.toLowerCase())) expect(given).toBeDefined()
    else expect(given).toBe(value?.replace(/http:\/\/localhost:\d+/, 'http://api.localhost'))
  }
  const { type, instance, ...rest } = JSON.parse(response?.body ?? '{}')
  const { type: page, instance: id, ...shown } = JSON.parse(body)
  expect(shown).toEqual(rest)
  if (type) expect(new URL(page).pathname).toBe(new URL(type).pathname)
  expect(typeof instance).toBe(typeof id)
})
