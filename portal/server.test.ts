import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
// @ts-expect-error Next brings it without its types.
import compression from 'next/dist/compiled/compression'
import { NodeNextRequest, NodeNextResponse } from 'next/dist/server/base-http/node'
import { sendResponse } from 'next/dist/server/send-response'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { attachment } from '@/app/_request/document-response'
import { portalSays } from '@/components/unavailable'
import { messages } from '@/generated/messages'
import { onRequestError } from '@/instrumentation'
import type { LoggedAccess } from '@/lib/access-log'
import { createAddressReader } from '@/lib/addresses'
import { rememberAnnouncements } from '@/lib/announcements/last-read'
import { rememberBranding } from '@/lib/branding/last-read'
import { guichetBranding } from '@/lib/branding/schema'
import { directionOf, locales } from '@/lib/languages'
import { currentRequestId, noteReached, setAccountMismatch } from '@/lib/request-context'
import { walkRoutes } from '@/test/access/walk'
import { floodConnection } from '@/test/flood'
import { exchangeRaw, openRaw, rawRequest } from '@/test/raw-http'
import { listenOnFreePort } from '@/test/resources'
import { methodsOf } from './admission'
import { createPortalServer, type PortalOptions } from './server'
import { createMetricsServer } from './start'

const portal = 'http://localhost:3000'
const action = '7f'.repeat(21)
const html = 'text/html; charset=utf-8'
const logged: Record<string, unknown>[] = []
const logger = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) })
const database = {
  reachable: true,
  isReachable: async () => database.reachable,
  readiness: async () => ready,
}
const ready = { ready: true } as const
let render: (request: IncomingMessage, response: ServerResponse) => unknown
let server: Server
let origin: string
let port: number

beforeAll(async () => {
  server = open()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  port = (server.address() as AddressInfo).port
  origin = `http://127.0.0.1:${port}`
})

function open(given: Partial<PortalOptions> = {}): Server {
  return createPortalServer({
    database,
    logger,
    readAddress: createAddressReader([]),
    render: async (request, response) => {
      // As in Next, which writes its responses through this.
      await new Promise<void>((done) => compression()(request, response, done))
      await render(request, response)
    },
    ...given,
  })
}

afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  database.reachable = true
  logged.length = 0
  render = (_request, response) => response.end('a page')
})
afterEach(() => vi.unstubAllGlobals())

function post(path: string, body: BodyInit | undefined, headers: Record<string, string> = {}) {
  return fetch(origin + path, {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: { origin: portal, ...headers },
  })
}

/** Sends a request byte for byte. */
const exchange = (...request: Parameters<typeof rawRequest>) => exchangeRaw(port, rawRequest(...request))

test('the access log has each response, without its query', async () => {
  const lines: LoggedAccess[] = []
  const logged = open({ accessLog: (access) => void lines.push(access) })
  const ownPort = await listenOnFreePort(logged)
  for (const path of ['/docs?q=secret', '/readyz'])
    await (await fetch(`http://127.0.0.1:${ownPort}${path}`)).text()
  await expect.poll(() => lines.length).toBe(2)
  logged.close()
  expect(lines).toMatchObject([
    { method: 'GET', path: '/docs', status: 200, address: '127.0.0.1', requestId: expect.any(String) },
    { method: 'GET', path: '/readyz', status: 200 },
  ])
})

test('a probe that fails is logged, and gets a response', async () => {
  const readiness = vi.spyOn(database, 'readiness').mockRejectedValueOnce(new Error('a bug'))
  expect((await fetch(`${origin}/readyz`)).status).toBe(500)
  expect(logged).toMatchObject([{ err: { message: 'a bug' } }])
  readiness.mockRestore()
})

describe('the context of a page', () => {
  let seen: IncomingMessage['headers']
  beforeEach(() => {
    render = (request, response) => {
      seen = request.headers
      response.end(currentRequestId())
    }
  })

  test('is its caller, path and request id, whatever the caller claims', async () => {
    const headers = {
      'x-guichet-path': '//evil.example',
      'x-guichet-caller': '6.6.6.6',
      'x-request-id': 'forged',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
      'content-security-policy': "script-src 'nonce-forged'",
    }
    const response = await fetch(`${origin}/docs/errors?q=1&_rsc=abc`, { headers })
    expect(seen).toMatchObject({
      'x-guichet-path': '/docs/errors?q=1',
      'x-guichet-caller': '127.0.0.1',
      'x-forwarded-host': 'localhost:3000',
      'x-request-id': response.headers.get('x-request-id'),
      'content-security-policy': response.headers.get('content-security-policy'),
    })
    expect(Object.keys(seen)).not.toEqual(expect.arrayContaining(['forwarded']))
    expect(seen['x-forwarded-proto']).toBeUndefined()
    expect(await response.text()).toBe(response.headers.get('x-request-id'))
  })

  test.each([
    '//evil.example/',
    '///evil.example',
    '/\\evil.example',
    '/.//evil.example',
    'http://evil.example//evil.example/',
  ])('is a path of this site for %s', async (path) => {
    await exchange('GET', path)
    expect(seen['x-guichet-path']).toMatch(/^\/[^/\\]/)
  })
})

test.each([
  ['/sign-in/../docs?q=1&_rsc=a', '/docs?q=1&_rsc=a'],
  ['//evil.example/', '/evil.example/'],
  ['/_next/static/../../sign-in', '/sign-in'],
  ['/sign-in/%2e%2e/_next/static/a.js', '/_next/static/a.js'],
  ['/docs/errors/%ff?q=%ff', '/docs/errors/%25ff?q=%ff'],
  ['/applications/%E0%A4%A', '/applications/%25E0%25A4%25A'],
  ['/applications/%C3%A9%20%00', '/applications/%C3%A9%20%00'],
  ['a://', '/'],
  ['a://host?q=1', '/?q=1'],
])('Next routes %s as it was judged: %s', async (sent, routed) => {
  render = (request, response) => response.setHeader('routed', String(request.url)).end()
  expect((await exchange('GET', sent)).headers.routed).toBe(routed)
})

describe('every response', () => {
  test('of a download has the policy of its route, which runs nothing', async () => {
    render = (request, response) =>
      sendResponse(
        new NodeNextRequest(request),
        new NodeNextResponse(response),
        new Response('%PDF-', { headers: attachment('a.pdf') }),
      )
    expect((await fetch(origin)).headers.get('content-security-policy')).toBe(
      "default-src 'none'; frame-ancestors 'none'; sandbox",
    )
  })

  // Next finds no page there, and renders one that says so.
  test.each(['/_next/nothing', '/_next/static', '/_next/data/a.json'])(
    'is judged as a page below /_next/ too, where it is no file of the build: %s',
    async (path) => {
      const { headers } = await fetch(origin + path)
      expect(headers.get('content-security-policy')).toContain("default-src 'self'")
      expect(headers.has('x-request-id')).toBe(true)
      database.reachable = false
      expect((await fetch(origin + path)).status).toBe(503)
    },
  )

  test('has a new nonce and a new request id', async () => {
    const [first, second] = await Promise.all([fetch(origin), fetch(origin)])
    for (const name of ['content-security-policy', 'x-request-id'])
      expect(first.headers.get(name)).not.toBe(second.headers.get(name))
  })
})

describe('a request that is refused', () => {
  // ASVS 3.5.1
  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('is a %s from another site', async (method) => {
    const from = async (headers: Record<string, string>) =>
      (await fetch(`${origin}/account`, { method, headers })).status
    expect(await from({ origin: portal })).toBe(200)
    for (const headers of [
      {},
      { origin: 'https://evil.example' },
      { origin: portal, 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
    ])
      expect(await from(headers as Record<string, string>)).toBe(403)
  })

  test('is none of the provider’s to end sessions, which has no origin and proves itself by a signature', async () => {
    const send = async (path: string) =>
      (await fetch(origin + path, { method: 'POST', body: 'logout_token=x' })).status
    expect(await send('/oidc/back-channel-logout')).toBe(200)
    for (const path of ['/oidc/link', '/oidc/back-channel-logout/x', '/x/oidc/back-channel-logout'])
      expect(await send(path)).toBe(403)
  })

  test('is a program’s only with the Origin of another site, or a body that is too large', async () => {
    const send = async (path: string, headers: Record<string, string>, bytes = 9) =>
      (await fetch(origin + path, { method: 'POST', headers, body: 'x'.repeat(bytes) })).status
    for (const path of ['/mcp', '/api/applications/1/rehearsal']) {
      expect([path, await send(path, {})]).toEqual([path, 200])
      expect(await send(path, { origin: portal })).toBe(200)
      // Next would look for an action in these.
      for (const type of ['multipart/form-data; boundary=a', 'application/x-www-form-urlencoded'])
        expect(await send(path, { 'content-type': type })).toBe(403)
      expect(await send(path, { 'next-action': action })).toBe(403)
      const foreign: Record<string, string>[] = [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { 'sec-fetch-site': 'cross-site' },
      ]
      for (const headers of foreign) expect(await send(path, headers)).toBe(403)
    }
    expect(await send('/mcp', {}, 256 * 1024)).toBe(200)
    expect(await send('/mcp', {}, 256 * 1024 + 1)).toBe(413)
    expect(await send('/api/applications', {}, 64 * 1024 + 1)).toBe(413)
  })

  test('gets the reason in its language, with a reference and a link to continue', async () => {
    const response = await post('/sign-in?next=%22%3E%3Cb%3E"', '', {
      origin: 'http://127.0.0.1:3000',
      'accept-language': 'fr',
    })
    const text = await response.text()
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(text).toContain(`<code>${response.headers.get('x-request-id')}</code>`)
    expect(text).toMatch(
      /<html lang="fr" dir="ltr">[\s\S]*<a class="button" href="http:\/\/localhost:3000\/sign-in\?[^"<>]*">/,
    )
    const nonce = /<style nonce="([^"]+)">/.exec(text)?.[1]
    expect(response.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`)
  })

  // ASVS 3.5.1
  test.each([
    [403, ['Origin: http://evil.example', 'Content-Length: 10000000']],
    [403, ['Transfer-Encoding: chunked']],
    [413, [`Origin: ${portal}`, 'Content-Length: 10000000']],
    [400, [`Origin: ${portal}`, 'Next-Action: "forged"', 'Content-Length: 9']],
  ])('gets its %s from its head alone: %j', async (status, lines) => {
    const rendered = vi.fn()
    render = rendered
    const response = await exchange('POST', '/sign-in', ['Expect: 100-continue', ...lines])
    expect(response.status).toBe(status)
    expect(rendered).not.toHaveBeenCalled()
  })

  test('is told to the script that sent a form as what it is', async () => {
    const headers = [`Origin: ${portal}`, `Next-Action: ${action}`, 'Content-Length: 10000000']
    const { status, headers: sent, body } = await exchange('POST', '/sign-in', headers)
    expect([status, sent['content-type']]).toEqual([413, 'text/plain'])
    expect(String(body)).toBe(`${portalSays}${messages.en.errors.tooLarge.body}`)
  })

  test('is one with a method that no page has', async () => {
    expect(await exchange('TRACE', '/')).toMatchObject({
      status: 405,
      headers: { allow: expect.stringContaining('GET') },
    })
  })

  test('does not put the caller’s own words into the log', async () => {
    await post('/', '', { 'next-action': 'forged' })
    await fetch(`${origin}/forged`, { method: 'POST' })
    expect(JSON.stringify(logged)).not.toContain('forged')
  })
})

describe('a form whose Origin is hidden', () => {
  test.each([[undefined], ['null']])('counts if Sec-Fetch-Site shows that it is ours: %s', async (hidden) => {
    let seen: string | undefined
    render = (request, response) => {
      seen = request.headers.origin
      response.end()
    }
    const lines = [...(hidden ? [`Origin: ${hidden}`] : []), 'Sec-Fetch-Site: same-origin']
    expect((await exchange('POST', '/sign-in', lines, 'x')).status).toBe(200)
    // Next compares Origin with the portal's host, and fails for `null`.
    expect(seen).toBe(portal)
  })

  test('is refused without it, and the page says why', async () => {
    for (const [headers, why] of [
      [[], 'Your browser didn’t say where this form comes from'],
      [['Origin: null'], 'Your browser didn’t say where this form comes from'],
      [['Origin: null', 'Sec-Fetch-Site: cross-site'], 'This request came from another site'],
      [['Origin: http://evil.example'], 'This request came from another site'],
    ] as [string[], string][]) {
      const { status, body } = await exchange('POST', '/sign-in', headers, 'x')
      expect([status, body]).toEqual([403, expect.stringContaining(why)])
    }
  })
})

test.each(['/', '*'])('OPTIONS %s of a page is 204, and of a handler its own', async (target) => {
  render = (_request, response) => response.writeHead(400).end()
  const page = await exchange('OPTIONS', target)
  expect(page).toMatchObject({ status: 204, headers: { allow: 'GET, HEAD, POST, OPTIONS' }, body: '' })
  expect(Object.keys(page.headers)).not.toContain('content-length')
  render = (_request, response) => response.writeHead(204, { Allow: 'GET, OPTIONS' }).end()
  expect((await exchange('OPTIONS', target)).headers.allow).toBe('GET, OPTIONS')
})

describe('forms that do not arrive in full', () => {
  const head = (length: number) =>
    `POST /sign-in HTTP/1.1\r\nHost: a\r\nOrigin: ${portal}\r\nContent-Length: ${length}\r\n\r\n`

  beforeEach(() => {
    render = (request, response) => request.resume().once('end', () => response.end('whole'))
  })

  test('are limited per address, and make room again when they arrive', async () => {
    const unfinished = await Promise.all(Array.from({ length: 32 }, () => openRaw(port)))
    for (const each of unfinished) each.send(`${head(10)}12345`)
    await expect.poll(async () => (await post('/sign-in', 'x')).status).toBe(503)
    const scripted = await post('/sign-in', '[]', { 'next-action': action })
    expect([scripted.status, await scripted.text()]).toEqual([
      503,
      expect.stringMatching(/^Portal: Too many/),
    ])
    expect((await fetch(origin)).status).toBe(200)
    for (const each of unfinished) each.send('67890')
    for (const each of unfinished) expect((await each.read()).status).toBe(200)
    expect((await post('/sign-in', 'x')).status).toBe(200)
    for (const each of unfinished) each.close()
  })

  test('are counted together for one IPv6 network, whose addresses are countless', async () => {
    const proxied = open({ readAddress: createAddressReader(['127.0.0.1']) })
    const other = await listenOnFreePort(proxied)
    const begin = async (address: string) => {
      const connection = await openRaw(other)
      connection.send(head(2).replace('Host: a', `Host: a\r\nX-Forwarded-For: ${address}`))
      return connection
    }
    const unfinished = await Promise.all(
      Array.from({ length: 32 }, (_, index) => begin(`2001:db8:1:1::${index.toString(16)}`)),
    )
    await expect
      .poll(async () => {
        const next = await begin('2001:db8:1:1:ffff::1')
        unfinished.push(next)
        next.send('ok')
        return (await next.read()).status
      })
      .toBe(503)
    const elsewhere = await begin('2001:db8:1:2::1')
    elsewhere.send('ok')
    expect((await elsewhere.read()).status).toBe(200)
    for (const each of [...unfinished, elsewhere]) each.close()
    proxied.close()
  })

  test('are limited apart from uploads, which are in memory piece by piece, until each has its response', async () => {
    const upload = head(10).replace('/sign-in', '/applications/1/validation/documents')
    const unfinished = await Promise.all(Array.from({ length: 16 }, () => openRaw(port)))
    for (const each of unfinished) each.send(`${upload}12345`)
    await expect
      .poll(async () => (await post('/organisations/1/documents', 'x')).status, { interval: 5 })
      .toBe(503)
    expect((await post('/sign-in', 'x')).status).toBe(200)
    for (const each of unfinished) each.close()
    render = (_request, response) => response.writeHead(303).end()
    const refused = await Promise.all(Array.from({ length: 17 }, () => openRaw(port)))
    await expect
      .poll(async () => (await post('/organisations/1/documents', 'x')).status, { interval: 5 })
      .toBe(303)
    for (const each of refused) {
      each.send(`${upload}12345`)
      expect((await each.read()).status).toBe(303)
    }
    for (const each of refused) each.close()
  })

  test('are cut off in time, except uploads of documents', async () => {
    const hurried = open({ arrival: 300 })
    const other = await listenOnFreePort(hurried)
    const form = await openRaw(other)
    const upload = await openRaw(other)
    form.send(`${head(10)}12345`)
    upload.send(`${head(10).replace('/sign-in', '/applications/1/validation/documents')}12345`)
    expect(await form.read()).toMatchObject({ status: 408, headers: { connection: 'close' } })
    await form.closed
    upload.send('67890')
    expect((await upload.read()).status).toBe(200)
    upload.close()
    hurried.close()
  })

  test('leave nothing on a connection that goes on', async () => {
    const sockets = new Set<Socket>()
    render = (request, response) => {
      sockets.add(request.socket)
      response.end()
    }
    const connection = await openRaw(port)
    const listeners: number[] = []
    for (let number = 0; number < 3; number++) {
      connection.send(`${head(10)}12345`)
      expect((await connection.read()).status).toBe(200)
      connection.send('67890')
      connection.send('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
      await connection.read()
      for (const socket of sockets) listeners.push(socket.listenerCount('close'))
    }
    connection.close()
    expect(sockets.size).toBe(1)
    expect(new Set(listeners).size).toBe(1)
  })

  test('are not read indefinitely after their response', async () => {
    const connection = await openRaw(port)
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    try {
      connection.send(head(10).replace(portal, 'http://evil.example'))
      expect((await connection.read()).status).toBe(403)
      vi.advanceTimersByTime(5000)
      await connection.closed
    } finally {
      vi.useRealTimers()
    }
  })
})

test.each(['/favicon.ico', '/_next/static/a.js'])(
  'a method that the file %s does not have is no failure',
  async (file) => {
    // As Next does, which has no page "405".
    render = (_request, response) =>
      response.setHeader('Allow', ['GET', 'HEAD']).writeHead(500).end('Internal Server Error')
    const response = await post(file, undefined)
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD')
    expect(await response.text()).toBe('Method Not Allowed')
  },
)

test('a method that a handler does not have names those that it has', async () => {
  // As Next does.
  render = (_request, response) => response.writeHead(405).end()
  for (const { path, methods } of walkRoutes().filter(({ kind }) => kind === 'handler')) {
    const known = methodsOf(path).filter((method) => !['HEAD', 'OPTIONS'].includes(method))
    // What the API has at one URL or another it says by itself.
    if (!path.startsWith('/api/')) expect([path, known]).toEqual([path, methods])
    if (methods.includes('GET')) continue
    const { status, headers } = await exchange('GET', path)
    expect([path, status, headers.allow]).toEqual([path, 405, 'POST, OPTIONS'])
  }
})

describe('a program', () => {
  let known: Server
  beforeAll(async () => {
    known = open({ isKnown: (pathname) => pathname === '/known' })
    await listenOnFreePort(known)
  })
  afterAll(() => known.close())

  test.each([
    ['/register', 'application/json', 404, 'application/problem+json'],
    ['/register', 'application/x-www-form-urlencoded', 404, 'text/html; charset=utf-8'],
    ['/known', 'application/json', 403, 'text/html; charset=utf-8'],
  ])('that posts to %s in %s gets %i in %s', async (path, type, status, sent) => {
    const { port } = known.address() as AddressInfo
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': type },
    })
    expect([response.status, response.headers.get('content-type')]).toEqual([status, sent])
    if (sent.includes('json')) expect(await response.json()).toMatchObject({ status, code: 'not_found' })
  })

  test('is served at the URL of agents with a slash too', async () => {
    render = (request, response) => response.end(request.url)
    const response = await fetch(`${origin}/mcp/`, { method: 'POST', body: '{}' })
    expect([response.status, await response.text()]).toEqual([200, '/mcp'])
  })
})

test('a part or a version that a file does not have is no failure', async () => {
  // As Next does, which has no page "416".
  render = (_request, response) => response.writeHead(500).end('Internal Server Error')
  for (const [name, value] of [
    ['range', 'bytes=9-1'],
    ['if-match', 'x'],
  ] as const)
    expect((await fetch(`${origin}/favicon.ico`, { headers: { [name]: value } })).status).toBe(400)
})

test('whatever kind of prefetch is asked for, Next sees the one that pages have', async () => {
  render = (request, response) => response.end(String(request.headers['next-router-prefetch']))
  for (const kind of ['1', '2', '3', 'x']) {
    const response = await fetch(origin, { headers: { rsc: '1', 'next-router-prefetch': kind } })
    expect(await response.text()).toBe('1')
  }
  expect(await (await fetch(origin)).text()).toBe('undefined')
})

describe('a document that Next leaves to its script', () => {
  const leave = (status: number) => {
    render = (_request, response) => {
      response.writeHead(status, { 'Content-Type': html })
      response.write('<!DOCTYPE html><html id="__next_error__"><head></head>')
      response.end(`<body><script>${'fill()'.repeat(200)}</script></body></html>`)
    }
  }
  const languages = locales.map((locale) => [locale, messages[locale]] as const)

  test.each(languages)(
    'has a language, and a text without a script: %s',
    async (locale, { errors, failures }) => {
      for (const [status, { title }] of [
        [403, errors.forbidden],
        [404, errors.notFound],
        [500, failures.failure],
      ] as const) {
        leave(status)
        const response = await fetch(`${origin}/terms`, { headers: { cookie: `locale=${locale}` } })
        const page = await response.text()
        expect(response.status).toBe(status)
        expect(page).toContain(`<html id="__next_error__" lang="${locale}" dir="${directionOf(locale)}">`)
        expect(page).toMatch(/<body><noscript><style nonce="[\w+/=]+">[\s\S]*<\/noscript><script>fill/)
        expect(page).toContain(`<h1>${title}</h1>`)
      }
    },
  )

  test('is no other response, which stays as it is', async () => {
    const given = '<!DOCTYPE html><html lang="fr"><body>Rien</body></html>'
    render = (_request, response) => response.writeHead(404, { 'Content-Type': html }).end(given)
    expect(await (await fetch(origin)).text()).toBe(given)
  })
})

test('Next’s page for failures is not found', async () => {
  render = (request, response) => response.end(request.url)
  for (const path of ['/_global-error', '//_global-error'])
    expect(await (await fetch(`${origin}${path}`)).text()).toBe('/_not-found')
})

describe('a body in single bytes', () => {
  const send = async (bytes: string) => {
    const connection = await openRaw(port)
    const chunked = 'Host: a\r\nTransfer-Encoding: chunked\r\nOrigin'
    connection.send(`POST /sign-in HTTP/1.1\r\n${chunked}: ${portal}\r\n\r\n`)
    connection.send(`${[...bytes].map((byte) => `1\r\n${byte}\r\n`).join('')}0\r\n\r\n`)
    return connection
  }

  test('reaches its reader whole, in few pieces', async () => {
    const bytes = '0123456789'.repeat(400)
    const pieces: Buffer[] = []
    render = (request, response) =>
      request.on('data', (piece: Buffer) => pieces.push(piece)).once('end', () => response.end('whole'))
    const connection = await send(bytes)
    expect((await connection.read()).status).toBe(200)
    expect(Buffer.concat(pieces).toString()).toBe(bytes)
    expect(pieces.length).toBeLessThan(10)
    connection.close()
  })

  test('is cut where it has thousands of them, and nothing is logged', async () => {
    render = (request) => pipeline(request, new Writable({ write: (_chunk, _encoding, done) => done() }))
    const connection = await send('a'.repeat(20_000))
    await connection.closed
    await expect(connection.read()).rejects.toThrow('ended')
    expect(logged).toEqual([])
  })
})

test('a form whose reader gave up is not read indefinitely either', async () => {
  render = async (request, response) => {
    // As in Next, for a form that is too large.
    const reader = new Writable({ write: (_chunk, _encoding, done) => done(new Error('too large')) })
    await pipeline(request, reader).catch(() => {})
    response.writeHead(500, { 'Content-Length': 0 }).end()
  }
  const connection = await openRaw(port)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    connection.send(
      `POST /sign-in HTTP/1.1\r\nHost: a\r\nOrigin: ${portal}\r\nContent-Length: 10000\r\n\r\n${'x'.repeat(5000)}`,
    )
    const status = await connection.read().then(
      (response) => response.status,
      () => 'closed',
    )
    expect([400, 'closed']).toContain(status)
    vi.advanceTimersByTime(5000)
    await connection.closed
  } finally {
    vi.useRealTimers()
  }
})

describe('while the database is unavailable', () => {
  beforeEach(() => {
    database.reachable = false
    render = () => expect.unreachable()
  })

  test.each(['/', '/applications', '/docs'])(
    '%s answers 503 with Retry-After, and no cookie',
    async (path) => {
      const response = await fetch(origin + path, { headers: { cookie: 'next-auth.session-token=x' } })
      expect(response.status).toBe(503)
      expect(response.headers.get('retry-after')).toBe('5')
      expect(response.headers.has('set-cookie')).toBe(false)
      expect(await response.text()).toContain('We’ll be back in a moment')
      expect(logged).toEqual([
        expect.objectContaining({ level: 50, msg: expect.stringContaining('database is away') }),
      ])
    },
  )

  test.each(['/mcp', '/api/applications'])('%s answers programs in JSON', async (path) => {
    const response = await fetch(origin + path, { method: 'POST', body: '{}' })
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(await response.json()).toMatchObject({ status: 503, code: 'unavailable' })
  })

  test('the page has the mark, the languages, a button, and what was announced before', async () => {
    rememberBranding({ ...guichetBranding, productName: 'Kiosk', saved: true })
    const soon = new Date(Date.now() + 3_600_000)
    const announced = {
      kind: 'maintenance',
      titleEn: 'New <disks>',
      titleFr: 'Disques',
      startsAt: soon,
      endsAt: null,
    }
    rememberAnnouncements([announced, { ...announced, titleEn: 'Over', endsAt: new Date(0) }] as never)
    const page = await (await fetch(`${origin}/docs?a=b`)).text()
    expect(page).toContain('<span class="mark" aria-hidden="true">K</span><span>Kiosk</span></a>')
    expect(page).toContain('<a lang="fr" href="/docs?a=b&#38;language=fr">Français</a>')
    expect(page).toContain('<a class="button" href="">Try again</a>')
    expect(page).toMatch(/Last known announcements.*<li>New &#60;disks&#62;/s)
    expect(page).not.toContain('Over')
    const status = await fetch(`${origin}/status?language=fr`)
    expect([status.status, status.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await status.text()).toMatch(/<h1>État du service.*indisponible.*<li>Disques/s)
    rememberBranding(guichetBranding)
    rememberAnnouncements([])
    expect(await (await fetch(`${origin}/status`)).text()).toContain('No current or upcoming announcements')
  })

  test('a form is kept in the page, except passwords, codes and files', async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries({
      $ACTION_REF_1: '',
      '$ACTION_1:0': '{"id":"1"}',
      name: '"Corner" <shop>',
      text: 'Two\r\nlines, é',
      currentPassword: 'hunter2',
      code: '123456',
    }))
      form.append(name, value)
    form.append('file', new File(['x'], 'statutes.pdf'))
    const response = await post('/applications/new?a="b', form)
    expect(response.status).toBe(503)
    const page = await response.text()
    expect(page).toContain(
      '<form method="post" enctype="multipart/form-data" action="/applications/new?a=%22b">',
    )
    expect(page).toContain('name="$ACTION_1:0" value="{&#34;id&#34;:&#34;1&#34;}"')
    expect(page).toContain('name="name" value="&#34;Corner&#34; &#60;shop&#62;"')
    expect(page).toContain('name="text" value="Two\r\nlines, é"')
    expect(page).toContain('aren’t kept')
    expect(page).not.toMatch(/hunter2|123456/)
  })

  test.each([
    ['a body that is no form', 'x', 'text/plain'],
    ['a broken form', '--a\r\nContent', 'multipart/form-data; boundary=a'],
    ['a form without a boundary', 'x', 'multipart/form-data'],
    [
      'a form that ends within a file',
      '--a\r\nContent-Disposition: form-data; name="f"; filename="x"\r\n\r\nabc',
      'multipart/form-data; boundary=a',
    ],
  ])('%s gets the page all the same', async (_what, body, type) => {
    const response = await post('/applications/new', body, { 'content-type': type })
    expect(response.status).toBe(503)
    expect(await response.text()).toContain('Your browser still has what you typed')
  })

  test('a part without a name is left out, and the rest is kept', async () => {
    const part = (name: string) => `--a\r\nContent-Disposition: form-data${name}\r\n\r\nCorner shop\r\n`
    const body = `${part('')}${part('; name="name"')}--a--\r\n`
    const response = await post('/applications/new', body, {
      'content-type': 'multipart/form-data; boundary=a',
    })
    expect((await response.text()).match(/<input .*>/g)).toEqual([
      '<input type="hidden" name="name" value="Corner shop">',
    ])
  })

  test('a form that is too large is not read to its end', async () => {
    const connection = await openRaw(port)
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    try {
      connection.send(
        `POST /a HTTP/1.1\r\nHost: a\r\nOrigin: ${portal}\r\nContent-Type: multipart/form-data; boundary=a\r\nTransfer-Encoding: chunked\r\n\r\n`,
      )
      const part = `--a\r\nContent-Disposition: form-data; name="text"\r\n\r\n${'x'.repeat(300_000)}\r\n`
      for (let parts = 0; parts < 3; parts++) connection.send(`${part.length.toString(16)}\r\n${part}\r\n`)
      expect((await connection.read()).body).toContain('Your browser still has what you typed')
    } finally {
      vi.useRealTimers()
      connection.close()
    }
  })

  test('a form that stops half-way gets the page in time', { tags: 'slow' }, async () => {
    const connection = await openRaw(port)
    const began = performance.now()
    connection.send(
      `POST /a HTTP/1.1\r\nHost: a\r\nOrigin: ${portal}\r\nContent-Type: multipart/form-data; boundary=a\r\nContent-Length: 99\r\n\r\n--a`,
    )
    const response = await connection.read().catch(() => null)
    expect(performance.now() - began).toBeLessThan(5000)
    expect(response?.status ?? 503).toBe(503)
    connection.close()
  })

  test('a form sent by a script gets the sentence that it shows', async () => {
    const response = await post('/applications/new', '[]', { 'next-action': action })
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      503,
      'text/plain',
      expect.stringMatching(/^Portal: Our database isn’t responding\./),
    ])
  })

  test('files of the build are served', async () => {
    render = (_request, response) => response.end('script')
    expect(await (await fetch(`${origin}/_next/static/a.js`)).text()).toBe('script')
  })
})

describe('a page that fails', () => {
  const fail = (response: ServerResponse) => {
    response.statusCode = 500
    response
      .setHeader('Content-Type', 'text/html')
      .setHeader('Set-Cookie', 'next-auth.session-token=; Max-Age=0')
    response.write('something ')
    response.end('went wrong')
  }

  test('because the database became unavailable returns 503, and ends no session', async () => {
    render = (_request, response) => {
      database.reachable = false
      fail(response)
    }
    const response = await fetch(origin)
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(response.headers.has('set-cookie')).toBe(false)
    expect(await response.text()).toMatch(/We’ll be back in a moment[\s\S]*<\/html>\n$/)
  })

  test('because the database became unavailable keeps what was posted to it', async () => {
    render = (request, response) => {
      database.reachable = false
      request.resume().once('end', () => fail(response))
    }
    const form = new FormData()
    form.append('name', 'Corner shop')
    expect(await (await post('/applications/new', form)).text()).toContain('name="name" value="Corner shop"')
  })

  test('because the database had no room for what it wrote answers 503, too', async () => {
    render = async (_request, response) => {
      vi.stubEnv('NEXT_RUNTIME', 'nodejs')
      const full = Object.assign(new Error('could not extend file'), { code: '53100' })
      await onRequestError(full, {} as never, {} as never)
      fail(response)
    }
    const response = await fetch(origin)
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect((await fetch(`${origin}/other`)).status).toBe(503)
    render = (_request, response) => fail(response)
    expect((await fetch(origin)).status).toBe(500)
  })

  test('for another reason is as it was', async () => {
    render = (_request, response) => fail(response)
    const response = await fetch(origin)
    expect(response.status).toBe(500)
    expect(await response.text()).toBe('something went wrong')
  })
})

test('a form of an ended session shows what was typed, and where to sign in', async () => {
  const next = '/sign-in?next=%2Freview&unsent=1'
  render = async (request, response) => {
    for await (const _ of request);
    response.writeHead(303, { Location: next }).end()
  }
  const form = new FormData()
  form.append('reason', 'As <agreed>')
  form.append('label.reason', 'Reason')
  const response = await post('/review', form)
  expect([response.status, response.headers.get('location')]).toEqual([401, next])
  expect(await response.text()).toMatch(/href="\/sign-in\?next=%2Freview&#38;unsent=1".*As &#60;agreed&#62;/s)
})

describe('a form that was rendered for someone else than who is signed in now', () => {
  const form = new FormData()
  form.append('reason', 'As <agreed>')
  form.append('label.reason', 'Reason')
  const says = 'You’re now signed in as ada@shop.example, so the form wasn’t submitted.'

  beforeEach(() => {
    render = async (request, response) => {
      setAccountMismatch('ada@shop.example')
      for await (const _ of request);
      response.statusCode = 500
      response.end('Internal Server Error')
    }
  })

  test('shows what was typed, and who that is', async () => {
    const response = await post('/review', form)
    expect(response.status).toBe(409)
    expect(await response.text()).toMatch(new RegExp(`<p>${says}[^]*Reason[^]*As &#60;agreed&#62;`))
  })

  test('is told so where a script sent it, which keeps the form', async () => {
    const response = await post('/review', form, { 'next-action': action })
    expect([response.status, response.headers.get('content-type')]).toEqual([409, 'text/plain'])
    expect(await response.text()).toMatch(`Portal: ${says}`)
  })
})

describe('what Next cannot read', () => {
  const failAsNext = (routeType: 'action' | 'route', reach = () => {}) => {
    render = async (_request, response) => {
      vi.stubEnv('NEXT_RUNTIME', 'nodejs')
      reach()
      await onRequestError(
        new Error('Unexpected end of form'),
        { method: 'POST' } as never,
        { routeType } as never,
      )
      response.statusCode = 500
      response.end('Internal Server Error')
    }
  }
  afterEach(() => vi.unstubAllEnvs())

  test.each([
    ['a form', { method: 'POST', body: 'x', headers: { origin: portal } }],
    [
      'a form without a body',
      { method: 'POST', headers: { origin: portal, 'content-type': 'multipart/form-data; boundary=B' } },
    ],
    ['the router’s headers', { headers: { rsc: '1', 'next-router-state-tree': 'x' } }],
  ])('%s gets the portal’s own page', async (_what, request) => {
    failAsNext('action')
    const response = await fetch(`${origin}/sign-in`, request)
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8'])
    expect(await response.text()).toContain('This request couldn’t be read')
  })

  test('by a script gets a sentence', async () => {
    failAsNext('action')
    const response = await post('/sign-in', 'x', { 'next-action': action, 'accept-language': 'fr' })
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'text/plain'])
    expect(await response.text()).toMatch(/^Portal: Elle est arrivée incomplète/)
  })

  test.each<[string, Parameters<typeof failAsNext>, RequestInit]>([
    ['once a page or an action has begun', ['action', noteReached], { method: 'POST', body: 'x' }],
    ['in a handler, which reads its body itself', ['route'], { method: 'POST', body: 'x' }],
    ['where there was nothing to read', ['action'], {}],
  ])('is a failure of the portal %s', async (_when, given, request) => {
    failAsNext(...given)
    const response = await fetch(`${origin}/sign-in`, { headers: { origin: portal }, ...request })
    expect(response.status).toBe(500)
  })

  test('is refused with 400 by Next itself where the form names no action', async () => {
    render = (_request, response) => {
      response.setHeader('x-nextjs-action-not-found', '1').writeHead(400)
      response.end('Invalid.')
    }
    const response = await post('/does-not-exist', 'x')
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('couldn’t be read'),
    ])
  })
})

describe('a form of another build', () => {
  beforeEach(() => {
    render = (_request, response) => {
      response.setHeader('x-nextjs-action-not-found', '1').setHeader('Content-Type', 'text/plain')
      response.writeHead(409)
      response.end('Server Action unavailable.')
    }
  })

  test('gets a page as response', async () => {
    const response = await post('/', '', { 'accept-language': 'fr' })
    const page = await response.text()
    expect(response.status).toBe(409)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page).toContain('<h1>Ce portail vient d’être mis à jour</h1>')
    expect(page).toMatch(/<style nonce="[\w+/=]+">[\s\S]*<\/html>\n$/)
  })

  test('is unchanged for a script, which shows it by itself', async () => {
    expect(await (await post('/', '', { 'next-action': action })).text()).toBe('Server Action unavailable.')
  })
})

test('a long response that is not held back still streams, and an upgrade is served as a page', async () => {
  render = async (_request, response) => {
    for (let piece = 0; piece < 500; piece++)
      if (!response.write('x'.repeat(10_000))) await once(response, 'drain')
    response.end()
  }
  expect(await (await fetch(origin)).text()).toHaveLength(5_000_000)
  render = (_request, response) => response.end('a page')
  expect((await exchange('GET', '/', ['Connection: Upgrade', 'Upgrade: websocket'])).status).toBe(200)
})

test('a connection that pipelines more requests than any browser is closed after sixteen pages', async () => {
  const rendered = vi.fn((_request, response) => response.end('a page'))
  render = rendered
  expect(await floodConnection(port, '/')).toEqual(Array(16).fill(200))
  expect(rendered).toHaveBeenCalledTimes(16)
})

describe('what can’t be read of a connection gets a page in the reader’s language, which says what helps', () => {
  const french = 'Accept-Language: fr'
  const lines = (...given: string[]) => `GET / HTTP/1.1\r\n${['Host: a', ...given].join('\r\n')}\r\n\r\n`
  const cookies = (bytes: number) => `Cookie: big=${'a'.repeat(bytes)}`
  test.each([
    [431, 'Delete the cookies of localhost', lines(cookies(20_000))],
    [431, 'Supprimez les cookies de localhost', lines(french, cookies(20_000))],
    [431, 'This URL is too long', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
    [400, 'Reload the page', 'GARBAGE\r\n\r\n'],
    [400, 'Rechargez la page', lines(french, 'a b: c')],
    [400, 'Rechargez la page', `GET / HTTP/1.1\r\n${french}\r\n\r\n`],
    [400, 'Reload the page', lines('Host: b')],
    [408, 'arrive within its time', 'GET / HTTP/1.1\r\n'],
  ])('%i: %s', async (status, sentence, bytes) => {
    const hasty = open()
    hasty.headersTimeout = 200
    const connection = await openRaw(await listenOnFreePort(hasty))
    connection.send(bytes)
    const response = await connection.read()
    const nonce = /'nonce-([^']+)'/.exec(String(response.headers['content-security-policy']))?.[1]
    expect(response).toMatchObject({
      status,
      headers: { connection: 'close', 'content-type': html, 'cache-control': 'no-store' },
      body: expect.stringContaining(`<style nonce="${nonce}">`),
    })
    expect(response.body).toContain(sentence)
    await connection.closed
    hasty.close()
  })

  test('after the responses to earlier requests', async () => {
    let finish = () => {}
    render = async (_request, response) => {
      await new Promise<void>((done) => {
        finish = done
      })
      response.setHeader('Content-Length', 6).end('a page')
    }
    const connection = await openRaw(port)
    connection.send(`${lines()}GARBAGE\r\n\r\n`)
    await expect.poll(() => String(finish)).not.toBe('() => {}')
    finish()
    expect((await connection.read()).body).toBe('a page')
    expect((await connection.read()).status).toBe(400)
    await connection.closed
  })

  test('but not 15,000 bytes of cookies', async () => {
    expect((await exchange('GET', '/', [cookies(15_000)])).status).toBe(200)
  })
})

test.each([
  ['100-continue', 403],
  ['more', 417],
])('requests that expect %s are logged and counted like all others', async (expected, status) => {
  const lines: LoggedAccess[] = []
  const counted = open({ accessLog: (access) => void lines.push(access) })
  const metrics = createMetricsServer(counted, logger, async () => true)
  for (const each of [counted, metrics]) await once(each.listen(0, '127.0.0.1'), 'listening')
  const connection = await openRaw((counted.address() as AddressInfo).port)
  connection.send(`POST / HTTP/1.1\r\nHost: a\r\nExpect: ${expected}\r\nContent-Length: 5\r\n\r\n`)
  expect((await connection.read()).status).toBe(status)
  await expect.poll(() => lines).toMatchObject([{ method: 'POST', status }])
  const { port: other } = metrics.address() as AddressInfo
  expect(await (await fetch(`http://127.0.0.1:${other}/metrics`)).text()).toContain(
    'guichet_portal_responses_total{method="POST",status="4xx"} 1',
  )
  connection.close()
  for (const each of [counted, metrics]) each.close()
})
