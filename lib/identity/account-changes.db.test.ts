import { describe, expect, test } from 'vitest'
import { now, setClock } from '@/lib/clock'
import { database } from '@/lib/database'
import { changeLanguage } from '@/lib/developers/profile'
import { refused, succeed } from '@/lib/result'
import { lastLink } from '@/scripts/launch/data'
import { executeAs } from '@/scripts/launch/execute-as'
import {
  enterPassword,
  giveSecondFactor,
  goodPassword,
  inSession,
  listActions,
  otherPassword,
  signUpDeveloper,
  someEmail,
  stranger,
} from '@/test/developers'
import { readOutbox } from '@/test/outbox'
import { withOwnDatabase } from '@/test/own-database'
import { requestActivation } from './activation'
import { findLink } from './link'
import { changePassword, renewPasswordReset, requestPasswordReset, resetPassword } from './password-change'
import { listRefusedSignIns } from './refused-sign-in'
import { findSession, revokeSession } from './session'

withOwnDatabase()

function ask(email: string, intent?: 'resend') {
  return executeAs(stranger, requestPasswordReset, { input: { email, intent } })
}

function reset(link: string, password = otherPassword) {
  return executeAs(stranger, resetPassword, { input: { link, password } })
}

describe('a forgotten password', () => {
  // ASVS 6.3.7, 7.4.3
  test('is replaced through a link; every session ends, and its owner is notified', async () => {
    const { id, email, session } = await signUpDeveloper()
    await ask(email)
    const link = await lastLink(email)
    expect(await reset(link, 'short')).toMatchObject({
      reason: 'password_too_short',
    })
    expect((await reset(link)).ok).toBe(true)
    expect(await findSession(session)).toBeNull()
    expect(await enterPassword({ email, password: goodPassword })).toMatchObject({ reason: 'wrong' })
    expect((await enterPassword({ email, password: otherPassword })).ok).toBe(true)
    expect((await readOutbox(email)).map(({ template }) => template)).toEqual([
      'activation-link',
      'password-reset',
      'password-changed',
    ])
    expect(await listActions(id)).toEqual([
      'developer.signed_up',
      'developer.activated',
      'developer.password_reset_link_sent',
      'developer.password_reset',
    ])
    expect(await listRefusedSignIns(id)).toMatchObject([{ why: 'password' }])
  })

  test('has a link for one hour, then another', async () => {
    setClock(now())
    const { email } = await signUpDeveloper()
    await ask(email)
    const link = await lastLink(email)
    setClock(new Date(now().getTime() + 3_600_000))
    expect((await findLink(link, 'password_reset')).state).toBe('expired')
    expect(await reset(link)).toMatchObject({ reason: 'unusable_link' })
    expect((await executeAs(stranger, renewPasswordReset, { input: { link } })).ok).toBe(true)
    expect((await reset(await lastLink(email))).ok).toBe(true)
  })

  test('of an unknown address sends nothing and says the same; requested twice it sends one mail', async () => {
    const unknown = someEmail()
    expect(await ask(unknown)).toEqual({ ok: true, value: undefined })
    expect(await readOutbox(unknown)).toEqual([])
    const { email } = await signUpDeveloper()
    expect(await Promise.all([ask(email), ask(email)])).toEqual([
      { ok: true, value: undefined },
      { ok: true, value: undefined },
    ])
    expect(await readOutbox(email)).toHaveLength(2)
    await ask(email, 'resend')
    expect(await readOutbox(email)).toHaveLength(3)
  })

  test('before activation brings the activation link', async () => {
    const email = someEmail()
    await executeAs(stranger, requestActivation, { input: { email, locale: 'en' } })
    await ask(email, 'resend')
    expect((await readOutbox(email)).map(({ template }) => template)).toEqual([
      'activation-link',
      'activation-link',
    ])
  })

  test('of a suspended account brings nothing', async () => {
    const { id, email } = await signUpDeveloper()
    await database().developer.update({ where: { id }, data: { suspendedAt: now() } })
    expect(await ask(email, 'resend')).toEqual({ ok: true, value: undefined })
    expect((await readOutbox(email)).map(({ template }) => template)).toEqual(['activation-link'])
  })

  // ASVS 6.4.3
  test('keeps the second factor on', async () => {
    const who = await signUpDeveloper()
    await giveSecondFactor(who)
    await ask(who.email)
    expect((await reset(await lastLink(who.email), 'q7Vt!m2Z')).ok).toBe(true)
    expect(await enterPassword({ email: who.email, password: 'q7Vt!m2Z' })).toMatchObject({
      value: { hasSecondFactor: true },
    })
  })
})

// ASVS 6.2.2, 6.2.3, 6.3.7, 7.4.3
describe('changing the password', () => {
  test('ends the other sessions, gives this one another id, and is mailed', async () => {
    const { id, email, actor, session } = await signUpDeveloper()
    const other = await enterPassword({ email, password: goodPassword })
    const current = inSession(actor, session.sessionId)
    const change = (currentPassword: string, newPassword: string) =>
      executeAs(current, changePassword, { input: { currentPassword, newPassword } })
    expect(await change('wrong', otherPassword)).toMatchObject({ reason: 'wrong' })
    expect(await change(goodPassword, goodPassword)).toMatchObject({ reason: 'same' })
    expect(await change(goodPassword, 'short')).toMatchObject({ reason: 'password_too_short' })
    const changed = await succeed(change(goodPassword, otherPassword))
    expect(await findSession(changed)).toMatchObject({ developerId: id })
    for (const previous of [session, other.ok ? other.value : session])
      expect(await findSession(previous)).toBeNull()
    expect((await readOutbox(email)).at(-1)?.template).toBe('password-changed')
    expect((await listActions(id)).at(-1)).toBe('developer.password_changed')
  })

  test('in a session that has ended is refused', async () => {
    const { email, actor, session } = await signUpDeveloper()
    await executeAs(actor, revokeSession, { target: session.sessionId })
    const input = { currentPassword: goodPassword, newPassword: otherPassword }
    const current = inSession(actor, session.sessionId)
    expect(await executeAs(current, changePassword, { input })).toEqual(refused('not_found'))
    expect((await enterPassword({ email, password: goodPassword })).ok).toBe(true)
  })
})

test('the language of mails is the developer’s own choice', async () => {
  const { id, actor } = await signUpDeveloper()
  await executeAs(actor, changeLanguage, { input: { locale: 'fr' } })
  expect(await database().developer.findUniqueOrThrow({ where: { id } })).toMatchObject({ locale: 'fr' })
  expect((await listActions(id)).at(-1)).toBe('developer.language_changed')
})
