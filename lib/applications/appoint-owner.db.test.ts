import { beforeEach, describe, expect, test } from 'vitest'
import { database } from '@/lib/database'
import { newId } from '@/lib/ids'
import { eraseDeveloper } from '@/lib/lifecycle/delete-developer'
import { suspendDeveloper } from '@/lib/lifecycle/suspend-developer'
import { refused, succeed } from '@/lib/result'
import { executeAs } from '@/scripts/launch/execute-as'
import { createDeveloper, type Developer } from '@/test/factories'
import { createOrganisation } from '@/test/organisations'
import { readOutbox } from '@/test/outbox'
import { withOwnDatabase } from '@/test/own-database'
import { addToTeam, createShop } from '@/test/team'
import { hasDecidedOn } from './conflict-of-interest'
import { findApplicationFor } from './queries'
import { appointOwner } from './team'

const { owner: sql } = withOwnDatabase()
let owner: Developer
let member: Developer
let id: string

const reason = 'The owner left the company.'
const administrator = async () => createDeveloper({ role: 'administrator' })
const promote = async ({ id }: Developer) =>
  database().developer.update({ where: { id }, data: { role: 'administrator' } })
const refusal = (why: string) => refused(why)

beforeEach(async () => {
  owner = await createDeveloper()
  id = await createShop(owner)
  member = await addToTeam(id, owner, 'member')
})

async function suspend(developer: Developer) {
  await database().developer.update({ where: { id: developer.id }, data: { suspendedAt: new Date() } })
  await database().$executeRaw`SELECT settle_owner(${id}::uuid)`
}

const find = () => database().application.findUniqueOrThrow({ where: { id } })

test('a member becomes owner of an application whose owner is suspended, it serves again, and all of it is recorded', async () => {
  await suspend(owner)
  expect(await find()).toMatchObject({ ownerSuspended: true })
  const actor = await administrator()
  await succeed(executeAs(actor, appointOwner, { target: id, input: { memberId: member.id, reason } }))
  expect(await find()).toMatchObject({ ownerSuspended: false })
  expect(await findApplicationFor(member.id, 'secrets', id)).toMatchObject({ id })
  expect((await readOutbox(member.email)).at(-1)).toMatchObject({
    template: 'ownership-given',
    props: { how: 'appointed' },
  })
  const row = await database().auditEntry.findFirstOrThrow({
    where: { subjectId: id },
    orderBy: { sequence: 'desc' },
  })
  expect(row).toMatchObject({
    action: 'application.owner_appointed',
    actorId: actor.id,
    detail: { memberId: member.id, reason },
  })
  expect(
    await executeAs(actor, appointOwner, { target: id, input: { memberId: member.id, reason } }),
  ).toEqual(refusal('has_owner'))
})

test('no one is appointed alongside an owner who can act, from outside the team, or by someone on it', async () => {
  const actor = await administrator()
  const appoint = (memberId: string, by = actor, application = id) =>
    executeAs(by, appointOwner, { target: application, input: { memberId, reason } })
  expect(await appoint(member.id)).toEqual(refusal('has_owner'))
  await suspend(owner)
  expect(await appoint((await createDeveloper()).id)).toEqual(refusal('not_found'))
  await promote(member)
  expect(await appoint(member.id, { ...actor, id: member.id })).toEqual(refusal('own_application'))
  expect(await appoint(member.id, actor, newId())).toEqual(refusal('not_found'))
  expect(await appoint(member.id, actor, 'none')).toEqual(refusal('not_found'))
  await suspend(member)
  expect(await appoint(member.id)).toEqual(refusal('suspended'))
  await database().application.update({ where: { id }, data: { state: 'deleted' } })
  expect(await appoint(member.id)).toEqual(refusal('not_found'))
})

test('of two simultaneous administrators one appoints', async () => {
  const other = await addToTeam(id, owner, 'member')
  await suspend(owner)
  const outcomes = await Promise.all(
    [member, other].map(async ({ id: memberId }) =>
      executeAs(await administrator(), appointOwner, { target: id, input: { memberId, reason } }),
    ),
  )
  expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true])
})

describe('of an organisation', () => {
  let organisation: string
  let till: string

  beforeEach(async () => {
    organisation = await createOrganisation(owner)
    member = await addToTeam(organisation, owner, 'member')
    till = await createShop(owner, { organisationId: organisation })
  })

  const suspendOwner = async () =>
    expect(
      await executeAs(await administrator(), suspendDeveloper, { target: owner.id, input: { reason } }),
    ).toMatchObject({ ok: true })

  test('a member becomes owner, its applications serve again, and the previous owner can be erased', async () => {
    await suspendOwner()
    const actor = await administrator()
    expect(await executeAs(actor, eraseDeveloper, { target: owner.id, input: { reason } })).toEqual(
      refusal('last_owner'),
    )
    await database().application.update({ where: { id }, data: { state: 'deleted' } })
    await succeed(
      executeAs(actor, appointOwner, { target: organisation, input: { memberId: member.id, reason } }),
    )
    const where = { id: till }
    expect(await database().application.findUnique({ where })).toMatchObject({ ownerSuspended: false })
    expect((await readOutbox(member.email)).at(-1)).toMatchObject({
      template: 'ownership-given',
      props: { how: 'appointed', organisation: true },
    })
    expect(
      await database().auditEntry.findFirst({
        where: { subjectId: organisation },
        orderBy: { sequence: 'desc' },
      }),
    ).toMatchObject({
      action: 'organisation.owner_appointed',
      actorId: actor.id,
      detail: { memberId: member.id, reason },
    })
    expect(await hasDecidedOn(database(), till, actor.id)).toBe(true)
    await succeed(executeAs(actor, eraseDeveloper, { target: owner.id, input: { reason } }))
    expect(await database().application.findUnique({ where })).toMatchObject({ developerId: member.id })
  })

  test('no one is appointed alongside an owner, from outside, in a closed one, or by someone with an interest', async () => {
    const actor = await administrator()
    const appoint = (by = actor, memberId = member.id) =>
      executeAs(by, appointOwner, { target: organisation, input: { memberId, reason } })
    expect(await appoint()).toEqual(refusal('has_owner'))
    await suspendOwner()
    await promote(member)
    expect(await appoint({ ...actor, id: member.id })).toEqual(refusal('own_organisation'))
    expect(await appoint(actor, (await createDeveloper()).id)).toEqual(refusal('not_found'))
    await expect(
      sql.query(
        `INSERT INTO audit_entry (actor_id, actor_role, action, subject_type, subject_id, detail)
         VALUES ($1, 'administrator', 'organisation.owner_appointed', 'organisation', $2, '{}')`,
        [member.id, organisation],
      ),
    ).rejects.toThrow('never decides')
    await suspend(member)
    expect(await appoint()).toEqual(refusal('suspended'))
    await database().organisation.update({ where: { id: organisation }, data: { state: 'closed' } })
    expect(await appoint()).toEqual(refusal('not_found'))
  })

  test('its owner counts for its applications too', async () => {
    const single = await addToTeam(till, owner, 'member')
    const actor = await administrator()
    const appoint = () =>
      executeAs(actor, appointOwner, { target: till, input: { memberId: single.id, reason } })
    expect(await appoint()).toEqual(refusal('has_owner'))
    await suspendOwner()
    expect(await appoint()).toMatchObject({ ok: true })
    expect(await findApplicationFor(single.id, 'secrets', till)).toMatchObject({ ownerSuspended: false })
  })
})
