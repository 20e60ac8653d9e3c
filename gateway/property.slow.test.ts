import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { type Client, createAccount, createClient } from '@/test/factories'
import { fetchToken, type TestGateway, withGateways } from '@/test/gateway'
import { openRaw, rawRequest } from '@/test/raw-http'

/** 100,000 in `npm run test:all`, a million in `npm --prefix trials run fuzz`. */
const total = Number(process.env.FUZZ_REQUESTS ?? 10_000)
/** Few enough that the token with which they begin does not expire meanwhile. */
const perRound = 20_000
const atOnce = 16

const msisdn = '221771000001'
const formType = 'Content-Type: application/x-www-form-urlencoded'
const world = withGateways()
let gateway: TestGateway
let client: Client & { token: string }

beforeAll(async () => {
  gateway = await world.start()
  const created = await createClient(world.owner)
  client = { ...created, token: await fetchToken(gateway, created) }
  await createAccount(world.owner, msisdn)
})

const noise = fc.oneof(
  fc.constantFrom('', 'x', '+', '%', '&=', '%00', '%ff', "'--", '{}', '__proto__', '\ufeff', '𝟚'),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
)

/** What is sent is rarely wrong in more than one way: otherwise the first fault hides the others. */
function mostly<Value>(right: Value, wrong: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return fc.oneof({ weight: 9, arbitrary: fc.constant(right) }, { weight: 1, arbitrary: wrong })
}

type Pair = [name: string, value: string]

function post(pairs: Pair[], headers: string[], query: string): Buffer {
  return rawRequest('POST', `/oauth/token${query}`, headers, new URLSearchParams(pairs).toString())
}

function tokenRequests(): fc.Arbitrary<Buffer> {
  const { clientId, clientSecret } = client
  const basic = `Authorization: Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  return fc
    .record({
      grant: mostly('client_credentials', noise),
      id: mostly(clientId, noise),
      secret: mostly(clientSecret, noise),
      more: mostly<Pair[]>([], fc.array(fc.tuple(fc.constantFrom('scope', 'client_id', 'x'), noise))),
      type: mostly(formType, fc.constantFrom(`${formType};charset=x`, 'Content-Type: application/json')),
      authorization: mostly<string[]>(
        [],
        fc.constantFrom([basic], [basic, basic], ['Authorization: Basic ?']),
      ),
      query: mostly('', fc.constantFrom('?x', `?client_secret=${clientSecret}`, '?%')),
    })
    .map(({ grant, id, secret, more, type, authorization, query }) => {
      const pairs: Pair[] = [['grant_type', grant], ['client_id', id], ['client_secret', secret], ...more]
      return post(pairs, [type, ...authorization], query)
    })
}

function assertions(): fc.Arbitrary<Buffer> {
  const part = (json: unknown) => Buffer.from(JSON.stringify(json) ?? '').toString('base64url')
  const header = fc.record({
    alg: fc.constantFrom('ES256', 'EdDSA', 'none', 7),
    kid: fc.jsonValue(),
    jwk: fc.jsonValue(),
  })
  const sub = fc.constant(client.clientId)
  const claims = fc.record({ iss: sub, sub, aud: fc.jsonValue(), exp: fc.jsonValue(), jti: fc.jsonValue() })
  return fc
    .tuple(header, fc.oneof(claims, fc.jsonValue()), fc.base64String())
    .map(([head, payload, signature]) => {
      const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
      const assertion = `${part(head)}.${part(payload)}.${signature}`
      const pairs: Pair[] = [
        ['client_assertion_type', type],
        ['client_assertion', assertion],
      ]
      return post([['grant_type', 'client_credentials'], ...pairs], [formType], '')
    })
}

function accountRequests(): fc.Arbitrary<Buffer> {
  const bearer = `Authorization: Bearer ${client.token}`
  return fc
    .record({
      method: mostly('GET', fc.constantFrom('HEAD', 'POST', 'TRACE', 'OPTIONS')),
      digits: mostly(msisdn, noise),
      more: mostly(
        '',
        noise.map((text) => `&x=${encodeURIComponent(text)}`),
      ),
      authorization: mostly(
        [bearer],
        fc.constantFrom<string[]>([], [bearer, bearer], [`${bearer} x`], ['Authorization: Bearer x']),
      ),
    })
    .map(({ method, digits, more, authorization }) => {
      const query = `msisdn=${encodeURIComponent(digits)}${more}`
      return rawRequest(method, `/api/eWallet/v1/account?${query}`, authorization)
    })
}

function testAccounts(): fc.Arbitrary<Buffer> {
  const amount = { value: 1, unit: 'XOF' }
  const whole = { type: 'customer', status: 'active', balance: amount, frozenBalance: amount, fault: null }
  const spoiled = fc
    .tuple(fc.constantFrom(...Object.keys(whole), 'msisdn', '__proto__'), fc.jsonValue())
    .map(([name, value]) => JSON.stringify({ ...whole, [name]: value }))
  return fc
    .tuple(fc.constantFrom('accounts/999100000001', 'fixture'), fc.oneof(spoiled, fc.json()))
    .map(([end, body]) =>
      rawRequest('PUT', `/sandbox/v1/${end}`, [`Authorization: Bearer ${client.token}`], body),
    )
}

/** A good request of which bytes are changed. */
function mutated(): fc.Arbitrary<Buffer> {
  return fc
    .tuple(
      fc.oneof(tokenRequests(), accountRequests()),
      fc.array(fc.tuple(fc.nat(10_000), fc.nat(255)), { minLength: 1, maxLength: 4 }),
    )
    .map(([request, changes]) => {
      const bytes = Buffer.from(request)
      for (const [at, value] of changes) bytes[at % bytes.length] = value
      return bytes
    })
}

let sent = 0
let succeeded = 0

async function send(bytes: Buffer): Promise<void> {
  const connection = await openRaw(gateway.port)
  connection.socket.end(bytes)
  const method = bytes.toString('latin1', 0, 5) === 'HEAD ' ? 'HEAD' : 'GET'
  // Bytes that are not even the beginning of a request may get no response: the caller has gone.
  const answer = await connection.read({ method }).catch(() => null)
  connection.close()
  sent++
  if (!answer) return
  if (answer.status < 300) succeeded++
  const { headers, status, body } = answer
  // A token and a balance are what was asked for; nothing else has them.
  const seen = status === 200 ? JSON.stringify(headers) : JSON.stringify(headers) + body
  expect(status, body).toBeLessThan(500)
  expect(headers).toMatchObject({ 'x-request-id': expect.anything(), 'cache-control': 'no-store' })
  expect(findConfidential(seen + gateway.logs.splice(0).join(''))).toEqual([])
}

function findConfidential(text: string): string[] {
  return [client.clientSecret, client.token, msisdn].filter((each) => text.includes(each))
}

function batches(): fc.Arbitrary<Buffer[]> {
  const any = fc.oneof(
    { weight: 3, arbitrary: tokenRequests() },
    { weight: 3, arbitrary: accountRequests() },
    assertions(),
    testAccounts(),
    mutated(),
    fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  )
  return fc.array(any, { minLength: atOnce, maxLength: atOnce })
}

async function sendAll(batch: Buffer[]): Promise<void> {
  await Promise.all(batch.map(send))
}

// ASVS 1.2.4, 15.3.6
test(`${total} arbitrary requests: no 5xx, and nothing confidential in an answer or a log`, {
  timeout: Math.max(180_000, total * 10),
}, async () => {
  for (; sent < total; client.token = await fetchToken(gateway, client)) {
    const numRuns = Math.ceil(Math.min(perRound, total - sent) / atOnce)
    await fc.assert(fc.asyncProperty(batches(), sendAll), { numRuns, endOnFailure: true })
  }
  expect(succeeded / sent).toBeGreaterThanOrEqual(0.2)
})
