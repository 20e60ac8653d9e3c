import { Client } from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { now, setClock } from '@/lib/clock'
import { database } from '@/lib/database'
import { device, enterPassword, goodPassword, signUpDeveloper, someEmail } from '@/test/developers'
import { withOwnDatabase } from '@/test/own-database'
import { getRefusalCounts } from './refusal-counts'
import { listRefusedSignIns, recordRefusedPassword, recordRefusedSignIn } from './refused-sign-in'

const { owner } = withOwnDatabase()

async function refusals(developerId: string) {
  return (await listRefusedSignIns(developerId)).map(({ why, address }) => ({ why, address }))
}

const refused = (why: string) => ({ why, address: device.address })

// ASVS 16.3.1
describe('a refused sign-in', () => {
  test('is on record under the account, at most once a minute', async () => {
    const { id, email } = await signUpDeveloper()
    setClock(now())
    const counted = getRefusalCounts().get('password') ?? Number.NaN
    const guesses = Array.from({ length: 5 }, () => enterPassword({ email, password: 'wrong' }))
    await Promise.all(guesses)
    expect(await refusals(id)).toEqual([refused('password')])
    expect(getRefusalCounts().get('password')).toBe(counted + 5)
    setClock(new Date(now().getTime() + 59_000))
    await enterPassword({ email, password: 'wrong' })
    expect(await refusals(id)).toHaveLength(1)
    setClock(new Date(now().getTime() + 10_000))
    await enterPassword({ email, password: 'wrong' })
    expect(await refusals(id)).toHaveLength(2)
  })

  test('stays at one a minute from many addresses, and across a right password', async () => {
    const { id, email } = await signUpDeveloper()
    setClock(now())
    for (let count = 0; count < 10; count++) {
      const elsewhere = { address: `203.0.113.${count}`, userAgent: 'bot' }
      await enterPassword({ email, password: 'wrong' }, elsewhere)
    }
    expect(await enterPassword({ email, password: goodPassword })).toMatchObject({ ok: true })
    await enterPassword({ email, password: 'wrong' })
    expect(await refusals(id)).toHaveLength(1)
  })

  test('of an unknown address leaves no row, but is counted', async () => {
    const counted = getRefusalCounts().get('unknown_address') ?? Number.NaN
    const before = await database().refusedSignIn.count()
    expect(await enterPassword({ email: someEmail(), password: goodPassword })).toMatchObject({
      reason: 'wrong',
    })
    expect(await database().refusedSignIn.count()).toBe(before)
    expect(getRefusalCounts().get('unknown_address')).toBe(counted + 1)
  })

  test('says that the account was suspended', async () => {
    const { id, email } = await signUpDeveloper()
    await database().developer.update({ where: { id }, data: { suspendedAt: now() } })
    await enterPassword({ email, password: goodPassword })
    expect(await refusals(id)).toEqual([refused('suspended')])
  })
})

test('of many accounts fill neither the disk nor the audit log', { tags: 'slow' }, async () => {
  const { id } = await signUpDeveloper()
  const ids = await owner.query(
    `INSERT INTO developer (id, email) SELECT gen_random_uuid(), n || '@example.com' FROM generate_series(1, 310) n RETURNING id`,
  )
  const entries = await database().auditEntry.count()
  const before = await database().refusedSignIn.count()
  const start = now()
  const attack = (seconds: number, accounts = ids.rows.length) => {
    setClock(new Date(start.getTime() + seconds * 1000))
    return database().$transaction(async (transaction) => {
      for (const row of ids.rows.slice(0, accounts))
        await recordRefusedSignIn(transaction, { developerId: row.id, why: 'password' }, device)
    })
  }
  await attack(3600)
  const burst = (await database().refusedSignIn.count()) - before
  expect(burst).toBeLessThanOrEqual(301)
  for (let minute = 1; minute <= 10; minute++) await attack(3600 + minute * 60, 20)
  const flood = (await database().refusedSignIn.count()) - before - burst
  expect(flood).toBeGreaterThan(0)
  expect(flood).toBeLessThanOrEqual(60)
  expect(await database().auditEntry.count()).toBe(entries)
  setClock(null)
  expect(await refusals(id)).toEqual([])
})

test('takes its step of time, and the same statements, whether or not the address is known', async () => {
  const known = await signUpDeveloper()
  await owner.query('DELETE FROM throttle')
  const sent = vi.spyOn(Client.prototype, 'query')
  const statements: unknown[] = []
  for (const account of [known, { id: null, email: someEmail() }]) {
    sent.mockClear()
    const start = performance.now()
    await recordRefusedPassword(account, 'password', device)
    expect(performance.now() - start).toBeGreaterThan(48)
    statements.push(sent.mock.calls.map(([query]) => (query as { text?: string }).text ?? query))
  }
  sent.mockRestore()
  expect(statements[0]).toContainEqual(expect.stringContaining('INSERT INTO refused_sign_in'))
  expect(statements[1]).toEqual(statements[0])
})
