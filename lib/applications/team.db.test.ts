import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findApplicationFor, listApplications } from '@/lib/applications/queries'
import { handOver, leaveTeam, makeOwner, removeMember } from '@/lib/applications/team'
import { listTeam } from '@/lib/applications/team-members'
import { database } from '@/lib/database'
import { newId } from '@/lib/ids'
import { createApplication } from '@/lib/lifecycle/create-application'
import { moveIntoOrganisation } from '@/lib/lifecycle/move-into-organisation'
import { refused } from '@/lib/result'
import { applicationFields } from '@/scripts/launch/data'
import { executeAs } from '@/scripts/launch/execute-as'
import { holdLocks } from '@/test/blocked'
import { createDeveloper, type Developer } from '@/test/factories'
import { createOrganisation } from '@/test/organisations'
import { readOutbox } from '@/test/outbox'
import { withOwnDatabase } from '@/test/own-database'
import { addToTeam, createShop } from '@/test/team'
import { inviteToTeam } from './invite'
import { listSentInvitations } from './join'

const own = withOwnDatabase()
let owner: Developer
let id: string

beforeEach(async () => {
  owner = await createDeveloper()
  id = await createShop(owner)
})

async function roles(applicationId = id): Promise<Record<string, string>> {
  const rows = await database().membership.findMany({ where: { applicationId } })
  return Object.fromEntries(rows.map(({ developerId, role }) => [developerId, role]))
}

async function lastAudit() {
  const row = await database().auditEntry.findFirstOrThrow({
    where: { subjectId: id },
    orderBy: { sequence: 'desc' },
  })
  return { action: row.action, actorId: row.actorId, detail: row.detail }
}

async function lastMail({ email }: Developer) {
  const mail = (await readOutbox(email)).at(-1)
  return { template: mail?.template, ...mail?.props }
}

async function suspend(developer: Developer) {
  await database().developer.update({ where: { id: developer.id }, data: { suspendedAt: new Date() } })
}

type Change = typeof removeMember | typeof makeOwner | typeof handOver

const change = (by: Developer, command: Change, memberId: string, target = id) =>
  executeAs(by, command, { target, input: { memberId } })
const leave = (by: Developer, target = id) => executeAs(by, leaveTeam, { target })
const done = { ok: true }

test("a shared application is in everyone's list, with their role", async () => {
  const member = await addToTeam(id, owner, 'member')
  expect(await listApplications(owner.id)).toMatchObject([{ id, role: 'owner', shared: true }])
  expect(await listApplications(member.id)).toMatchObject([{ id, role: 'member', shared: true }])
  expect(await listApplications((await createDeveloper()).id)).toEqual([])
  expect((await listTeam(id, member.id)).map(({ email, role }) => [email, role])).toEqual([
    [owner.email, 'owner'],
    [member.email, 'member'],
  ])
})

describe('while an application and an organisation are locked, a stranger is refused without waiting:', () => {
  let organisation: string
  let stranger: Developer
  let release: () => Promise<void>
  beforeEach(async () => {
    organisation = await createOrganisation(owner)
    stranger = await createDeveloper()
    release = await holdLocks(
      own.owner,
      `SELECT FROM application a JOIN client_secret s ON s.application_id = a.id JOIN organisation o ON o.id = $2
       WHERE a.id = $1 FOR UPDATE`,
      [id, organisation],
    )
  })
  afterEach(() => release())

  test('moveIntoOrganisation with an own application', async () => {
    const shop = await createShop(stranger)
    expect(
      await executeAs(stranger, moveIntoOrganisation, {
        target: shop,
        input: { organisationId: organisation },
      }),
    ).toEqual(refused('gone'))
  })

  test('createApplication', async () => {
    const fields = { ...applicationFields('Boutique'), organisationId: organisation }
    expect(
      await executeAs(stranger, createApplication, { input: { ...fields, environment: 'production' } }),
    ).toEqual(refused('organisation_unknown'))
  })
})

test('removing ends the membership and the invitations they sent, notifies both sides, and is recorded', async () => {
  const second = await addToTeam(id, owner, 'owner')
  const other = await addToTeam(id, owner, 'owner')
  await executeAs(second, inviteToTeam, { target: id, input: { email: 'later@example.com', role: 'member' } })
  expect(await listSentInvitations(id, owner.id)).toHaveLength(1)
  expect(await change(owner, removeMember, second.id)).toMatchObject(done)
  expect(await findApplicationFor(second.id, 'view', id)).toBeNull()
  expect(await listSentInvitations(id, owner.id)).toEqual([])
  expect(await lastMail(second)).toMatchObject({ template: 'team-removed', applicationName: 'Boutique' })
  expect(await lastMail(other)).toMatchObject({ template: 'team-changed', change: 'removed' })
  expect(await lastMail(owner)).toMatchObject({ change: 'invited', personEmail: 'later@example.com' })
  expect(await lastAudit()).toEqual({
    action: 'application.member_removed',
    actorId: owner.id,
    detail: { memberId: second.id, role: 'owner' },
  })
})

test('removing finds neither oneself, nor a stranger, nor anyone on another team', async () => {
  await addToTeam(id, owner, 'member')
  const stranger = await createDeveloper()
  for (const target of [owner.id, stranger.id, newId(), 'nonsense'])
    expect(await change(owner, removeMember, target)).toEqual(refused('gone'))
  expect(Object.keys(await roles())).toHaveLength(2)
})

describe('owners', () => {
  test('make others owners, once', async () => {
    const member = await addToTeam(id, owner, 'member')
    expect(await change(owner, makeOwner, member.id)).toMatchObject(done)
    expect(await change(owner, makeOwner, member.id)).toEqual(refused('owner_already'))
    expect(await roles()).toEqual({ [owner.id]: 'owner', [member.id]: 'owner' })
    expect(await lastMail(member)).toMatchObject({ template: 'ownership-given', how: 'made' })
    expect(await lastAudit()).toMatchObject({ action: 'application.member_made_owner' })
  })

  test('hand over, become a member, and are no longer named', async () => {
    const member = await addToTeam(id, owner, 'member')
    expect(await change(owner, handOver, member.id)).toMatchObject(done)
    expect(await roles()).toEqual({ [owner.id]: 'member', [member.id]: 'owner' })
    expect(await findApplicationFor(member.id, 'secrets', id)).toMatchObject({ developerId: member.id })
    expect(await findApplicationFor(owner.id, 'secrets', id)).toBeNull()
    expect(await lastMail(member)).toMatchObject({ template: 'ownership-given', how: 'handed_over' })
    expect(await lastAudit()).toEqual({
      action: 'application.handed_over',
      actorId: owner.id,
      detail: { memberId: member.id },
    })
  })

  test('of an organisation hand it over with its applications: what they invited to there ends too', async () => {
    const organisationId = await createOrganisation(owner)
    const member = await addToTeam(organisationId, owner, 'member')
    const inside = await createShop(owner, { organisationId })
    const sent = { email: 'second.account@example.com', role: 'owner' } as const
    expect(await executeAs(owner, inviteToTeam, { target: inside, input: sent })).toMatchObject({ ok: true })
    expect(await change(owner, handOver, member.id, organisationId)).toMatchObject(done)
    expect(await listSentInvitations(inside, member.id)).toEqual([])
  })

  test('give nothing to anyone suspended', async () => {
    const member = await addToTeam(id, owner, 'member')
    await suspend(member)
    expect(await change(owner, handOver, member.id)).toEqual(refused('suspended'))
    expect(await change(owner, makeOwner, member.id)).toEqual(refused('suspended'))
    expect(await roles()).toEqual({ [owner.id]: 'owner', [member.id]: 'member' })
  })
})

describe('leaving', () => {
  test('of a member changes nothing else', async () => {
    const member = await addToTeam(id, owner, 'member')
    expect(await leave(member)).toMatchObject(done)
    expect(await leave(member)).toEqual(refused('not_found'))
    expect(await roles()).toEqual({ [owner.id]: 'owner' })
    expect(await lastMail(owner)).toMatchObject({ template: 'team-changed', change: 'left' })
    expect(await lastAudit()).toMatchObject({ detail: { role: 'member', successorId: null } })
  })

  test('of the last owner makes the earliest member owner who is not suspended', async () => {
    const suspended = await addToTeam(id, owner, 'member')
    const first = await addToTeam(id, owner, 'member')
    const second = await addToTeam(id, owner, 'member')
    await suspend(suspended)
    expect(await leave(owner)).toMatchObject(done)
    expect(await roles()).toEqual({ [suspended.id]: 'member', [first.id]: 'owner', [second.id]: 'member' })
    expect(await lastMail(first)).toMatchObject({ template: 'ownership-given', how: 'inherited' })
    expect(await findApplicationFor(first.id, 'secrets', id)).toMatchObject({
      developerId: first.id,
      ownerSuspended: false,
    })
    expect(await lastAudit()).toEqual({
      action: 'application.member_left',
      actorId: owner.id,
      detail: { role: 'owner', successorId: first.id },
    })
  })

  test('of the only person who could own it is refused', async () => {
    expect(await leave(owner)).toEqual(refused('only_person'))
    const second = await addToTeam(id, owner, 'owner')
    await suspend(second)
    expect(await leave(owner)).toEqual(refused('only_person'))
    expect(await roles()).toMatchObject({ [owner.id]: 'owner' })
  })
})

describe('the database', () => {
  test('keeps the last owner, whatever the code does', async () => {
    const member = await addToTeam(id, owner, 'member')
    const last = { where: { applicationId_developerId: { applicationId: id, developerId: owner.id } } }
    await expect(database().membership.delete(last)).rejects.toThrow(/has an owner/)
    await expect(database().membership.update({ ...last, data: { role: 'member' } })).rejects.toThrow(
      /has an owner/,
    )
    expect(await roles()).toEqual({ [owner.id]: 'owner', [member.id]: 'member' })
  })
})
