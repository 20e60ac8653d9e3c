import { beforeEach, describe, expect, test } from 'vitest'
import { isInvited } from '@/lib/applications/conflict-of-interest'
import { inviteToTeam } from '@/lib/applications/invite'
import { acceptInvitation, listTeamInvitations } from '@/lib/applications/join'
import { appointOwner, leaveTeam, removeMember } from '@/lib/applications/team'
import type { Administrator } from '@/lib/audit/schema'
import { database } from '@/lib/database'
import { lowerRole } from '@/lib/developers/roles'
import { getSettings } from '@/lib/env'
import { newId } from '@/lib/ids'
import { reinstateApplication, suspendApplication } from '@/lib/lifecycle/suspend-application'
import { suspendDeveloper } from '@/lib/lifecycle/suspend-developer'
import { refused, succeed } from '@/lib/result'
import { executeAs } from '@/scripts/launch/execute-as'
import { deleteAccount } from '@/test/developers'
import { createDeveloper, type Developer } from '@/test/factories'
import { readOutbox } from '@/test/outbox'
import { withOwnDatabase } from '@/test/own-database'
import { addToTeam, createShop } from '@/test/team'
import { createSubmitted, decide } from '@/test/validation'
import { assignSubmission } from './assignment'
import { keepNote, writeToReviewers } from './messages'
import { findReview } from './queries'

const { owner: sql } = withOwnDatabase({ requirements: ['Tax registration', 'Signed terms'] })
let owner: Developer
let applicationId: string
let submissionId: string
let reviewer: Administrator
let guest: Developer

beforeEach(async () => {
  await sql.query(`UPDATE developer SET role = 'developer' WHERE role <> 'administrator'`)
  owner = await createDeveloper()
  ;({ applicationId, submissionId } = await createSubmitted(sql, { owner }))
  reviewer = await createDeveloper({ role: 'reviewer' })
  guest = await asDeveloper(reviewer)
})

const because = { reason: 'Asked about it.' }

/** The same person, as they take part in an application. */
async function asDeveloper({ id }: { id: string }): Promise<Developer> {
  const { email } = await database().developer.findUniqueOrThrow({ where: { id } })
  return { id, email, role: 'developer' }
}

async function invite(who: Developer, id = applicationId, by = owner): Promise<string> {
  const input = { email: who.email, role: 'owner' } as const
  return (await succeed(executeAs(by, inviteToTeam, { target: id, input }))).id
}

/** Bypasses the command, as faulty code would. */
function decideInDatabase(reviewerId = reviewer.id) {
  const row = { id: newId(), submissionId, submissionVersion: 1, reviewerId }
  return database().decision.create({ data: { ...row, outcome: 'approved', documentIds: [] } })
}

function joinInDatabase(developerId: string, id = applicationId) {
  return database().membership.create({ data: { applicationId: id, developerId, role: 'owner' } })
}

const assign = () => executeAs(reviewer, assignSubmission, { target: submissionId })
const write = () => executeAs(owner, writeToReviewers, { target: applicationId, input: { message: 'When?' } })
const mailed = async (who: Developer) => (await readOutbox(who.email)).map(({ template }) => template)

describe('a decision is refused', () => {
  test.each([
    ['belongs to it', async () => ({ ok: true })],
    ['left', (member: Developer) => executeAs(member, leaveTeam, { target: applicationId })],
    [
      'was removed',
      (member: Developer) =>
        executeAs(owner, removeMember, { target: applicationId, input: { memberId: member.id } }),
    ],
  ])('to anyone who %s', async (_, part) => {
    await addToTeam(applicationId, owner, 'member', guest)
    expect((await part(guest)).ok).toBe(true)
    expect(await decide(submissionId, 'approved', reviewer)).toEqual(refused('own_application'))
    expect(await assign()).toEqual(refused('own_application'))
    await write()
    expect(await mailed(guest)).not.toContain('validation-message')
    expect((await findReview(submissionId, reviewer.id))?.interest).toBe(true)
    await expect(decideInDatabase()).rejects.toThrow(/never decides/)
    expect(await database().decision.count({ where: { submissionId } })).toBe(0)
  })

  test('to its creator, after they handed everything to another account', async () => {
    const other = await createDeveloper()
    const mine = await createSubmitted(sql, { owner: guest })
    await addToTeam(mine.applicationId, guest, 'owner', other)
    expect((await executeAs(guest, leaveTeam, { target: mine.applicationId })).ok).toBe(true)
    expect(await decide(mine.submissionId, 'approved', reviewer)).toEqual(refused('own_application'))
  })

  test('to someone whose role ended during their request', async () => {
    await sql.query(`UPDATE developer SET role = 'developer' WHERE id = $1`, [reviewer.id])
    expect(await decide(submissionId, 'approved', reviewer)).toEqual(refused('not_found'))
    expect(await assign()).toEqual(refused('not_found'))
  })
})

/** What became of the invitations to this person, in the audit log. */
async function declined({ id }: { id: string }) {
  const rows = await database().auditEntry.findMany({
    where: { actorId: id, action: { endsWith: '.invitation_declined' } },
    orderBy: { sequence: 'asc' },
  })
  return rows.map(({ actorRole, subjectType, subjectId, detail }) => ({
    actorRole,
    subject: [subjectType, subjectId],
    detail,
  }))
}

describe('an invitation', () => {
  test('takes no right away before it is accepted', async () => {
    await invite(guest)
    expect((await assign()).ok).toBe(true)
    await write()
    expect(await mailed(guest)).toContain('validation-message')
    const note = { target: submissionId, input: { note: 'Fine.' } }
    expect((await executeAs(reviewer, keepNote, note)).ok).toBe(true)
    expect(await findReview(submissionId, reviewer.id)).toMatchObject({ interest: false })
    expect(await isInvited(applicationId, reviewer.id)).toBe(true)
    expect(await declined(reviewer)).toEqual([])
    expect(await listTeamInvitations(guest.id)).toHaveLength(1)
  })

  test.each(['approved', 'changes_requested', 'rejected'] as const)(
    'to the decider is declined by a decision (%s), and no other',
    async (outcome) => {
      const elsewhere = await createSubmitted(sql, { owner })
      const other = await createDeveloper({ role: 'reviewer' })
      const detail = { invitationId: await invite(guest) }
      await invite(guest, elsewhere.applicationId)
      await invite(await asDeveloper(other))
      expect((await decide(submissionId, outcome, reviewer)).ok).toBe(true)
      expect(await declined(reviewer)).toEqual([
        { actorRole: 'reviewer', subject: ['application', applicationId], detail },
      ])
      expect(await executeAs(guest, acceptInvitation, { target: detail.invitationId })).toEqual(
        refused('decided'),
      )
      expect(await isInvited(applicationId, reviewer.id)).toBe(false)
      expect(await listTeamInvitations(guest.id)).toHaveLength(1)
      expect(await listTeamInvitations(other.id)).toHaveLength(1)
    },
  )

  test('accepted at the same moment as its reader decides: one of the two happens', async () => {
    for (let count = 0; count < 5; count++) {
      const each = await createDeveloper({ role: 'reviewer' })
      const shop = await createSubmitted(sql, { owner })
      const person = await asDeveloper(each)
      const invitationId = await invite(person, shop.applicationId)
      const results = await Promise.all([
        decide(shop.submissionId, 'approved', { id: each.id, role: 'reviewer' }),
        executeAs(person, acceptInvitation, { target: invitationId }),
      ])
      expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    }
  })
})

describe('joining is refused', () => {
  test.each(['approved', 'changes_requested', 'rejected'] as const)(
    'after a decision: %s',
    async (outcome) => {
      expect((await decide(submissionId, outcome, reviewer)).ok).toBe(true)
      const invitationId = await invite(guest)
      expect(await executeAs(guest, acceptInvitation, { target: invitationId })).toEqual(refused('decided'))
      expect(await listTeamInvitations(guest.id)).toHaveLength(1)
      await expect(joinInDatabase(guest.id)).rejects.toThrow(/no one joins the team/)
      expect(await database().membership.count({ where: { developerId: guest.id } })).toBe(0)
    },
  )

  test('after the first of two approvals, and one of someone who joined does not count', async () => {
    getSettings().VALIDATION_APPROVALS = 2
    expect(await decide(submissionId, 'approved', reviewer)).toMatchObject({
      value: 'first_approval',
    })
    expect(await executeAs(guest, acceptInvitation, { target: await invite(guest) })).toEqual(
      refused('decided'),
    )
    // As earlier versions allowed it.
    await sql.query('ALTER TABLE application_member DISABLE TRIGGER application_member_joins')
    await joinInDatabase(guest.id)
    await sql.query('INSERT INTO application_participant VALUES ($1, $2)', [applicationId, guest.id])
    await sql.query('ALTER TABLE application_member ENABLE TRIGGER application_member_joins')
    const second = await createDeveloper({ role: 'reviewer' })
    expect(await decide(submissionId, 'approved', second)).toMatchObject({
      value: 'first_approval',
    })
    expect(await decide(submissionId, 'approved', await createDeveloper({ role: 'reviewer' }))).toMatchObject(
      { value: 'approved' },
    )
  })
})

describe('an administrator with an interest', () => {
  test('neither reinstates an application nor joins one that they reinstated', async () => {
    const administrator = await createDeveloper({ role: 'administrator' })
    const another = await createDeveloper({ role: 'administrator' })
    const shop = await createShop(owner)
    const interested = await asDeveloper(administrator)
    const invited = await asDeveloper(another)
    await addToTeam(shop, owner, 'member', interested)
    await executeAs(interested, leaveTeam, { target: shop })
    const invitationId = await invite(invited, shop)
    const actor = { id: administrator.id, role: 'administrator' } as const
    const other = { id: another.id, role: 'administrator' } as const
    await executeAs(actor, suspendApplication, { target: shop, input: because })
    expect(await executeAs(actor, reinstateApplication, { target: shop, input: because })).toEqual(
      refused('own_application'),
    )
    const row = { actorId: actor.id, actorRole: 'administrator', subjectType: 'application', subjectId: shop }
    for (const action of ['application.reinstated', 'application.owner_appointed'])
      await expect(
        sql.query(
          `INSERT INTO audit_entry (actor_id, actor_role, action, subject_type, subject_id) VALUES ($1, $2, $3, $4, $5)`,
          [row.actorId, row.actorRole, action, row.subjectType, row.subjectId],
        ),
      ).rejects.toThrow(/never decides/)
    expect((await executeAs(other, reinstateApplication, { target: shop, input: because })).ok).toBe(true)
    const subject = ['application', shop]
    expect(await declined(other)).toEqual([{ actorRole: 'administrator', subject, detail: { invitationId } }])
    expect(await executeAs(invited, acceptInvitation, { target: await invite(invited, shop) })).toEqual(
      refused('decided'),
    )
    await expect(joinInDatabase(invited.id, shop)).rejects.toThrow(/no one joins the team/)
  })

  test('appoints an owner, which declines their invitation', async () => {
    const administrator = await createDeveloper({ role: 'administrator' })
    const actor = { id: administrator.id, role: 'administrator' } as const
    const shop = await createShop(owner)
    const member = await addToTeam(shop, owner, 'member')
    const invitationId = await invite(await asDeveloper(administrator), shop)
    await executeAs(
      {
        id: (await createDeveloper({ role: 'administrator' })).id,
        role: 'administrator',
      },
      suspendDeveloper,
      { target: owner.id, input: because },
    )
    await sql.query('UPDATE application_invitation SET cancelled_at = NULL WHERE id = $1', [invitationId])
    const input = { memberId: member.id, ...because }
    expect((await executeAs(actor, appointOwner, { target: shop, input: input })).ok).toBe(true)
    expect(await declined(actor)).toMatchObject([{ detail: { invitationId } }])
  })
})

describe('an assignment ends', () => {
  const administrator = async () => ({
    id: (await createDeveloper({ role: 'administrator' })).id,
    role: 'administrator' as const,
  })

  test.each<[string, () => Promise<{ ok: boolean }>]>([
    [
      'the role',
      async () =>
        executeAs(await administrator(), lowerRole, { target: reviewer.id, input: { role: 'developer' } }),
    ],
    [
      'a suspension',
      async () => executeAs(await administrator(), suspendDeveloper, { target: reviewer.id, input: because }),
    ],
    ['a deleted account', async () => deleteAccount(guest)],
    ['a place on the team', async () => executeAs(guest, acceptInvitation, { target: await invite(guest) })],
  ])('with %s, and the other reviewers get the mail', async (_, end) => {
    const others = await createDeveloper({ role: 'reviewer' })
    expect((await assign()).ok).toBe(true)
    expect((await end()).ok).toBe(true)
    expect(await database().submission.findUnique({ where: { id: submissionId } })).toMatchObject({
      assigneeId: null,
      assignedUntil: null,
    })
    await write()
    expect(await mailed(guest)).not.toContain('validation-message')
    expect(await mailed(await asDeveloper(others))).toContain('validation-message')
  })

  test('in effect if its holder may no longer decide', async () => {
    await assign()
    await sql.query(`UPDATE developer SET role = 'developer' WHERE id = $1`, [reviewer.id])
    await write()
    expect(await mailed(guest)).not.toContain('validation-message')
  })
})
