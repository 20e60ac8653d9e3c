import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findApplicationEntry, searchApplications } from '@/lib/applications/directory'
import { listWorkingSecrets } from '@/lib/credentials/queries'
import { database } from '@/lib/database'
import { findSession } from '@/lib/identity/session'
import { newId } from '@/lib/ids'
import { refused, succeed } from '@/lib/result'
import { applicationFields } from '@/scripts/launch/data'
import { executeAs } from '@/scripts/launch/execute-as'
import { openSession } from '@/test/developers'
import { createDeveloper, type Developer } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { countLiveTokens, createToken } from '@/test/tokens'
import { createApplication } from './create-application'
import { reinstateApplication, suspendApplication } from './suspend-application'
import { reinstateDeveloper, suspendDeveloper } from './suspend-developer'

const own = withOwnDatabase()
let administrator: Developer<'administrator'>
let owner: Developer

const reason = { reason: 'Abuse' }

beforeAll(async () => {
  administrator = await createDeveloper({ role: 'administrator' })
})

beforeEach(async () => {
  owner = await createDeveloper()
})

async function createSandbox(name = 'Boutique') {
  const input = applicationFields(name)
  return succeed(executeAs(owner, createApplication, { input: { ...input, environment: 'sandbox' } }))
}

async function mails() {
  const rows = await database().mailMessage.findMany({
    where: { toAddress: `${owner.id}@example.com`, template: { not: 'application-created' } },
    orderBy: { id: 'asc' },
  })
  return rows.map(({ template }) => template)
}

async function audited(subjectId: string) {
  const rows = await database().auditEntry.findMany({
    where: { subjectId, actorId: administrator.id },
    orderBy: { sequence: 'asc' },
  })
  return rows.map(({ action, detail }) => ({ action, detail }))
}

describe('suspending a developer', () => {
  // ASVS 7.4.2
  test('leaves no session that could become valid when it ends', async () => {
    await executeAs(administrator, suspendDeveloper, { target: owner.id, input: reason })
    const session = await openSession(owner.id)
    await succeed(executeAs(administrator, reinstateDeveloper, { target: owner.id, input: reason }))
    expect(await findSession(session)).toBeNull()
  })

  // ASVS 7.4.2, 7.4.5
  test('stops all of their applications, tokens and sessions, and is mailed and recorded once', async () => {
    const applications = [await createSandbox(), await createSandbox(), await createSandbox()]
    const ids = applications.map(({ id }) => id)
    for (const id of ids) await createToken(own, id)
    const session = await openSession(owner.id)
    const results = await Promise.all(
      [1, 2].map(() => executeAs(administrator, suspendDeveloper, { target: owner.id, input: reason })),
    )
    expect(results).toContainEqual({ ok: true, value: undefined })
    expect(results).toContainEqual(refused('already_suspended'))
    expect(await countLiveTokens(...ids)).toBe(0)
    expect(await findSession(session)).toBeNull()
    expect(
      await database().application.count({ where: { developerId: owner.id, ownerSuspended: true } }),
    ).toBe(3)
    expect(await mails()).toEqual(['account-suspended'])
    expect(await audited(owner.id)).toEqual([
      {
        action: 'developer.suspended',
        detail: { reason: 'Abuse', applications: 3, goingOn: [], sessions: 1 },
      },
    ])
    await succeed(
      executeAs(administrator, reinstateDeveloper, { target: owner.id, input: { reason: 'Cleared' } }),
    )
    const served = { developerId: owner.id, ownerSuspended: false }
    expect(await database().application.count({ where: served })).toBe(3)
    expect(await mails()).toEqual(['account-suspended', 'account-reinstated'])
    expect((await audited(owner.id)).at(-1)).toEqual({
      action: 'developer.reinstated',
      detail: { reason: 'Cleared' },
    })
  })

  test('reaches or prevents an application that is created at the same moment', async () => {
    const input = { ...applicationFields('Boutique'), environment: 'sandbox' } as const
    for (let round = 0; round < 5; round++) {
      await Promise.all([
        executeAs(owner, createApplication, { input }),
        executeAs(administrator, suspendDeveloper, { target: owner.id, input: reason }),
      ])
      const serving = { developerId: owner.id, ownerSuspended: false }
      expect(await database().application.count({ where: serving })).toBe(0)
      await executeAs(administrator, reinstateDeveloper, { target: owner.id, input: reason })
    }
  })

  test('is refused for oneself, and for anyone not suspended', async () => {
    expect(
      await executeAs(administrator, suspendDeveloper, { target: administrator.id, input: reason }),
    ).toEqual(refused('own_account'))
    expect(await executeAs(administrator, reinstateDeveloper, { target: owner.id, input: reason })).toEqual(
      refused('not_suspended'),
    )
  })

  test('of two administrators who suspend each other at the same time, one stays', async () => {
    const other = await createDeveloper({ role: 'administrator' })
    const results = await Promise.all([
      executeAs(administrator, suspendDeveloper, { target: other.id, input: reason }),
      executeAs(other, suspendDeveloper, { target: administrator.id, input: reason }),
    ])
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results).toContainEqual(refused('last_administrator'))
    const [first, second] = [administrator, other]
    await executeAs(second, reinstateDeveloper, { target: first.id, input: reason })
    await executeAs(first, reinstateDeveloper, { target: second.id, input: reason })
  })
})

describe('suspending one application', () => {
  test('ends its tokens, keeps its secret, and is mailed, recorded and added to its timeline', async () => {
    const application = await createSandbox()
    const other = await createSandbox()
    for (const { id } of [application, other]) await createToken(own, id)
    const [secret] = await listWorkingSecrets(application.id)
    const results = await Promise.all(
      [1, 2].map(() =>
        executeAs(administrator, suspendApplication, { target: application.id, input: reason }),
      ),
    )
    expect(results).toContainEqual({ ok: true, value: undefined })
    expect(results).toContainEqual(refused('not_active'))
    expect(await countLiveTokens(application.id)).toBe(0)
    expect(await countLiveTokens(other.id)).toBe(1)
    expect(await findApplicationEntry(application.id)).toMatchObject({
      state: 'suspended',
      transitions: [
        { toState: 'suspended', reason: 'Abuse', actorRole: 'administrator' },
        { toState: 'active' },
      ],
    })
    await succeed(
      executeAs(administrator, reinstateApplication, {
        target: application.id,
        input: { reason: 'Cleared' },
      }),
    )
    expect(await findApplicationEntry(application.id)).toMatchObject({ state: 'active' })
    expect(await listWorkingSecrets(application.id)).toEqual([secret])
    expect(await mails()).toEqual(['application-suspended', 'application-reinstated'])
    expect(await audited(application.id)).toEqual([
      { action: 'application.suspended', detail: reason },
      { action: 'application.reinstated', detail: { reason: 'Cleared' } },
    ])
  })

  test('is refused in other states, and no one reinstates their own', async () => {
    const application = await createSandbox()
    expect(
      await executeAs(administrator, reinstateApplication, { target: application.id, input: reason }),
    ).toEqual(refused('not_suspended'))
    await executeAs(administrator, suspendApplication, { target: application.id, input: reason })
    const self = await database().developer.update({
      where: { id: owner.id },
      data: { role: 'administrator' },
    })
    expect(await executeAs(self, reinstateApplication, { target: application.id, input: reason })).toEqual(
      refused('own_application'),
    )
  })
})

test('administrators find applications by name, owner, client id and state', async () => {
  const mark = newId().slice(-12)
  const first = await createSandbox(`${mark} 100%`)
  const second = await createSandbox(`${mark} 100_`)
  await executeAs(administrator, suspendApplication, { target: second.id, input: reason })
  const find = async (filter: Parameters<typeof searchApplications>[0]) =>
    (await searchApplications(filter, undefined, 10)).rows.map(({ id }) => id)
  expect(await find({ text: mark.toUpperCase() })).toEqual([second.id, first.id])
  expect(await find({ text: '100%' })).toEqual([first.id])
  expect(await find({ text: `${owner.id}@EXAMPLE.com` })).toEqual([second.id, first.id])
  expect(await find({ text: first.clientId })).toEqual([first.id])
  expect(await find({ text: first.id })).toEqual([first.id])
  expect(await find({ text: mark, state: 'suspended' })).toEqual([second.id])
  expect(await find({ text: mark, environment: 'production' })).toEqual([])
  expect(await find({ developerId: owner.id })).toEqual([second.id, first.id])
})
