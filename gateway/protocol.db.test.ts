import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, createAccount, createClient } from '@/test/factories'
import { fetchToken, type TestGateway, withGateways } from '@/test/gateway'
import { exchangeRaw, openRaw, type RawResponse, rawRequest } from '@/test/raw-http'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const account = '/api/eWallet/v1/account'
const form = 'Content-Type: application/x-www-form-urlencoded'
const upgrade = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQ']

const unknownPaths = `
  /oauth/token/ //oauth/token /oauth//token /OAuth/token /oauth/%74oken /oauth/token;x /oauth/./token
  /api/eWallet/v1/account/ /api/ewallet/v1/account /api/eWallet/v1 / /metrics /favicon.ico /sandbox/v1
  /sandbox/v1/accounts/ /sandbox/v1//accounts /sandbox/v1/accounts/221790000001/
  /sandbox/v1/accounts//reset /sandbox/v1/accounts/221790000001/Reset /sandbox/v1/Accounts
  /sandbox/v1/reset/ /sandbox/v1/fixture/x /.well-known/openid-configuration`

const world = withGateways()
let gateway: TestGateway
/** Waits for the rest of a request so briefly that on a busy machine it would give up on whole ones. */
let hasty: TestGateway
let client: Client
let bearer: string
let tokenBody: string
let tokenRequest: Buffer

beforeAll(async () => {
  gateway = await world.start()
  hasty = await world.start({ requestTimeout: 400 })
  client = await createClient(world.owner)
  bearer = `Authorization: Bearer ${await fetchToken(gateway, client)}`
  await createAccount(world.owner, '221771234567')
  await createAccount(world.owner, '221770000001', { delayMs: 200 })
  tokenBody = `grant_type=client_credentials&client_id=${client.clientId}&client_secret=${client.clientSecret}`
  tokenRequest = rawRequest('POST', '/oauth/token', [form], tokenBody)
})

function ask(method: string, target: string, headers: string[] = [], body = ''): Promise<RawResponse> {
  return exchangeRaw(gateway.port, rawRequest(method, target, headers, body))
}

function expectHouseHeaders({ headers }: RawResponse): void {
  expect(headers['x-request-id']).toMatch(uuid)
  expect(headers['cache-control']).toBe('no-store')
  for (const name of ['server', 'x-powered-by', 'access-control-allow-origin', 'transfer-encoding'])
    expect(headers).not.toHaveProperty(name)
}

function expectProblem(response: RawResponse, status: number, code: string): void {
  expectHouseHeaders(response)
  expect(response.status).toBe(status)
  expect(response.headers['content-type']).toBe('application/problem+json')
  const problem = JSON.parse(response.body)
  expect(problem).toMatchObject({ status, code, instance: `urn:uuid:${response.headers['x-request-id']}` })
  expect(problem.type).toBe(`http://portal.localhost/docs/errors/${code}`)
}

// ASVS 4.1.1, 4.1.2, 14.2.2
describe('every response', () => {
  test("X-Request-Id is the caller's if it is a lower-case UUID", async () => {
    const given = '0199f3a0-0000-4000-8000-0000000000ff'
    expect((await ask('GET', '/healthz', [`X-Request-Id: ${given}`])).headers['x-request-id']).toBe(given)
    expect((await ask('GET', '/nowhere', [`X-Request-Id: ${given}`])).headers['x-request-id']).toBe(given)
  })
  test.each(['0199F3A0-0000-4000-8000-0000000000FF', 'abc', '{"a":1}', ''])(
    'X-Request-Id %j is replaced by one of our own',
    async (given) => {
      const answer = await ask('GET', '/healthz', [`X-Request-Id: ${given}`])
      expectHouseHeaders(answer)
      expect(answer.headers['x-request-id']).not.toBe(given)
    },
  )
  test('two X-Request-Id lines are replaced', async () => {
    const line = 'X-Request-Id: 0199f3a0-0000-4000-8000-0000000000ff'
    expect((await ask('GET', '/healthz', [line, line])).headers['x-request-id']).not.toContain('0199f3a0')
  })
  test.each(unknownPaths.trim().split(/\s+/))(
    'trailing slash, doubled slash, another case and unknown paths (%s): 404, never a redirect',
    async (path) => {
      for (const method of ['GET', 'POST', 'OPTIONS', 'HEAD']) {
        const answer = await ask(method, path, [bearer])
        if (method === 'HEAD') expect(answer).toMatchObject({ status: 404, body: '' })
        else expectProblem(answer, 404, 'not_found')
        expect(answer.headers).not.toHaveProperty('location')
      }
    },
  )
  test.each([
    ['POST, OPTIONS', '/oauth/token', ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'TRACE']],
    ['POST, OPTIONS', '/oauth/revoke', ['GET', 'TRACE']],
    ['POST, OPTIONS', '/oauth/introspect', ['GET', 'TRACE']],
    ['GET, HEAD, OPTIONS', account, ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY']],
    ['GET, HEAD, OPTIONS', '/.well-known/oauth-authorization-server', ['POST', 'TRACE']],
    ['GET, HEAD, OPTIONS', '/healthz', ['POST', 'DELETE']],
    ['GET, HEAD, OPTIONS', '/sandbox/v1/accounts', ['POST', 'PUT', 'DELETE', 'TRACE', 'QUERY']],
    ['GET, HEAD, PUT, DELETE, OPTIONS', '/sandbox/v1/accounts/221790000001', ['POST', 'PATCH', 'TRACE']],
    ['POST, OPTIONS', '/sandbox/v1/accounts/221790000001/reset', ['GET', 'HEAD', 'PUT', 'TRACE', 'QUERY']],
    ['POST, OPTIONS', '/sandbox/v1/reset', ['GET', 'DELETE', 'TRACE']],
    ['GET, HEAD, PUT, OPTIONS', '/sandbox/v1/fixture', ['POST', 'DELETE', 'TRACE']],
  ])('unsupported method: 405 with Allow: %s at %s, TRACE included', async (allow, path, methods) => {
    for (const method of methods) {
      const answer = await ask(method, path)
      expectHouseHeaders(answer)
      expect(answer.status).toBe(405)
      expect(answer.headers.allow).toBe(allow)
    }
  })
  // ASVS 4.1.4, 13.4.4
  test('an unknown method: 405 with Allow, or 404', async () => {
    const known = await ask('FOOBAR', `${account}?msisdn=221771234567`)
    expectProblem(known, 405, 'method_not_allowed')
    expect(known.headers.allow).toBe('GET, HEAD, OPTIONS')
    expectProblem(await ask('FOOBAR', '/nowhere'), 404, 'not_found')
    expectProblem(await ask('F(O)', account), 400, 'invalid_request')
  })
  test.each([
    ['/oauth/token', 'POST, OPTIONS'],
    [account, 'GET, HEAD, OPTIONS'],
    ['*', 'GET, HEAD, POST, PUT, DELETE, OPTIONS'],
    ['/sandbox/v1/fixture', 'GET, HEAD, PUT, OPTIONS'],
    ['/sandbox/v1/accounts/221790000001', 'GET, HEAD, PUT, DELETE, OPTIONS'],
  ])('OPTIONS %s: 204 with Allow', async (path, allow) => {
    const answer = await ask('OPTIONS', path, [
      'Origin: https://example.org',
      'Access-Control-Request-Method: POST',
    ])
    expectHouseHeaders(answer)
    expect(answer).toMatchObject({ status: 204, body: '', headers: { allow } })
  })
  test('HEAD as GET without a body', async () => {
    const [head, get] = await Promise.all([ask('HEAD', '/healthz'), ask('GET', '/healthz')])
    expect(head).toMatchObject({ status: 200, body: '' })
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
  })
})

// ASVS 4.2.1
describe('malformed HTTP never gives a 5xx', () => {
  test.each([
    ['no request line', 'hello\r\n\r\n'],
    ['a line break alone in front of garbage', '\r\n\r\ngarbage\r\n\r\n'],
    ['another protocol', 'GET / HTTP/3.0\r\nHost: a\r\n\r\n'],
    ['another version, which Node reads', 'GET /healthz HTTP/2.0\r\nHost: a\r\n\r\n'],
    ['a space in the path', 'GET /a b HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['two blanks before the path', 'GET  /healthz HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['two blanks after the path', 'GET /healthz  HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['NUL in the path', 'GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['NUL in a header', 'GET / HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n'],
    ['a space before the colon', 'GET / HTTP/1.1\r\nHost : a\r\n\r\n'],
    ['a folded header', 'GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n\tb: c\x01\r\n\r\n'],
    [
      'two Content-Lengths',
      'POST /oauth/token HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    ],
    [
      'a length and chunks',
      'POST /oauth/token HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a negative length', 'POST /oauth/token HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n'],
    ['a length that is no number', 'POST /oauth/token HTTP/1.1\r\nHost: a\r\nContent-Length: 1x\r\n\r\n'],
    [
      'another transfer coding last',
      'POST /oauth/token HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, gzip\r\n\r\n',
    ],
    ['no Host', 'GET /healthz HTTP/1.1\r\n\r\n'],
    ['two Hosts', 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
    ...['a b/c?d@e', 'a/b', 'a@b', 'a,b c', 'a:b', '[::1', 'a:80:80', 'é'].map((host): [string, string] => [
      `the Host ${host}`,
      `GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    ]),
  ])('%s: 400', async (_name, bytes) => {
    expectProblem(await exchangeRaw(gateway.port, Buffer.from(bytes, 'latin1')), 400, 'invalid_request')
  })
  test.each(['a', 'a.example:8080', 'a:', '', '192.0.2.1', '[2001:db8::1]:4001', 'a_b', 'xn--e1a.example'])(
    'the Host %j is accepted',
    async (host) => {
      const bytes = Buffer.from(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
      expect((await exchangeRaw(gateway.port, bytes)).status).toBe(200)
    },
  )
  test('20 kB of headers: 431', async () =>
    expectProblem(await ask('GET', '/healthz', [`X: ${'y'.repeat(20_000)}`]), 431, 'headers_too_large'))
  test('20 kB of path: 431', async () =>
    expectProblem(await ask('GET', `/${'y'.repeat(20_000)}`), 431, 'headers_too_large'))
  test.each([
    ['with one name', 'A: b'],
    ['with names of their own', 'A%:b'],
  ])(
    'the last of 1,000 fields counts, and with one more they are too many: 431 (%s)',
    async (_name, field) => {
      const fields = Array.from({ length: 999 }, (_, index) => field.replace('%', index.toString(36)))
      const target = `${account}?msisdn=221771234567`
      const request = (more: string[]) => rawRequest('GET', target, ['Host: a', ...fields.slice(1), ...more])
      expect((await exchangeRaw(gateway.port, request([bearer]))).status).toBe(200)
      const twice = ['Authorization: Bearer x', bearer]
      expectProblem(await exchangeRaw(gateway.port, request(twice)), 431, 'headers_too_large')
    },
  )
  test('a bad chunk: 400, once, and the connection ends', async () => {
    const connection = await openRaw(gateway.port)
    connection.send(rawRequest('POST', '/oauth/token', [form, 'Transfer-Encoding: chunked']))
    connection.send('zz\r\nabc\r\n')
    expectProblem(await connection.read(), 400, 'invalid_request')
    await connection.closed
  })
  test('CONNECT: 405 with Allow', async () => {
    const answer = await exchangeRaw(
      gateway.port,
      Buffer.from('CONNECT example.org:443 HTTP/1.1\r\nHost: a\r\n\r\n'),
    )
    expectProblem(answer, 405, 'method_not_allowed')
    expect(answer.headers.allow).toBe('GET, HEAD, POST, OPTIONS')
  })
  test('Upgrade is ignored', async () => {
    const connection = await openRaw(gateway.port)
    for (let count = 0; count < 2; count++) {
      connection.send(rawRequest('GET', '/healthz', upgrade))
      expect(await connection.read()).toMatchObject({ status: 200, headers: { connection: 'keep-alive' } })
    }
    connection.close()
  })
  test('a request that arrives together with an Upgrade is not silently lost', async () => {
    const connection = await openRaw(gateway.port)
    connection.send(
      Buffer.concat([rawRequest('GET', '/healthz', upgrade), rawRequest('GET', '/healthz', upgrade)]),
    )
    expect(await connection.read()).toMatchObject({ status: 200, headers: { connection: 'close' } })
    await connection.closed
  })
  test('another expectation: 417', async () =>
    expectProblem(await ask('GET', '/healthz', ['Expect: the-unexpected']), 417, 'expectation_failed'))
  test('an absolute target is served (RFC 9112 §3.2.2)', async () => {
    const target = `http://elsewhere.example${account}?msisdn=221771234567`
    expect((await ask('GET', target, [bearer])).status).toBe(200)
    expectProblem(await ask('GET', 'http://elsewhere.example', [bearer]), 404, 'not_found')
  })
  test('HTTP/1.0, without Host, is served and closed', async () => {
    const connection = await openRaw(gateway.port)
    connection.send('GET /healthz HTTP/1.0\r\n\r\n')
    const answer = await connection.read()
    expectHouseHeaders(answer)
    expect(answer).toMatchObject({ status: 200, headers: { connection: 'close' } })
    await connection.closed
  })
})

describe('HTTP/1.0', () => {
  test('gets no 100 Continue', async () => {
    const connection = await openRaw(gateway.port)
    const first = new Promise((resolve) => connection.socket.once('data', (data) => resolve(String(data))))
    const head = [
      'POST /oauth/token HTTP/1.0',
      form,
      'Expect: 100-continue',
      `Content-Length: ${tokenBody.length}`,
    ]
    connection.send(`${head.join('\r\n')}\r\n\r\n${tokenBody}`)
    expect(await first).toMatch(/^HTTP\/1\.1 200 /)
    connection.close()
  })
  test('with chunks is served and closed, whatever follows (RFC 9112 §6.1)', async () => {
    const connection = await openRaw(gateway.port)
    const body = `${tokenBody.length.toString(16)}\r\n${tokenBody}\r\n0\r\n\r\n`
    const head = ['POST /oauth/token HTTP/1.0', form, 'Connection: keep-alive', 'Transfer-Encoding: chunked']
    connection.send(`${head.join('\r\n')}\r\n\r\n${body}GET /healthz HTTP/1.0\r\n\r\n`)
    expect(await connection.read()).toMatchObject({ status: 200, headers: { connection: 'close' } })
    await connection.closed
    await expect(connection.read()).rejects.toThrow('ended after ""')
  })
})

describe('connections', () => {
  test('pipelined requests are answered in order, whichever is ready first', async () => {
    const connection = await openRaw(gateway.port)
    const late = rawRequest('GET', `${account}?msisdn=221770000001`, [bearer])
    const early = rawRequest('GET', '/healthz')
    connection.send(Buffer.concat([late, early, tokenRequest]))
    expect(JSON.parse((await connection.read()).body).msisdn).toBe('221770000001')
    expect((await connection.read()).body).toBe('{"status":"alive"}')
    expect(JSON.parse((await connection.read()).body).token_type).toBe('Bearer')
    connection.close()
  })
  test('CONNECT after a good request: its response first, then a 405', async () => {
    const connection = await openRaw(gateway.port)
    const late = rawRequest('GET', `${account}?msisdn=221770000001`, [bearer])
    connection.send(Buffer.concat([late, Buffer.from('CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n')]))
    expect(JSON.parse((await connection.read()).body).msisdn).toBe('221770000001')
    expectProblem(await connection.read(), 405, 'method_not_allowed')
    await connection.closed
  })
  test('garbage after a good request: its response first, then a 400', async () => {
    const connection = await openRaw(gateway.port)
    const late = rawRequest('GET', `${account}?msisdn=221770000001`, [bearer])
    connection.send(Buffer.concat([late, Buffer.from('garbage\r\n\r\n')]))
    expect((await connection.read()).status).toBe(200)
    expectProblem(await connection.read(), 400, 'invalid_request')
    await connection.closed
  })
  test('a request refused before its body was read leaves the connection usable', async () => {
    const connection = await openRaw(gateway.port)
    connection.send(rawRequest('POST', '/oauth/token', ['Content-Type: text/plain'], 'x'.repeat(5000)))
    expect((await connection.read()).status).toBe(400)
    connection.send(tokenRequest)
    expect((await connection.read()).status).toBe(200)
    connection.close()
  })
  test.each([
    ['nothing', ''],
    ['half a request line', 'GET /heal'],
    ['half of the headers', 'GET /healthz HTTP/1.1\r\nHost: a\r\nX: '],
    [
      'half of the body',
      `POST /oauth/token HTTP/1.1\r\nHost: a\r\n${form}\r\nContent-Length: 50\r\n\r\ngrant_type=`,
    ],
  ])('an incomplete request (%s) is closed in time: 408', async (_name, bytes) => {
    const connection = await openRaw(hasty.port)
    const begin = performance.now()
    connection.send(bytes)
    expectProblem(await connection.read(), 408, 'request_timeout')
    await connection.closed
    expect(performance.now() - begin).toBeLessThan(10_000)
  })
  test('a slow sender is cut off', async () => {
    const connection = await openRaw(hasty.port)
    connection.send('GET /healthz HTTP/1.1\r\nHost: a\r\n')
    const drip = setInterval(() => connection.send('X: y\r\n'), 50)
    expectProblem(await connection.read(), 408, 'request_timeout')
    await connection.closed
    clearInterval(drip)
  })
})

// ASVS 14.2.1, 16.2.5
test('query strings, secrets, tokens and full msisdns never reach a log', async () => {
  const logs = gateway.logs.join('')
  for (const secret of [client.clientSecret, bearer.slice(-43), '221771234567', '221770000001', 'msisdn='])
    expect(logs).not.toContain(secret)
})
