import { beforeEach, expect, test } from 'vitest'
import { inviteToTeam } from '@/lib/applications/invite'
import { listTeamInvitations } from '@/lib/applications/join'
import type { Administrator, Owner } from '@/lib/audit/schema'
import { database } from '@/lib/database'
import { newId } from '@/lib/ids'
import { refused, succeed } from '@/lib/result'
import { openRevision } from '@/lib/validation/open-submission'
import { submitForValidation } from '@/lib/validation/submit'
import { applicationFields } from '@/scripts/launch/data'
import { executeAs } from '@/scripts/launch/execute-as'
import { createDeveloper } from '@/test/factories'
import {
  createOrganisation,
  createVerified,
  decideOnOrganisation,
  submitOrganisation,
} from '@/test/organisations'
import { readOutbox } from '@/test/outbox'
import { withOwnDatabase } from '@/test/own-database'
import { addToTeam, createShop } from '@/test/team'
import { countLiveTokens, createToken } from '@/test/tokens'
import { createApplication } from './create-application'
import { moveIntoOrganisation } from './move-into-organisation'
import { reinstateOrganisation, suspendOrganisation } from './suspend-organisation'

const guichet = withOwnDatabase({ requirements: ['Tax registration', 'Signed terms'] })
const { owner: sql } = guichet
const reason = { reason: 'Fraud' }
const refusal = (why: string) => refused(why)

let owner: Owner & { email: string }
let reviewer: Administrator
let administrator: Administrator & { email: string }
let id: string

beforeEach(async () => {
  owner = await createDeveloper({}, sql)
  reviewer = await createDeveloper({ role: 'reviewer' }, sql)
  administrator = await createDeveloper({ role: 'administrator' }, sql)
  id = await createVerified(owner, reviewer, { registrationNumber: newId() })
})

const read = () => database().organisation.findUniqueOrThrow({ where: { id } })
const suspended = async (applicationId: string) =>
  (await database().application.findUniqueOrThrow({ where: { id: applicationId } })).ownerSuspended

test('its applications stop and start, its owners are e-mailed in their language, and the history says why', async () => {
  const french = await createDeveloper({ locale: 'fr' }, sql)
  const member = await createDeveloper({}, sql)
  for (const [person, role] of [[french, 'owner'] as const, [member, 'member'] as const])
    await database().membership.create({ data: { organisationId: id, developerId: person.id, role } })
  const applicationId = await createShop(owner, { organisationId: id })
  const outside = await addToTeam(applicationId, { ...owner, role: 'developer' }, 'member')
  await createToken(guichet, applicationId)

  expect((await executeAs(administrator, suspendOrganisation, { target: id, input: reason })).ok).toBe(true)
  expect(await countLiveTokens(applicationId)).toBe(0)
  expect(await read()).toMatchObject({ state: 'suspended' })
  expect(await suspended(applicationId)).toBe(true)
  expect(await executeAs(administrator, suspendOrganisation, { target: id, input: reason })).toEqual(
    refusal('not_verified'),
  )

  await succeed(executeAs(administrator, reinstateOrganisation, { target: id, input: { reason: 'Cleared' } }))
  expect(await read()).toMatchObject({ state: 'verified' })
  expect(await suspended(applicationId)).toBe(false)
  expect(await executeAs(administrator, reinstateOrganisation, { target: id, input: reason })).toEqual(
    refusal('not_suspended'),
  )

  for (const [person, locale] of [[owner, 'en'] as const, [french, 'fr'] as const])
    expect((await readOutbox(person.email)).slice(-2)).toMatchObject([
      { template: 'organisation-suspended', locale, props: { organisationName: 'Kolo SA', ...reason } },
      { template: 'organisation-reinstated', locale, props: { reason: 'Cleared' } },
    ])
  expect((await readOutbox(member.email)).map(({ template }) => template)).toEqual([])
  expect((await readOutbox(outside.email)).slice(-2)).toMatchObject([
    { template: 'application-suspended', props: { applicationName: 'Boutique', ...reason } },
    { template: 'application-reinstated', props: { reason: 'Cleared' } },
  ])
  const { rows } = await sql.query(
    `SELECT action, actor_id, detail FROM audit_entry WHERE subject_id = $1 ORDER BY sequence DESC LIMIT 2`,
    [id],
  )
  expect(rows).toEqual([
    { action: 'organisation.reinstated', actor_id: administrator.id, detail: { reason: 'Cleared' } },
    { action: 'organisation.suspended', actor_id: administrator.id, detail: reason },
  ])
  const history = await database().organisationTransition.findMany({
    where: { organisationId: id, actorRole: 'administrator' },
    orderBy: { id: 'asc' },
  })
  expect(history).toMatchObject([
    { fromState: 'verified', toState: 'suspended', reason: 'Fraud' },
    { fromState: 'suspended', toState: 'verified', reason: 'Cleared' },
  ])
})

test('nothing is created in a suspended organisation or moved into it, and no one decides about it', async () => {
  await executeAs(owner, openRevision, { target: id })
  await executeAs(owner, submitForValidation, { target: id })
  const personal = await createShop(owner)
  await executeAs(administrator, suspendOrganisation, { target: id, input: reason })
  expect(
    await executeAs(owner, createApplication, {
      input: { ...applicationFields('Till'), organisationId: id, environment: 'sandbox' },
    }),
  ).toEqual(refusal('organisation_unknown'))
  expect(
    await executeAs(owner, moveIntoOrganisation, { target: personal, input: { organisationId: id } }),
  ).toEqual(refusal('gone'))
  expect(await decideOnOrganisation(id, reviewer, 'approved')).toEqual(refusal('organisation_suspended'))
  await executeAs(administrator, reinstateOrganisation, { target: id, input: reason })
  expect(await decideOnOrganisation(id, reviewer, 'approved')).toMatchObject({ ok: true })
})

test('it returns to the state it was suspended in; one that was never verified is not suspended', async () => {
  const waiting = await createOrganisation(owner)
  await submitOrganisation(waiting, owner)
  expect(await executeAs(administrator, suspendOrganisation, { target: waiting, input: reason })).toEqual(
    refusal('not_verified'),
  )
  await sql.query(`UPDATE organisation SET state = 'changes_requested' WHERE id = $1`, [id])
  await executeAs(administrator, suspendOrganisation, { target: id, input: reason })
  expect((await executeAs(administrator, reinstateOrganisation, { target: id, input: reason })).ok).toBe(true)
  expect(await read()).toMatchObject({ state: 'changes_requested' })
})

test('no one reinstates their own, in the command and in the database', async () => {
  const self = await database().developer.update({ where: { id: owner.id }, data: { role: 'administrator' } })
  expect((await executeAs(self, suspendOrganisation, { target: id, input: reason })).ok).toBe(true)
  expect(await executeAs(self, reinstateOrganisation, { target: id, input: reason })).toEqual(
    refusal('own_organisation'),
  )
  expect(await read()).toMatchObject({ state: 'suspended' })
  await expect(
    sql.query(
      `INSERT INTO audit_entry (actor_id, actor_role, action, subject_type, subject_id, detail)
       VALUES ($1, 'administrator', 'organisation.reinstated', 'organisation', $2, '{}')`,
      [owner.id, id],
    ),
  ).rejects.toThrow('never decides')
  const invited = await createDeveloper({ role: 'administrator' }, sql)
  await executeAs(owner, inviteToTeam, { target: id, input: { email: invited.email, role: 'member' } })
  expect((await executeAs(invited, reinstateOrganisation, { target: id, input: reason })).ok).toBe(true)
  expect(await listTeamInvitations(invited.id)).toEqual([])
})
