import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { database } from '@/lib/database'
import { queueMail } from '@/lib/mail/commands'
import { endOf, gatherOutput } from '@/scripts/launch/spawn'
import { createCertificate } from '@/test/certificate'
import { script, startProgram } from '@/test/guichet'
import { withOwnDatabase } from '@/test/own-database'
import { type Relay, startRelay } from '@/test/relay'
import { temporaryFolder } from '@/test/resources'

vi.setConfig({ testTimeout: 120_000 })
const user = 'guichet@example.org'
const password = 'right&secret'

const databases = withOwnDatabase()
const folder = temporaryFolder()
const relays: Partial<Record<'starttls' | 'smtps', Relay>> = {}

beforeAll(async () => {
  const { key, cert } = createCertificate(folder, 'relay', ['-addext', 'subjectAltName=IP:127.0.0.1'])
  const login = { user, password, key, cert }
  relays.starttls = await startRelay({ login: { ...login, implicit: false } })
  relays.smtps = await startRelay({ login: { ...login, implicit: true } })
})

afterAll(async () => {
  await Promise.all(Object.values(relays).map((relay) => relay.close()))
})

/** As an operator writes it in SMTP_URL. */
function urlOf(relay: 'starttls' | 'smtps', given: string): string {
  const { protocol, host } = new URL(relays[relay]?.url ?? '')
  return `${protocol}//${encodeURIComponent(user)}:${encodeURIComponent(given)}@${host}`
}

/**
 * Queues a mail for each relay, and has a worker process send them: Node reads its trusted certificates when
 * it starts.
 */
async function sendThrough(urls: string[], environment: Record<string, string> = {}) {
  const work: [string, string][] = []
  for (const url of urls) work.push([await queue(), url])
  const env = {
    ...process.env,
    ...environment,
    DATABASE_URL: databases.workerUrl,
    MAILS: JSON.stringify(work),
  }
  const child = startProgram(script(program), env, ['ignore', 'pipe', 'pipe'])
  const output = gatherOutput(child)
  expect(await endOf(child), output()).toBe(0)
  const find = ([id]: [string, string]) => database().mailMessage.findUniqueOrThrow({ where: { id } })
  return { output: output(), mails: await Promise.all(work.map(find)) }
}

const program = `
const { default: pino } = await import('pino')
const { closeDatabase, connectTo } = await import('./lib/database.ts')
const { createMailer } = await import('./worker/mailer.ts')
const { createSendMail } = await import('./worker/send-mail.ts')
connectTo(process.env.DATABASE_URL)
for (const [mailId, url] of JSON.parse(process.env.MAILS)) {
  const mailer = createMailer(url, 'no-reply@guichet.example', 'portal.example')
  await createSendMail({ mailer, logger: pino(), count() {} })({ mailId })
  mailer.close()
}
await closeDatabase()`

async function queue(): Promise<string> {
  await database().$transaction((transaction) =>
    queueMail(transaction, { id: null, email: 'ada@example.org', locale: 'en' }, 'password-changed', {}),
  )
  return (await database().mailMessage.findFirstOrThrow({ orderBy: { id: 'desc' } })).id
}

test('a relay that wants a login, by STARTTLS and by smtps; with a wrong password the mail waits', async () => {
  const urls = [urlOf('starttls', password), urlOf('smtps', password), urlOf('starttls', 'wrong&secret')]
  const { mails, output } = await sendThrough(urls, { NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem') })
  expect(mails).toMatchObject([
    { status: 'sent', lastError: null },
    { status: 'sent', lastError: null },
    { status: 'queued', lastError: 'The relay answered 535 to AUTH PLAIN: Invalid username or password' },
  ])
  expect([relays.starttls?.received.length, relays.smtps?.received.length]).toEqual([1, 1])
  expect(output).toContain('The relay answered 535 to AUTH PLAIN.')
  expect(output).not.toContain('secret')
})

test('a relay with an untrusted certificate gets nothing, and the mail waits', async () => {
  const before = [relays.starttls?.received.length, relays.smtps?.received.length]
  const { mails } = await sendThrough([urlOf('starttls', password), urlOf('smtps', password)])
  for (const mail of mails)
    expect(mail).toMatchObject({
      status: 'queued',
      lastError: 'The relay could not be used (DEPTH_ZERO_SELF_SIGNED_CERT, CONN).',
    })
  expect([relays.starttls?.received.length, relays.smtps?.received.length]).toEqual(before)
})
