import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { now, secondsFromNow, setClock } from '@/lib/clock'
import { database } from '@/lib/database'
import { changeLanguage } from '@/lib/developers/profile'
import { getSettings } from '@/lib/env'
import { refused, succeed } from '@/lib/result'
import { lastLink } from '@/scripts/launch/data'
import { executeAs } from '@/scripts/launch/execute-as'
import {
  enterPassword,
  goodPassword,
  inSession,
  listActions,
  openSession,
  readNewestDetail,
  signUpDeveloper,
  someEmail,
  stranger,
} from '@/test/developers'
import { createDeveloper } from '@/test/factories'
import { readOutbox } from '@/test/outbox'
import { withOwnDatabase } from '@/test/own-database'
import { requestActivation } from './activation'
import { cancelEmailChange, changeEmail, findPendingChange, requestEmailChange } from './email-change'
import { findUndo, undoEmailChange } from './email-undo'
import { findLink } from './link'
import { requestPasswordReset } from './password-change'
import { findSession, revokeOtherSessions } from './session'

withOwnDatabase()

type Who = Awaited<ReturnType<typeof signUpDeveloper>>

const day = 24 * 3600

/** Requests a change. @returns the new address, its link, and the link that went to the current address */
async function request(who: Who, email = who.email, newEmail = someEmail()) {
  await succeed(
    executeAs(inSession(who.actor, (await openSession(who.id)).sessionId), requestEmailChange, {
      input: { email: newEmail },
    }),
  )
  return { newEmail, link: await lastLink(newEmail), undo: await lastLink(email) }
}

/** As a signed-in developer: a change ends every session. */
async function changeTo(who: Who, email: string, newEmail = someEmail()) {
  const { link, undo } = await request(who, email, newEmail)
  expect((await executeAs(who.actor, changeEmail, { input: { link } })).ok).toBe(true)
  return { newEmail, undoAtRequest: undo, undo: await lastLink(email) }
}

async function addressOf({ id }: Who) {
  return (await database().developer.findUniqueOrThrow({ where: { id } })).email
}

function templates(email: string) {
  return readOutbox(email).then((mails) => mails.map(({ template }) => template))
}

describe('with SIGN_UP_DOMAINS', () => {
  const settings = getSettings()
  beforeAll(() => {
    Object.assign(settings, { SIGN_UP_DOMAINS: ['approved.example'] })
  })
  afterAll(() => {
    Object.assign(settings, { SIGN_UP_DOMAINS: [] })
  })

  test('a developer changes to an address of such a domain only', async () => {
    const who = await signUpDeveloper()
    const change = (email: string) =>
      executeAs(inSession(who.actor, who.session.sessionId), requestEmailChange, { input: { email } })
    for (const email of [someEmail(), 'a@sub.approved.example'])
      expect(await change(email)).toEqual(refused('domain'))
    expect(await findPendingChange(who.id)).toBeNull()
    expect(await templates(who.email)).toEqual(['activation-link'])
    expect((await change(someEmail().replace(/@.*/, '@approved.example'))).ok).toBe(true)
  })

  test('a reviewer, who was invited, changes to any', async () => {
    const { id } = await createDeveloper({ role: 'reviewer' })
    const { sessionId } = await openSession(id)
    await succeed(
      executeAs(inSession({ id, role: 'reviewer' }, sessionId), requestEmailChange, {
        input: { email: someEmail() },
      }),
    )
  })
})

describe('changing the address', () => {
  test('mails no address more often because the requests come from several accounts', {
    tags: 'slow',
  }, async () => {
    const newEmail = someEmail()
    const ask = async () => {
      const { actor, session } = await signUpDeveloper()
      return executeAs(inSession(actor, session.sessionId), requestEmailChange, {
        input: { email: newEmail },
      })
    }
    for (let count = 0; count < 6; count++) expect((await ask()).ok).toBe(true)
    expect(await ask()).toMatchObject({ reason: 'throttled', waitSeconds: expect.any(Number) })
    expect(await readOutbox(newEmail)).toHaveLength(6)
  })

  // ASVS 6.3.7, 7.4.3
  test('waits for the link; both addresses are notified, and every session ends', async () => {
    const who = await signUpDeveloper()
    expect(
      await executeAs(inSession(who.actor, who.session.sessionId), requestEmailChange, {
        input: { email: who.email },
      }),
    ).toMatchObject({
      reason: 'same',
    })
    const { newEmail, link } = await request(who)
    expect(await findSession(who.session)).not.toBeNull()
    expect((await readOutbox(who.email)).at(-1)).toMatchObject({
      template: 'email-change-requested',
      props: { days: 7, newAddressMasked: expect.not.stringContaining(newEmail) },
    })
    expect((await executeAs(who.actor, changeEmail, { input: { link } })).ok).toBe(true)
    expect(await findSession(who.session)).toBeNull()
    expect((await readOutbox(who.email)).at(-1)).toMatchObject({
      template: 'email-changed',
      props: { days: 7, link: expect.stringContaining('/change-email/undo/') },
    })
    const [mail] = (await readOutbox(newEmail)).slice(-1)
    expect(mail?.template).toBe('email-changed')
    expect(mail?.props.link).toBeUndefined()
    expect((await enterPassword({ email: newEmail, password: goodPassword })).ok).toBe(true)
    expect(await enterPassword({ email: who.email, password: goodPassword })).toMatchObject({
      reason: 'wrong',
    })
    expect((await listActions(who.id)).slice(-2)).toEqual([
      'developer.email_change_requested',
      'developer.email_changed',
    ])
    expect(await readNewestDetail(who.id)).toEqual({ from: who.email, to: newEmail })
  })

  test('to that of another account sends no link, and shows the same', async () => {
    const mine = await signUpDeveloper()
    const other = await signUpDeveloper()
    await executeAs(other.actor, changeLanguage, { input: { locale: 'fr' } })
    await succeed(
      executeAs(inSession(mine.actor, mine.session.sessionId), requestEmailChange, {
        input: { email: other.email },
      }),
    )
    expect((await readOutbox(other.email)).at(-1)).toMatchObject({
      template: 'address-already-known',
      locale: 'fr',
    })
    expect(await findPendingChange(mine.id)).toBe(other.email)
    expect((await templates(mine.email)).at(-1)).toBe('email-change-requested')
  })

  test('is refused when another account took the address meanwhile', async () => {
    const who = await signUpDeveloper()
    const { newEmail, link } = await request(who)
    await signUpDeveloper(newEmail)
    expect(await executeAs(who.actor, changeEmail, { input: { link } })).toEqual(refused('unusable_link'))
    expect(await addressOf(who)).toBe(who.email)
  })

  test('by two accounts to one address at the same time happens once', async () => {
    const both = [await signUpDeveloper(), await signUpDeveloper()]
    const newEmail = someEmail()
    const links: string[] = []
    for (const who of both) links.push((await request(who, who.email, newEmail)).link)
    const results = await Promise.all(
      both.map(({ actor }, index) => executeAs(actor, changeEmail, { input: { link: links[index] ?? '' } })),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  })
})

describe('an address that was only typed into the sign-up form', () => {
  test.each(['before', 'after'])('%s the request gives way to the account that proves it', async (when) => {
    const who = await signUpDeveloper()
    const newEmail = someEmail()
    const squat = () =>
      executeAs(stranger, requestActivation, { input: { email: newEmail, locale: 'en', intent: 'resend' } })
    if (when === 'before') await squat()
    const { link } = await request(who, who.email, newEmail)
    if (when === 'after') await squat()
    const activation = when === 'after' ? await lastLink(newEmail) : null
    expect((await executeAs(who.actor, changeEmail, { input: { link } })).ok).toBe(true)
    expect(await addressOf(who)).toBe(newEmail)
    if (activation) expect((await findLink(activation, 'activation')).state).toBe('unknown')
  })

  test('stays blocked when an administrator suspended it', async () => {
    const who = await signUpDeveloper()
    const { newEmail, link } = await request(who)
    await executeAs(stranger, requestActivation, {
      input: { email: newEmail, locale: 'en', intent: 'resend' },
    })
    await database().developer.update({ where: { email: newEmail }, data: { suspendedAt: now() } })
    expect(await executeAs(who.actor, changeEmail, { input: { link } })).toEqual(refused('unusable_link'))
  })
})

describe('a pending change', () => {
  test('is shown, and cancelled by its owner', async () => {
    const who = await signUpDeveloper()
    const { newEmail, link, undo } = await request(who)
    expect(await findPendingChange(who.id)).toBe(newEmail)
    expect((await executeAs(who.actor, cancelEmailChange)).ok).toBe(true)
    expect(await findPendingChange(who.id)).toBeNull()
    expect(await executeAs(who.actor, cancelEmailChange)).toEqual(refused('not_pending'))
    expect((await executeAs(who.actor, changeEmail, { input: { link } })).ok).toBe(false)
    expect(await findUndo(undo)).toBeNull()
    expect((await listActions(who.id)).at(-1)).toBe('developer.email_change_cancelled')
  })

  test('is cancelled by the link that the current address was mailed, once', async () => {
    const who = await signUpDeveloper()
    const { link, undo } = await request(who)
    expect(await findUndo(undo)).toEqual({ email: who.email, changedTo: null })
    expect(await executeAs(stranger, undoEmailChange, { input: { link: undo } })).toEqual({
      ok: true,
      value: 'cancelled',
    })
    expect((await executeAs(who.actor, changeEmail, { input: { link } })).ok).toBe(false)
    expect(await executeAs(stranger, undoEmailChange, { input: { link: undo } })).toEqual(
      refused('unusable_link'),
    )
    expect(await findSession(who.session)).not.toBeNull()
  })

  test('is not begun after the end of the session that requested it', async () => {
    const who = await signUpDeveloper()
    const thief = (await openSession(who.id)).sessionId
    await executeAs(inSession(who.actor, who.session.sessionId), revokeOtherSessions, {
      input: { keepAccessKeys: false },
    })
    expect(
      await executeAs(inSession(who.actor, thief), requestEmailChange, { input: { email: someEmail() } }),
    ).toEqual(refused('not_found'))
    expect(await findPendingChange(who.id)).toBeNull()
  })

  test('is replaced by a further one', async () => {
    const who = await signUpDeveloper()
    const first = await request(who)
    const second = await request(who)
    expect(await findPendingChange(who.id)).toBe(second.newEmail)
    expect((await executeAs(who.actor, changeEmail, { input: { link: first.link } })).ok).toBe(false)
    expect(await findUndo(first.undo)).toBeNull()
    expect((await executeAs(who.actor, changeEmail, { input: { link: second.link } })).ok).toBe(true)
  })
})

describe('undoing a change', () => {
  test.each(['undo', 'undoAtRequest'] as const)(
    'by %s restores the address and ends sessions, once',
    async (which) => {
      const who = await signUpDeveloper()
      const changed = await changeTo(who, who.email)
      const thief = await succeed(enterPassword({ email: changed.newEmail, password: goodPassword }))
      await executeAs(stranger, requestPasswordReset, {
        input: { email: changed.newEmail, intent: 'resend' },
      })
      const reset = await lastLink(changed.newEmail)
      expect(await findUndo(changed[which])).toMatchObject({
        email: who.email,
        changedTo: expect.any(String),
      })
      expect(await executeAs(stranger, undoEmailChange, { input: { link: changed[which] } })).toEqual({
        ok: true,
        value: 'restored',
      })
      expect(await addressOf(who)).toBe(who.email)
      expect(await findSession(thief)).toBeNull()
      expect((await findLink(reset, 'password_reset')).state).toBe('unknown')
      for (const email of [who.email, changed.newEmail])
        expect((await templates(email)).at(-1)).toBe('email-restored')
      for (const link of [changed.undo, changed.undoAtRequest])
        expect(await executeAs(stranger, undoEmailChange, { input: { link } })).toEqual(
          refused('unusable_link'),
        )
      expect((await listActions(who.id)).at(-1)).toBe('developer.email_change_undone')
      expect(await readNewestDetail(who.id)).toEqual({ from: changed.newEmail, to: who.email })
    },
  )

  test('works for seven days', async () => {
    setClock(now())
    const who = await signUpDeveloper()
    const { undo } = await changeTo(who, who.email)
    setClock(secondsFromNow(7 * day - 1))
    expect(await findUndo(undo)).not.toBeNull()
    setClock(secondsFromNow(1))
    expect(await executeAs(stranger, undoEmailChange, { input: { link: undo } })).toEqual(
      refused('unusable_link'),
    )
    setClock(null)
  })

  test('reaches back past further changes, whose own links then end', async () => {
    const who = await signUpDeveloper()
    const first = await changeTo(who, who.email)
    const second = await changeTo(who, first.newEmail)
    const pending = await request(who, second.newEmail)
    expect(await executeAs(stranger, undoEmailChange, { input: { link: first.undo } })).toEqual({
      ok: true,
      value: 'restored',
    })
    expect(await addressOf(who)).toBe(who.email)
    for (const link of [second.undo, second.undoAtRequest, pending.undo, first.undoAtRequest])
      expect(await executeAs(stranger, undoEmailChange, { input: { link } })).toEqual(
        refused('unusable_link'),
      )
    expect((await executeAs(who.actor, changeEmail, { input: { link: pending.link } })).ok).toBe(false)
  })

  test('gets the address back from an unactivated sign-up, and not from an account', async () => {
    const who = await signUpDeveloper()
    const unlucky = await signUpDeveloper()
    const { undo } = await changeTo(who, who.email)
    await executeAs(stranger, requestActivation, {
      input: { email: who.email, locale: 'en', intent: 'resend' },
    })
    expect(await executeAs(stranger, undoEmailChange, { input: { link: undo } })).toEqual({
      ok: true,
      value: 'restored',
    })
    const other = await changeTo(unlucky, unlucky.email)
    await signUpDeveloper(unlucky.email)
    expect(await executeAs(stranger, undoEmailChange, { input: { link: other.undo } })).toEqual(
      refused('address_taken'),
    )
    expect(await findUndo(other.undo)).not.toBeNull()
  })
})
