import { describe, expect, test } from 'vitest'
import { now, setClock } from '@/lib/clock'
import { database } from '@/lib/database'
import { device, giveSecondFactor, goodPassword, signUpDeveloper, someEmail } from '@/test/developers'
import { withOwnDatabase } from '@/test/own-database'
import { completeSignIn } from './confirmation'
import { recordRefusedPassword } from './refused-sign-in'
import { findSession } from './session'
import { signIn } from './sign-in'

withOwnDatabase()

async function refusals(subjectId?: string) {
  const rows = await database().auditEntry.findMany({
    where: { action: 'session.refused', subjectId },
    orderBy: { sequence: 'asc' },
  })
  return rows.map(({ actorId, actorRole, subjectType, detail }) => ({
    actorId,
    actorRole,
    subjectType,
    detail,
  }))
}

const byVisitor = (why: string) => ({
  actorId: null,
  actorRole: 'visitor',
  subjectType: 'developer',
  detail: { why },
})

// ASVS 16.3.1
describe('a refused sign-in', () => {
  test('is on record under the account, at most once a minute', async () => {
    const { id, email } = await signUpDeveloper()
    setClock(now())
    const guesses = Array.from({ length: 5 }, () => signIn({ email, password: 'wrong' }, device))
    await Promise.all(guesses)
    expect(await refusals(id)).toEqual([byVisitor('password')])
    setClock(new Date(now().getTime() + 59_000))
    await signIn({ email, password: 'wrong' }, device)
    expect(await refusals(id)).toHaveLength(1)
    setClock(new Date(now().getTime() + 10_000))
    await signIn({ email, password: 'wrong' }, device)
    expect(await refusals(id)).toHaveLength(2)
  })

  test('stays at one a minute from many addresses, and across a right password', async () => {
    const { id, email } = await signUpDeveloper()
    setClock(now())
    for (let count = 0; count < 10; count++) {
      const elsewhere = { address: `203.0.113.${count}`, userAgent: 'bot' }
      await signIn({ email, password: 'wrong' }, elsewhere)
    }
    expect(await signIn({ email, password: goodPassword }, device)).toMatchObject({ ok: true })
    await signIn({ email, password: 'wrong' }, device)
    expect(await refusals(id)).toHaveLength(1)
  })

  test('of an unknown address leaves no row', async () => {
    const before = await refusals()
    expect(await signIn({ email: someEmail(), password: goodPassword }, device)).toMatchObject({
      reason: 'wrong',
    })
    expect(await refusals()).toEqual(before)
  })

  test('says that the account was suspended', async () => {
    const { id, email } = await signUpDeveloper()
    await database().developer.update({ where: { id }, data: { suspendedAt: now() } })
    await signIn({ email, password: goodPassword }, device)
    expect(await refusals(id)).toEqual([byVisitor('suspended')])
  })

  test('by a wrong code names the owner of the password', async () => {
    const who = await signUpDeveloper()
    await giveSecondFactor(who)
    const first = await signIn({ email: who.email, password: goodPassword }, device)
    if (!first.ok) throw new Error(first.reason)
    const pending = await findSession(first.value)
    if (!pending) throw new Error('no session')
    expect(await completeSignIn({ code: '000000' }, who.actor, pending, device)).toMatchObject({
      reason: 'code_wrong',
    })
    expect(await refusals(who.id)).toEqual([
      { actorId: who.id, actorRole: 'developer', subjectType: 'developer', detail: { why: 'code' } },
    ])
  })
})

test('takes its step of time whether or not the address is known', async () => {
  const { id } = await signUpDeveloper()
  for (const developerId of [id, null]) {
    const start = performance.now()
    await recordRefusedPassword(developerId, 'password')
    expect(performance.now() - start).toBeGreaterThan(48)
  }
})
