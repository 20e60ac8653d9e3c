import { describe, expect, test } from 'vitest'
import { now, setClock } from '@/lib/clock'
import { isRecentAuthentication } from '@/lib/commands/execute'
import { database } from '@/lib/database'
import { refused, succeed } from '@/lib/result'
import { lastLink } from '@/scripts/launch/data'
import { executeAs } from '@/scripts/launch/execute-as'
import {
  codeFor,
  enterPassword,
  giveSecondFactor,
  goodPassword,
  inSession,
  listActions,
  otherPassword,
  signUpDeveloper,
  stranger,
} from '@/test/developers'
import { readOutbox } from '@/test/outbox'
import { withOwnDatabase } from '@/test/own-database'
import { changePassword, requestPasswordReset, resetPassword } from './password-change'
import { reauthenticate } from './reauthentication'
import { countRecoveryCodes } from './recovery-code'
import { renewRecoveryCodes, showSetupKey, turnOffSecondFactor, turnOnSecondFactor } from './second-factor'
import { findSession, revokeOtherSessions, type StartedSession } from './session'

withOwnDatabase()

describe('turning the second factor on', () => {
  test('shows one key until then, stored encrypted, and never afterwards', async () => {
    const who = await signUpDeveloper()
    const setups = await Promise.all([
      showSetupKey(who, who.session.sessionId),
      showSetupKey(who, who.session.sessionId),
    ])
    expect(setups[0]).toEqual(setups[1])
    expect(setups[0]?.key).toMatch(/^[A-Z2-7]{32}$/)
    expect(setups[0]?.address).toContain('otpauth://totp/Guichet:')
    const row = await database().totpFactor.findUniqueOrThrow({ where: { developerId: who.id } })
    expect(Buffer.from(row.secretCiphertext).toString('latin1')).not.toContain(setups[0]?.key)
    await giveSecondFactor(who)
    expect(await showSetupKey(who, who.session.sessionId)).toBeNull()
  })

  // ASVS 6.5.2, 6.5.3, 6.5.4
  test('gives ten recovery codes, another session id, a mail and an audit row; other sessions end', async () => {
    const who = await signUpDeveloper()
    const other = await succeed(enterPassword({ email: who.email, password: goodPassword }))
    const { recoveryCodes, session } = await giveSecondFactor(who)
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await findSession(who.session)).toBeNull()
    expect(await findSession(other)).toBeNull()
    expect(await findSession(session)).toMatchObject({ hasAuthenticator: true, hasPasskey: false })
    expect((await readOutbox(who.email)).at(-1)?.template).toBe('second-factor-turned-on')
    expect(await listActions(who.id)).toContain('developer.second_factor_turned_on')
    const rows = await database().recoveryCode.findMany({ where: { developerId: who.id } })
    expect(rows.some(({ codeHash }) => recoveryCodes.includes(Buffer.from(codeHash).toString()))).toBe(false)
  })

  // ASVS 6.5.4
  test('takes no key that was shown in another session, or more than 15 minutes ago', async () => {
    setClock(now())
    const who = await signUpDeveloper()
    const thief = await succeed(enterPassword({ email: who.email, password: goodPassword }))
    const seen = await showSetupKey(who, thief.sessionId)
    const turnOn = (key = '') =>
      executeAs(inSession(who.actor, who.session.sessionId), turnOnSecondFactor, {
        input: { code: codeFor(key) },
      })
    expect(await turnOn(seen?.key)).toEqual(refused('setup_expired'))
    const setup = await showSetupKey(who, who.session.sessionId)
    expect(setup?.key).not.toBe(seen?.key)
    expect(await turnOn(seen?.key)).toEqual(refused('code_wrong'))
    setClock(new Date(now().getTime() + 15 * 60_000))
    expect(await turnOn(setup?.key)).toEqual(refused('setup_expired'))
    const later = await showSetupKey(who, who.session.sessionId)
    expect(later?.key).not.toBe(setup?.key)
    expect((await turnOn(later?.key)).ok).toBe(true)
    setClock(null)
  })

  test('starts again after a new password, a reset and signing out everywhere', async () => {
    const who = await signUpDeveloper()
    const factors = () => database().totpFactor.count({ where: { developerId: who.id } })
    await showSetupKey(who, who.session.sessionId)
    await executeAs(inSession(who.actor, who.session.sessionId), revokeOtherSessions, {
      input: { keepAccessKeys: false },
    })
    expect(await factors()).toBe(0)
    await showSetupKey(who, who.session.sessionId)
    const input = { currentPassword: goodPassword, newPassword: otherPassword }
    const current = inSession(who.actor, who.session.sessionId)
    const changed = await succeed(executeAs(current, changePassword, { input }))
    expect(await factors()).toBe(0)
    await showSetupKey(who, changed.sessionId)
    await executeAs(stranger, requestPasswordReset, { input: { email: who.email, intent: 'resend' } })
    await succeed(
      executeAs(stranger, resetPassword, {
        input: { link: await lastLink(who.email), password: goodPassword },
      }),
    )
    expect(await factors()).toBe(0)
    expect(await showSetupKey(who, changed.sessionId)).toBeNull()
  })

  test('needs a matching code, and happens once', async () => {
    const who = await signUpDeveloper()
    const setup = await showSetupKey(who, who.session.sessionId)
    const session = inSession(who.actor, who.session.sessionId)
    expect(await executeAs(session, turnOnSecondFactor, { input: { code: '000000' } })).toMatchObject({
      reason: 'code_wrong',
    })
    const code = codeFor(setup?.key ?? '')
    const both = await Promise.all([
      executeAs(session, turnOnSecondFactor, { input: { code } }),
      executeAs(session, turnOnSecondFactor, { input: { code } }),
    ])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both).toContainEqual(refused('not_found'))
    expect(await countRecoveryCodes(who.id)).toBe(10)
  })
})

describe('turning it off', () => {
  test('deletes the recovery codes and is mailed', async () => {
    const who = await signUpDeveloper()
    await giveSecondFactor(who)
    expect((await executeAs(who.actor, turnOffSecondFactor)).ok).toBe(true)
    expect(await executeAs(who.actor, turnOffSecondFactor)).toEqual(refused('not_on'))
    expect(await countRecoveryCodes(who.id)).toBe(0)
    expect((await readOutbox(who.email)).at(-1)?.template).toBe('second-factor-turned-off')
    expect(await listActions(who.id)).toContain('developer.second_factor_turned_off')
  })

  test('is not for those whose role demands it', async () => {
    const who = await signUpDeveloper()
    await giveSecondFactor(who)
    await database().developer.update({ where: { id: who.id }, data: { role: 'reviewer' } })
    expect(await executeAs(who.actor, turnOffSecondFactor)).toEqual(refused('required'))
  })
})

test('new recovery codes end the previous ones', async () => {
  const who = await signUpDeveloper()
  expect(await executeAs(who.actor, renewRecoveryCodes)).toEqual(refused('not_on'))
  const { recoveryCodes, session } = await giveSecondFactor(who)
  const renewed = await succeed(executeAs(who.actor, renewRecoveryCodes))
  const give = (code = '') =>
    executeAs(inSession(who.actor, session.sessionId), reauthenticate, { input: { password: '', code } })
  expect((await give(recoveryCodes[0])).ok).toBe(false)
  expect((await give(renewed[0])).ok).toBe(true)
  expect(await listActions(who.id)).toContain('developer.recovery_codes_renewed')
})

describe('a confirmation', () => {
  // ASVS 7.5.3
  test('by password or code is good for 15 minutes, in this session only', async () => {
    setClock(now())
    const who = await signUpDeveloper()
    const { key, session } = await giveSecondFactor(who)
    const confirmed = async (at: StartedSession) => (await findSession(at))?.confirmedAt ?? null
    const attempt = (proof: { password?: string; code?: string }, { sessionId } = session) =>
      executeAs(inSession(who.actor, sessionId), reauthenticate, {
        input: { password: '', code: '', ...proof },
      })
    expect(await confirmed(session)).toBeNull()
    expect(await attempt({ password: 'wrong' })).toEqual(refused('wrong'))
    expect(await attempt({})).toEqual(refused('wrong'))
    const first = await succeed(attempt({ password: goodPassword }))
    const at = await confirmed(first)
    expect(isRecentAuthentication(at)).toBe(true)
    setClock(new Date(now().getTime() + 15 * 60_000))
    expect(isRecentAuthentication(at)).toBe(false)
    const second = await succeed(attempt({ code: codeFor(key) }, first))
    expect(isRecentAuthentication(await confirmed(second))).toBe(true)
    for (const { sessionId } of [first, second])
      expect(await listActions(sessionId)).toEqual(['session.confirmed'])
  })

  // ASVS 7.2.4
  test('is not shared with a copy of the cookie, whose session it ends without prolonging it', async () => {
    const { session, actor } = await signUpDeveloper()
    const confirm = () =>
      executeAs(inSession(actor, session.sessionId), reauthenticate, {
        input: { password: goodPassword, code: '' },
      })
    setClock(new Date(now().getTime() + 60_000))
    const both = await Promise.all([confirm(), confirm()])
    const [confirmed, ...others] = both.flatMap((each) => (each.ok ? [each.value] : []))
    expect(others).toEqual([])
    expect(both).toContainEqual(refused('not_found'))
    expect(confirmed?.sessionId).not.toBe(session.sessionId)
    expect(confirmed?.expiresAt).toEqual(session.expiresAt)
    expect(await findSession(session)).toBeNull()
    expect(await confirm()).toEqual(refused('not_found'))
  })

  test('cannot be guessed at speed', async () => {
    const who = await signUpDeveloper()
    const attempt = () =>
      executeAs(inSession(who.actor, who.session.sessionId), reauthenticate, {
        input: { password: 'x', code: '' },
      })
    for (let count = 0; count < 6; count++) await attempt()
    expect(await attempt()).toMatchObject({ reason: 'throttled' })
  })
})
