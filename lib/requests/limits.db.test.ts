import { beforeEach, describe, expect, test } from 'vitest'
import { inviteToTeam } from '@/lib/applications/invite'
import { acceptInvitation, listTeamInvitations } from '@/lib/applications/join'
import { leaveTeam } from '@/lib/applications/team'
import { database } from '@/lib/database'
import { newId } from '@/lib/ids'
import { deleteApplication } from '@/lib/lifecycle/delete-application'
import { suspendApplication } from '@/lib/lifecycle/suspend-application'
import { changeLimit } from '@/lib/limits/commands'
import { refused } from '@/lib/result'
import { executeAs } from '@/scripts/launch/execute-as'
import { readExport } from '@/test/export'
import { createDeveloper, type Developer } from '@/test/factories'
import { readOutbox } from '@/test/outbox'
import { withOwnDatabase } from '@/test/own-database'
import { addToTeam, createShop } from '@/test/team'
import { readAudit } from '@/test/validation'
import { decideRequest, withdrawRequest } from './commands'
import { findRequest, listRequests, listWaitingRequests } from './queries'
import { requestLimit } from './request-limit'

const { owner: sql } = withOwnDatabase()
const wanted = { callsPerMinute: 500, reason: 'Salaries on the 28th.' }
const yes = { outcome: 'approved', reason: '' } as const
const no = { outcome: 'rejected', reason: 'No traffic yet.' } as const

let owner: Developer
let reviewer: Developer<'reviewer'>
let administrator: Developer<'administrator'>
let id: string

beforeEach(async () => {
  await sql.query(`UPDATE developer SET role = 'developer' WHERE role = 'reviewer'`)
  await sql.query(`UPDATE limit_request SET state = 'withdrawn', closed_at = now() WHERE state = 'open'`)
  owner = await createDeveloper({ locale: 'fr' })
  reviewer = await createDeveloper({ role: 'reviewer' })
  administrator = await createDeveloper({ role: 'administrator' })
  id = await createShop(owner)
})

async function open(applicationId = id): Promise<string> {
  expect(await requestLimit(applicationId, wanted, owner)).toEqual({ ok: true, value: undefined })
  const row = await database().limitRequest.findFirstOrThrow({ where: { applicationId, state: 'open' } })
  return row.id
}

const limitNow = async () => (await database().application.findUniqueOrThrow({ where: { id } })).rateLimit

async function mailsTo({ email }: Developer | Developer<'reviewer'>) {
  const mails = await readOutbox(email)
  return mails
    .filter(({ template }) => template.startsWith('limit-'))
    .map(({ template, props }) => ({ template, ...props }))
}

describe('a request', () => {
  test('is on record, and mailed once to the owners and to each reviewer', async () => {
    const member = await addToTeam(id, owner, 'member')
    const requestId = await open()
    const sent = { template: 'limit-requested', callsPerMinute: 500, limit: 60, reason: wanted.reason }
    expect(await mailsTo(owner)).toMatchObject([{ ...sent, toReviewer: false }])
    expect(await mailsTo(member)).toEqual([])
    for (const each of [reviewer, administrator])
      expect(await mailsTo(each as Developer<'reviewer'>)).toMatchObject([
        { ...sent, toReviewer: true, link: expect.stringContaining(`/review/limits/${requestId}`) },
      ])
    expect(await readAudit(sql, id)).toContain('application.limit_requested')
    expect(await listWaitingRequests('limits')).toMatchObject([
      { id: requestId, callsPerMinute: 500, application: { environment: 'sandbox', rateLimit: null } },
    ])
    expect(await limitNow()).toBeNull()
  })

  test('is one at a time, also when sent ten times at the same moment, and whatever the program does', async () => {
    const results = await Promise.all(Array.from({ length: 10 }, () => requestLimit(id, wanted, owner)))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(
      new Set(results.filter(({ ok }) => !ok).map((each) => (each as { reason: string }).reason)),
    ).toEqual(new Set(['already_open']))
    const row = { id: newId(), applicationId: id, requestedById: owner.id, ...wanted }
    await expect(database().limitRequest.create({ data: row })).rejects.toThrow()
    expect(await mailsTo(reviewer)).toHaveLength(1)
  })

  test('is refused if it is not higher, for an application that is not active, and too often', async () => {
    expect(await requestLimit(id, { ...wanted, callsPerMinute: 60 }, owner)).toEqual(refused('not_higher'))
    for (let count = 0; count < 6; count++) {
      await open()
      expect((await withdrawRequest('limits', id, owner)).ok).toBe(true)
    }
    expect(await requestLimit(id, wanted, owner)).toMatchObject(refused('throttled'))
    const other = await createShop(owner)
    expect(await requestLimit(other, wanted, owner)).toMatchObject(refused('throttled'))
    const teammate = await addToTeam(id, owner, 'owner')
    expect(await requestLimit(id, wanted, teammate)).toMatchObject(refused('throttled'))
    await executeAs(administrator, suspendApplication, {
      target: other,
      input: { reason: 'Asked about it.' },
    })
    expect(await requestLimit(other, wanted, owner)).toEqual(refused('not_active'))
  })

  test('can be withdrawn once, and ends with its application', async () => {
    const requestId = await open()
    expect((await withdrawRequest('limits', id, owner)).ok).toBe(true)
    expect(await withdrawRequest('limits', id, owner)).toEqual(refused('not_open'))
    expect(await decideRequest('limits', requestId, yes, reviewer)).toEqual(refused('withdrawn'))
    const second = await open()
    await executeAs(owner, deleteApplication, { target: id, input: {} })
    expect(await decideRequest('limits', second, yes, reviewer)).toEqual(refused('withdrawn'))
    expect(await listWaitingRequests('limits')).toEqual([])
    expect(await readAudit(sql, id)).toContain('application.limit_request_withdrawn')
  })

  test('is in the export of the person who sent it', async () => {
    await open()
    const { parsed } = await readExport(owner)
    expect(parsed.limitRequests).toMatchObject([{ applicationId: id, ...wanted, state: 'open' }])
  })
})

describe('a decision', () => {
  test('to approve sets the limit, and is mailed and recorded', async () => {
    const requestId = await open()
    expect(await decideRequest('limits', requestId, yes, reviewer)).toEqual({ ok: true, value: 'approved' })
    expect(await limitNow()).toBe(500)
    expect(await mailsTo(owner)).toMatchObject([
      { template: 'limit-requested' },
      { template: 'limit-approved', callsPerMinute: 500 },
    ])
    expect(await readAudit(sql, id)).toContain('application.limit_approved')
    expect(await findRequest('limits', requestId)).toMatchObject({
      state: 'approved',
      application: { rateLimit: 500 },
    })
  })

  test('to reject leaves the limit, and gives the reason to the team', async () => {
    expect(await decideRequest('limits', await open(), no, reviewer)).toEqual({ ok: true, value: 'rejected' })
    expect(await limitNow()).toBeNull()
    expect((await mailsTo(owner)).at(-1)).toMatchObject({ template: 'limit-rejected', reason: no.reason })
    expect(await listRequests('limits', id)).toMatchObject([{ state: 'rejected', decisionReason: no.reason }])
    expect(await readAudit(sql, id)).toContain('application.limit_rejected')
  })

  test('is made once, also by two reviewers at the same moment, and stays', async () => {
    const requestId = await open()
    const results = await Promise.all([
      decideRequest('limits', requestId, yes, reviewer),
      decideRequest('limits', requestId, no, administrator),
    ])
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results).toContainEqual(refused('already_decided'))
    expect((await mailsTo(owner)).filter(({ template }) => template !== 'limit-requested')).toHaveLength(1)
    await expect(
      sql.query(
        `UPDATE limit_request SET state = 'open', closed_at = NULL, decided_by_id = NULL WHERE id = $1`,
        [requestId],
      ),
    ).rejects.toThrow(/decided once/)
  })

  test('never lowers a limit that was raised in the meantime', async () => {
    const requestId = await open()
    await executeAs(administrator, changeLimit, { target: id, input: { callsPerMinute: 900 } })
    expect(await decideRequest('limits', requestId, yes, reviewer)).toEqual(refused('not_higher'))
    expect(await limitNow()).toBe(900)
  })

  test('is not made by anyone with an interest, nor do they set the limit, whatever the program does', async () => {
    const past = await asDeveloper(reviewer)
    await addToTeam(id, owner, 'member', past)
    await executeAs(past, leaveTeam, { target: id })
    const requestId = await open()
    expect(await mailsTo(reviewer)).toEqual([])
    expect(await decideRequest('limits', requestId, yes, reviewer)).toEqual(refused('own_application'))
    expect(
      await executeAs({ ...reviewer, role: 'administrator' }, changeLimit, {
        target: id,
        input: { callsPerMinute: 500 },
      }),
    ).toEqual(refused('own_application'))
    const decided = { state: 'approved', closedAt: new Date(), decidedById: reviewer.id } as const
    await expect(database().limitRequest.update({ where: { id: requestId }, data: decided })).rejects.toThrow(
      /never decides|own_limit/,
    )
    await expect(
      sql.query(
        `INSERT INTO audit_entry (actor_id, actor_role, action, subject_type, subject_id)
         VALUES ($1, 'administrator', 'application.limit_changed', 'application', $2)`,
        [reviewer.id, id],
      ),
    ).rejects.toThrow(/never decides/)
  })

  test.each([
    ['a limit', () => executeAs(administrator, changeLimit, { target: id, input: { callsPerMinute: 500 } })],
    ['a request', async () => decideRequest('limits', await open(), no, administrator)],
  ])('about %s declines the invitation of its author', async (_, decide) => {
    await executeAs(owner, inviteToTeam, {
      target: id,
      input: { email: administrator.email, role: 'member' },
    })
    expect((await decide()).ok).toBe(true)
    expect(await listTeamInvitations(administrator.id)).toEqual([])
    expect(await readAudit(sql, id)).toContain('application.invitation_declined')
  })

  test('is not made by someone who lost the role, and keeps who made it from joining', async () => {
    const requestId = await open()
    const demoted = await createDeveloper()
    expect(await decideRequest('limits', requestId, yes, demoted)).toEqual(refused('not_found'))
    await decideRequest('limits', requestId, no, reviewer)
    await executeAs(administrator, changeLimit, { target: id, input: { callsPerMinute: 70 } })
    for (const each of [reviewer, administrator]) {
      const invited = await asDeveloper(each)
      const sent = await executeAs(owner, inviteToTeam, {
        target: id,
        input: { email: invited.email, role: 'member' },
      })
      expect(await executeAs(invited, acceptInvitation, { target: sent.ok ? sent.value.id : '' })).toEqual(
        refused('decided'),
      )
    }
  })

  test.each(['no id', newId()])('about %s is not found', async (unknown) => {
    expect(await decideRequest('limits', unknown, yes, reviewer)).toEqual(refused('not_found'))
    expect(await findRequest('limits', unknown)).toBeNull()
    expect(await requestLimit(unknown, wanted, owner)).toEqual(refused('not_found'))
    expect(await withdrawRequest('limits', unknown, owner)).toEqual(refused('not_found'))
  })
})

test('an administrator sets a limit and returns it to the default; the owners are mailed each time it changes', async () => {
  for (const callsPerMinute of [10_000_000, 10_000_000, null])
    expect((await executeAs(administrator, changeLimit, { target: id, input: { callsPerMinute } })).ok).toBe(
      true,
    )
  expect(await limitNow()).toBeNull()
  expect(await mailsTo(owner)).toMatchObject([{ limit: 10_000_000 }, { limit: 60 }])
  expect((await readAudit(sql, id)).filter((action) => action === 'application.limit_changed')).toHaveLength(
    2,
  )
  for (const wrong of [0, 10_000_001])
    await expect(
      sql.query('UPDATE application SET rate_limit = $2 WHERE id = $1', [id, wrong]),
    ).rejects.toThrow(/rate_limit_check/)
})

async function asDeveloper({ id: personId }: { id: string }): Promise<Developer> {
  const { email } = await database().developer.findUniqueOrThrow({ where: { id: personId } })
  return { id: personId, email, role: 'developer' }
}
