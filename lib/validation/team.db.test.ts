import { expect, test } from 'vitest'
import { inviteToTeam } from '@/lib/applications/invite'
import { leaveTeam, removeMember } from '@/lib/applications/team'
import type { Administrator } from '@/lib/audit/schema'
import { database } from '@/lib/database'
import { refused } from '@/lib/result'
import { executeAs } from '@/scripts/launch/execute-as'
import { holdLocks, untilBlocked } from '@/test/blocked'
import { readExport } from '@/test/export'
import { createDeveloper, type Developer } from '@/test/factories'
import { readOutbox } from '@/test/outbox'
import { withOwnDatabase } from '@/test/own-database'
import { addToTeam, createShop } from '@/test/team'
import { createDraft, createSubmitted, decide, readAudit, upload } from '@/test/validation'
import { exportSubmission } from './export'
import { keepNote, writeToApplicant } from './messages'
import { findReview, findSandboxRecord, type Review } from './queries'
import { submitForValidation } from './submit'

const { owner: sql } = withOwnDatabase({ requirements: ['Tax registration', 'Signed terms'] })

async function templates({ email }: { email: string }) {
  return (await readOutbox(email)).map(({ template }) => template)
}

/** A reviewer, and the same person as they share an application. */
async function createReviewingMember(applicationId: string, owner: Developer) {
  const reviewer = await createDeveloper({ role: 'reviewer' })
  const { email } = await database().developer.findUniqueOrThrow({ where: { id: reviewer.id } })
  const member = await addToTeam(applicationId, owner, 'member', {
    id: reviewer.id,
    email,
    role: 'developer',
  })
  return { reviewer, member }
}

test('a reviewer on the team reads no internal note, exports none, and writes nothing as a reviewer', async () => {
  const owner = await createDeveloper()
  const { applicationId, submissionId } = await createSubmitted(sql, { owner })
  const { reviewer, member } = await createReviewingMember(applicationId, owner)
  const other = await createDeveloper({ role: 'reviewer' })
  await executeAs(other, writeToApplicant, { target: submissionId, input: { message: 'Which year?' } })
  await executeAs(other, keepNote, { target: submissionId, input: { note: 'Looks forged.' } })
  const read = async (who: Administrator) => {
    const review = await findReview(submissionId, who.id)
    let archive = ''
    const draw = (drawn: Review) => drawn.messages.map(({ body }) => body).join()
    for await (const piece of (await exportSubmission(submissionId, draw, who)) ?? [])
      archive += Buffer.from(piece).toString('latin1')
    return {
      bodies: review?.messages.map(({ body }) => body),
      notes: archive.split('Looks forged.').length - 1,
    }
  }
  expect(await read(other)).toEqual({ bodies: ['Which year?', 'Looks forged.'], notes: 2 })
  expect(await read(reviewer)).toEqual({ bodies: ['Which year?'], notes: 0 })
  const [note, message] = [{ note: 'Fine.' }, { message: 'Fine.' }]
  const refusals = [
    await executeAs(reviewer, keepNote, { target: submissionId, input: note }),
    await executeAs(reviewer, writeToApplicant, { target: submissionId, input: message }),
  ]
  expect(refusals).toEqual([refused('own_application'), refused('own_application')])
  expect(await database().submissionMessage.count({ where: { authorId: reviewer.id } })).toBe(0)
  await executeAs(member, leaveTeam, { target: applicationId })
  expect((await read(reviewer)).notes).toBe(0)
  expect((await executeAs(reviewer, keepNote, { target: submissionId, input: { note: 'Fine.' } })).ok).toBe(
    false,
  )
})

test.each<
  [string, (applicationId: string, who: Developer, requirementId: string) => Promise<unknown>, string]
>([
  ['submit', (id, who) => executeAs(who, submitForValidation, { target: id }), 'not_found'],
  ['upload', (id, who, requirementId) => upload(id, requirementId, who), 'not_yours'],
])(
  'someone who is removed from the team while their request to %s waits is refused',
  async (_, act, reason) => {
    const owner = await createDeveloper()
    const { applicationId, submissionId } = await createDraft(sql, { owner })
    const member = await addToTeam(applicationId, owner, 'member')
    const place = await database().submissionRequirement.findFirstOrThrow({ where: { submissionId } })
    const actions = () => readAudit(sql, submissionId)
    const before = await actions()
    const release = await holdLocks(sql, 'SELECT FROM application WHERE id = $1 FOR UPDATE', [applicationId])
    const removed = executeAs(owner, removeMember, { target: applicationId, input: { memberId: member.id } })
    await untilBlocked(sql, 1)
    const acted = act(applicationId, member, place.requirementId)
    await untilBlocked(sql, 2)
    await release()
    expect((await removed).ok).toBe(true)
    expect(await acted).toEqual({ ok: false, reason })
    expect(await actions()).toEqual(before)
    expect(await database().document.count({ where: { submissionId, version: 2 } })).toBe(0)
  },
)

test("everyone on the team gets the reviewers' mails, except anyone suspended", async () => {
  const owner = await createDeveloper()
  const { applicationId, submissionId } = await createSubmitted(sql, { owner })
  const member = await addToTeam(applicationId, owner, 'member')
  const suspended = await addToTeam(applicationId, owner, 'member')
  await sql.query('UPDATE developer SET suspended_at = now() WHERE id = $1', [suspended.id])
  const before = await templates(suspended)
  const reviewer = await createDeveloper({ role: 'reviewer' })
  await executeAs(reviewer, writeToApplicant, { target: submissionId, input: { message: 'Which year?' } })
  await executeAs(reviewer, keepNote, { target: submissionId, input: { note: 'Hm.' } })
  await decide(submissionId, 'changes_requested', reviewer)
  for (const who of [owner, member])
    expect((await templates(who)).slice(-2)).toEqual(['validation-message', 'validation-changes-requested'])
  expect(await templates(suspended)).toEqual(before)
})

test('the Sandbox record counts shared applications; the export contains them, and no one else’s address', async () => {
  const owner = await createDeveloper()
  const other = await createDeveloper()
  const id = await createShop(owner)
  const member = await addToTeam(id, owner, 'member')
  expect((await findSandboxRecord(member.id)).applications).toBe(1)
  expect((await findSandboxRecord(other.id)).applications).toBe(0)
  for (const [application, minute, count] of [
    [id, '2025-12-01T10:00Z', 7],
    [await createShop(member), '2025-12-02T10:00Z', 5],
  ])
    await sql.query(
      "INSERT INTO usage_minute (application_id, minute, endpoint, succeeded) VALUES ($1, $2, 'token', $3)",
      [application, minute, count],
    )
  expect(await findSandboxRecord(member.id)).toMatchObject({ applications: 2, tokens: 12 })
  const { text, parsed } = await readExport(member)
  expect(parsed).toMatchObject({
    applications: expect.arrayContaining([
      expect.objectContaining({ id, members: [expect.objectContaining({ role: 'member' })] }),
    ]),
    teams: expect.arrayContaining([
      expect.objectContaining({ applicationId: id, since: expect.any(String) }),
    ]),
    invitations: [],
  })
  await executeAs(owner, inviteToTeam, { target: id, input: { email: other.email, role: 'owner' } })
  expect(text).not.toContain(owner.email)
  expect((await readExport(other)).parsed).toMatchObject({
    applications: [],
    teams: [],
    invitations: [{ role: 'owner' }],
  })
})
