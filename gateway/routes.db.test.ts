import { beforeAll, describe, expect, test } from 'vitest'
import type { Environment } from '@/generated/prisma/enums'
import { type Client, createClient } from '@/test/factories'
import { type TestGateway, withGateways } from '@/test/gateway'
import { exchangeRaw, openRaw, type RawResponse, rawRequest } from '@/test/raw-http'

const requestId = '0199f3a0-0000-7000-8000-000000000001'
const form = 'Content-Type: application/x-www-form-urlencoded'
const grant = 'grant_type=client_credentials'

const world = withGateways()
let gateway: TestGateway
let client: Client
let inBody: string

beforeAll(async () => {
  gateway = await world.start()
  client = await createClient(world.owner)
  inBody = `${grant}&client_id=${client.clientId}&client_secret=${client.clientSecret}`
})

function ask(body: string, headers: string[] = [form], target = '/oauth/token'): Promise<RawResponse> {
  return exchangeRaw(
    gateway.port,
    rawRequest('POST', target, [`X-Request-Id: ${requestId}`, ...headers], body),
  )
}

function basic(id: string, secret: string, scheme = 'Basic'): string {
  return `Authorization: ${scheme} ${Buffer.from(`${id}:${secret}`, 'latin1').toString('base64')}`
}

function expectCommon({ headers }: RawResponse): void {
  expect(headers['x-request-id']).toBe(requestId)
  expect(headers['cache-control']).toBe('no-store')
  expect(headers.pragma).toBe('no-cache')
  expect(headers['content-type']).toBe('application/json')
  expect(headers).not.toHaveProperty('server')
  expect(headers).not.toHaveProperty('x-powered-by')
  expect(headers).not.toHaveProperty('access-control-allow-origin')
}

function expectToken(response: RawResponse, environment: Environment = 'sandbox'): void {
  expectCommon(response)
  expect(response.status).toBe(200)
  expect(response.headers).not.toHaveProperty('www-authenticate')
  expect(response.body).toMatch(
    new RegExp(
      `^\\{"access_token":"guichet_${environment}_token_[A-Za-z0-9_-]{43}","token_type":"Bearer","expires_in":[0-9]+\\}$`,
    ),
  )
  const { expires_in } = JSON.parse(response.body)
  expect(expires_in).toBeGreaterThanOrEqual(90)
  expect(expires_in).toBeLessThanOrEqual(300)
}

function expectError(response: RawResponse, status: number, error: string, description: string): void {
  expectCommon(response)
  expect(response.status).toBe(status)
  expect(response.body).toBe(JSON.stringify({ error, error_description: description }))
  if (status === 401) expect(response.headers['www-authenticate']).toBe('Basic realm="sandbox"')
  else expect(response.headers).not.toHaveProperty('www-authenticate')
}

const failed = 'Client authentication failed.'

describe('credentials that are accepted', () => {
  test('body credentials: 200', async () => expectToken(await ask(inBody)))
  test('HTTP Basic: 200', async () =>
    expectToken(await ask(grant, [form, basic(client.clientId, client.clientSecret)])))
  test('HTTP Basic in another case, and two spaces: 200', async () =>
    expectToken(await ask(grant, [form, basic(client.clientId, client.clientSecret, 'bASIC ')])))
  test('HTTP Basic, both parts form-decoded: 200', async () => {
    const encode = (text: string) => text.replaceAll('_', '%5F')
    expectToken(await ask(grant, [form, basic(encode(client.clientId), encode(client.clientSecret))]))
  })
  test('Basic plus the same client_id in the body: 200', async () =>
    expectToken(
      await ask(`${grant}&client_id=${client.clientId}`, [form, basic(client.clientId, client.clientSecret)]),
    ))
  test('an unknown parameter, well formed: ignored', async () =>
    expectToken(await ask(`${inBody}&audience=https%3A%2F%2Fexample.org&x=`)))
  test('an empty parameter counts as absent', async () => expectToken(await ask(`${inBody}&scope=`)))
  test('an unknown query parameter is ignored', async () =>
    expectToken(await ask(inBody, [form], '/oauth/token?trace=1')))
  // ASVS 1.1.1
  test('escapes in the body are decoded', async () => expectToken(await ask(inBody.replaceAll('_', '%5f'))))
  test.each([
    ';charset=UTF-8',
    ';charset=utf8',
    '; charset="UTF8"',
    '; charset=utf-8',
    ';charset="UTF-8"',
    '; Charset="utf-8"',
    ' ; charset=Utf-8; x=1',
  ])('a content type with %j: 200', async (suffix) => {
    expectToken(await ask(inBody, [form + suffix]))
  })
  test('the content type in another case: 200', async () =>
    expectToken(await ask(inBody, ['content-type: Application/X-WWW-Form-URLENCODED'])))
  test('a body in chunks: 200', async () => {
    const connection = await openRaw(gateway.port)
    const head = rawRequest('POST', '/oauth/token', [
      form,
      `X-Request-Id: ${requestId}`,
      'Transfer-Encoding: chunked',
    ])
    connection.send(head)
    for (const part of [inBody.slice(0, 10), inBody.slice(10)])
      connection.send(`${part.length.toString(16)}\r\n${part}\r\n`)
    connection.send('0\r\n\r\n')
    expectToken(await connection.read())
    connection.close()
  })
  test('Expect: 100-continue is answered before the body is sent', async () => {
    const connection = await openRaw(gateway.port)
    const headers = [
      form,
      'Expect: 100-continue',
      `X-Request-Id: ${requestId}`,
      `Content-Length: ${inBody.length}`,
    ]
    connection.send(rawRequest('POST', '/oauth/token', headers))
    await new Promise<void>((resolve) =>
      connection.socket.once('data', (data) => {
        expect(data.toString()).toBe('HTTP/1.1 100 Continue\r\n\r\n')
        resolve()
      }),
    )
    connection.send(inBody)
    expectToken(await connection.read())
    connection.close()
  })
  test.each(['active', 'activating'] as const)(
    'a Production client that is %s at the Production gateway: 200',
    async (state) => {
      const production = await world.start({ environment: 'production' })
      const other = await createClient(world.owner, { environment: 'production', state })
      const body = `${grant}&client_id=${other.clientId}&client_secret=${other.clientSecret}`
      const bytes = rawRequest('POST', '/oauth/token', [form, `X-Request-Id: ${requestId}`], body)
      expectToken(await exchangeRaw(production.port, bytes), 'production')
    },
  )
})

describe('the place of the credentials', () => {
  const both = 'Client credentials are given in the header and in the body.'
  const alone = 'The client_id is missing next to the client_secret.'
  const own = () => basic(client.clientId, client.clientSecret)
  const secret = () => `${grant}&client_secret=${client.clientSecret}`
  // ASVS 2.2.3
  test.each([
    ['Basic plus a secret in the body', () => ask(secret(), [form, own()]), both],
    ['Basic plus all of it in the body', () => ask(inBody, [form, own()]), both],
    [
      'Basic plus another client_id',
      () => ask(`${grant}&client_id=other`, [form, own()]),
      'The client_id in the header and the one in the body differ.',
    ],
    ['secret without client_id', () => ask(secret()), alone],
    ['the same in the header', () => ask(grant, [form, basic('', client.clientSecret)]), alone],
  ])('%s: 400 invalid_request', async (_name, send, words) => {
    expectError(await send(), 400, 'invalid_request', words)
  })
  test.each([
    ['no credentials', () => ask(grant)],
    ['no secret', () => ask(`${grant}&client_id=${client.clientId}`)],
    ['an empty secret', () => ask(`${grant}&client_id=${client.clientId}&client_secret=`)],
    ['no secret in the header', () => ask(grant, [form, basic(client.clientId, '')])],
  ])('%s: 401 invalid_client + C', async (_name, send) => {
    expectError(await send(), 401, 'invalid_client', failed)
  })
  test.each(['client_id', 'client_secret', 'client%5Fid'])(
    'credentials in the query string (%s): 400 invalid_request',
    async (name) => {
      expectError(
        await ask(inBody, [form], `/oauth/token?a=b&${name}=x`),
        400,
        'invalid_request',
        'Client credentials must not be sent in the query string.',
      )
    },
  )
})

describe('the Authorization header', () => {
  const words = 'The Authorization header is malformed.'
  test.each([
    'Basic',
    'Basic ',
    'Basic !!!!',
    'Basic YQ',
    `Basic ${Buffer.from('no colon').toString('base64')}`,
    `Basic ${Buffer.from('a:b').toString('base64')} extra`,
  ])('malformed Basic (%j): 400 invalid_request', async (value) => {
    expectError(await ask(inBody, [form, `Authorization: ${value}`]), 400, 'invalid_request', words)
  })
  test.each([
    ['a bad %-escape', '100%', 'The request has a malformed %-escape.'],
    ['bad UTF-8', 'caf\xe9', 'The request is not valid UTF-8.'],
    ['a control character', 'a%00b', 'The request has a control character.'],
    ['over 64 characters', 'a'.repeat(65), 'The parameter client_id is longer than 64 characters.'],
  ])('Basic with a client_id of %s: 400 invalid_request', async (_name, id, words) => {
    expectError(await ask(grant, [form, basic(id, 'x')]), 400, 'invalid_request', words)
  })
  test('two Authorization lines: 400 invalid_request', async () => {
    const line = basic(client.clientId, client.clientSecret)
    expectError(
      await ask(grant, [form, line, line]),
      400,
      'invalid_request',
      'The Authorization header is given more than once.',
    )
  })
  test.each(['Bearer abc', 'Digest username="a", realm="b"', 'Negotiate'])(
    'another Authorization scheme (%j): 401 invalid_client + C',
    async (value) => {
      expectError(await ask(inBody, [form, `Authorization: ${value}`]), 401, 'invalid_client', failed)
    },
  )
})

// ASVS 10.4.4
describe('grant type and scope', () => {
  test('grant_type absent: 400 invalid_request', async () => {
    const words = 'The parameter grant_type is missing.'
    expectError(await ask(inBody.replace(grant, 'a=b')), 400, 'invalid_request', words)
    expectError(await ask(inBody.replace(grant, 'grant_type=')), 400, 'invalid_request', words)
    expectError(await ask(''), 400, 'invalid_request', words)
  })
  test.each(['password', 'Client_Credentials', 'client_credentials%20'])(
    'grant_type unknown, or in another case (%s): 400 unsupported_grant_type',
    async (value) => {
      expectError(
        await ask(inBody.replace(grant, `grant_type=${value}`)),
        400,
        'unsupported_grant_type',
        'The grant_type must be client_credentials.',
      )
    },
  )
  // ASVS 10.4.11
  test('scope not empty: 400 invalid_scope', async () =>
    expectError(await ask(`${inBody}&scope=read`), 400, 'invalid_scope', 'No scopes are defined.'))
})

// ASVS 15.3.7
describe('the body', () => {
  const type = 'The content type must be application/x-www-form-urlencoded.'
  test.each([
    ['JSON', ['Content-Type: application/json']],
    ['multipart', ['Content-Type: multipart/form-data; boundary=x']],
    ['no content type', []],
    ['two content types', [form, form]],
    ['a look-alike', ['Content-Type: application/x-www-form-urlencoded2']],
  ])('%s: 400 invalid_request', async (_name, headers) => {
    expectError(await ask(inBody, headers), 400, 'invalid_request', type)
  })
  test.each([
    ';charset=ISO-8859-1',
    ';charset="utf-16"',
    ';charset="utf-16',
    ';charset=utf_8',
    ';charset=utf 16',
    ';charset=',
    ';charset',
    ';charset=utf-8;charset=latin1',
  ])('another charset (%s): 400 invalid_request', async (suffix) => {
    expectError(await ask(inBody, [form + suffix]), 400, 'invalid_request', 'The charset must be UTF-8.')
  })
  test.each(['Content-Encoding: gzip', 'Transfer-Encoding: gzip, chunked'])(
    'a compressed body (%s): 400 invalid_request',
    async (coding) => {
      const isChunked = coding.endsWith('chunked')
      const body = isChunked ? `${inBody.length.toString(16)}\r\n${inBody}\r\n0\r\n\r\n` : inBody
      const words = 'The body must not be compressed.'
      expectError(await ask(body, [form, coding]), 400, 'invalid_request', words)
    },
  )
  test.each(['\xef\xbb\xbf', '%ef%bb%bf', '%EF%BB%BF'])(
    'a byte order mark first (%s): 400 invalid_request',
    async (mark) => {
      const words = 'The body begins with a byte order mark.'
      expectError(await ask(mark + inBody), 400, 'invalid_request', words)
    },
  )
  test.each([
    ['grant_type', () => `&${grant}`],
    ['client_id', () => `&client_id=${client.clientId}`],
    ['an unknown one', () => '&x=1&x=1'],
    ['an escaped name', () => '&grant%5Ftype=client_credentials'],
    ['an empty one', () => '&scope=&scope='],
  ])('any parameter twice, even with equal values (%s): 400 invalid_request', async (_name, extra) => {
    expectError(await ask(inBody + extra()), 400, 'invalid_request', 'A parameter is given more than once.')
  })
  test.each([
    ['NUL', '&x=%00', 'The request has a control character.'],
    ['a raw NUL', '&x=\0', 'The request has a control character.'],
    ['a line break', '&x=a%0d%0ab', 'The request has a control character.'],
    ['a control character in a name', '&a%07=x', 'The request has a control character.'],
    ['DEL', '&x=%7f', 'The request has a control character.'],
    ['raw bad UTF-8', '&x=\xff', 'The request is not valid UTF-8.'],
    ['escaped bad UTF-8', '&x=%ff', 'The request has a %-escape that is not UTF-8.'],
    ['an overlong form', '&x=%c0%80', 'The request has a %-escape that is not UTF-8.'],
    ['a bad escape', '&x=%zz', 'The request has a malformed %-escape.'],
    ['half an escape', '&x=%4', 'The request has a malformed %-escape.'],
    ['a parameter without a name', '&=x', 'The body has a parameter without a name.'],
  ])('%s: 400 invalid_request', async (_name, extra, words) => {
    expectError(await ask(inBody + extra), 400, 'invalid_request', words)
  })
  test.each([
    ['client_id', 64],
    ['client_secret', 256],
  ])('%s over %s characters: 400 invalid_request', async (name, most) => {
    const words = `The parameter ${name} is longer than ${most} characters.`
    const body = `${inBody.replace(new RegExp(`&${name}=[^&]*`), '')}&${name}=${'a'.repeat(most + 1)}`
    expectError(await ask(body), 400, 'invalid_request', words)
  })
  test('64 and 256 characters are looked up: 401', async () =>
    expectError(
      await ask(`${grant}&client_id=${'a'.repeat(64)}&client_secret=${'b'.repeat(256)}`),
      401,
      'invalid_client',
      failed,
    ))
  // ASVS 2.2.1, 2.2.2, 15.3.5
  test('malformed requests are refused before the database is queried', async () => {
    const away = await world.start({
      pool: { query: () => Promise.reject(new Error('asked')), end: async () => {} } as never,
    })
    const bytes = rawRequest('POST', '/oauth/token', [form], `${inBody}&client_id=${'a'.repeat(65)}`)
    expect((await exchangeRaw(away.port, bytes)).status).toBe(400)
  })
  test('16 KiB exactly is read: 200', async () =>
    expectToken(await ask(`${inBody}&x=${'y'.repeat(16_384 - inBody.length - 3)}`)))
  test('over 16 KiB, declared: 413 invalid_request, before the body is sent', async () => {
    const connection = await openRaw(gateway.port)
    connection.send(
      rawRequest('POST', '/oauth/token', [form, `X-Request-Id: ${requestId}`, 'Content-Length: 16385']),
    )
    const response = await connection.read()
    expectError(response, 413, 'invalid_request', 'The body is larger than 16 KiB.')
    expect(response.headers.connection).toBe('close')
    connection.send('x'.repeat(16_385))
    await connection.closed
  })
  // ASVS 15.2.2
  test('over 16 KiB, chunked: 413 invalid_request', async () => {
    const connection = await openRaw(gateway.port)
    const headers = [form, `X-Request-Id: ${requestId}`, 'Transfer-Encoding: chunked']
    connection.send(rawRequest('POST', '/oauth/token', headers))
    for (let sent = 0; sent <= 16_384; sent += 4096) connection.send(`1000\r\n${'x'.repeat(4096)}\r\n`)
    const response = await connection.read()
    expectError(response, 413, 'invalid_request', 'The body is larger than 16 KiB.')
    connection.send('0\r\n\r\n')
    await connection.closed
  })
})

describe('the client', () => {
  // ASVS 10.4.10
  test('unknown, wrong secret, other environment, retired secret, not approved: byte-identical 401', async () => {
    const rotated = await createClient(world.owner)
    await world.owner.query('UPDATE client_secret SET revoked_at = now() WHERE id = $1', [rotated.secretId])
    const overlapped = await createClient(world.owner)
    await world.owner.query(
      `UPDATE client_secret SET retires_at = now() - interval '1 second' WHERE id = $1`,
      [overlapped.secretId],
    )
    const production = await createClient(world.owner, { environment: 'production' })
    const states = await Promise.all(
      (['draft', 'in_validation', 'changes_requested', 'rejected', 'deleted'] as const).map((state) =>
        createClient(world.owner, { environment: 'production', state }),
      ),
    )
    const deleted = await createClient(world.owner, { state: 'deleted' })
    const unknown = { clientId: client.clientId.replace(/.{4}$/, '0000'), clientSecret: client.clientSecret }
    const wrong = { clientId: client.clientId, clientSecret: rotated.clientSecret }
    const refused = [unknown, wrong, production, rotated, overlapped, deleted, ...states]
    const answers = await Promise.all(
      refused.map((each) => ask(`${grant}&client_id=${each.clientId}&client_secret=${each.clientSecret}`)),
    )
    for (const answer of answers) {
      expectError(answer, 401, 'invalid_client', failed)
      expect({ ...answer, headers: { ...answer.headers, date: '' } }).toEqual({
        ...answers[0],
        headers: { ...answers[0]?.headers, date: '' },
      })
    }
  })
  test('awaiting or refused validation at its own gateway: the same 401', async () => {
    const production = await world.start({ environment: 'production' })
    for (const state of ['draft', 'in_validation', 'changes_requested', 'rejected', 'deleted'] as const) {
      const waiting = await createClient(world.owner, { environment: 'production', state })
      const body = `${grant}&client_id=${waiting.clientId}&client_secret=${waiting.clientSecret}`
      const answer = await exchangeRaw(production.port, rawRequest('POST', '/oauth/token', [form], body))
      expect(answer.status).toBe(401)
      expect(answer.headers['www-authenticate']).toBe('Basic realm="production"')
      expect(answer.body).toBe(JSON.stringify({ error: 'invalid_client', error_description: failed }))
    }
  })
  test('right secret, suspended application: 400 unauthorized_client', async () => {
    const suspended = await createClient(world.owner, { state: 'suspended' })
    const owned = await createClient(world.owner, { ownerSuspended: true })
    for (const each of [suspended, owned])
      expectError(
        await ask(`${grant}&client_id=${each.clientId}&client_secret=${each.clientSecret}`),
        400,
        'unauthorized_client',
        'The application is suspended.',
      )
    expectError(
      await ask(`${grant}&client_id=${suspended.clientId}&client_secret=${client.clientSecret}`),
      401,
      'invalid_client',
      failed,
    )
  })
})

describe('the order of decisions', () => {
  const long = 'x'.repeat(17_000)
  const line = 'Authorization: Basic !!!'
  test.each([
    ['content type before size', long, ['Content-Type: text/plain'], '', 'invalid_request', 400],
    ['size before syntax', `%zz${long}`, [form], '', 'invalid_request', 413],
    [
      'syntax before the query',
      'x=%zz',
      [form],
      '?client_id=a',
      'The request has a malformed %-escape.',
      400,
    ],
    ['the query before Authorization', 'a=b', [form, line], '?client_id=a', 'query string', 400],
    ['Authorization before grant_type', 'grant_type=x', [form, line], '', 'header is malformed', 400],
    ['another scheme before grant_type', 'a=b', [form, 'Authorization: Digest x'], '', 'invalid_client', 401],
    ['grant_type before scope', 'grant_type=x&scope=y', [form], '', 'unsupported_grant_type', 400],
    ['scope before client', `${grant}&scope=y`, [form], '', 'invalid_scope', 400],
  ])('%s', async (_name, body, headers, query, words, status) => {
    const response = await ask(body, headers, `/oauth/token${query}`)
    expect(response.status).toBe(status)
    expect(response.body).toContain(words)
  })
  test('method before all else: 405 with Allow', async () => {
    const bytes = rawRequest('PUT', '/oauth/token?client_id=a', ['Content-Type: text/plain'], 'x')
    const response = await exchangeRaw(gateway.port, bytes)
    expect(response.status).toBe(405)
    expect(response.headers.allow).toBe('POST, OPTIONS')
    expect(response.headers['content-type']).toBe('application/json')
    expect(JSON.parse(response.body).error).toBe('invalid_request')
  })
})
