import { beforeAll, describe, expect, test } from 'vitest'
import { changeDetails } from '@/lib/applications/commands'
import { applicationDetailsSchema } from '@/lib/applications/schema'
import type { Administrator } from '@/lib/audit/schema'
import { versionOf } from '@/lib/commands/command'
import { database } from '@/lib/database'
import { countAttempt } from '@/lib/identity/throttle'
import { refused, succeed } from '@/lib/result'
import { openRevision } from '@/lib/validation/open-submission'
import { submitForValidation, withdrawSubmission } from '@/lib/validation/submit'
import { executeAs } from '@/scripts/launch/execute-as'
import { createDeveloper } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { rehearse } from '@/test/rehearsals'
import { addToTeam, createShop } from '@/test/team'
import { createInState, createSubmitted, decide, readAudit, readMails } from '@/test/validation'

const { owner: sql } = withOwnDatabase({ requirements: ['Signed terms'] })
let reviewer: Administrator

beforeAll(async () => {
  reviewer = await createDeveloper({ role: 'reviewer' })
})

describe('withdrawing and submitting in turn', () => {
  test('is slowed down, and a refused submission mails no one', async () => {
    const owner = await createDeveloper()
    const { applicationId, submissionId } = await createSubmitted(sql, { owner })
    const member = await addToTeam(applicationId, owner, 'member')
    for (let more = 0; more < 19; more++) expect(await countAttempt('submission', owner.id)).toBe(0)
    await executeAs(owner, withdrawSubmission, { target: applicationId })
    expect(await executeAs(owner, submitForValidation, { target: applicationId })).toMatchObject({ ok: true })
    await executeAs(owner, withdrawSubmission, { target: applicationId })
    const mails = await readMails(sql, reviewer.id)
    expect(await executeAs(owner, submitForValidation, { target: applicationId })).toEqual({
      ok: false,
      reason: 'throttled',
      waitSeconds: expect.any(Number),
    })
    expect(await readMails(sql, reviewer.id)).toEqual(mails)
    expect((await readAudit(sql, submissionId)).at(-1)).toBe('submission.withdrawn')
    await succeed(executeAs(member, submitForValidation, { target: applicationId }))
  })

  test('is slowed down for a team, however many its members are', async () => {
    const { applicationId, owner } = await createSubmitted(sql)
    for (let more = 0; more < 20; more++) await countAttempt('submission', applicationId)
    await executeAs(owner, withdrawSubmission, { target: applicationId })
    expect(await executeAs(owner, submitForValidation, { target: applicationId })).toMatchObject({
      reason: 'throttled',
    })
  })
})

test('a required case of the rehearsal is required of a revision too', async () => {
  const { applicationId, owner } = await createInState(sql, reviewer, 'active')
  await database().rehearsalCase.create({ data: { id: 'token', requirement: 'required' } })
  expect(await executeAs(owner, openRevision, { target: applicationId })).toMatchObject({ ok: true })
  expect(await executeAs(owner, submitForValidation, { target: applicationId })).toEqual({
    ok: false,
    reason: 'rehearsal_required',
    cases: ['token'],
  })
  await rehearse(sql, await createShop(owner), owner)
  expect(await executeAs(owner, submitForValidation, { target: applicationId })).toMatchObject({ ok: true })
  await sql.query('DELETE FROM rehearsal_case')
})

describe('name and description', () => {
  const details = applicationDetailsSchema.parse({ name: 'Kolo Balance', description: 'Another use.' })

  test('that change during the validation make a new version', async () => {
    const { applicationId, submissionId, owner } = await createSubmitted(sql)
    await succeed(executeAs(owner, changeDetails, { target: applicationId, input: details }))
    const decideOn = (shown: number) =>
      decide(submissionId, 'approved', reviewer, {}, { expectedVersion: versionOf(shown) })
    expect(await decideOn(1)).toEqual(refused('version_conflict'))
    await succeed(executeAs(owner, changeDetails, { target: applicationId, input: details }))
    expect(await decideOn(2)).toMatchObject({ ok: true })
  })
})
