import { createServer, type IncomingMessage } from 'node:http'
import { Duplex } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PlainRequest, readPlainRequest } from './plain-connection'

const form = 'Content-Type: application/x-www-form-urlencoded'

function read(text: string): PlainRequest | null {
  return readPlainRequest(Buffer.from(text, 'latin1'))
}

test('a plain GET', () => {
  const request = read(
    'GET /a?b=%20 HTTP/1.1\r\nHost: x\r\nAUTHORIZATION:  Bearer  t \r\n\r\n'.replace(' \r', '\r'),
  )
  expect(request).toMatchObject({ method: 'GET', target: '/a?b=%20', body: '', closes: false })
  expect([...(request?.headers ?? [])]).toEqual([
    ['host', 'x'],
    ['authorization', 'Bearer  t'],
  ])
})

test('a request that proposes an upgrade', () => {
  const lines = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQ'
  expect(read(`GET /a HTTP/1.1\r\nHost: x\r\n${lines}\r\n\r\n`)).toMatchObject({
    target: '/a',
    closes: false,
  })
})

test('a plain POST, and one that asks to close', () => {
  expect(read(`POST /t HTTP/1.1\r\nHost: x\r\n${form}\r\nContent-Length: 3\r\n\r\na=b`)?.body).toBe('a=b')
  expect(read('GET / HTTP/1.1\r\nHost: x\r\nConnection: Close\r\n\r\n')?.closes).toBe(true)
})

test.each([
  ['half a request', 'GET / HTTP/1.1\r\nHost: x\r\n'],
  ['two requests', 'GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['another method', 'HEAD / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['HTTP/1.0', 'GET / HTTP/1.0\r\nHost: x\r\n\r\n'],
  ['an absolute target', 'GET http://x/ HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['no Host', 'GET / HTTP/1.1\r\nAccept: x\r\n\r\n'],
  ['a field twice', 'GET / HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n'],
  ['a folded line', 'GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n'],
  ['white space before the colon', 'GET / HTTP/1.1\r\nHost : x\r\n\r\n'],
  ['a bare line feed', 'GET / HTTP/1.1\nHost: x\n\n'],
  ['a carriage return in a value', 'GET / HTTP/1.1\r\nHost: x\r\nA: b\rc\r\n\r\n'],
  ['a NUL', 'GET / HTTP/1.1\r\nHost: x\r\nA: b\0c\r\n\r\n'],
  ['a byte over ASCII', 'GET / HTTP/1.1\r\nHost: x\r\nA: \xe9\r\n\r\n'],
  ['a body on GET', 'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\na'],
  ['a body longer than declared', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nab'],
  ['a body shorter than declared', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nab'],
  ['a signed length', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: +2\r\n\r\nab'],
  ['no length', 'POST / HTTP/1.1\r\nHost: x\r\n\r\n'],
  [
    'chunks',
    'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n',
  ],
  ['an expectation', 'POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 0\r\n\r\n'],
  ['another connection option', 'GET / HTTP/1.1\r\nHost: x\r\nConnection: te\r\nTE: trailers\r\n\r\n'],
  ['a body that is not ASCII', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n\xe9'],
  ['a control character in the body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n\0'],
  ['a head of 9 kB', `GET / HTTP/1.1\r\nHost: x\r\nA: ${'b'.repeat(9000)}\r\n\r\n`],
])('left to node:http: %s', (_name, text) => {
  expect(read(text)).toBeNull()
})

const pieces = fc.constantFrom(
  'GET',
  'POST',
  'PUT',
  ' ',
  '  ',
  '/',
  '/a?b=c',
  'http://x/',
  'HTTP/1.1',
  'HTTP/1.0',
  '\r\n',
  '\n',
  '\r',
  ':',
  '\t',
  'Host: x',
  'host: y',
  'Content-Length: 3',
  'Content-Length: 0',
  'Transfer-Encoding: chunked',
  'Connection: close',
  'Connection: keep-alive',
  'Connection: Upgrade',
  'Upgrade: h2c',
  'A: b',
  'Expect: 100-continue',
  form,
  'a=b',
  '\0',
  '\xe9',
  '3\r\n',
  '0\r\n\r\n',
)
const shape = fc
  .tuple(
    fc.constantFrom('GET', 'POST'),
    fc.array(
      fc.constantFrom('A: b', 'Connection: close', form, 'B:c ', 'C:\td', 'Content-Length: 3', 'A: e'),
      { maxLength: 4 },
    ),
    fc.constantFrom('', '', 'a=b'),
  )
  .map(
    ([method, lines, body]) =>
      `${method} /a?b HTTP/1.1\r\nHost: x\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n${body}`,
  )
const mangled = fc
  .tuple(shape, fc.nat(200), fc.nat(3), pieces)
  .map(([text, at, drop, piece]) => text.slice(0, at) + piece + text.slice(at + drop))
const wellFormed = fc
  .constantFrom('', 'a=b', 'x'.repeat(3000))
  .map((body) => `POST /t HTTP/1.1\r\nHost: x\r\n${form}\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
const anything = fc.oneof(
  wellFormed,
  shape,
  mangled,
  fc.array(pieces, { maxLength: 14 }).map((all) => all.join('')),
)

test('node:http reads every plain request the same way: one request, to the last byte', async () => {
  let plain = 0
  await fc.assert(
    fc.asyncProperty(anything, async (text) => {
      const ours = read(text)
      if (!ours) return
      plain++
      const theirs = await readByNode(text)
      expect(theirs).toEqual([
        {
          method: ours.method,
          target: ours.target,
          headers: Object.fromEntries(ours.headers),
          body: ours.body,
        },
      ])
    }),
    { numRuns: 10_000 },
  )
  expect(plain).toBeGreaterThan(1500)
}, 120_000)

type Read = { method: string; target: string; headers: Record<string, unknown>; body: string }

/** All requests that `node:http` sees in `text`; an error of its parser is one more entry. */
async function readByNode(text: string): Promise<(Read | Error)[]> {
  const seen: (Read | Error)[] = []
  const server = createServer(async (request, response) => {
    seen.push(await collect(request))
    response.end()
  })
  server.on('clientError', (error) => seen.push(error))
  await new Promise<void>((resolve) => {
    server.on('clientError', () => resolve())
    const answered = () => setImmediate(resolve)
    const socket = new Duplex({
      read() {},
      write(_chunk, _encoding, done) {
        done()
        answered()
      },
    })
    server.emit('connection', socket)
    socket.push(Buffer.from(text, 'latin1'))
  })
  return seen
}

async function collect(request: IncomingMessage): Promise<Read> {
  let body = ''
  for await (const chunk of request.setEncoding('latin1')) body += chunk
  return { method: request.method ?? '', target: request.url ?? '', headers: { ...request.headers }, body }
}
