import { beforeEach, describe, expect, test } from 'vitest'
import type { ApplicationState } from '@/generated/prisma/enums'
import { systemActor } from '@/lib/audit/schema'
import { database } from '@/lib/database'
import { deleteApplication } from '@/lib/lifecycle/delete-application'
import { findCallingNetworks, previewNetworks } from '@/lib/networks/queries'
import { refused } from '@/lib/result'
import { recordProofSuccess } from '@/lib/validation/proof'
import { submitForValidation } from '@/lib/validation/submit'
import { executeAs } from '@/scripts/launch/execute-as'
import { readExport } from '@/test/export'
import { createDeveloper, type Developer } from '@/test/factories'
import { countCalls } from '@/test/networks'
import { readOutbox } from '@/test/outbox'
import { withOwnDatabase } from '@/test/own-database'
import { addToTeam, createShop } from '@/test/team'
import { createDraft, createInState, decide, readAudit } from '@/test/validation'
import { changeNetworks } from './change-networks'
import { decideRequest, withdrawRequest } from './commands'
import { listRequests, listWaitingRequests } from './queries'

const { owner: sql } = withOwnDatabase({ requirements: ['Tax registration', 'Signed terms'] })
const done = (value: unknown) => ({ ok: true, value })
const list = ['203.0.113.0/24', '2001:db8:1::/48']
const part = ['203.0.113.0/25']
const other = ['198.51.100.0/24']
const why = 'A new data centre.'
const yes = { outcome: 'approved', reason: '' } as const
const no = { outcome: 'rejected', reason: 'Whose are these?' } as const

let owner: Developer
let reviewer: Developer<'reviewer'>
let id: string

const listsOf = async (applicationId = id) => {
  const found = await database().application.findUniqueOrThrow({ where: { id: applicationId } })
  return { allowed: found.allowedNetworks, approved: found.approvedNetworks }
}

const mailsTo = async ({ email }: { email: string }) =>
  (await readOutbox(email))
    .filter(({ template }) => template === 'networks-changed')
    .map(({ props }) => props)

/** An active application whose list was submitted and approved with it. */
async function approveWith(networks: string[]): Promise<void> {
  const draft = await createDraft(sql, { owner })
  id = draft.applicationId
  expect(await changeNetworks(id, { networks }, owner)).toEqual(done('saved'))
  expect((await executeAs(owner, submitForValidation, { target: id })).ok).toBe(true)
  expect((await decide(draft.submissionId, 'approved', reviewer)).ok).toBe(true)
  expect((await executeAs(systemActor, recordProofSuccess, { target: draft.submissionId })).ok).toBe(true)
}

async function open(networks = other): Promise<string> {
  expect(await changeNetworks(id, { networks, reason: why }, owner)).toEqual(done('requested'))
  return (await database().networkRequest.findFirstOrThrow({ where: { applicationId: id, state: 'open' } }))
    .id
}

beforeEach(async () => {
  await sql.query(`UPDATE developer SET role = 'developer' WHERE role = 'reviewer'`)
  owner = await createDeveloper({ locale: 'fr' })
  reviewer = await createDeveloper({ role: 'reviewer' })
})

describe('before the approval', () => {
  test('the list is saved, mailed, recorded, and frozen with what is submitted', async () => {
    const { applicationId, submissionId } = await createDraft(sql, { owner })
    id = applicationId
    expect(await changeNetworks(id, { networks: other }, owner)).toEqual(done('saved'))
    expect(await changeNetworks(id, { networks: list }, owner)).toEqual(done('saved'))
    expect(await changeNetworks(id, { networks: list }, owner)).toEqual(done('saved'))
    expect(await listsOf()).toEqual({ allowed: list, approved: [] })
    expect(await mailsTo(owner)).toMatchObject([
      { change: 'saved', count: 1 },
      { change: 'saved', count: 2 },
    ])
    const changes = (await readAudit(sql, id)).filter((action) => action === 'application.networks_changed')
    expect(changes).toHaveLength(2)
    await executeAs(owner, submitForValidation, { target: id })
    expect(await changeNetworks(id, { networks: [] }, owner)).toEqual(refused('wrong_state'))
    const submission = await database().submission.findUniqueOrThrow({ where: { id: submissionId } })
    expect(submission.networks).toEqual(list)
    await decide(submissionId, 'approved', reviewer)
    expect(await listsOf()).toEqual({ allowed: list, approved: list })
  })

  test('the record has no address', async () => {
    await approveWith(list)
    const { rows } = await sql.query(
      `SELECT detail::text FROM audit_entry WHERE action = 'application.networks_changed' AND subject_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ detail: expect.not.stringContaining('203.0.113') }])
  })

  test.each<[ApplicationState, boolean]>([
    ['draft', true],
    ['in_validation', false],
    ['changes_requested', true],
    ['rejected', false],
    ['activating', false],
    ['active', true],
    ['suspended', true],
  ])('the list of an application that is %s can be changed: %s', async (state, may) => {
    const draft = await createInState(sql, reviewer, state)
    const changed = await changeNetworks(draft.applicationId, { networks: list }, draft.owner)
    expect(changed).toEqual(may ? done('saved') : refused('wrong_state'))
  })

  test('what does not exist has none, nor has the Sandbox', async () => {
    await approveWith([])
    expect(await changeNetworks('no id', { networks: list }, owner)).toEqual(refused('not_found'))
    expect(await changeNetworks(await createShop(owner), { networks: list }, owner)).toEqual(
      refused('wrong_state'),
    )
  })
})

describe('after the approval', () => {
  test('what was approved needs no review: less of it, and all of it again', async () => {
    await approveWith(list)
    for (const networks of [part, ['203.0.113.128/25', '2001:db8:1::/48', '203.0.113.0/25'], list])
      expect(await changeNetworks(id, { networks }, owner)).toEqual(done('saved'))
    expect(await listsOf()).toEqual({ allowed: list, approved: list })
  })

  test('without an approved list, one can be added and removed at any time', async () => {
    await approveWith([])
    expect(await changeNetworks(id, { networks: list }, owner)).toEqual(done('saved'))
    expect(await changeNetworks(id, { networks: [] }, owner)).toEqual(done('saved'))
  })

  test.each([
    ['others', other],
    ['more', ['203.0.113.0/24', '2001:db8:1::/48', '203.0.114.7/32']],
    ['wider ones', ['203.0.112.0/23']],
    ['every address', []],
  ])('%s need a reviewer, and a reason; nothing changes until then', async (_name, networks) => {
    await approveWith(list)
    expect(await changeNetworks(id, { networks }, owner)).toEqual(refused('reason_required'))
    await open(networks)
    expect(await listsOf()).toEqual({ allowed: list, approved: list })
    expect((await mailsTo(owner)).at(-1)).toMatchObject({ change: 'requested', reason: why })
    expect(await mailsTo(reviewer)).toMatchObject([{ change: 'review', count: networks.length }])
    expect(await readAudit(sql, id)).toContain('application.networks_requested')
    expect((await listWaitingRequests('networks')).map(({ networks: waiting }) => waiting)).toContainEqual(
      networks,
    )
  })

  test('a newer list takes the place of an open request, which can also be withdrawn, once', async () => {
    await approveWith(list)
    const first = await open()
    const second = await open(['192.0.2.0/24'])
    expect((await listRequests('networks', id)).map(({ id: each, state }) => [each, state])).toEqual([
      [second, 'open'],
      [first, 'withdrawn'],
    ])
    expect(await withdrawRequest('networks', id, owner)).toEqual(done(undefined))
    expect(await withdrawRequest('networks', id, owner)).toEqual(refused('not_open'))
    expect(await decideRequest('networks', second, yes, reviewer)).toEqual(refused('withdrawn'))
    expect(await readAudit(sql, id)).toContain('application.networks_request_withdrawn')
    await open()
    expect(await changeNetworks(id, { networks: part }, owner)).toEqual(done('saved'))
    expect(await withdrawRequest('networks', id, owner)).toEqual(refused('not_open'))
  })

  test('requests cannot flood the reviewers', async () => {
    await approveWith(list)
    for (let count = 0; count < 6; count++) await open()
    expect(await changeNetworks(id, { networks: other, reason: why }, owner)).toMatchObject(
      refused('throttled'),
    )
  })
})

describe('a decision', () => {
  beforeEach(() => approveWith(list))

  test('to approve puts the list into force, and is mailed and recorded', async () => {
    const requestId = await open()
    expect(await decideRequest('networks', requestId, yes, reviewer)).toEqual(done('approved'))
    expect(await listsOf()).toEqual({ allowed: other, approved: other })
    expect((await mailsTo(owner)).at(-1)).toMatchObject({ change: 'approved', count: 1 })
    expect(await readAudit(sql, id)).toContain('application.networks_approved')
    expect(await decideRequest('networks', requestId, no, reviewer)).toEqual(refused('already_decided'))
  })

  // That one reviewer alone decides is the same command as for limits.
  test('stays, whatever the program does', async () => {
    const requestId = await open()
    expect((await decideRequest('networks', requestId, yes, reviewer)).ok).toBe(true)
    for (const change of [
      `state = 'withdrawn', decided_by_id = NULL`,
      `networks = '{0.0.0.0/0}'`,
      `reason = 'x'`,
    ])
      await expect(
        sql.query(`UPDATE network_request SET ${change} WHERE id = $1`, [requestId]),
      ).rejects.toThrow(/decided once/)
  })

  test('is not made by anyone with an interest, whatever the program does, nor does who made it join', async () => {
    const involved = await createDeveloper({ role: 'reviewer' })
    await addToTeam(id, owner, 'member', { ...involved, role: 'developer' })
    const requestId = await open()
    expect(await mailsTo(involved)).toEqual([])
    expect(await decideRequest('networks', requestId, yes, involved)).toEqual(refused('own_application'))
    const decided = { state: 'approved', closedAt: new Date(), decidedById: involved.id } as const
    await expect(
      database().networkRequest.update({ where: { id: requestId }, data: decided }),
    ).rejects.toThrow(/never decides|own_networks/)
    const second = await createDeveloper({ role: 'reviewer' })
    expect((await decideRequest('networks', requestId, no, second)).ok).toBe(true)
    await expect(addToTeam(id, owner, 'member', { ...second, role: 'developer' })).rejects.toThrow('decided')
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

test('the export has the lists, the counts and the requests; deleting the application removes them', async () => {
  await approveWith(list)
  await countCalls(sql, id, '203.0.113.0/24', 9)
  await open()
  expect((await readExport(owner)).parsed).toMatchObject({
    applications: [
      {
        allowedNetworks: list,
        approvedNetworks: list,
        networkDays: [{ network: '203.0.113.0/24', calls: 9 }],
        submissions: [{ networks: list }],
      },
    ],
    networkRequests: [{ applicationId: id, networks: other, reason: why, state: 'open' }],
  })
  const { name } = await database().application.findUniqueOrThrow({ where: { id } })
  expect((await executeAs(owner, deleteApplication, { target: id, input: { name: name } })).ok).toBe(true)
  expect(await listsOf()).toEqual({ allowed: [], approved: [] })
  expect(await findCallingNetworks(id)).toMatchObject({ networks: [] })
  expect(await listRequests('networks', id)).toMatchObject([{ state: 'withdrawn', networks: [] }])
  await countCalls(sql, id, '203.0.113.0/24', 1)
  expect(await findCallingNetworks(id)).toMatchObject({ networks: [] })
})
