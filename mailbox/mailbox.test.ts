import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Attachment } from 'nodemailer/lib/mailer'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { floodConnection } from '@/test/flood'
import { createHttpServer, createSmtpServer } from './servers'
import { openStore } from './store'

let folder: string
let servers: { close(done: () => void): unknown }[]
let page: number
let smtp: number

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailbox-'))
  await open()
})

afterEach(async () => {
  await close()
  await rm(folder, { recursive: true })
})

async function open(limit?: number): Promise<void> {
  const store = await openStore(folder, limit)
  const http = createHttpServer(store)
  const mail = createSmtpServer(store)
  servers = [http, mail]
  page = await listen(http.listen(0, '127.0.0.1'))
  smtp = await listen(mail.listen(0, '127.0.0.1'))
}

async function close(): Promise<void> {
  for (const server of servers) await new Promise<void>((done) => server.close(done))
}

async function listen(server: Server): Promise<number> {
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function send(subject: string, html = '<p>Bonjour</p>', attachments?: Attachment[]): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port: smtp })
  const to = { name: 'Aïda Ndiaye', address: 'aida@example.sn' }
  await transport.sendMail({
    from: 'Guichet <no-reply@guichet.localhost>',
    to,
    subject,
    text: 'https://x.test/a?b=1',
    html,
    attachments,
  })
  transport.close()
}

type Reply = { status: number; headers: NodeJS.Dict<string | string[]>; body: string }

function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Reply> {
  return new Promise((done, fail) => {
    const sent = request({
      port: page,
      host: '127.0.0.1',
      path,
      method,
      headers: { host: `localhost:${page}`, ...headers },
    })
    sent.on('error', fail).on('response', async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      done({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: Buffer.concat(chunks).toString(),
      })
    })
    sent.end()
  })
}

async function list() {
  return JSON.parse((await ask('/api/email')).body)
}

test('a message received over SMTP is in the JSON API, and after a restart too', async () => {
  await send('Activez votre compte, Aïda')
  const [message] = await list()
  expect(message).toMatchObject({
    from: [{ name: 'Guichet', address: 'no-reply@guichet.localhost' }],
    to: [{ name: 'Aïda Ndiaye', address: 'aida@example.sn' }],
    subject: 'Activez votre compte, Aïda',
    html: expect.stringContaining('<p>Bonjour</p>'),
    text: expect.stringContaining('https://x.test/a?b=1'),
  })
  expect(Math.abs(Date.parse(message.date) - Date.now())).toBeLessThan(10_000)
  await close()
  await open()
  expect(await list()).toEqual([message])
  expect(JSON.parse((await ask(`/api/email/${message.id}`)).body)).toEqual(message)
})

test('messages to one address are listed by it, in any letter case', async () => {
  await send('one')
  const subjectsTo = async (address: string) =>
    JSON.parse((await ask(`/api/email?to=${encodeURIComponent(address)}`)).body).map(
      ({ subject }: { subject: string }) => subject,
    )
  expect(await subjectsTo('Aida@Example.sn')).toEqual(['one'])
  expect(await subjectsTo('ida@example.sn')).toEqual([])
  expect((await ask('/?to=Aida%40example.sn')).body).toMatch(
    /<option selected>aida@example.sn<.*<strong>one</s,
  )
  expect((await ask('/?to=ida%40example.sn')).body).not.toContain('<strong>one<')
})

test('a picture that a message carries is shown, by its own page too', async () => {
  await send('one', '<img src="cid:logo@portal">', [
    { cid: 'logo@portal', content: Buffer.from('png'), contentType: 'image/png' },
  ])
  const [{ html, id }] = await list()
  expect(html).toContain('<img src="data:image/png;base64,cG5n">')
  const part = await ask(`/api/email/${id}/html`)
  expect(part.body).toContain(html)
  expect(part.headers['content-security-policy']).toContain('img-src data:')
})

test('dates are written as the portal writes them, in the reader’s language', async () => {
  await send('one')
  const page = (language: string) => ask('/', { 'accept-language': language })
  expect((await page('en')).body).toMatch(/>\d{1,2} [A-Z][a-z]+ 20\d\d, \d\d:\d\d UTC<\/time>/)
  expect((await page('fr')).body).toMatch(/>\d{1,2} \S+ 20\d\d[^<]* \d\d:\d\d UTC<\/time>/)
})

test('messages are in the order of arrival, and the oldest are dropped beyond the limit', async () => {
  await close()
  await open(2)
  for (const subject of ['one', 'two', 'three']) await send(subject)
  expect((await list()).map((message: { subject: string }) => message.subject)).toEqual(['two', 'three'])
})

test('one message, and all of them, can be deleted', async () => {
  for (const subject of ['one', 'two', 'three']) await send(subject)
  const [first] = await list()
  expect((await ask(`/api/email/${first.id}`, {}, 'DELETE')).status).toBe(200)
  expect(await list()).toHaveLength(2)
  expect((await ask('/api/email', {}, 'DELETE')).status).toBe(200)
  expect(await list()).toEqual([])
})

test.each(['localhost', '127.0.0.1:1080', '[::1]:1080', 'guichet.localhost'])(
  'Host %s is answered',
  async (host) => {
    expect((await ask('/api/email', { host })).status).toBe(200)
  },
)

test.each(['evil.test', 'localhost.evil.test', '127.0.0.1.evil.test', '10.0.0.1', 'evil.test#localhost'])(
  'Host "%s" is refused, wherever it asks',
  async (host) => {
    for (const path of ['/', '/api/email', '/healthz']) expect((await ask(path, { host })).status).toBe(403)
  },
)

test('the pages have the portal’s font', async () => {
  const { status, headers, body } = await ask('/font.woff2')
  expect([status, headers['content-type'], body.slice(0, 4)]).toEqual([200, 'font/woff2', 'wOF2'])
})

test('other sites read nothing, but a link to the page can be followed', async () => {
  await send('secret link')
  const crossSite = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }
  const refused = await ask('/api/email', { ...crossSite, origin: 'https://evil.test' })
  expect(refused.status).toBe(403)
  expect(refused.body).not.toContain('secret link')
  expect((await ask('/api/email', { ...crossSite, 'sec-fetch-site': 'same-site' })).status).toBe(403)
  expect((await ask('/api/email', crossSite, 'DELETE')).status).toBe(403)
  expect((await ask('/', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' })).status).toBe(403)
  expect((await ask('/', { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'document' })).status).toBe(200)
  const answer = await ask('/api/email', { origin: 'https://evil.test' })
  expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
})

// ASVS 1.1.2
test("the pages escape a message's text, and its HTML may run nothing", async () => {
  await send('<script>alert(1)</script>', '<script>alert(2)</script><a href="https://x.test">x</a>')
  const [{ id }] = await list()
  const overview = await ask('/', { 'accept-language': 'en;q=0.1, fr;q=0.9' })
  expect(overview.body).toContain('Boîte de test')
  expect(overview.body).toContain('&#60;script&#62;alert(1)')
  expect(overview.body).not.toContain('<script>alert')
  const message = await ask(`/message/${id}`)
  expect(message.body).not.toContain('<script>alert')
  expect(message.body).toContain('<a href="https://x.test/a?b=1" target="_blank">')
  const part = await ask(`/api/email/${id}/html`)
  expect(part.headers['content-security-policy']).toMatch(
    /^sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox; default-src 'none'/,
  )
})

test('unknown paths, messages and methods', async () => {
  for (const path of ['/x', '/api/email/x', '/api/email/..%2fkeys.json', '/message/x', '/api/email/x/html'])
    expect((await ask(path)).status).toBe(404)
  expect((await ask('/api/email', {}, 'POST')).status).toBe(405)
})

test('a connection that pipelines more than sixteen requests is closed after them', async () => {
  expect(await floodConnection(page, '/healthz')).toEqual(Array(16).fill(200))
})
