import { describe, expect, test } from 'vitest'
import { now, setClock } from '@/lib/clock'
import { database } from '@/lib/database'
import {
  activateSomebody,
  device,
  giveSecondFactor,
  goodPassword,
  listActions,
  otherPassword,
  someEmail,
  withOwnDatabase,
} from '@/test/developers'
import { lastLink, readOutbox } from '@/test/outbox'
import { requestActivation } from './activation'
import { changeEmail, requestEmailChange } from './email-change'
import { changeLanguage } from './language'
import { findLink } from './link'
import { changePassword, renewPasswordReset, requestPasswordReset, resetPassword } from './password-change'
import { findSession } from './session'
import { signIn } from './sign-in'

withOwnDatabase()

function ask(email: string, resend = false) {
  return requestPasswordReset({ email, resend }, null)
}

describe('a forgotten password', () => {
  // ASVS 6.3.7, 7.4.3
  test('is replaced through a link; every session ends, and its owner is told', async () => {
    const { id, email, session } = await activateSomebody()
    await ask(email)
    const link = await lastLink(email)
    expect(await resetPassword({ link, password: 'short' })).toMatchObject({ reason: 'password_too_short' })
    expect((await resetPassword({ link, password: otherPassword })).ok).toBe(true)
    expect(await findSession(session)).toBeNull()
    expect(await signIn({ email, password: goodPassword }, device)).toMatchObject({ reason: 'wrong' })
    expect((await signIn({ email, password: otherPassword }, device)).ok).toBe(true)
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
      'session.refused',
    ])
  })

  test('at once from two windows is replaced once', async () => {
    const { email } = await activateSomebody()
    await ask(email)
    const link = await lastLink(email)
    const both = await Promise.all(
      [goodPassword, otherPassword].map((password) => resetPassword({ link, password })),
    )
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('has a link for one hour, then another', async () => {
    setClock(now())
    const { email } = await activateSomebody()
    await ask(email)
    const link = await lastLink(email)
    setClock(new Date(now().getTime() + 3_600_000))
    expect((await findLink(link, 'password_reset')).state).toBe('expired')
    expect(await resetPassword({ link, password: otherPassword })).toMatchObject({ reason: 'unusable_link' })
    expect((await renewPasswordReset(link)).ok).toBe(true)
    expect((await resetPassword({ link: await lastLink(email), password: otherPassword })).ok).toBe(true)
  })

  test('of an unknown address sends nothing and says the same; asked twice it sends one mail', async () => {
    const unknown = someEmail()
    expect(await ask(unknown)).toEqual({ ok: true, value: undefined })
    expect(await readOutbox(unknown)).toEqual([])
    const { email } = await activateSomebody()
    expect(await Promise.all([ask(email), ask(email)])).toEqual([
      { ok: true, value: undefined },
      { ok: true, value: undefined },
    ])
    expect(await readOutbox(email)).toHaveLength(2)
    await ask(email, true)
    expect(await readOutbox(email)).toHaveLength(3)
  })

  test('before activation brings the activation link', async () => {
    const email = someEmail()
    await requestActivation({ email, locale: 'en', resend: false, address: null })
    await ask(email, true)
    expect((await readOutbox(email)).map(({ template }) => template)).toEqual([
      'activation-link',
      'activation-link',
    ])
  })

  // ASVS 6.4.3
  test('keeps the second factor on', async () => {
    const who = await activateSomebody()
    await giveSecondFactor(who)
    await ask(who.email)
    expect((await resetPassword({ link: await lastLink(who.email), password: 'q7Vt!m2Z' })).ok).toBe(true)
    expect(await signIn({ email: who.email, password: 'q7Vt!m2Z' }, device)).toMatchObject({
      value: { hasSecondFactor: true },
    })
  })
})

// ASVS 6.2.2, 6.2.3, 6.3.7, 7.4.3
describe('changing the password', () => {
  test('ends the other sessions, gives this one another id, and is mailed', async () => {
    const { id, email, actor, session } = await activateSomebody()
    const other = await signIn({ email, password: goodPassword }, device)
    const current = { id: session.sessionId, confirmedAt: null }
    const change = (currentPassword: string, newPassword: string) =>
      changePassword({ currentPassword, newPassword }, actor, current, device)
    expect(await change('wrong', otherPassword)).toMatchObject({ reason: 'wrong' })
    expect(await change(goodPassword, goodPassword)).toMatchObject({ reason: 'same' })
    expect(await change(goodPassword, 'short')).toMatchObject({ reason: 'password_too_short' })
    const changed = await change(goodPassword, otherPassword)
    if (!changed.ok) throw new Error(changed.reason)
    expect(await findSession(changed.value)).toMatchObject({ developerId: id })
    for (const former of [session, other.ok ? other.value : session])
      expect(await findSession(former)).toBeNull()
    expect((await readOutbox(email)).at(-1)?.template).toBe('password-changed')
    expect((await listActions(id)).at(-1)).toBe('developer.password_changed')
  })

  test('ends links that wait in mails', async () => {
    const { email, actor, session } = await activateSomebody()
    await ask(email)
    const link = await lastLink(email)
    const current = { id: session.sessionId, confirmedAt: null }
    await changePassword(
      { currentPassword: goodPassword, newPassword: otherPassword },
      actor,
      current,
      device,
    )
    expect((await findLink(link, 'password_reset')).state).toBe('unknown')
  })
})

describe('changing the address', () => {
  test('waits for the link; both addresses are told, and every session ends', async () => {
    const { id, email, actor, session } = await activateSomebody()
    const newEmail = someEmail()
    expect(await requestEmailChange(email, actor)).toMatchObject({ reason: 'same' })
    expect((await requestEmailChange(newEmail, actor)).ok).toBe(true)
    expect(await findSession(session)).not.toBeNull()
    expect((await changeEmail(await lastLink(newEmail))).ok).toBe(true)
    expect(await findSession(session)).toBeNull()
    for (const address of [email, newEmail])
      expect((await readOutbox(address)).at(-1)).toMatchObject({ template: 'email-changed' })
    expect((await signIn({ email: newEmail, password: goodPassword }, device)).ok).toBe(true)
    expect(await signIn({ email, password: goodPassword }, device)).toMatchObject({ reason: 'wrong' })
    expect((await listActions(id)).slice(-2)).toEqual([
      'developer.email_change_requested',
      'developer.email_changed',
    ])
  })

  test('to that of somebody else sends no link, and says the same', async () => {
    const mine = await activateSomebody()
    const other = await activateSomebody()
    expect((await requestEmailChange(other.email, mine.actor)).ok).toBe(true)
    expect((await readOutbox(other.email)).at(-1)?.template).toBe('address-already-known')
  })

  test('is refused when somebody else took the address meanwhile', async () => {
    const { email, id, actor } = await activateSomebody()
    const newEmail = someEmail()
    await requestEmailChange(newEmail, actor)
    const link = await lastLink(newEmail)
    await activateSomebody(newEmail)
    expect(await changeEmail(link)).toEqual({ ok: false, reason: 'unusable_link' })
    expect(await database().developer.findUniqueOrThrow({ where: { id } })).toMatchObject({ email })
  })
})

test('the language of mails is the developer’s own choice', async () => {
  const { id, actor } = await activateSomebody()
  await changeLanguage('fr', actor)
  expect(await database().developer.findUniqueOrThrow({ where: { id } })).toMatchObject({ locale: 'fr' })
  expect((await listActions(id)).at(-1)).toBe('developer.language_changed')
})
