import { beforeEach, describe, expect, test } from 'vitest'
import type { ApplicationState } from '@/generated/prisma/enums'
import { inviteToTeam } from '@/lib/applications/invite'
import { acceptInvitation, listTeamInvitations } from '@/lib/applications/join'
import { leaveTeam } from '@/lib/applications/team'
import { systemActor } from '@/lib/audit/schema'
import { database } from '@/lib/database'
import { newId } from '@/lib/ids'
import { deleteApplication } from '@/lib/lifecycle/delete-application'
import { suspendApplication } from '@/lib/lifecycle/suspend-application'
import { changeLimit } from '@/lib/limits/commands'
import { findCallingNetworks, previewNetworks } from '@/lib/networks/queries'
import { refused, succeed } from '@/lib/result'
import { recordActivation } from '@/lib/validation/activation-check'
import { submitForValidation } from '@/lib/validation/submit'
import { executeAs } from '@/scripts/launch/execute-as'
import { readExport } from '@/test/export'
import { createDeveloper, type Developer } from '@/test/factories'
import { countCalls } from '@/test/networks'
import { readOutbox } from '@/test/outbox'
import { withOwnDatabase } from '@/test/own-database'
import { addToTeam, createShop } from '@/test/team'
import { createDraft, createInState, decide, readAudit } from '@/test/validation'
import { requestCommands } from './commands'
import { findRequest, listRequests, listWaitingRequests } from './queries'
import { requestTable } from './table'

const { owner: sql } = withOwnDatabase({ requirements: ['Tax registration', 'Signed terms'] })
const done = (value: unknown) => ({ ok: true, value })
const list = ['203.0.113.0/24', '2001:db8:1::/48']
const part = ['203.0.113.0/25']
const other = ['198.51.100.0/24']
const reason = 'Salaries on the 28th.'
const yes = { outcome: 'approved', reason: '' } as const
const no = { outcome: 'rejected', reason: 'Whose are these?' } as const
const { limits, networks } = requestCommands

let owner: Developer
let reviewer: Developer<'reviewer'>
let administrator: Developer<'administrator'>
let id: string

beforeEach(async () => {
  await sql.query(`UPDATE developer SET role = 'developer' WHERE role = 'reviewer'`)
  for (const kind of ['limit', 'network'])
    await sql.query(`UPDATE ${kind}_request SET state = 'withdrawn', closed_at = now() WHERE state = 'open'`)
  owner = await createDeveloper({ locale: 'fr' })
  reviewer = await createDeveloper({ role: 'reviewer' })
  administrator = await createDeveloper({ role: 'administrator' })
})

const requestLimit = (callsPerMinute = 500, by = owner, target = id) =>
  executeAs(by, limits.send, { target, input: { callsPerMinute, reason } })
const changeNetworks = (wanted: string[], why?: string, by = owner) =>
  executeAs(by, networks.send, { target: id, input: { networks: wanted, reason: why } })
const setLimit = (
  callsPerMinute: number | null,
  by: Developer | Developer<'administrator'> = administrator,
) => executeAs(by, changeLimit, { target: id, input: { callsPerMinute } })
const readApplication = () => database().application.findUniqueOrThrow({ where: { id } })

async function mailsTo({ email }: { email: string }) {
  const mails = await readOutbox(email)
  return mails
    .filter(({ template }) => /^(limit|networks)-/.test(template))
    .map(({ template, props }) => ({ template, ...props }))
}

/** An active application whose list was submitted and approved with it. */
async function approveWith(wanted: string[]): Promise<void> {
  const draft = await createDraft(sql, { owner })
  id = draft.applicationId
  expect(await changeNetworks(wanted)).toEqual(done('saved'))
  await succeed(executeAs(owner, submitForValidation, { target: id }))
  expect((await decide(draft.submissionId, 'approved', reviewer)).ok).toBe(true)
  await succeed(executeAs(systemActor, recordActivation, { target: draft.submissionId }))
}

const cases = {
  limits: {
    prepare: async () => {
      id = await createShop(owner)
    },
    send: (by = owner) => requestLimit(500, by),
    column: 'limit',
    requested: { template: 'limit-requested', callsPerMinute: 500, limit: 60, reason, toReviewer: false },
    review: { template: 'limit-requested', callsPerMinute: 500, limit: 60, reason, toReviewer: true },
    approved: { template: 'limit-approved', callsPerMinute: 500 },
    rejected: { template: 'limit-rejected', callsPerMinute: 500, reason: no.reason },
    inForce: async () => (await readApplication()).rateLimit,
    before: null,
    after: 500,
    count: 500,
  },
  networks: {
    prepare: () => approveWith(list),
    send: (by = owner) => changeNetworks(other, reason, by),
    column: 'networks',
    requested: { template: 'networks-changed', change: 'requested', count: 1 },
    review: { template: 'networks-changed', change: 'review', count: 1 },
    approved: { template: 'networks-changed', change: 'approved', count: 1 },
    rejected: { template: 'networks-changed', change: 'rejected', count: 1, reason: no.reason },
    inForce: async () => {
      const { allowedNetworks, approvedNetworks } = await readApplication()
      return { allowedNetworks, approvedNetworks }
    },
    before: { allowedNetworks: list, approvedNetworks: list },
    after: { allowedNetworks: other, approvedNetworks: other },
    count: 1,
  },
}

describe.each(['limits', 'networks'] as const)('a request for %s', (kind) => {
  const { prepare, send, column, inForce, ...expected } = cases[kind]
  const { withdraw, decide: decideOn } = requestCommands[kind]
  const requests = () => requestTable(database(), kind)
  const audited = (what: string) => `application.${column}_${what}`
  const drop = () => executeAs(owner, withdraw, { target: id })
  const judge = (target: string, input: typeof yes | typeof no, by: { id: string } = reviewer) =>
    executeAs({ role: 'reviewer', ...by }, decideOn, { target, input })

  async function open(): Promise<string> {
    expect(await send()).toEqual(done('requested'))
    return (await requests().findFirst({ where: { applicationId: id, state: 'open' } }))?.id ?? ''
  }

  beforeEach(prepare)

  test('is on record, and mailed once to the owners and to each reviewer; nothing changes until it is decided', async () => {
    const member = await addToTeam(id, owner, 'member')
    const requestId = await open()
    expect((await mailsTo(owner)).at(-1)).toMatchObject(expected.requested)
    expect(await mailsTo(member)).toEqual([])
    const link = expect.stringContaining(`/review/${kind}/${requestId}`)
    for (const each of [reviewer, administrator])
      expect(await mailsTo(each)).toMatchObject([{ ...expected.review, link }])
    expect((await readAudit(sql, id)).at(-1)).toBe(audited('requested'))
    expect(await listWaitingRequests()).toMatchObject([{ kind, id: requestId, count: expected.count }])
    expect(await inForce()).toEqual(expected.before)
    expect((await readExport(owner)).parsed).toMatchObject({
      [`${column.replace(/s$/, '')}Requests`]: [{ applicationId: id, reason, state: 'open' }],
    })
  })

  test('cannot flood the reviewers, whatever application and owner it is of', async () => {
    for (let count = 0; count < 6; count++) {
      await open()
      await succeed(drop())
    }
    expect(await send()).toMatchObject(refused('throttled'))
    expect(await send(await addToTeam(id, owner, 'owner'))).toMatchObject(refused('throttled'))
    await prepare()
    expect(await send()).toMatchObject(refused('throttled'))
  })

  test('can be withdrawn once, and ends with its application', async () => {
    const requestId = await open()
    expect(await drop()).toEqual(done(undefined))
    expect((await readAudit(sql, id)).at(-1)).toBe(audited('request_withdrawn'))
    expect(await drop()).toEqual(refused('not_open'))
    expect(await judge(requestId, yes)).toEqual(refused('withdrawn'))
    const second = await open()
    const { name } = await readApplication()
    await succeed(executeAs(owner, deleteApplication, { target: id, input: { name } }))
    expect(await judge(second, yes)).toEqual(refused('withdrawn'))
    expect(await listWaitingRequests()).toEqual([])
  })

  test('is approved, which puts it into force, and is mailed and recorded', async () => {
    const requestId = await open()
    expect(await judge(requestId, yes)).toEqual(done('approved'))
    expect(await inForce()).toEqual(expected.after)
    expect((await mailsTo(owner)).at(-1)).toMatchObject(expected.approved)
    expect(await readAudit(sql, id)).toContain(audited('approved'))
    expect(await findRequest(kind, requestId)).toMatchObject({ state: 'approved' })
  })

  test('is rejected, which changes nothing, and gives the reason to the team', async () => {
    expect(await judge(await open(), no)).toEqual(done('rejected'))
    expect(await inForce()).toEqual(expected.before)
    expect((await mailsTo(owner)).at(-1)).toMatchObject(expected.rejected)
    expect(await listRequests(kind, id)).toMatchObject([{ state: 'rejected', decisionReason: no.reason }])
    expect(await readAudit(sql, id)).toContain(audited('rejected'))
  })

  test('is decided once, also by two at the same moment, and stays so whatever the program does', async () => {
    const requestId = await open()
    const results = await Promise.all([judge(requestId, yes), judge(requestId, no, administrator)])
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results).toContainEqual(refused('already_decided'))
    for (const data of [{ state: 'open', closedAt: null, decidedById: null }, { reason: 'x' }] as const)
      await expect(requests().update({ where: { id: requestId }, data })).rejects.toThrow(/decided once/)
  })

  test('is not decided by anyone with an interest, whatever the program does', async () => {
    const involved = await createDeveloper({ role: 'reviewer' })
    const past = { ...involved, role: 'developer' } as const
    await addToTeam(id, owner, 'member', past)
    await succeed(executeAs(past, leaveTeam, { target: id }))
    const requestId = await open()
    expect(await mailsTo(involved)).toEqual([])
    expect(await judge(requestId, yes, involved)).toEqual(refused('own_application'))
    const data = { state: 'approved', closedAt: new Date(), decidedById: involved.id } as const
    await expect(requests().update({ where: { id: requestId }, data })).rejects.toThrow(/never decides|own_/)
  })

  test('declines the invitation of who decides on it, and keeps them from joining', async () => {
    const invite = ({ email }: { email: string }) =>
      succeed(executeAs(owner, inviteToTeam, { target: id, input: { email, role: 'member' } }))
    await invite(administrator)
    expect((await judge(await open(), no, administrator)).ok).toBe(true)
    expect(await listTeamInvitations(administrator.id)).toEqual([])
    expect(await readAudit(sql, id)).toContain('application.invitation_declined')
    const { id: target } = await invite(administrator)
    const joining = executeAs({ id: administrator.id, role: 'developer' }, acceptInvitation, { target })
    expect(await joining).toEqual(refused('decided'))
  })

  test('is not decided by someone who lost the role meanwhile', async () => {
    const { id: lost } = await createDeveloper()
    expect(await judge(await open(), yes, { id: lost })).toEqual(refused('not_found'))
  })
})

describe('a request for a higher limit', () => {
  beforeEach(cases.limits.prepare)

  test('is one at a time, also when sent ten times at the same moment, and whatever the program does', async () => {
    const results = await Promise.all(Array.from({ length: 10 }, () => requestLimit()))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    const refusals = results.filter(({ ok }) => !ok)
    expect(refusals).toEqual(Array(9).fill(refused('already_open')))
    const row = { id: newId(), applicationId: id, requestedById: owner.id, callsPerMinute: 500, reason }
    await expect(database().limitRequest.create({ data: row })).rejects.toThrow()
    expect(await mailsTo(reviewer)).toHaveLength(1)
  })

  test('is refused if it is not higher, and for an application that is not active', async () => {
    expect(await requestLimit(60)).toEqual(refused('not_higher'))
    const input = { reason: 'Asked about it.' }
    await succeed(executeAs(administrator, suspendApplication, { target: id, input }))
    expect(await requestLimit()).toEqual(refused('not_active'))
  })

  test('never lowers a limit that was raised in the meantime', async () => {
    expect((await requestLimit()).ok).toBe(true)
    const [request] = await listRequests('limits', id)
    await succeed(setLimit(900))
    const decided = executeAs(reviewer, limits.decide, { target: request?.id, input: yes })
    expect(await decided).toEqual(refused('not_higher'))
    expect((await readApplication()).rateLimit).toBe(900)
  })
})

describe('a limit that an administrator sets', () => {
  beforeEach(cases.limits.prepare)

  test('is mailed to the owners each time it changes, and is in bounds whatever the program does', async () => {
    for (const callsPerMinute of [10_000_000, 10_000_000, null]) await succeed(setLimit(callsPerMinute))
    expect((await readApplication()).rateLimit).toBeNull()
    expect(await mailsTo(owner)).toMatchObject([{ limit: 10_000_000 }, { limit: 60 }])
    const changes = (await readAudit(sql, id)).filter((action) => action === 'application.limit_changed')
    expect(changes).toHaveLength(2)
    for (const wrong of [0, 10_000_001])
      await expect(
        sql.query('UPDATE application SET rate_limit = $2 WHERE id = $1', [id, wrong]),
      ).rejects.toThrow(/rate_limit_check/)
  })

  test('is a decision: not by anyone with an interest, and it declines the invitation of its author', async () => {
    const input = { email: administrator.email, role: 'member' } as const
    await succeed(executeAs(owner, inviteToTeam, { target: id, input }))
    await succeed(setLimit(500))
    expect(await listTeamInvitations(administrator.id)).toEqual([])
    const member = await addToTeam(id, owner, 'member')
    await sql.query(`UPDATE developer SET role = 'administrator' WHERE id = $1`, [member.id])
    expect(await setLimit(70, { ...member, role: 'administrator' })).toEqual(refused('own_application'))
    await expect(
      sql.query(
        `INSERT INTO audit_entry (actor_id, actor_role, action, subject_type, subject_id)
         VALUES ($1, 'administrator', 'application.limit_changed', 'application', $2)`,
        [member.id, id],
      ),
    ).rejects.toThrow(/never decides/)
  })
})

describe('a list of addresses', () => {
  test('before the approval is saved, mailed, recorded, and frozen with what is submitted', async () => {
    const { applicationId, submissionId } = await createDraft(sql, { owner })
    id = applicationId
    for (const wanted of [other, list, list]) expect(await changeNetworks(wanted)).toEqual(done('saved'))
    expect(await cases.networks.inForce()).toEqual({ allowedNetworks: list, approvedNetworks: [] })
    expect(await mailsTo(owner)).toMatchObject([
      { change: 'saved', count: 1 },
      { change: 'saved', count: 2 },
    ])
    // The record has no address.
    const { rows } = await sql.query(
      `SELECT detail::text FROM audit_entry WHERE action = 'application.networks_changed' AND subject_id = $1`,
      [id],
    )
    expect(rows).toEqual(Array(2).fill({ detail: expect.not.stringMatching(/203|198/) }))
    await executeAs(owner, submitForValidation, { target: id })
    expect(await changeNetworks([])).toEqual(refused('wrong_state'))
    const submission = await database().submission.findUniqueOrThrow({ where: { id: submissionId } })
    expect(submission.networks).toEqual(list)
    await decide(submissionId, 'approved', reviewer)
    expect(await cases.networks.inForce()).toEqual(cases.networks.before)
  })

  test.each<[ApplicationState, boolean]>([
    ['draft', true],
    ['in_validation', false],
    ['changes_requested', true],
    ['rejected', false],
    ['activating', false],
    ['active', true],
    ['suspended', true],
  ])('of an application that is %s can be changed: %s', async (state, may) => {
    const draft = await createInState(sql, reviewer, state)
    id = draft.applicationId
    const changed = await executeAs(draft.owner, networks.send, {
      target: id,
      input: { networks: list },
    })
    expect(changed).toEqual(may ? done('saved') : refused('wrong_state'))
  })

  test('is of Production only', async () => {
    id = await createShop(owner)
    expect(await changeNetworks(list)).toEqual(refused('wrong_state'))
  })

  test('needs no review within what was approved, and replaces an open request', async () => {
    await approveWith(list)
    expect(await changeNetworks(other, reason)).toEqual(done('requested'))
    for (const wanted of [part, ['203.0.113.128/25', '2001:db8:1::/48', '203.0.113.0/25'], list])
      expect(await changeNetworks(wanted)).toEqual(done('saved'))
    expect(await cases.networks.inForce()).toEqual(cases.networks.before)
    expect(await listRequests('networks', id)).toMatchObject([{ state: 'withdrawn' }])
  })

  test('can be added and removed at any time where none was approved', async () => {
    await approveWith([])
    for (const wanted of [list, []]) expect(await changeNetworks(wanted)).toEqual(done('saved'))
  })

  test.each([
    ['others', other],
    ['more', ['203.0.113.0/24', '2001:db8:1::/48', '203.0.114.7/32']],
    ['wider ones', ['203.0.112.0/23']],
    ['every address', []],
  ])('%s need a reviewer, and a reason', async (_name, wanted) => {
    await approveWith(list)
    expect(await changeNetworks(wanted)).toEqual(refused('reason_required'))
    expect(await changeNetworks(wanted, reason)).toEqual(done('requested'))
    expect(await changeNetworks(wanted, reason)).toEqual(done('requested'))
    expect(await listRequests('networks', id)).toMatchObject([
      { state: 'open', networks: wanted },
      { state: 'withdrawn', networks: wanted },
    ])
    expect(await cases.networks.inForce()).toEqual(cases.networks.before)
  })
})

test('a preview counts the calls of the last 7 days, today included, that the list would have refused', async () => {
  await approveWith([])
  expect(await findCallingNetworks(id)).toEqual({ since: null, networks: [], others: 0 })
  await countCalls(sql, id, '203.0.113.0/24', 100)
  await countCalls(sql, id, '203.0.113.0/24', 10, 6)
  await countCalls(sql, id, '203.0.113.0/24', 1000, 7)
  await countCalls(sql, id, '198.51.100.0/24', 5, 2)
  await countCalls(sql, id, '2001:db8:1:200::/56', 3)
  await countCalls(sql, id, '', 7)
  const calling = await findCallingNetworks(id)
  expect(calling.since?.toISOString().slice(0, 10)).toBe(
    new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10),
  )
  expect(calling.networks.map(({ network, recent, total }) => [network, recent, total])).toEqual([
    ['203.0.113.0/24', 110, 1110],
    ['198.51.100.0/24', 5, 5],
    ['2001:db8:1:200::/56', 3, 3],
  ])
  expect(previewNetworks([], calling)).toEqual({ calls: 125, refused: 0, unsure: 0 })
  expect(previewNetworks(list, calling)).toEqual({ calls: 125, refused: 5, unsure: 7 })
  expect(previewNetworks(part, calling)).toEqual({ calls: 125, refused: 8, unsure: 117 })
  expect(previewNetworks(['192.0.2.0/24'], calling)).toEqual({ calls: 125, refused: 118, unsure: 7 })
})

test('the export has the lists and the counts; deleting the application removes them', async () => {
  await approveWith(list)
  await countCalls(sql, id, '203.0.113.0/24', 9)
  expect((await changeNetworks(other, reason)).ok).toBe(true)
  expect((await readExport(owner)).parsed).toMatchObject({
    applications: [
      {
        allowedNetworks: list,
        approvedNetworks: list,
        networkDays: [{ network: '203.0.113.0/24', calls: 9 }],
        submissions: [{ networks: list }],
      },
    ],
    networkRequests: [{ applicationId: id, networks: other, reason, state: 'open' }],
  })
  const { name } = await readApplication()
  await succeed(executeAs(owner, deleteApplication, { target: id, input: { name } }))
  expect(await cases.networks.inForce()).toEqual({ allowedNetworks: [], approvedNetworks: [] })
  expect(await findCallingNetworks(id)).toMatchObject({ networks: [] })
  expect(await listRequests('networks', id)).toMatchObject([{ state: 'withdrawn', networks: [] }])
  await countCalls(sql, id, '203.0.113.0/24', 1)
  expect(await findCallingNetworks(id)).toMatchObject({ networks: [] })
})
