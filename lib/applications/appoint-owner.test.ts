import { beforeEach, expect, test } from 'vitest'
import { database } from '@/lib/database'
import { newId } from '@/lib/ids'
import { createDeveloper, type Developer } from '@/test/factories'
import { readOutbox } from '@/test/outbox'
import { withOwnDatabase } from '@/test/own-database'
import { addToTeam, createShop } from '@/test/team'
import { appointOwner } from './appoint-owner'
import { findApplicationFor } from './queries'

withOwnDatabase()
let owner: Developer
let member: Developer
let id: string

const reason = 'The owner left the company.'
const administrator = async () => createDeveloper({ role: 'administrator' })
const refusal = (why: string) => ({ ok: false, reason: why })

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
  expect(await appointOwner(id, { memberId: member.id, reason }, actor)).toMatchObject({ ok: true })
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
  expect(await appointOwner(id, { memberId: member.id, reason }, actor)).toEqual(refusal('has_owner'))
})

test('no one is appointed alongside an owner who can act, from outside the team, or by someone on it', async () => {
  const actor = await administrator()
  const appoint = (memberId: string, by = actor, application = id) =>
    appointOwner(application, { memberId, reason }, by)
  expect(await appoint(member.id)).toEqual(refusal('has_owner'))
  await suspend(owner)
  expect(await appoint((await createDeveloper()).id)).toEqual(refusal('not_found'))
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
      appointOwner(id, { memberId, reason }, await administrator()),
    ),
  )
  expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true])
})
