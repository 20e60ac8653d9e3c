import { hash } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'
import { visitor } from '@/lib/audit/schema'
import { now, setClock } from '@/lib/clock'
import { database, databasePool } from '@/lib/database'
import { refused, succeed } from '@/lib/result'
import { lastLink } from '@/scripts/launch/data'
import { executeAs } from '@/scripts/launch/execute-as'
import { holdLocks, untilBlocked } from '@/test/blocked'
import {
  codeFor,
  device,
  enterPassword,
  giveSecondFactor,
  goodPassword,
  inSession,
  listActions,
  otherPassword,
  readNewestDetail,
  signUpDeveloper,
  someEmail,
  stranger,
} from '@/test/developers'
import { readOutbox } from '@/test/outbox'
import { withOwnDatabase } from '@/test/own-database'
import { requestActivation } from './activation'
import { rememberDevice } from './device-cookie'
import { changePassword, requestPasswordReset, resetPassword } from './password-change'
import { signInByCode } from './reauthentication'
import type { Device } from './schema'
import { turnOffSecondFactor } from './second-factor'
import {
  findSession,
  listSessions,
  noteSession,
  revokeOtherSessions,
  revokeSession,
  type StartedSession,
} from './session'

withOwnDatabase()

const hour = 3_600_000
const later = (milliseconds: number) => setClock(new Date(now().getTime() + milliseconds))
const elsewhere = { address: '198.51.100.9', userAgent: 'other' }

async function enter(email: string, password = goodPassword, from: Device = device) {
  return succeed(enterPassword({ email, password }, from))
}

describe('signing in', () => {
  test('with an address that the account has meanwhile given up opens nothing', async () => {
    const { id, email } = await signUpDeveloper()
    const release = await holdLocks(databasePool(), 'UPDATE developer SET email = $2 WHERE id = $1', [
      id,
      someEmail(),
    ])
    const entered = enterPassword({ email, password: goodPassword })
    await untilBlocked(databasePool(), 1)
    await release()
    expect(await entered).toEqual(refused('wrong'))
  })

  // ASVS 7.2.2, 7.2.3, 7.2.4, 7.6.2
  test('opens a new session each time', async () => {
    const { email, id } = await signUpDeveloper()
    const first = await enter(email)
    const second = await enter(email, goodPassword, elsewhere)
    expect(first.sessionId).not.toBe(second.sessionId)
    expect(await findSession(second)).toMatchObject({ email, awaitingSecondFactor: false })
    expect((await findSession(second))?.confirmedAt).not.toBeNull()
    expect(await listActions(first.sessionId)).toEqual(['session.started'])
    expect(await readNewestDetail(second.sessionId)).toEqual({ address: elsewhere.address })
    expect(await listSessions(id, 'developer')).toHaveLength(3)
  })

  // ASVS 6.3.8
  test('gives one result for a wrong password, an unknown address and one not activated', async () => {
    const { email } = await signUpDeveloper()
    const wrong = refused('wrong')
    expect(await enterPassword({ email, password: 'wrong' })).toEqual(wrong)
    expect(await enterPassword({ email: someEmail(), password: goodPassword })).toEqual(wrong)
    const inactive = someEmail()
    await database().developer.create({ data: { id: crypto.randomUUID(), email: inactive } })
    expect(await enterPassword({ email: inactive, password: goodPassword })).toEqual(wrong)
  })

  test('says that the account is suspended, but only with the right password', async () => {
    const { id, email } = await signUpDeveloper()
    await database().developer.update({ where: { id }, data: { suspendedAt: now() } })
    expect(await enterPassword({ email, password: 'wrong' })).toMatchObject({ reason: 'wrong' })
    expect(await enterPassword({ email, password: goodPassword })).toMatchObject({
      reason: 'suspended',
    })
  })

  test('with a password that is only sufficient with a second factor requires a longer one without the factor', async () => {
    const who = await signUpDeveloper()
    const { session } = await giveSecondFactor(who)
    const [short, at] = ['qzR7!vbn', inSession(who.actor, session.sessionId)]
    const change = { currentPassword: goodPassword, newPassword: short }
    expect((await executeAs(at, changePassword, { input: change })).ok).toBe(true)
    expect(await enter(who.email, short)).toMatchObject({ hasSecondFactor: true })
    expect((await executeAs(who.actor, turnOffSecondFactor)).ok).toBe(true)
    expect(await enterPassword({ email: who.email, password: short })).toEqual(refused('outgrown'))
    expect(await enterPassword({ email: who.email, password: 'wrong' })).toMatchObject({
      reason: 'wrong',
    })
    expect((await readOutbox(who.email)).at(-1)?.template).toBe('password-reset')
    const link = await lastLink(who.email)
    expect(await executeAs(stranger, resetPassword, { input: { link, password: short } })).toMatchObject({
      reason: 'password_too_short',
    })
    await succeed(executeAs(stranger, resetPassword, { input: { link, password: otherPassword } }))
    await enter(who.email, otherPassword)
  })

  test('replaces a hash with weaker parameters', async () => {
    const { id, email } = await signUpDeveloper()
    const weak = await hash(goodPassword, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
    await database().developer.update({ where: { id }, data: { passwordHash: weak } })
    await enter(email)
    const { passwordHash } = await database().developer.findUniqueOrThrow({ where: { id } })
    expect(passwordHash).toMatch(/m=19456,t=2/)
    await enter(email)
  })
})

describe('wrong passwords', () => {
  // ASVS 6.3.1
  test('make each further attempt wait longer, up to a minute, and the right one ends it', async () => {
    const { email } = await signUpDeveloper()
    setClock(now())
    const waits: number[] = []
    while (waits.length < 9) {
      const result = await enterPassword({ email, password: 'wrong' })
      if (result.ok) throw new Error('it went through')
      if (result.reason !== 'throttled') continue
      expect(await enterPassword({ email, password: goodPassword })).toEqual(result)
      waits.push(result.waitSeconds)
      later(result.waitSeconds * 1000)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
    await enter(email)
    await enterPassword({ email, password: 'wrong' })
    await enter(email)
  })

  test('at the same time are counted one by one', async () => {
    const { email } = await signUpDeveloper()
    setClock(now())
    const attempts = Array.from({ length: 20 }, () => enterPassword({ email, password: 'wrong' }, elsewhere))
    const reasons = (await Promise.all(attempts)).map((result) => (result.ok ? 'in' : result.reason))
    expect(reasons.filter((reason) => reason === 'wrong')).toHaveLength(6)
    expect(reasons.filter((reason) => reason === 'throttled')).toHaveLength(14)
  })

  test('of a stranger elsewhere do not keep the owner out where they signed in before', {
    tags: 'slow',
  }, async () => {
    const { email } = await signUpDeveloper()
    setClock(now())
    for (let count = 0; count < 40; count++)
      await enterPassword({ email, password: 'wrong' }, { address: `203.0.113.${count}`, userAgent: 'bot' })
    await enter(email)
    const fresh = await enterPassword(
      { email, password: goodPassword },
      { address: '203.0.113.200', userAgent: 'new' },
    )
    expect(fresh).toMatchObject({ reason: 'throttled' })
    if (!fresh.ok && fresh.reason === 'throttled') expect(fresh.waitSeconds).toBeLessThanOrEqual(10)
  })

  test('of strangers anywhere, also at the owner’s address, never slow the owner in a browser known to them', {
    tags: 'slow',
  }, async () => {
    const { email, id } = await signUpDeveloper()
    setClock(now())
    const known = { ...elsewhere, marks: rememberDevice(undefined, id) }
    const tryOn = async (from: Device, times: number) => {
      for (let count = 0; count < times; count++) await enterPassword({ email, password: 'wrong' }, from)
    }
    await tryOn(elsewhere, 12)
    for (let count = 0; count < 30; count++) await tryOn({ address: `198.51.100.${count}`, userAgent: '' }, 1)
    expect(await enterPassword({ email, password: goodPassword }, elsewhere)).toMatchObject({
      reason: 'throttled',
    })
    await enter(email, goodPassword, known)
    expect(await enterPassword({ email, password: goodPassword }, elsewhere)).toMatchObject({
      reason: 'throttled',
    })
  })

  test('in a known browser count there alone, and a mark of another account is ignored', async () => {
    const { email, id } = await signUpDeveloper()
    const other = await signUpDeveloper()
    setClock(now())
    const known = { ...elsewhere, marks: rememberDevice(undefined, id) }
    const reasons: string[] = []
    for (let count = 0; count < 7; count++) {
      const result = await enterPassword({ email, password: 'wrong' }, known)
      if (!result.ok) reasons.push(result.reason)
    }
    expect(reasons).toEqual([...Array(6).fill('wrong'), 'throttled'])
    await enter(email, goodPassword, { ...elsewhere, marks: rememberDevice(undefined, id) })
    for (let count = 0; count < 7; count++) {
      const result = await enterPassword({ email: other.email, password: 'wrong' }, known)
      if (!result.ok) reasons.push(result.reason)
    }
    expect(reasons.at(-1)).toBe('throttled')
    const elsewhereNow = await enterPassword({ email: other.email, password: goodPassword }, elsewhere)
    expect(elsewhereNow).toMatchObject({ reason: 'throttled' })
  })

  test('from one address on many accounts slow that address down', async () => {
    setClock(now())
    const guess = (from: string) =>
      enterPassword({ email: someEmail(), password: 'wrong' }, { ...elsewhere, address: from })
    await guess('203.0.113.250')
    await database().throttle.updateMany({ where: { failures: 1 }, data: { failures: 100 } })
    expect(await guess('203.0.113.250')).toMatchObject({ reason: 'wrong' })
    expect(await guess('203.0.113.250')).toEqual({ ok: false, reason: 'throttled', waitSeconds: 1 })
    expect(await guess('203.0.113.251')).toMatchObject({ reason: 'wrong' })
  })

  test('and requests for mails are counted for an IPv6 subscriber, whichever of their addresses they use', {
    tags: 'slow',
  }, async () => {
    setClock(now())
    const from = (subnet: string, host: number) => ({
      ...elsewhere,
      address: `2001:db8:9:${subnet}::${host.toString(16)}`,
    })
    const { email } = await signUpDeveloper()
    for (let count = 1; count < 7; count++)
      await enterPassword({ email, password: 'wrong' }, from('1', count))
    expect(await enterPassword({ email, password: 'wrong' }, from('1', 9))).toMatchObject({
      reason: 'throttled',
    })
    expect(await enterPassword({ email, password: 'wrong' }, from('2', 9))).toMatchObject({ reason: 'wrong' })
    const at = (address: string) => ({ ...visitor, device: { ...elsewhere, address } })
    const ask = [
      (address: string) => executeAs(at(address), requestPasswordReset, { input: { email: someEmail() } }),
      (address: string) =>
        executeAs(at(address), requestActivation, { input: { email: someEmail(), locale: 'en' } }),
    ]
    for (const [index, request] of ask.entries()) {
      await request(from(`a${index}`, 1).address)
      await database().throttle.updateMany({ where: { failures: 1 }, data: { failures: 60 } })
      expect((await request(from(`a${index}`, 2).address)).ok).toBe(true)
      expect(await request(from(`a${index}`, 3).address)).toMatchObject({ reason: 'throttled' })
    }
  })

  test('leave no address in the throttle table', async () => {
    const { email } = await signUpDeveloper()
    await enterPassword({ email, password: 'wrong' })
    const rows = await database().$queryRaw<{ dump: string }[]>`SELECT throttle::text AS dump FROM throttle`
    expect(rows.some(({ dump }) => dump.includes('@'))).toBe(false)
  })
})

describe('a session', () => {
  // ASVS 7.2.1, 7.4.1, 7.5.2
  test('that was revoked is dead, and only its owner can revoke it', async () => {
    const mine = await signUpDeveloper()
    const other = await signUpDeveloper()
    const { sessionId } = mine.session
    expect(await executeAs(other.actor, revokeSession, { target: sessionId })).toEqual(refused('not_found'))
    expect(await executeAs(mine.actor, revokeSession, { target: 'not an id' })).toEqual(refused('not_found'))
    expect(await findSession(mine.session)).not.toBeNull()
    expect((await executeAs(mine.actor, revokeSession, { target: sessionId })).ok).toBe(true)
    expect(await findSession(mine.session)).toBeNull()
    expect(await listActions(sessionId)).toEqual(['session.revoked'])
    expect(await executeAs(mine.actor, revokeSession, { target: sessionId })).toEqual(refused('not_found'))
  })

  test('stays when all others are ended', async () => {
    const { email, id, actor, session } = await signUpDeveloper()
    const kept = await enter(email)
    expect(
      await executeAs(inSession(actor, kept.sessionId), revokeOtherSessions, {
        input: { keepAccessKeys: false },
      }),
    ).toEqual({ ok: true, value: 1 })
    expect(await findSession(session)).toBeNull()
    expect(await findSession(kept)).not.toBeNull()
    expect(await listActions(id)).toContain('developer.sessions_revoked')
  })

  test('does not fit another developer or version', async () => {
    const mine = await signUpDeveloper()
    const other = await signUpDeveloper()
    expect(await findSession({ ...mine.session, developerId: other.id })).toBeNull()
    expect(await findSession({ ...mine.session, sessionVersion: 1 })).toBeNull()
    await database().developer.update({ where: { id: mine.id }, data: { suspendedAt: now() } })
    expect(await findSession(mine.session)).toBeNull()
  })

  // ASVS 7.3.1, 7.3.2, 9.2.1
  test('ends after 8 hours of silence, and after 7 days in any case', async () => {
    setClock(now())
    const { session } = await signUpDeveloper()
    later(8 * hour - 1)
    const live = await findSession(session)
    expect(live).not.toBeNull()
    for (let spent = 8 * hour; spent < 7 * 24 * hour; spent += 7 * hour) {
      const found = await findSession(session)
      if (!found) throw new Error(`over after ${spent / hour} hours`)
      await noteSession(found)
      later(7 * hour)
    }
    expect(await findSession(session)).toBeNull()
    setClock(now())
    const idle = await signUpDeveloper()
    later(8 * hour)
    expect(await findSession(idle.session)).toBeNull()
  })

  test('of a reviewer ends after one hour of silence, and after 12 in any case', async () => {
    setClock(now())
    const { id, email } = await signUpDeveloper()
    await database().developer.update({ where: { id }, data: { role: 'reviewer' } })
    const session = await enter(email)
    expect(session.expiresAt.getTime()).toBe(now().getTime() + 12 * hour)
    later(hour)
    expect(await findSession(session)).toBeNull()
  })

  test('notes that it is used at most once a minute', async () => {
    setClock(now())
    const { session } = await signUpDeveloper()
    const seen = async () => (await findSession(session))?.lastSeenAt.getTime()
    const start = await seen()
    for (const [wait, moved] of [
      [59_000, 0],
      [1_000, 60_000],
      [30_000, 60_000],
    ] as const) {
      later(wait)
      const found = await findSession(session)
      if (found) await noteSession(found)
      expect((await seen()) ?? 0).toBe((start ?? 0) + moved)
    }
  })
})

describe('a second factor at sign-in', () => {
  async function begin() {
    setClock(now())
    const who = await signUpDeveloper()
    const { key, recoveryCodes } = await giveSecondFactor(who)
    const pending = await enter(who.email)
    return { ...who, key, recoveryCodes, pending }
  }

  function give(code: string, who: Awaited<ReturnType<typeof begin>>, pending: StartedSession = who.pending) {
    return executeAs(inSession(who.actor, pending.sessionId), signInByCode, { input: { code } })
  }

  // ASVS 7.2.4
  test('leaves the session waiting, and another id takes its place', async () => {
    const who = await begin()
    expect(await findSession(who.pending)).toMatchObject({ awaitingSecondFactor: true, confirmedAt: null })
    later(30_000)
    const result = await succeed(give(codeFor(who.key), who))
    expect(result.sessionId).not.toBe(who.pending.sessionId)
    expect(await findSession(who.pending)).toBeNull()
    expect(await findSession(result)).toMatchObject({ awaitingSecondFactor: false, confirmedAt: now() })
    expect(await listActions(result.sessionId)).toEqual(['session.started'])
  })

  // ASVS 6.5.1
  test('refuses the step that was used last, and earlier ones', async () => {
    const who = await begin()
    expect(await give(codeFor(who.key), who)).toMatchObject({ reason: 'code_wrong' })
    expect(await give(codeFor(who.key, -1), who)).toMatchObject({ reason: 'code_wrong' })
    later(30_000)
    const code = codeFor(who.key)
    const second = await enter(who.email)
    const both = await Promise.all([give(code, who), give(code, who, second)])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  })

  // ASVS 6.5.5
  test('allows one step of difference between clocks, and no more', async () => {
    const who = await begin()
    later(300_000)
    expect(await give(codeFor(who.key, 2), who)).toMatchObject({ reason: 'code_wrong' })
    expect((await give(codeFor(who.key, 1), who)).ok).toBe(true)
  })

  // ASVS 6.5.1
  test('takes each recovery code once, which confirms nothing', async () => {
    const who = await begin()
    const [code = ''] = who.recoveryCodes
    const result = await give(code.replaceAll('-', ''), who)
    expect(result.ok && (await findSession(result.value))).toMatchObject({ confirmedAt: null })
    expect(await give(code, who, await enter(who.email))).toMatchObject({ reason: 'code_wrong' })
  })

  test('gives ten minutes for the code', async () => {
    const who = await begin()
    later(600_000)
    expect(await findSession(who.pending)).toBeNull()
  })

  test('is not slowed down in a known browser by a stranger who knows the password', async () => {
    const who = await signUpDeveloper()
    const { key } = await giveSecondFactor(who)
    setClock(now())
    const give = async (code: string, marks?: string) => {
      const pending = await enter(who.email)
      const actor = inSession(who.actor, pending.sessionId, { ...device, marks })
      return executeAs(actor, signInByCode, { input: { code } })
    }
    for (let count = 0; count < 7; count++) await give('000000')
    expect(await give('000000')).toMatchObject({ reason: 'throttled' })
    expect((await give(codeFor(key, 1), rememberDevice(undefined, who.id))).ok).toBe(true)
  })

  test('counts from all addresses together, and never where its owner signed in from before', async () => {
    const who = await begin()
    const { sessionId } = who.pending
    const from = (address: string, code = '000000', marks?: string) =>
      executeAs(inSession(who.actor, sessionId, { address, userAgent: 'bot', marks }), signInByCode, {
        input: { code },
      })
    for (let count = 0; count < 11; count++)
      expect(await from(`203.0.113.${count}`)).toMatchObject({ reason: 'code_wrong' })
    const waits: number[] = []
    for (let count = 11; waits.length < 7; count++) {
      const result = await from(`203.0.113.${count}`)
      if (result.ok || result.reason !== 'throttled') continue
      const { waitSeconds } = result
      waits.push(waitSeconds)
      later(waitSeconds * 1000)
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60])
    await from('203.0.113.200')
    expect(await from('203.0.113.201', codeFor(who.key))).toMatchObject({ reason: 'throttled' })
    expect((await from('203.0.113.202', codeFor(who.key), rememberDevice(undefined, who.id))).ok).toBe(true)
  })

  test('counts from all known browsers together: a thief of the mailbox can make any number known', async () => {
    const who = await begin()
    const { sessionId } = who.pending
    const fromNew = (code: string) =>
      executeAs(
        inSession(who.actor, sessionId, { ...device, marks: rememberDevice(undefined, who.id) }),
        signInByCode,
        { input: { code } },
      )
    for (let count = 0; count < 21; count++)
      expect(await fromNew('000000')).toMatchObject({ reason: 'code_wrong' })
    expect(await fromNew('000000')).toMatchObject({ reason: 'throttled', waitSeconds: 2 })
    later(2000)
    expect((await fromNew(codeFor(who.key, 1))).ok).toBe(true)
  })

  test('counts an IPv6 subscriber once, whichever of their addresses they use', async () => {
    const who = await begin()
    const { sessionId } = who.pending
    const from = (address: string) =>
      executeAs(inSession(who.actor, sessionId, { address, userAgent: 'bot' }), signInByCode, {
        input: { code: '000000' },
      })
    for (let count = 1; count < 7; count++) await from(`2001:db8:1:2::${count}`)
    expect(await from('2001:db8:1:2:3:4:5:6')).toMatchObject({ reason: 'throttled' })
    expect(await from('2001:db8:1:3::1')).toMatchObject({ reason: 'code_wrong' })
  })
})
