import fc from 'fast-check'
import { rawRequest } from './raw-http'

/** The parts of the generated requests. */
export type CaseWorld = {
  clients: { clientId: string; clientSecret: string; token: string }[]
  suspended: { clientId: string; clientSecret: string; token: string }
  /** Credentials that are refused with invalid_client. */
  refused: { clientId: string; clientSecret: string }[]
  /** Tokens that are refused with invalid_token. */
  deadTokens: string[]
  groping: { token: string }
  listed: { token: string }
  /** Accounts that exist in the Sandbox; `unlisted` exist in Production only. */
  msisdns: string[]
  unlisted: string[]
}

/** The gateway: as shipped but without limits, with tight limits, or Production. */
export type CaseTarget = 'plain' | 'limited' | 'production'

/** One request, the row of the contract that it is meant for, and its possible results. */
export type RequestCase = {
  row: string
  target: CaseTarget
  bytes: Buffer
  /** The row's statuses; a hit of the row has the first of them. */
  statuses: number[]
  /** Texts that must not appear in any response or log. */
  confidential: string[]
  /** On a separate connection: the server may close it. */
  alone: boolean
}

type Pair = [name: string, value: string]

const form = 'Content-Type: application/x-www-form-urlencoded'
const account = '/api/eWallet/v1/account'

/** Arbitrary requests for every row, weighted so that a third succeed. */
export function createCases(world: CaseWorld): { arbitrary: fc.Arbitrary<RequestCase>; rows: string[] } {
  const all = [
    ...tokenRows(world),
    ...assertionRows(world),
    ...accountRows(world),
    ...testAccountRows(world),
    ...protocolRows(world),
  ]
  const arbitrary = fc.oneof(
    ...all.map(({ weight, row, make }) => ({
      weight,
      arbitrary: make.map((made) => ({
        row,
        target: 'plain' as const,
        alone: false,
        confidential: [],
        ...made,
      })),
    })),
  )
  return { arbitrary, rows: all.map(({ row }) => row) }
}

type Made = Partial<RequestCase> & { bytes: Buffer; statuses: number[] }
type Row = { row: string; weight: number; make: fc.Arbitrary<Made> }

function row(name: string, weight: number, make: fc.Arbitrary<Made>): Row {
  return { row: name, weight, make }
}

const seed = fc.nat()
const noiseName = fc.constantFrom('x', 'xy.z', 'x-é', 'x client_id', 'Client_Id', 'GRANT_TYPE', 'xаb')
const noiseText = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !/\p{Cc}/u.test(text))
// Mostly from a list, as generating graphemes takes longer than answering the request.
const noiseValue = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.constantFrom(
      '',
      'x',
      '0',
      'a b',
      '+',
      '%',
      '&=',
      'é',
      '‮',
      '𝟚',
      "'--",
      '{}',
      '\ufeff',
      '%00',
    ),
  },
  { weight: 1, arbitrary: noiseText },
)
const noise = fc.option(fc.tuple(noiseName, noiseValue), { nil: undefined })
const headerNoise = fc.constantFrom(
  [],
  ['Accept: */*'],
  ['User-Agent: fuzz/1'],
  ['X-Request-Id: zz'],
  ['Accept: text/html'],
)
const charsets = fc.constantFrom(
  '',
  ';charset=UTF-8',
  '; charset=utf-8',
  ';charset="UTF-8"',
  '; Charset="utf-8"',
  ';charset=utf8',
)

/** Escapes some of the characters, and all that need it. */
function scramble(text: string, number: number): string {
  let state = number
  return [...text]
    .map((character) => {
      state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
      if (/^[A-Za-z0-9_.-]$/.test(character) && state % 7 !== 0) return character
      const bytes = [...Buffer.from(character)]
        .map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
        .join('')
      return state % 2 === 0 ? bytes : bytes.toUpperCase()
    })
    .join('')
}

function encode(pairs: Pair[], number: number): string {
  return pairs
    .map(([name, value], index) => `${scramble(name, number + index)}=${scramble(value, number - index)}`)
    .join('&')
}

function basicLine(id: string, secret: string): string {
  return `Authorization: Basic ${Buffer.from(`${id}:${secret}`, 'latin1').toString('base64')}`
}

function post(body: string, headers: string[], query = ''): Buffer {
  return rawRequest('POST', `/oauth/token${query}`, headers, body)
}

const grant: Pair = ['grant_type', 'client_credentials']

function tokenRows({ clients, suspended, refused }: CaseWorld): Row[] {
  const client = fc.constantFrom(...clients)
  const pairsOf = ({ clientId, clientSecret }: { clientId: string; clientSecret: string }): Pair[] => [
    ['client_id', clientId],
    ['client_secret', clientSecret],
    grant,
  ]
  /** A client's form pairs, shuffled and changed by `change`, as a body. */
  const body = (
    statuses: number[],
    change: (pairs: Pair[], text: string) => Pair[] | string = (pairs) => pairs,
  ) =>
    fc
      .tuple(client, seed, noise, charsets, headerNoise, fc.nat(2))
      .map(([each, number, extra, charset, lines, turn]) => {
        const base = pairsOf(each)
        const pairs = [...base.slice(turn), ...base.slice(0, turn), ...(extra ? [extra] : [])]
        const changed = change(pairs, extra?.[1] ?? 'x')
        const text = typeof changed === 'string' ? changed : encode(changed, number)
        return { bytes: post(text, [form + charset, ...lines]), statuses, confidential: [each.clientSecret] }
      })
  const headed = (
    statuses: number[],
    make: (
      each: CaseWorld['clients'][number],
      text: string,
    ) => { lines: string[]; pairs?: Pair[]; query?: string },
  ) =>
    fc.tuple(client, seed, noiseValue).map(([each, number, text]) => {
      const { lines, pairs = [grant], query } = make(each, text)
      return {
        bytes: post(encode(pairs, number), [form, ...lines], query),
        statuses,
        confidential: [each.clientSecret],
      }
    })
  const without = (name: string) => (pairs: Pair[]) => pairs.filter(([each]) => each !== name)
  const replace = (name: string, value: string) => (pairs: Pair[]) =>
    pairs.map((pair): Pair => (pair[0] === name ? [name, value] : pair))
  const raw = (suffix: string) => (pairs: Pair[]) => `${encode(pairs, 1)}&${suffix}`
  const failing = (target: CaseTarget, statuses: number[]) =>
    fc.tuple(fc.constantFrom(...refused), seed).map(([each, number]) => ({
      target,
      bytes: post(encode(pairsOf(each), number), [form]),
      statuses,
      confidential: [each.clientSecret],
    }))
  return [
    row('body credentials', 60, body([200])),
    row(
      'HTTP Basic',
      30,
      headed([200], (each) => ({ lines: [basicLine(each.clientId, each.clientSecret)] })),
    ),
    row(
      'HTTP Basic, form-decoded',
      10,
      headed([200], (each, text) => ({
        lines: [basicLine(scramble(each.clientId, text.length), scramble(each.clientSecret, 3))],
      })),
    ),
    row(
      'Basic plus the same client_id in the body',
      10,
      headed([200], (each) => ({
        lines: [basicLine(each.clientId, each.clientSecret)],
        pairs: [grant, ['client_id', each.clientId]],
      })),
    ),
    row(
      'Basic plus a secret in the body, or another client_id',
      6,
      headed([400], (each, text) => ({
        lines: [basicLine(each.clientId, each.clientSecret)],
        pairs: [grant, text.length % 2 ? ['client_secret', 'x'] : ['client_id', 'other']],
      })),
    ),
    row('grant_type absent', 6, body([400], without('grant_type'))),
    row('grant_type empty', 3, body([400], replace('grant_type', ''))),
    row('grant_type unknown', 6, body([400], replace('grant_type', 'Client_Credentials'))),
    row('secret without client_id', 6, body([400], without('client_id'))),
    row('no secret', 6, body([401], without('client_secret'))),
    row(
      'no credentials',
      6,
      body([401], () => [grant]),
    ),
    row(
      'any parameter twice',
      6,
      body([400], (pairs, text) => [...pairs, pairs[text.length % 3] as Pair]),
    ),
    row(
      'unknown parameter',
      6,
      body([200], (pairs, text) => [...pairs, ['xx_more', text]]),
    ),
    row(
      'scope not empty',
      6,
      body([400], (pairs, text) => [...pairs, ['scope', `s${text}`]]),
    ),
    row(
      'scope empty',
      4,
      body([200], (pairs) => [...pairs, ['scope', '']]),
    ),
    row(
      'JSON, multipart or no content type',
      6,
      fc
        .constantFrom<string[][]>(
          ['Content-Type: application/json'],
          ['Content-Type: multipart/form-data; boundary=a'],
          [],
        )
        .map((lines) => ({
          bytes: post('grant_type=client_credentials', lines),
          statuses: [400],
        })),
    ),
    row(
      'another charset',
      5,
      fc.constantFrom('latin1', '"utf-16"', 'utf-8x').map((name) => ({
        bytes: post('grant_type=client_credentials', [`${form};charset=${name}`]),
        statuses: [400],
      })),
    ),
    row(
      'body over 16 KiB',
      2,
      fc.tuple(fc.integer({ min: 16_385, max: 30_000 }), fc.boolean()).map(([size, chunked]) => ({
        bytes: chunked
          ? rawRequest(
              'POST',
              '/oauth/token',
              [form, 'Transfer-Encoding: chunked'],
              `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n0\r\n\r\n`,
            )
          : post('x'.repeat(size), [form]),
        statuses: [413],
        alone: true,
      })),
    ),
    row(
      'credentials in the query string',
      6,
      headed([400], (each) => ({ lines: [], query: `?a=b&client_secret=${each.clientSecret}` })),
    ),
    row(
      'unknown client, wrong secret, other environment, retired, not approved',
      10,
      failing('plain', [401]),
    ),
    row('over 20 failures', 6, failing('limited', [429])),
    row(
      'the right secret beside too many failures',
      6,
      body([200]).map((made) => ({ ...made, target: 'limited' as const })),
    ),
    row(
      'right secret, suspended application',
      6,
      seed.map((number) => ({
        bytes: post(encode(pairsOf(suspended), number), [form]),
        statuses: [400],
        confidential: [suspended.clientSecret],
      })),
    ),
    row(
      'malformed Basic, two Authorization lines',
      6,
      headed([400], (each, text) => ({
        lines:
          text.length % 2
            ? ['Authorization: Basic ?']
            : Array(2).fill(basicLine(each.clientId, each.clientSecret)),
      })),
    ),
    row(
      'another Authorization scheme',
      6,
      headed([401], (each) => ({
        lines: [`Authorization: Bearer ${each.clientSecret}`],
        pairs: pairsOf(each),
      })),
    ),
    row(
      'NUL or control characters',
      6,
      body([400], (pairs, text) => [...pairs, ['xx', `${text}\u0000\u0007`]]),
    ),
    row('bad UTF-8', 5, body([400], raw('xx=%ff'))),
    row('bad %-escapes', 5, body([400], raw('xx=%q'))),
    row(
      'client_id over 64 or secret over 256 characters',
      6,
      fc.boolean().map((which) => ({
        bytes: post(which ? `client_id=${'a'.repeat(65)}` : `client_secret=${'b'.repeat(257)}`, [form]),
        statuses: [400],
      })),
    ),
    row(
      'unsupported method at the token endpoint',
      5,
      fc.constantFrom('GET', 'PUT', 'DELETE', 'TRACE', 'PATCH').map((method) => ({
        bytes: rawRequest(method, '/oauth/token'),
        statuses: [405],
      })),
    ),
  ]
}

/** Clients with secrets: none of these is ever the right one. */
function assertionRows({ clients }: CaseWorld): Row[] {
  const client = fc.constantFrom(...clients)
  const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
  const part = (json: unknown) => Buffer.from(JSON.stringify(json) ?? '').toString('base64url')
  const asserting = (statuses: number[], assertion: fc.Arbitrary<string>, others: Pair[]) =>
    fc.tuple(assertion, seed).map(([text, number]) => ({
      bytes: post(encode([grant, ...others, ['client_assertion', text]], number), [form]),
      statuses,
    }))
  const header = fc.record(
    {
      alg: fc.constantFrom<unknown>('ES256', 'EdDSA', 'PS256', 'HS256', 'none', 7, null, ['RS256']),
      kid: fc.jsonValue(),
      crit: fc.jsonValue(),
      jwk: fc.jsonValue(),
    },
    { requiredKeys: ['alg'] },
  )
  const payload = client.chain(({ clientId }) =>
    fc.record(
      {
        iss: fc.constant(clientId),
        sub: fc.constant(clientId),
        aud: fc.jsonValue(),
        exp: fc.jsonValue(),
        jti: fc.jsonValue(),
      },
      { requiredKeys: ['sub'] },
    ),
  )
  const forged = fc
    .tuple(header, fc.oneof({ weight: 3, arbitrary: payload }, fc.jsonValue()), fc.base64String())
    .map(([head, claims, signature]) => `${part(head)}.${part(claims)}.${signature}`)
  return [
    row('a forged assertion', 8, asserting([401], forged, [['client_assertion_type', type]])),
    row(
      'no assertion at all',
      5,
      asserting([401], fc.stringMatching(/^[!-~]{1,80}$/), [['client_assertion_type', type]]),
    ),
    row('one of the two assertion parameters alone', 4, asserting([400], forged, [])),
    row(
      'an unknown type of assertion',
      4,
      asserting([400], forged, [['client_assertion_type', 'urn:ietf:params:oauth:x']]),
    ),
  ]
}

/** Up to 600 writes of an application in a minute. */
function testAccountRows({ clients }: CaseWorld): Row[] {
  const amount = { value: 1, unit: 'XOF' }
  const account = { type: 'customer', status: 'active', balance: amount, frozenBalance: amount, fault: null }
  const putting = (statuses: number[], body: fc.Arbitrary<string>) =>
    fc.tuple(fc.constantFrom(...clients), fc.nat(9), body).map(([{ token }, last, text]) => ({
      bytes: rawRequest(
        'PUT',
        `/sandbox/v1/accounts/99910000000${last}`,
        [`Authorization: Bearer ${token}`],
        text,
      ),
      statuses: [...statuses, 429],
      confidential: [token],
    }))
  const spoiled = fc
    .tuple(fc.constantFrom(...Object.keys(account), 'msisdn', 'more'), fc.jsonValue())
    .map(([name, value]) => JSON.stringify({ ...account, [name]: value }))
  const fault = fc
    .record({
      kind: fc.constantFrom('error', 'delay'),
      code: fc.jsonValue(),
      seconds: fc.jsonValue(),
      calls: fc.jsonValue(),
    })
    .map((fault) => JSON.stringify({ ...account, fault }))
  return [
    row('a test account', 5, putting([200, 201], fc.constant(JSON.stringify(account)))),
    row('a test account with a field of any JSON', 8, putting([422, 200, 201], spoiled)),
    row('a test account with a fault of any JSON', 5, putting([422, 200, 201], fault)),
    row('any JSON as a test account', 5, putting([422], fc.json())),
    row('text as a test account', 4, putting([400, 422], noiseText)),
    row(
      'any JSON as a fixture',
      4,
      fc.tuple(fc.constantFrom(...clients), fc.json(), fc.boolean()).map(([{ token }, json, listed]) => ({
        bytes: rawRequest(
          'PUT',
          '/sandbox/v1/fixture',
          [`Authorization: Bearer ${token}`],
          listed ? `{"accounts":[${json}]}` : json,
        ),
        statuses: [422, 200, 429],
        confidential: [token],
      })),
    ),
    row(
      'test accounts in Production',
      4,
      fc.constantFrom('accounts', 'accounts/999100000001', 'fixture', 'reset').map((end) => ({
        target: 'production' as const,
        bytes: rawRequest('GET', `/sandbox/v1/${end}`),
        statuses: [404],
      })),
    ),
  ]
}

function accountRows(world: CaseWorld): Row[] {
  const token = fc.constantFrom(...world.clients.map((client) => client.token))
  const msisdn = fc.constantFrom(...world.msisdns)
  const get = (query: string, ...lines: string[]) => rawRequest('GET', `${account}?${query}`, lines)
  type Parts = { token: string; msisdn: string; text: string }
  const asking = (statuses: number[], make: (parts: Parts) => Buffer, target: CaseTarget = 'plain') =>
    fc.tuple(token, msisdn, noiseValue).map(([each, digits, text]) => ({
      target,
      bytes: make({ token: each, msisdn: digits, text }),
      statuses,
      confidential: statuses[0] === 200 ? [each] : [each, digits],
    }))
  const bearer = (value: string, scheme = 'Bearer') => `Authorization: ${scheme} ${value}`
  const unknown = fc.integer({ min: 100_000_000, max: 999_999_999 }).map((number) => `888${number}`)
  return [
    row(
      'a balance',
      100,
      asking([200], (each) => get(`msisdn=${each.msisdn}`, bearer(each.token))),
    ),
    row(
      'bearer in any case',
      20,
      asking([200], (each) => get(`msisdn=${each.msisdn}`, bearer(each.token, 'bEARER'))),
    ),
    row(
      '+221…, %2B221…',
      20,
      asking([200], (each) =>
        get(`msisdn=${each.text.length % 2 ? '+' : '%2B'}${each.msisdn}`, bearer(each.token)),
      ),
    ),
    row(
      'Accept that excludes JSON',
      10,
      asking([200], (each) => get(`msisdn=${each.msisdn}`, bearer(each.token), 'Accept: text/html')),
    ),
    row(
      'an unknown query parameter',
      10,
      asking([200], (each) =>
        get(`xx=${encodeURIComponent(each.text)}&msisdn=${each.msisdn}`, bearer(each.token)),
      ),
    ),
    row(
      'HEAD',
      5,
      asking([200], (each) => rawRequest('HEAD', `${account}?msisdn=${each.msisdn}`, [bearer(each.token)])),
    ),
    row(
      'no token, or a scheme that is not Bearer',
      6,
      asking([401], (each) =>
        get(`msisdn=${each.msisdn}`, ...(each.text.length % 2 ? [] : [bearer(each.token, 'Token')])),
      ),
    ),
    row(
      'Bearer alone, or with extra parts',
      6,
      asking([400], (each) =>
        get(
          `msisdn=${each.msisdn}`,
          each.text.length % 2 ? 'Authorization: Bearer' : bearer(`${each.token} x`),
        ),
      ),
    ),
    row(
      'two Authorization lines',
      6,
      asking([400], (each) => get(`msisdn=${each.msisdn}`, bearer(each.token), bearer(each.token))),
    ),
    row(
      'a query token',
      6,
      asking([400], (each) =>
        get(
          `msisdn=${each.msisdn}&access_token=${each.token}`,
          ...(each.text.length % 2 ? [] : [bearer(each.token)]),
        ),
      ),
    ),
    row(
      'unknown, malformed, expired, revoked token, other environment, suspended application',
      10,
      fc.tuple(fc.constantFrom(...world.deadTokens), msisdn).map(([dead, digits]) => ({
        bytes: get(`msisdn=${digits}`, bearer(dead)),
        statuses: [401],
        confidential: [dead, digits],
      })),
    ),
    row(
      'msisdn missing, empty or twice',
      6,
      asking([400], (each) =>
        get(
          ['', 'msisdn=', `msisdn=${each.msisdn}&msisdn=${each.msisdn}`][each.text.length % 3] as string,
          bearer(each.token),
        ),
      ),
    ),
    row(
      'msisdn malformed',
      10,
      asking([400], (each) =>
        get(
          `msisdn=${[`00${each.msisdn}`, `${each.msisdn}+`, `${each.msisdn}%00`, `${each.msisdn}0000`, `${each.msisdn.slice(0, 3)}-${each.msisdn.slice(3)}`, '%D9%A2%D9%A2', '%ff', '%4'][each.text.length % 8]}`,
          bearer(each.token),
        ),
      ),
    ),
    row(
      'unknown msisdn',
      10,
      fc.tuple(token, unknown).map(([each, digits]) => ({
        bytes: get(`msisdn=${digits}`, bearer(each)),
        statuses: [404],
        confidential: [each, digits],
      })),
    ),
    row(
      'an account that was not granted',
      6,
      fc.constantFrom(...world.unlisted).map((digits) => ({
        target: 'production' as const,
        bytes: get(`msisdn=${digits}`, bearer(world.listed.token)),
        statuses: [404, 429],
        confidential: [world.listed.token, digits],
      })),
    ),
    row(
      'over 100 account_not_found',
      // Enough for more than 100 in each of two minutes, if a run meets the change of one.
      16,
      unknown.map((digits) => ({
        target: 'production' as const,
        bytes: get(`msisdn=${digits}`, bearer(world.groping.token)),
        statuses: [429, 404],
        confidential: [world.groping.token, digits],
      })),
    ),
    row(
      'over the limit',
      8,
      asking([429, 200], (each) => get(`msisdn=${each.msisdn}`, bearer(each.token)), 'limited'),
    ),
  ]
}

function protocolRows({ clients }: CaseWorld): Row[] {
  const secret = clients[0]?.clientSecret ?? ''
  const valid = post(
    encode([['client_id', clients[0]?.clientId ?? ''], ['client_secret', secret], grant], 5),
    [form],
  )
  const anything = [200, 204, 400, 401, 403, 404, 405, 408, 411, 413, 414, 417, 431]
  return [
    row(
      'trailing slash, doubled slash, another case and unknown paths',
      8,
      fc
        .tuple(
          fc.constantFrom('/oauth/token/', '//oauth/token', '/OAUTH/token', `${account}/`),
          fc.constantFrom('GET', 'POST'),
        )
        .map(([path, method]) => ({ bytes: rawRequest(method, path), statuses: [404] })),
    ),
    row(
      'OPTIONS',
      5,
      fc
        .constantFrom('/oauth/token', account)
        .map((path) => ({ bytes: rawRequest('OPTIONS', path), statuses: [204] })),
    ),
    row(
      'unsupported method at the account endpoint',
      5,
      fc
        .constantFrom('POST', 'PUT', 'TRACE', 'DELETE')
        .map((method) => ({ bytes: rawRequest(method, account), statuses: [405] })),
    ),
    row(
      'malformed HTTP',
      4,
      fc
        .constantFrom(
          'garbage\r\n\r\n',
          'GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n',
          'GET / HTTP/1.1\r\n\r\n',
          'GET / HTTP/9\r\n\r\n',
        )
        .map((text) => ({ bytes: Buffer.from(text, 'latin1'), statuses: [400], alone: true })),
    ),
    row(
      'headers over 16 KiB',
      1,
      fc.integer({ min: 17_000, max: 40_000 }).map((size) => ({
        bytes: rawRequest('GET', '/healthz', [`X: ${'y'.repeat(size)}`]),
        statuses: [431],
        alone: true,
      })),
    ),
    row(
      'bytes changed at random',
      6,
      fc
        .array(fc.tuple(fc.nat(valid.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 })
        .map((changes) => {
          const bytes = Buffer.from(valid)
          for (const [index, value] of changes) bytes[index] = value
          return { bytes, statuses: anything, alone: true, confidential: [secret] }
        }),
    ),
    row(
      'random bytes',
      3,
      fc
        .uint8Array({ minLength: 1, maxLength: 300 })
        .map((bytes) => ({ bytes: Buffer.from(bytes), statuses: [400, 405, 404, 408], alone: true })),
    ),
  ]
}
