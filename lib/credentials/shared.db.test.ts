import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inviteToTeam } from '@/lib/applications/invite'
import { findApplicationFor } from '@/lib/applications/queries'
import { handOver, removeMember } from '@/lib/applications/team'
import { database } from '@/lib/database'
import { findSuspension } from '@/lib/identity/refused-sign-in'
import { newId } from '@/lib/ids'
import { refused, succeed } from '@/lib/result'
import { mintToken } from '@/lib/tokens/commands'
import { executeAs } from '@/scripts/launch/execute-as'
import { holdLocks, untilBlocked } from '@/test/blocked'
import { deleteAccount } from '@/test/developers'
import { createDeveloper, type Developer } from '@/test/factories'
import { readOutbox } from '@/test/outbox'
import { withOwnDatabase } from '@/test/own-database'
import { addToTeam, createShop } from '@/test/team'
import { countLiveTokens } from '@/test/tokens'
import { deleteApplication } from '../lifecycle/delete-application'
import { suspendApplication } from '../lifecycle/suspend-application'
import { reinstateDeveloper, suspendDeveloper } from '../lifecycle/suspend-developer'
import { rotateSecret } from './client-secret'
import { listWorkingSecrets } from './queries'

const { owner: sql, gateway } = withOwnDatabase()
let administrator: { id: string; role: 'administrator' }
let owner: Developer
let id: string

const reason = { reason: 'Abuse' }

beforeAll(async () => {
  administrator = await createDeveloper({ role: 'administrator' })
})

beforeEach(async () => {
  owner = await createDeveloper()
  id = await createShop(owner)
})

/** As the gateway does for a program: false when the application is not served. */
async function mint(applicationId = id): Promise<boolean> {
  const secretId = (await listWorkingSecrets(applicationId))[0]?.id ?? newId()
  const latest = await database().accessToken.aggregate({
    where: { applicationId },
    _max: { generation: true },
  })
  const latestGeneration = String(latest._max.generation ?? 0)
  const keys = [{ id: 'test', key: Buffer.alloc(32, 't') }] as const
  const input = {
    environment: 'sandbox',
    applicationId,
    credentialId: secretId,
    latestGeneration,
    alone: false,
  } as const
  return (await mintToken(gateway, keys, input, newId())) !== null
}

async function roleOf(developer: Developer, applicationId = id) {
  const where = { applicationId_developerId: { applicationId, developerId: developer.id } }
  return (await database().membership.findUnique({ where }))?.role ?? null
}

async function lastMail({ email }: Developer) {
  const mail = (await readOutbox(email)).at(-1)
  return { template: mail?.template, ...mail?.props }
}

async function lastAudit(subjectId: string) {
  const row = await database().auditEntry.findFirst({ where: { subjectId }, orderBy: { sequence: 'desc' } })
  return { action: row?.action, detail: row?.detail }
}

test('a handover leaves the secret and live tokens working', async () => {
  const member = await addToTeam(id, owner, 'member')
  expect(await mint()).toBe(true)
  const before = await listWorkingSecrets(id)
  await executeAs(owner, handOver, { target: id, input: { memberId: member.id } })
  expect(await listWorkingSecrets(id)).toMatchObject(before.map(({ id: secretId }) => ({ id: secretId })))
  expect(await countLiveTokens(id)).toBe(1)
  expect(await mint()).toBe(true)
})

test('every owner is mailed about a rotation, members are not; the whole team is mailed about a suspension', async () => {
  const second = await addToTeam(id, owner, 'owner')
  const member = await addToTeam(id, owner, 'member')
  const secretId = (await listWorkingSecrets(id))[0]?.id ?? ''
  await succeed(executeAs(owner, rotateSecret, { target: id, input: { secretId, overlap: 0 } }))
  for (const who of [owner, second]) expect(await lastMail(who)).toMatchObject({ template: 'secret-rotated' })
  expect(await lastMail(member)).toMatchObject({ template: 'application-shared' })
  await executeAs(administrator, suspendApplication, { target: id, input: reason })
  for (const who of [owner, second, member])
    expect(await lastMail(who)).toMatchObject({ template: 'application-suspended' })
})

test('a deletion by someone who stops being an owner while it waits is refused', async () => {
  const removed = await addToTeam(id, owner, 'owner')
  const lowered = await addToTeam(id, owner, 'owner')
  expect(await mint()).toBe(true)
  for (const [who, lose] of [
    [removed, () => executeAs(owner, removeMember, { target: id, input: { memberId: removed.id } })],
    [lowered, () => executeAs(lowered, handOver, { target: id, input: { memberId: owner.id } })],
  ] as const) {
    const release = await holdLocks(sql, 'SELECT FROM application WHERE id = $1 FOR NO KEY UPDATE', [id])
    const lost = lose()
    await untilBlocked(sql, 1)
    const deleted = executeAs(who, deleteApplication, { target: id, input: {} })
    await untilBlocked(sql, 2)
    await release()
    expect((await lost).ok).toBe(true)
    expect(await deleted).toEqual(refused('not_found'))
    expect(await countLiveTokens(id)).toBe(1)
    expect(await findApplicationFor(owner.id, 'delete', id)).toMatchObject({ state: 'active' })
    expect((await lastAudit(id)).action).not.toBe('application.deleted')
  }
})

describe('suspending', () => {
  test('one of two owners does not stop it; the other is asked to rotate', async () => {
    const second = await addToTeam(id, owner, 'owner')
    const alone = await createShop(owner)
    expect([await mint(), await mint(alone)]).toEqual([true, true])
    await executeAs(administrator, suspendDeveloper, { target: owner.id, input: reason })
    expect([await countLiveTokens(id), await countLiveTokens(alone)]).toEqual([1, 0])
    expect([await mint(), await mint(alone)]).toEqual([true, false])
    expect(await lastMail(second)).toMatchObject({
      template: 'team-changed',
      change: 'suspended',
      personEmail: owner.email,
    })
    expect(await lastMail(owner)).toMatchObject({ template: 'account-suspended', applications: 1 })
    expect(await lastAudit(owner.id)).toMatchObject({ detail: { applications: 1, goingOn: [id] } })
  })

  test('its reason is visible to the person while it lasts', async () => {
    expect(await findSuspension({ email: owner.email })).toBeNull()
    await executeAs(administrator, suspendDeveloper, { target: owner.id, input: { reason: 'First' } })
    await executeAs(administrator, reinstateDeveloper, { target: owner.id, input: reason })
    await executeAs(administrator, suspendDeveloper, {
      target: owner.id,
      input: { reason: 'Mail of awa@example.com' },
    })
    expect(await findSuspension({ email: owner.email })).toEqual({ reason: 'Mail of awa@example.com' })
    await executeAs(administrator, reinstateDeveloper, { target: owner.id, input: reason })
    expect(await findSuspension({ id: owner.id })).toBeNull()
  })

  test('someone who is being handed an application leaves it with an owner who can act, or stopped', async () => {
    for (let round = 0; round < 8; round++) {
      const shop = await createShop(owner)
      const member = await addToTeam(shop, owner, 'member')
      const [handed] = await Promise.all([
        executeAs(owner, handOver, { target: shop, input: { memberId: member.id } }),
        executeAs(administrator, suspendDeveloper, { target: member.id, input: reason }),
      ])
      expect(await mint(shop)).toBe(!handed.ok)
    }
  })
})

describe('deleting an account', () => {
  test('passes applications on to the earliest member, and ends those that no one else could own', async () => {
    const first = await addToTeam(id, owner, 'member')
    const second = await addToTeam(id, owner, 'member')
    const alone = await createShop(owner)
    await mint()
    await executeAs(owner, inviteToTeam, {
      target: id,
      input: { email: 'waits@example.com', role: 'member' },
    })
    expect(await deleteAccount(owner)).toEqual({ ok: true, value: undefined })
    expect([await roleOf(owner), await roleOf(first), await roleOf(second)]).toEqual([
      null,
      'owner',
      'member',
    ])
    expect(await findApplicationFor(first.id, 'secrets', id)).toMatchObject({ developerId: first.id })
    expect(await lastMail(first)).toMatchObject({ template: 'ownership-given', how: 'inherited' })
    expect(await lastMail(owner)).toMatchObject({ template: 'account-deleted', applications: 1, shared: 1 })
    expect(await countLiveTokens(id)).toBe(1)
    expect(await mint()).toBe(true)
    expect(await database().application.findUnique({ where: { id: alone } })).toMatchObject({
      state: 'deleted',
    })
    expect(await lastAudit(id)).toEqual({
      action: 'application.member_left',
      detail: { successorId: first.id },
    })
    expect(await lastAudit(owner.id)).toMatchObject({ detail: { applications: 1, shared: 1 } })
    const waiting = { applicationId: id, usedAt: null, cancelledAt: null }
    expect(await database().membershipInvitation.count({ where: waiting })).toBe(0)
  })

  test('leaves a suspended owner with an application that is stopped', async () => {
    const second = await addToTeam(id, owner, 'owner')
    await executeAs(administrator, suspendDeveloper, { target: second.id, input: reason })
    await mint()
    await deleteAccount(owner)
    expect(await roleOf(second)).toBe('owner')
    expect(await countLiveTokens(id)).toBe(0)
    expect(await mint()).toBe(false)
    await executeAs(administrator, reinstateDeveloper, { target: second.id, input: reason })
    expect(await mint()).toBe(true)
  })
})
