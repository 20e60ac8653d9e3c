import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { now, setClock } from '@/lib/clock'
import { database } from '@/lib/database'
import { changeLanguage } from '@/lib/developers/profile'
import { getSettings } from '@/lib/env'
import { refused } from '@/lib/result'
import { lastLink } from '@/scripts/launch/data'
import { executeAs } from '@/scripts/launch/execute-as'
import { goodPassword, listActions, signUpDeveloper, someEmail, stranger } from '@/test/developers'
import { readOutbox } from '@/test/outbox'
import { withOwnDatabase } from '@/test/own-database'
import { activateDeveloper, renewActivation, requestActivation } from './activation'
import { requestBrowserLink } from './browser-link'
import { findLink } from './link'
import { renewPasswordReset, requestPasswordReset } from './password-change'

withOwnDatabase()

const minute = 60_000
const later = (milliseconds: number) => setClock(new Date(now().getTime() + milliseconds))

function ask(email: string, intent?: 'resend') {
  return executeAs(stranger, requestActivation, { input: { email, locale: 'fr', intent } })
}

function activate(link: string, password = goodPassword) {
  return executeAs(stranger, activateDeveloper, { input: { link, password } })
}

function renew(link: string) {
  return executeAs(stranger, renewActivation, { input: { link } })
}

function find(email: string) {
  return database().developer.findUniqueOrThrow({ where: { email } })
}

describe('with SIGN_UP_DOMAINS', () => {
  const settings = getSettings()
  beforeAll(() => {
    Object.assign(settings, { SIGN_UP_DOMAINS: ['approved.example', 'other.example'] })
  })
  afterAll(() => {
    Object.assign(settings, { SIGN_UP_DOMAINS: [] })
  })

  test('an address of another domain is refused alike whether it is known or not, and nothing is written', async () => {
    const known = await signUpDeveloper()
    const before = (await readOutbox(known.email)).length
    const unknown = 'unknown@example.net'
    for (const email of [known.email, unknown, 'a@sub.approved.example', 'a@approved.example.net'])
      expect(await ask(email), email).toEqual(refused('domain'))
    expect(await database().developer.findUnique({ where: { email: unknown } })).toBeNull()
    expect(await readOutbox(known.email)).toHaveLength(before)
  })

  test('an address of an approved domain gets its link', async () => {
    const email = someEmail().replace(/@.*/, '@other.example')
    expect(await ask(email)).toEqual({ ok: true, value: undefined })
    expect(await lastLink(email)).toBeDefined()
  })

  test('a link that was sent before is renewed, whatever the domain', async () => {
    Object.assign(settings, { SIGN_UP_DOMAINS: [] })
    const email = someEmail()
    await ask(email)
    const link = await lastLink(email)
    Object.assign(settings, { SIGN_UP_DOMAINS: ['approved.example'] })
    expect((await renew(link)).ok).toBe(true)
  })
})

describe('signing up', () => {
  test('creates a developer in the language of the page and mails a link', async () => {
    const email = someEmail()
    expect(await ask(email)).toEqual({ ok: true, value: undefined })
    const developer = await find(email)
    expect(developer).toMatchObject({
      role: 'developer',
      locale: 'fr',
      activatedAt: null,
      passwordHash: null,
    })
    const [mail] = await readOutbox(email)
    expect(mail).toMatchObject({ template: 'activation-link', locale: 'fr', props: { hours: 24 } })
    expect(mail?.props.link).toMatch(/^http:\/\/localhost:3000\/activate\/[A-Za-z0-9_-]{43}$/)
    expect(await listActions(developer.id)).toEqual(['developer.signed_up'])
  })

  test('twice at the same time creates one developer and one mail', async () => {
    const email = someEmail()
    await Promise.all(Array.from({ length: 5 }, () => ask(email)))
    expect(await readOutbox(email)).toHaveLength(1)
    expect(await database().developer.count({ where: { email } })).toBe(1)
  })

  // ASVS 11.4.3
  test('stores no link: only its hash', async () => {
    const email = someEmail()
    await ask(email)
    const link = await lastLink(email)
    const rows = await database().$queryRaw<{ dump: string }[]>`
      SELECT email_link::text || mail_message::text AS dump FROM email_link, mail_message`
    const hexadecimal = Buffer.from(link).toString('hex')
    expect(rows.every(({ dump }) => !dump.includes(link) && !dump.includes(hexadecimal))).toBe(true)
  })

  test('"Resend link" cancels the previous one', async () => {
    const email = someEmail()
    await ask(email)
    const previous = await lastLink(email)
    await ask(email, 'resend')
    expect(await readOutbox(email)).toHaveLength(2)
    expect((await findLink(previous, 'activation')).state).toBe('unknown')
    expect((await findLink(await lastLink(email), 'activation')).state).toBe('usable')
  })

  test('of an activated address changes nothing and notifies its owner, once a minute', async () => {
    const { email, id } = await signUpDeveloper()
    expect(await ask(email)).toEqual({ ok: true, value: undefined })
    await ask(email, 'resend')
    expect((await readOutbox(email)).map(({ template }) => template)).toEqual([
      'activation-link',
      'address-already-known',
    ])
    expect(await listActions(id)).toEqual([
      'developer.signed_up',
      'developer.activated',
      'developer.known_address_told',
    ])
  })

  test("of an activated address is reported in the language of its owner, whatever the visitor's", async () => {
    const { email, actor } = await signUpDeveloper()
    await executeAs(actor, changeLanguage, { input: { locale: 'en' } })
    await ask(email)
    expect((await readOutbox(email)).at(-1)).toMatchObject({
      template: 'address-already-known',
      locale: 'en',
    })
  })

  // ASVS 2.4.1
  test('too often for one address is slowed down, whether or not it is known', async () => {
    const email = someEmail()
    for (let count = 0; count < 6; count++) expect((await ask(email, 'resend')).ok).toBe(true)
    expect(await ask(email, 'resend')).toEqual({ ok: false, reason: 'throttled', waitSeconds: 30 })
  })
})

// ASVS 6.3.8
test.each([requestActivation, renewActivation, requestPasswordReset, renewPasswordReset, requestBrowserLink])(
  'what asks for a mail takes its step of time, whether or not anyone gets it',
  async (command) => {
    const input = { email: someEmail(), locale: 'en', link: '' } as const
    const start = performance.now()
    await executeAs(stranger, command, { input })
    expect(performance.now() - start).toBeGreaterThan(240)
  },
)

// ASVS 6.4.1
describe('an activation link', () => {
  test('survives a weak password', async () => {
    const email = someEmail()
    await ask(email)
    const link = await lastLink(email)
    expect(await activate(link, 'short')).toEqual(refused('password_too_short'))
    expect((await activate(link)).ok).toBe(true)
    expect((await findLink(link, 'activation')).state).toBe('used')
  })

  test('works for 24 hours, then offers another to the same address', async () => {
    const email = someEmail()
    setClock(now())
    await ask(email)
    const link = await lastLink(email)
    later(24 * 60 * minute - 1)
    expect((await findLink(link, 'activation')).state).toBe('usable')
    later(1)
    expect((await findLink(link, 'activation')).state).toBe('expired')
    expect((await activate(link)).ok).toBe(false)
    expect((await renew(link)).ok).toBe(true)
    expect((await findLink(await lastLink(email), 'activation')).state).toBe('usable')
    expect(await renew(link)).toEqual(refused('unknown_link'))
  })

  test.each(['', 'x', 'A'.repeat(43), '../../etc/passwd', "' OR 1=1 --", 'é'.repeat(43)])(
    'mangled as %j is unknown',
    async (link) => {
      expect((await findLink(link, 'activation')).state).toBe('unknown')
      expect((await activate(link)).ok).toBe(false)
    },
  )

  // ASVS 9.2.2
  test('of one purpose does not serve another', async () => {
    const email = someEmail()
    await ask(email)
    expect((await findLink(await lastLink(email), 'password_reset')).state).toBe('unknown')
  })
})
