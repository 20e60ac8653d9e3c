import type { RequestListener } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { type AddressInfo, createServer as createTcp, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Certificate, createCertificate } from '@/test/certificate'
import { temporaryFolder } from '@/test/resources'
import { startReceiver } from '@/test/webhooks'
import { type PostOptions, postWebhook, readStart } from './deliver-webhooks'

const networks = ['127.0.0.0/8']
const ends: (() => void)[] = []
const folder = temporaryFolder()
let certificate: Certificate

beforeAll(() => {
  certificate = createCertificate(folder, 'hooks.example', ['-addext', 'subjectAltName=DNS:hooks.example'])
})
afterAll(() => {
  for (const end of ends) end()
})

async function receive(respond?: RequestListener) {
  const receiver = await startReceiver(respond)
  ends.push(receiver.close)
  return receiver
}

/** Whatever connects gets these bytes, and no more. */
async function speak(bytes: string) {
  const connections: Socket[] = []
  const server = createTcp((socket) => {
    connections.push(socket)
    socket.on('error', () => {})
    socket.write(bytes)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  ends.push(() => {
    server.close()
    for (const each of connections) each.destroy()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, connections }
}

function post(url: string, options: Partial<PostOptions> = {}) {
  return postWebhook(new URL(url), { 'webhook-id': 'x' }, '{"a":"é"}', { networks, ...options })
}

/** As {@link post}, where nothing may be connected to. */
async function refused(url: string, options: Partial<PostOptions> = {}) {
  return post(url, { networks: [], ...options })
}

test('JSON is posted, with the headers and the name of the sender', async () => {
  const receiver = await receive()
  expect(await post(receiver.url)).toMatchObject({ status: 204, durationMs: expect.any(Number) })
  const headers = {
    'webhook-id': 'x',
    'content-type': 'application/json',
    accept: '*/*',
    'user-agent': 'webhooks/1 (+http://localhost:3000/docs/webhooks)',
  }
  expect(receiver.received).toMatchObject([{ body: '{"a":"é"}', headers }])
})

test('a redirect is not followed', async () => {
  const target = await receive()
  for (const status of [301, 302, 303, 307, 308]) {
    const receiver = await receive((_, response) =>
      response.writeHead(status, { location: target.url }).end(),
    )
    expect(await post(receiver.url)).toMatchObject({ status })
  }
  expect(target.received).toEqual([])
})

// ASVS 1.3.6
describe('an address that is not global is not connected to', () => {
  // Which are: lib/webhooks/address.test.ts.
  test.each(['127.1', '2130706433', '0x7f.1', '0177.0.0.1', '0', '[::1]', '[::ffff:127.0.0.1]'])(
    '%s',
    async (host) => {
      const receiver = await receive()
      const { port } = new URL(receiver.url)
      for (const protocol of ['https', 'http'])
        expect(await refused(`${protocol}://${host}:${port}/`)).toMatchObject({ error: 'address_refused' })
      expect(receiver.received).toEqual([])
    },
  )

  test('http, other than in a network of the operator', async () => {
    const resolve = async () => ['8.8.8.8', '2001:4860:4860::8888']
    expect(await post('http://hooks.example/', { resolve })).toMatchObject({ error: 'address_refused' })
  })
})

test('a name without an address, and one whose name server never answers', async () => {
  expect(await post('https://none.example/', { resolve: async () => [] })).toMatchObject({
    error: 'name_unknown',
  })
  const resolve = () => new Promise<string[]>(() => {})
  expect(await post('https://slow.example/', { resolve, timeoutMs: 50 })).toMatchObject({ error: 'timeout' })
})

test('a certificate is checked against the name in the URL', async () => {
  const { cert, key } = certificate
  const server = createHttps({ cert, key }, (_, response) => response.end())
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  ends.push(() => server.close())
  const { port } = server.address() as AddressInfo
  const send = (host: string, tls?: PostOptions['tls']) =>
    post(`https://${host}:${port}/`, { resolve: async () => ['127.0.0.1'], tls })
  expect(await send('hooks.example', { ca: cert })).toMatchObject({ status: 200 })
  expect(await send('other.example', { ca: cert })).toMatchObject({ error: 'tls' })
  expect(await send('127.0.0.1', { ca: cert })).toMatchObject({ error: 'tls' })
  expect(await send('hooks.example')).toMatchObject({ error: 'tls' })
})

describe('a receiver that misbehaves', () => {
  const soon = { timeoutMs: 150 }

  test('never answers, or sends its head byte by byte', async () => {
    expect(await post((await speak('')).url, soon)).toMatchObject({ error: 'timeout' })
    expect(await post((await speak('HTTP/1.1 200 OK\r\nx: ')).url, soon)).toMatchObject({ error: 'timeout' })
  })

  test('announces a response for ever', async () => {
    const { url, connections } = await speak('')
    const sent = post(url, soon)
    await expect.poll(() => connections.length).toBe(1)
    const timer = setInterval(() => connections[0]?.write('HTTP/1.1 100 Continue\r\n\r\n'), 20)
    expect(await sent).toMatchObject({ error: 'timeout' })
    clearInterval(timer)
  })

  test('sends a body that does not end: the status counts', async () => {
    const slow = await speak('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nbeginning')
    expect(await post(slow.url, { ...soon, networks })).toMatchObject({ status: 200 })
    let written = 0
    const fast = await receive((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536))) written += 65_536
      }
      response.on('drain', more)
      more()
    })
    expect(await post(fast.url)).toMatchObject({ status: 200 })
    expect(written).toBeLessThan(20_000_000)
  })

  test.each([
    ['speaks something else', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['switches protocols', 'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
    ['sends an endless head', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}`],
  ])('%s', async (_, bytes) => {
    expect(await post((await speak(bytes)).url, { timeoutMs: 2000 })).toMatchObject({ error: 'connection' })
  })

  test('is not there', async () => {
    const { url, close } = await startReceiver()
    close()
    expect(await post(url)).toMatchObject({ error: 'connection' })
  })
})

describe('of a response', () => {
  const read = (...pieces: (string | Buffer)[]) =>
    readStart(Readable.from(pieces.map((piece) => Buffer.from(piece))), new AbortController().signal)

  test('the first KiB is kept, in characters that a database takes', async () => {
    expect(await read('thank', ' you')).toBe('thank you')
    expect(await read('x'.repeat(1000), 'y'.repeat(1000))).toBe('x'.repeat(1000) + 'y'.repeat(24))
    expect(await read(Buffer.from('a\n\t\0\r\x1b\x7f'), Buffer.from([0xff, 0xc3]))).toBe(
      'a\n\t\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD',
    )
    expect((await read(Buffer.alloc(4096, 0xff))).length).toBeLessThanOrEqual(1024)
  })

  test('nothing is kept from a network of the operator', async () => {
    const receiver = await receive((_, response) => response.end('internal'))
    expect(await post(receiver.url)).toMatchObject({ status: 200, response: null })
  })
})
