import { beforeEach, describe, expect, test } from 'vitest'
import type { OrganisationState } from '@/generated/prisma/enums'
import type { Administrator, Owner } from '@/lib/audit/schema'
import { versionOf } from '@/lib/commands/command'
import { database } from '@/lib/database'
import { closeOwnOrganisation } from '@/lib/lifecycle/close-organisation'
import { reinstateOrganisation, suspendOrganisation } from '@/lib/lifecycle/suspend-organisation'
import { refused } from '@/lib/result'
import { openRevision, reopenAfterRejection } from '@/lib/validation/open-submission'
import { handleExpiringDocuments } from '@/lib/validation/reminders'
import { submitForValidation, withdrawSubmission } from '@/lib/validation/submit'
import { executeAs } from '@/scripts/launch/execute-as'
import { createDeveloper } from '@/test/factories'
import { createOrganisation, decideOnOrganisation, submitOrganisation } from '@/test/organisations'
import { withOwnDatabase } from '@/test/own-database'
import { decide } from '@/test/validation'
import { changeOrganisation } from './commands'
import { organisationSchema } from './schema'
import { findOrganisationTransition, type OrganisationAction, organisationTransitions } from './states'

const { owner: sql } = withOwnDatabase({ requirements: ['Tax registration', 'Signed terms'] })
let owner: Owner
let reviewer: Administrator
let administrator: Administrator

const reason = { reason: 'Asked about it.' }

beforeEach(async () => {
  owner = await createDeveloper({}, sql)
  reviewer = await createDeveloper({ role: 'reviewer' }, sql)
  administrator = await createDeveloper({ role: 'administrator' }, sql)
})

const states = [
  'draft',
  'in_verification',
  'changes_requested',
  'rejected',
  'verified',
  'suspended',
  'closed',
] as const satisfies OrganisationState[]

/** An organisation in a state, reached by the commands. */
async function createIn(state: OrganisationState): Promise<string> {
  const id = await createOrganisation(owner)
  if (state === 'draft') return id
  if (state === 'closed') {
    await executeAs(owner, closeOwnOrganisation, { target: id })
    return id
  }
  await submitOrganisation(id, owner)
  if (state === 'changes_requested' || state === 'rejected') await decideOnOrganisation(id, reviewer, state)
  if (state === 'verified' || state === 'suspended') await decideOnOrganisation(id, reviewer, 'approved')
  if (state === 'suspended')
    await executeAs(administrator, suspendOrganisation, { target: id, input: reason })
  return id
}

const attempts: Record<OrganisationAction, (id: string) => Promise<{ ok: boolean }>> = {
  submit: (id) => executeAs(owner, submitForValidation, { target: id }),
  resubmit: (id) => executeAs(owner, submitForValidation, { target: id }),
  withdraw: (id) => executeAs(owner, withdrawSubmission, { target: id }),
  reopen: (id) => executeAs(owner, reopenAfterRejection, { target: id }),
  approve: (id) => decideOnOrganisation(id, reviewer, 'approved'),
  request_changes: (id) => decideOnOrganisation(id, reviewer, 'changes_requested'),
  reject: (id) => decideOnOrganisation(id, reviewer, 'rejected'),
  expire: async (id) => {
    await sql.query(
      `UPDATE document SET valid_until = (now() AT TIME ZONE 'UTC')::date - 1
       WHERE submission_id IN (SELECT id FROM submission WHERE organisation_id = $1)`,
      [id],
    )
    return { ok: (await handleExpiringDocuments()) > 0 }
  },
  suspend: async (id) => {
    // As after a document has expired: only an organisation that was verified before is suspended.
    await sql.query('UPDATE organisation SET verified_at = coalesce(verified_at, now()) WHERE id = $1', [id])
    return executeAs(administrator, suspendOrganisation, { target: id, input: reason })
  },
  reinstate: (id) => executeAs(administrator, reinstateOrganisation, { target: id, input: reason }),
  close: (id) => executeAs(owner, closeOwnOrganisation, { target: id }),
}

const actions = Object.keys(attempts) as OrganisationAction[]
function actorOf(action: OrganisationAction) {
  if (action === 'expire') return 'system'
  if (action === 'suspend' || action === 'reinstate') return 'administrator'
  return ['approve', 'request_changes', 'reject'].includes(action) ? 'reviewer' : 'owner'
}

const stateOf = async (id: string) =>
  (await database().organisation.findUniqueOrThrow({ where: { id } })).state

test('every action of the table is tried', () => {
  expect(new Set(actions)).toEqual(new Set(organisationTransitions.map(({ action }) => action)))
})

describe.each(states)('an organisation that is %s', (state) => {
  test.each(actions)('%s', async (action) => {
    const id = await createIn(state)
    if (action === 'submit' || action === 'resubmit') {
      // One command for both; complete documents, so that only the state can refuse it.
      const expected =
        findOrganisationTransition(state, 'submit', 'owner') ??
        findOrganisationTransition(state, 'resubmit', 'owner')
      const result = await submitOrganisation(id, owner).then(
        () => true,
        () => false,
      )
      expect(result).toBe(expected !== null)
      expect(await stateOf(id)).toBe(expected?.to ?? state)
      return
    }
    const before = await database().organisationTransition.count({ where: { organisationId: id } })
    const transition = findOrganisationTransition(state, action, actorOf(action))
    expect((await attempts[action](id)).ok).toBe(transition !== null)
    expect(await stateOf(id)).toBe(transition?.to ?? state)
    const after = await database().organisationTransition.count({ where: { organisationId: id } })
    expect(after - before).toBe(transition ? 1 : 0)
  })
})

test('a change of what was verified waits, while the verified record stays in force', async () => {
  const id = await createIn('verified')
  const record = await database().organisation.findUniqueOrThrow({ where: { id } })
  const next = organisationSchema.parse({ ...record, legalName: 'Kolo Holding SA', tradingName: 'Kolo Pay' })
  expect(await executeAs(owner, changeOrganisation, { target: id, input: next })).toEqual({
    ok: true,
    value: { proposed: true },
  })
  const read = () => database().organisation.findUniqueOrThrow({ where: { id } })
  const waiting = { legalName: 'Kolo SA', tradingName: 'Kolo Pay', state: 'verified' }
  expect(await read()).toMatchObject({ ...waiting, proposed: { legalName: 'Kolo Holding SA' } })

  expect(await executeAs(owner, openRevision, { target: id })).toMatchObject({ ok: true })
  expect(await executeAs(owner, submitForValidation, { target: id })).toMatchObject({ ok: true })
  expect(await decideOnOrganisation(id, reviewer, 'rejected')).toMatchObject({ ok: true })
  expect(await read()).toMatchObject(waiting)

  expect(await executeAs(owner, openRevision, { target: id })).toMatchObject({ ok: true })
  const [{ id: submissionId } = { id: '' }] = await database().submission.findMany({
    where: { organisationId: id, state: 'draft' },
  })
  expect(await database().document.count({ where: { submissionId } })).toBeGreaterThan(0)
  expect(await executeAs(owner, submitForValidation, { target: id })).toMatchObject({ ok: true })
  expect(await decideOnOrganisation(id, reviewer, 'approved')).toEqual({ ok: true, value: 'approved' })
  expect(await read()).toMatchObject({ legalName: 'Kolo Holding SA', proposed: null, state: 'verified' })
})

test('a change while reviewers decide is a new version: no one decides on what they have not read', async () => {
  const id = await createIn('in_verification')
  const { version, id: submissionId } = await database().submission.findFirstOrThrow({
    where: { organisationId: id },
  })
  const record = await database().organisation.findUniqueOrThrow({ where: { id } })
  await executeAs(owner, changeOrganisation, {
    target: id,
    input: organisationSchema.parse({ ...record, taxNumber: '99' }),
  })
  const shown = { expectedVersion: versionOf(version) }
  expect(await decide(submissionId, 'approved', reviewer, {}, shown)).toEqual(refused('version_conflict'))
})
