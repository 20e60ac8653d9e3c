import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { Client } from 'pg'
import pino from 'pino'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TemplateName, TemplateProps } from '@/emails/render-mail'
import { database } from '@/lib/database'
import { queueMail, type Recipient } from '@/lib/mail/commands'
import { claimMail, renewLease } from '@/lib/mail/delivery'
import { withOwnDatabase } from '@/test/own-database'
import { type Relay, startRelay } from '@/test/relay'
import { createMailer, type Mailer } from './mailer'
import { createSendMail, type MailOutcome } from './send-mail'

const link = 'https://portal.example/activate/very-secret'
const from = 'Guichet <no-reply@guichet.example>'

const databases = withOwnDatabase({ as: 'worker' })
let relay: Relay
let mailer: Mailer
const outcomes: MailOutcome[] = []

beforeEach(async () => {
  relay = await startRelay()
  mailer = createMailer(relay.url, from, 'portal.example')
  outcomes.length = 0
  await database().mailMessage.deleteMany()
})

afterEach(async () => {
  mailer.close()
  await relay.close()
})

async function queue<Name extends TemplateName>(
  to: Recipient,
  template: Name,
  props: TemplateProps<Name>,
): Promise<string> {
  await database().$transaction((transaction) => queueMail(transaction, to, template, props))
  return (await database().mailMessage.findFirstOrThrow({ orderBy: { createdAt: 'desc' } })).id
}

function send(mailId: string): Promise<void> {
  const count = (outcome: MailOutcome) => outcomes.push(outcome)
  return createSendMail({ mailer, logger: pino({ level: 'silent' }), count })({ mailId })
}

const find = (id: string) => database().mailMessage.findUniqueOrThrow({ where: { id } })
const makeDue = (id: string) =>
  database().mailMessage.update({ where: { id }, data: { nextAttemptAt: new Date(0) } })
const activation = (locale: string) =>
  queue({ id: null, email: 'ada@example.org', locale }, 'activation-link', { link, hours: 24 })

test.each([
  ['en', 'Activate your Guichet account'],
  ['fr', 'Activez votre compte Guichet'],
])('a mail goes out once in the language of its reader: %s', async (locale, subject) => {
  const id = await activation(locale)
  await send(id)
  expect(relay.received).toHaveLength(1)
  const { email, to, from: sender } = relay.received[0] ?? {}
  expect({ to, sender }).toEqual({ to: ['ada@example.org'], sender: 'no-reply@guichet.example' })
  expect(email).toMatchObject({
    subject,
    messageId: `<${id}@portal.example>`,
    from: { name: 'Guichet', address: 'no-reply@guichet.example' },
    to: [{ address: 'ada@example.org' }],
  })
  expect(email?.text).toContain(link)
  expect(email?.html).toContain(link)
  const headers = email?.headers ?? []
  expect(headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
  expect(headers).toContainEqual(expect.objectContaining({ key: 'content-language', value: locale }))
})

test('a mail carries the operator’s logo in the size that it shows, and no other picture', async () => {
  const picture = sharp({ create: { width: 512, height: 171, channels: 4, background: '#c01414' } })
  const logo = new Uint8Array(await picture.png().toBuffer())
  const branding = {
    productName: 'Teranga Pay',
    accentColour: '#7a1fa2',
    logo,
    logoHash: 'a'.repeat(64),
    updatedAt: new Date(),
  }
  await databases.connectAs('owner')
  await database().branding.create({ data: branding })
  await databases.connectAs('worker')
  await send(await activation('en'))
  const { html = '', attachments = [] } = relay.received[0]?.email ?? {}
  expect(html).toMatch(/<img width="102" height="34" src="cid:logo@portal" alt=""/)
  expect(attachments).toMatchObject([
    { contentId: '<logo@portal>', mimeType: 'image/png', disposition: 'inline', related: true },
  ])
  const sent = await sharp(attachments[0]?.content as ArrayBuffer).metadata()
  expect(sent).toMatchObject({ format: 'png', width: 204, height: 68 })
  await databases.connectAs('owner')
  await database().branding.deleteMany()
  await databases.connectAs('worker')
})

// ASVS 1.3.11
test.each(['Teranga Pay', 'Pay: "best", (yes); <a@evil.example>, É', 'evil@evil.example, Pay'])(
  'a mail has the name of the operator’s product as its sender, whatever is in it: %s',
  async (productName) => {
    const branding = {
      productName,
      supportEmail: 'help@teranga.example',
      accentColour: '#7a1fa2',
      updatedAt: new Date(),
    }
    await databases.connectAs('owner')
    await database().branding.upsert({ where: { id: true }, create: branding, update: branding })
    await databases.connectAs('worker')
    await send(await activation('fr'))
    const { email, to, from: sender } = relay.received[0] ?? {}
    expect({ to, sender }).toEqual({ to: ['ada@example.org'], sender: 'no-reply@guichet.example' })
    expect(email?.from).toEqual({ name: productName, address: 'no-reply@guichet.example' })
    expect(email?.subject).toContain(productName)
    expect(email?.text).toContain('help@teranga.example')
    expect(email?.headers.map(({ key }) => key)).not.toContain('bcc')
    await databases.connectAs('owner')
    await database().branding.deleteMany()
    await databases.connectAs('worker')
  },
)

test('the content of a sent mail is deleted from the database, its record is kept', async () => {
  const id = await activation('en')
  await send(id)
  expect(await find(id)).toMatchObject({
    status: 'sent',
    propsCiphertext: null,
    attempts: 1,
    lastError: null,
    sentAt: expect.any(Date),
    subject: 'Activate your Guichet account',
  })
  await send(id)
  expect(relay.received).toHaveLength(1)
})

test('simultaneous jobs for one mail send it once', async () => {
  const id = await activation('en')
  await Promise.all([1, 2, 3, 4].map(() => send(id)))
  expect(relay.received).toHaveLength(1)
  expect(outcomes).toEqual(['sent'])
})

test('while the relay is down a mail waits, longer each time; once it is up the mail goes out, once', async () => {
  const { port } = relay
  await relay.close()
  const id = await activation('en')
  for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
    const before = Date.now()
    await send(id)
    const mail = await find(id)
    expect(mail).toMatchObject({
      status: 'queued',
      lastError: expect.stringMatching(/relay could not be used/),
      subject: 'Activate your Guichet account',
    })
    const wait = (mail.nextAttemptAt.getTime() - before) / 1000
    expect(wait).toBeGreaterThan(seconds - 0.5)
    expect(wait).toBeLessThan(seconds + 1.5)
    await send(id)
    expect((await find(id)).attempts, 'not before it is due').toBe(mail.attempts)
    await makeDue(id)
  }
  relay = await startRelay({ port })
  await send(id)
  await send(id)
  expect(relay.received).toHaveLength(1)
  expect(await find(id)).toMatchObject({ status: 'sent', attempts: 8, lastError: null })
  expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(1)
})

test('a mail that is queued again has one job, due when the mail is', async () => {
  await relay.close()
  const id = await activation('en')
  await send(id)
  const jobs = await database().$queryRaw<{ run_at: Date }[]>`
    SELECT run_at FROM graphile_worker.jobs WHERE key = ${`mail:${id}`}`
  expect(jobs).toEqual([{ run_at: (await find(id)).nextAttemptAt }])
})

async function withRelay(options: Parameters<typeof startRelay>[0]): Promise<void> {
  mailer.close()
  await relay.close()
  relay = await startRelay(options)
  mailer = createMailer(relay.url, from, 'portal.example')
}

const refusals: [Parameters<typeof startRelay>[0], 'failed' | 'queued', string][] = [
  [{ rcpt: () => 550 }, 'failed', 'The relay answered 550 to RCPT TO: refused by the test'],
  [{ data: () => 554 }, 'failed', 'The relay answered 554 to DATA: refused by the test'],
  [{ rcpt: () => 450 }, 'queued', 'The relay answered 450 to RCPT TO: refused by the test'],
  [{ data: () => 451 }, 'queued', 'The relay answered 451 to DATA: refused by the test'],
  [{ rcpt: () => 530 }, 'queued', 'The relay answered 530 to RCPT TO: refused by the test'],
  [{ rcpt: () => 503 }, 'queued', 'The relay answered 503 to RCPT TO: refused by the test'],
]

test.each(refusals)('a refusal counts by what it is about: %j %s', async (options, status, lastError) => {
  await withRelay(options)
  const id = await activation('en')
  await send(id)
  expect(await find(id)).toMatchObject({ status, lastError, propsCiphertext: expect.anything() })
  expect(outcomes).toEqual([status === 'failed' ? 'failed' : 'retry'])
  expect(relay.received).toHaveLength(0)
})

test('a relay that never finishes its response does not hold a mail forever', async () => {
  const tarpit = createServer((socket) => {
    const timer = setInterval(() => socket.write('250-wait\r\n'), 50)
    socket.resume().on('error', () => {})
    socket.once('close', () => clearInterval(timer))
    socket.write('220 tarpit\r\n')
  })
  await once(tarpit.listen(0, '127.0.0.1'), 'listening')
  mailer.close()
  mailer = createMailer(`smtp://127.0.0.1:${(tarpit.address() as AddressInfo).port}`, from, 'x.example', 300)
  try {
    const id = await activation('en')
    await send(id)
    expect(await find(id)).toMatchObject({
      status: 'queued',
      lastError: 'The relay could not be used (EABORT).',
    })
    await expect.poll(() => new Promise((done) => tarpit.getConnections((_, count) => done(count)))).toBe(0)
  } finally {
    tarpit.close()
  }
})

test.each([
  ['Wave: Mobile Money <portal@example.org>', 'Wave: Mobile Money'],
  ['Wave; Money (test), Ltd <portal@example.org>', 'Wave; Money (test), Ltd'],
  ['"Élan, Inc" <portal@example.org>', 'Élan, Inc'],
  ['portal@example.org', ''],
])('the sender is the one of MAIL_FROM: %s', async (setting, name) => {
  mailer.close()
  mailer = createMailer(relay.url, setting, 'portal.example')
  await send(await activation('en'))
  expect(relay.received[0]).toMatchObject({
    from: 'portal@example.org',
    email: { from: { name, address: 'portal@example.org' } },
  })
})

test('a worker that resumes after its lease expired leaves the mail to the one that sends it now', async () => {
  const id = await activation('en')
  const jobs = () => database().$queryRaw`
    SELECT run_at, revision FROM graphile_worker.jobs WHERE key = ${`mail:${id}`}`
  const queued = await jobs()
  let taken: unknown
  await withRelay({
    data: async () => {
      await makeDue(id)
      await claimMail(id)
      taken = await find(id)
      return 451
    },
  })
  await send(id)
  await renewLease({ id, attempts: 1 })
  expect(outcomes).toEqual(['overtaken'])
  expect(taken).toMatchObject({ status: 'queued', attempts: 2, lastError: null })
  expect(await find(id)).toEqual(taken)
  expect(await jobs()).toEqual(queued)
})

test('after a day, and a hundred attempts however old it is, a mail is given up', async () => {
  await relay.close()
  const id = await activation('en')
  await database().mailMessage.update({
    where: { id },
    data: { createdAt: new Date(Date.now() - 24.1 * 3_600_000) },
  })
  await send(id)
  expect(await find(id)).toMatchObject({ status: 'queued', attempts: 1 })
  await makeDue(id)
  await database().mailMessage.update({ where: { id }, data: { attempts: 99 } })
  await send(id)
  expect(await find(id)).toMatchObject({ status: 'failed', attempts: 100 })
})

// ASVS 1.3.11
test('no field can add a header or a second recipient', async () => {
  const name = 'Shop\r\nBcc: eve@example.org\r\n\r\nand a body'
  const id = await queue({ id: null, email: 'ada@example.org', locale: 'en' }, 'application-created', {
    applicationName: name,
    environment: 'sandbox',
    clientId: 'guichet_sandbox_id_x',
    nextStep: 'active',
    link,
  })
  await send(id)
  expect(relay.received[0]?.to).toEqual(['ada@example.org'])
  const headers = relay.received[0]?.email.headers ?? []
  expect(headers.map(({ key }) => key)).not.toContain('bcc')

  for (const email of ['ada@example.org, eve@example.org', 'ada@example.org>\r\nRCPT TO:<eve@example.org']) {
    await send(await queue({ id: null, email, locale: 'en' }, 'password-changed', {}))
  }
  expect(relay.received.flatMap(({ to }) => to).filter((to) => to.startsWith('eve'))).toEqual([])
})

test('a mail that cannot be decrypted says so without its content, and waits for the key', async () => {
  const id = await activation('en')
  await database().mailMessage.update({ where: { id }, data: { encryptionKeyId: 'retired' } })
  await send(id)
  const mail = await find(id)
  expect(mail).toMatchObject({ status: 'queued', lastError: expect.stringContaining('key retired') })
  expect(mail.lastError).not.toContain('secret')
})

test('a mail that was sent while the database was unavailable is recorded later, and not sent again', async () => {
  const id = await activation('en')
  let cut = 0
  await withRelay({
    // The relay has the mail, and has not acknowledged it yet.
    data: async () => {
      cut = await cutConnections()
      return undefined
    },
  })
  await send(id)
  expect(cut).toBeGreaterThan(0)
  expect(relay.received).toHaveLength(1)
  expect((await find(id)).status).toBe('sent')
})

/** Ends every connection of the worker, as a database does that is restarted. */
async function cutConnections(): Promise<number> {
  const client = new Client({ connectionString: databases.workerUrl })
  await client.connect()
  const { rowCount } = await client.query(`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()`)
  await client.end()
  return rowCount ?? 0
}
