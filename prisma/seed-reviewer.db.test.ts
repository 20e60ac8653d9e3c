import { beforeEach, describe, expect, test } from 'vitest'
import { systemActor } from '@/lib/audit/schema'
import { now, setClock } from '@/lib/clock'
import { database } from '@/lib/database'
import { activateDeveloper } from '@/lib/identity/activation'
import { findSession } from '@/lib/identity/session'
import { succeed } from '@/lib/result'
import { lastLink } from '@/scripts/launch/data'
import { executeAs } from '@/scripts/launch/execute-as'
import { goodPassword, listActions, signUpDeveloper, stranger } from '@/test/developers'
import { readOutbox } from '@/test/outbox'
import { withOwnDatabase } from '@/test/own-database'
import { seedFirstReviewer } from './seed'

withOwnDatabase()

const email = 'reviewer@guichet.localhost'
const seed = (settings: { REVIEWER_EMAIL?: string } = { REVIEWER_EMAIL: email }) =>
  succeed(executeAs(systemActor, seedFirstReviewer, { input: settings }))

beforeEach(() => setClock(now()))

test('without an address no one becomes administrator, until there is one', async () => {
  await expect(seed({})).rejects.toThrow('REVIEWER_EMAIL: is required until there is an administrator')
  expect(await database().developer.count()).toBe(0)
})

// ASVS 6.3.2
test('the first reviewer administers, and gets one link however often it starts', async () => {
  expect((await Promise.all([seed(), seed(), seed()])).filter(Boolean)).toEqual([email])
  const { id, ...row } = await database().developer.findUniqueOrThrow({ where: { email } })
  expect(row).toMatchObject({
    role: 'administrator',
    breakGlass: true,
    passwordHash: null,
    activatedAt: null,
  })
  expect(await readOutbox(email)).toMatchObject([
    { template: 'reviewer-invitation', props: { role: 'administrator', hours: 24, renewable: true } },
  ])
  expect(await listActions(id)).toEqual(['developer.first_reviewer_seeded'])
})

test('an expired link is followed by another at the next start', async () => {
  await seed()
  const count = (await readOutbox(email)).length
  setClock(new Date(now().getTime() + 24 * 3_600_000))
  expect(await seed()).toBe(email)
  expect(await readOutbox(email)).toHaveLength(count + 1)
})

test('once there is an administrator, nothing happens', async () => {
  setClock(new Date(now().getTime() + 48 * 3_600_000))
  await seed()
  const result = await executeAs(stranger, activateDeveloper, {
    input: { link: await lastLink(email), password: goodPassword },
  })
  expect(result).toMatchObject({ ok: true, value: { role: 'administrator' } })
  expect(await seed({ REVIEWER_EMAIL: 'another@example.com' })).toBeNull()
  expect(await seed({})).toBeNull()
  expect(await database().developer.count()).toBe(1)
})

describe('a developer whom the operator names', () => {
  withOwnDatabase()

  // ASVS 7.4.2
  test('keeps no session of the previous role', async () => {
    const { id, email: named, session } = await signUpDeveloper()
    expect(await findSession(session)).not.toBeNull()
    expect(await seed({ REVIEWER_EMAIL: named })).toBeNull()
    expect(await findSession(session)).toBeNull()
    expect(await database().developer.findUniqueOrThrow({ where: { id } })).toMatchObject({
      role: 'administrator',
      sessionVersion: 1,
    })
  })
})
