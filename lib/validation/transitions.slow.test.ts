import { beforeAll, describe, expect, test } from 'vitest'
import { ApplicationState } from '@/generated/prisma/enums'
import { findTransition, type TransitionAction, type TransitionActor } from '@/lib/applications/states'
import type { Administrator, Owner } from '@/lib/audit/schema'
import { systemActor } from '@/lib/audit/schema'
import { database } from '@/lib/database'
import { recordActivation, recordFailedActivation } from '@/lib/validation/activation-check'
import { reopenAfterRejection } from '@/lib/validation/open-submission'
import { submitForValidation, withdrawSubmission } from '@/lib/validation/submit'
import { executeAs } from '@/scripts/launch/execute-as'
import { createDeveloper } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { createInState, type Draft, decide } from '@/test/validation'

const { owner: sql } = withOwnDatabase({ requirements: ['Signed terms'] })
let reviewer: Administrator
let administrator: Administrator

beforeAll(async () => {
  reviewer = await createDeveloper({ role: 'reviewer' })
  administrator = await createDeveloper({ role: 'administrator' })
})

type Take = (draft: Draft, by: { owner: Owner; reviewer: Administrator }) => Promise<boolean>

const take: Partial<Record<TransitionAction, Take>> = {
  submit: async ({ applicationId }, { owner }) =>
    (await executeAs(owner, submitForValidation, { target: applicationId })).ok,
  resubmit: async ({ applicationId }, { owner }) =>
    (await executeAs(owner, submitForValidation, { target: applicationId })).ok,
  withdraw: async ({ applicationId }, { owner }) =>
    (await executeAs(owner, withdrawSubmission, { target: applicationId })).ok,
  reopen: async ({ applicationId }, { owner }) =>
    (await executeAs(owner, reopenAfterRejection, { target: applicationId })).ok,
  approve: async ({ submissionId }, by) => (await decide(submissionId, 'approved', by.reviewer)).ok,
  request_changes: async ({ submissionId }, by) =>
    (await decide(submissionId, 'changes_requested', by.reviewer)).ok,
  reject: async ({ submissionId }, by) => (await decide(submissionId, 'rejected', by.reviewer)).ok,
  prove: async ({ submissionId }) =>
    (await executeAs(systemActor, recordActivation, { target: submissionId })).ok,
  fail_proof: async ({ submissionId }) => {
    await database().submission.updateMany({ where: { id: submissionId }, data: { decidedAt: new Date(0) } })
    const failed = { target: submissionId, input: { problem: 'token:401' } } as const
    const outcome = await executeAs(systemActor, recordFailedActivation, failed)
    return outcome.ok && outcome.value === 'given_up'
  },
}

const states = Object.values(ApplicationState)
const actions = Object.keys(take) as TransitionAction[]
const takers = ['owner', 'stranger', 'reviewer', 'administrator', 'own reviewer', 'system'] as const

/** The people who may call the command at all: others could only use another's session. */
const callers: Record<string, readonly (typeof takers)[number][]> = {
  prove: ['system'],
  fail_proof: ['system'],
  approve: ['reviewer', 'administrator', 'own reviewer'],
  request_changes: ['reviewer', 'administrator', 'own reviewer'],
  reject: ['reviewer', 'administrator', 'own reviewer'],
}

/** One for all refusals in a state, as they change nothing. */
const untouched = new Map<ApplicationState, Promise<Draft>>()

function keepInState(state: ApplicationState): Promise<Draft> {
  const draft = untouched.get(state) ?? createInState(sql, reviewer, state)
  untouched.set(state, draft)
  return draft
}

// ASVS 2.3.1
describe.each(states)('an application that is %s', (state) => {
  const cases = actions.flatMap((action) =>
    (callers[action] ?? ['owner', 'stranger', 'administrator']).map((taker) => ({ action, taker })),
  )

  test.each(cases)('$action by $taker', async ({ action, taker }) => {
    // The owner's two ways in are one button; a stranger and a reviewer on the team are in no row of the table.
    const named = taker === 'stranger' || taker === 'own reviewer' ? null : (taker as TransitionActor)
    const allowed =
      named &&
      (findTransition('production', state, action, named) ??
        (action === 'submit' ? findTransition('production', state, 'resubmit', named) : null) ??
        (action === 'resubmit' ? findTransition('production', state, 'submit', named) : null))
    const draft = await (allowed ? createInState(sql, reviewer, state) : keepInState(state))
    const stranger: Owner = await createDeveloper()
    const by = {
      owner: taker === 'owner' ? draft.owner : taker === 'administrator' ? administrator : stranger,
      reviewer:
        taker === 'own reviewer'
          ? await database().developer.update({ where: { id: draft.owner.id }, data: { role: 'reviewer' } })
          : taker === 'reviewer'
            ? reviewer
            : administrator,
    }
    const taken = (await take[action]?.(draft, by)) ?? false

    expect(taken).toBe(allowed !== null)
    const after = await database().application.findUniqueOrThrow({ where: { id: draft.applicationId } })
    expect(after.state).toBe(allowed?.to ?? state)
    await expectNoWorkingSecretUnapproved(draft.applicationId)
  })
})

test('a walk over the whole table leaves one timeline row for each change', async () => {
  const { applicationId } = await createInState(sql, reviewer, 'active')
  const { rows } = await sql.query(
    'SELECT from_state, to_state, actor_role FROM state_transition WHERE application_id = $1 ORDER BY at, id',
    [applicationId],
  )
  expect(
    rows.map(({ from_state, to_state, actor_role }) => `${from_state} ${to_state} ${actor_role}`),
  ).toEqual([
    'null draft developer',
    'draft in_validation developer',
    'in_validation activating reviewer',
    'activating active system',
  ])
})

test('only states after an approval have a working secret, whatever the code does', async () => {
  for (const state of ['draft', 'in_validation', 'changes_requested', 'rejected'] as const) {
    const { applicationId } = await createInState(sql, reviewer, state)
    for (const served of ['activating', 'active'])
      await expect(
        sql.query('UPDATE application SET state = $2 WHERE id = $1', [applicationId, served]),
      ).rejects.toThrow('needs an approval on record')
    await expect(
      sql.query(
        `INSERT INTO client_secret (id, application_id, secret_hash, hash_key_id, ciphertext, encryption_key_id)
         VALUES (gen_random_uuid(), $1, '\\x00', 'k', '\\x00', 'k')`,
        [applicationId],
      ),
    ).rejects.toThrow('needs an approval on record')
  }
})

async function expectNoWorkingSecretUnapproved(applicationId: string): Promise<void> {
  const { rows } = await sql.query(
    `SELECT count(s.*)::int AS secrets FROM client_secret s JOIN application a ON a.id = s.application_id
     WHERE a.id = $1 AND s.revoked_at IS NULL AND a.state IN ('draft', 'in_validation', 'changes_requested', 'rejected', 'deleted')`,
    [applicationId],
  )
  expect(rows).toEqual([{ secrets: 0 }])
}
