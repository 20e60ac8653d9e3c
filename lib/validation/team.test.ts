import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaveApplication } from '@/lib/applications/team'
import { closeDatabase, connectTo, database } from '@/lib/database'
import { newId } from '@/lib/ids'
import { ownerPool } from '@/test/factories'
import { readOutbox } from '@/test/outbox'
import { createTestDatabase, type TestDatabase } from '@/test/postgres'
import { addToTeam, createShop, createSomebody, type Somebody } from '@/test/team'
import { createReviewer, createSubmitted, decision } from '@/test/validation'
import { claimSubmission } from './claim'
import { decide } from './decide'
import { findSandboxRecord } from './evidence'
import { exportDeveloper } from './export-developer'
import { writeAsReviewer, writeToReviewers } from './messages'

let own: TestDatabase
let sql: Pool

beforeAll(async () => {
  own = await createTestDatabase()
  connectTo(own.portalUrl)
  sql = ownerPool(own.url)
})

afterAll(async () => {
  await sql.end()
  await closeDatabase()
  await own.drop()
})

async function templates({ email }: { email: string }) {
  return (await readOutbox(email)).map(({ template }) => template)
}

/** A reviewer, and the same person as they share an application. */
async function createReviewingMember(applicationId: string, owner: Somebody) {
  const reviewer = await createReviewer(sql)
  const { email } = await database().developer.findUniqueOrThrow({ where: { id: reviewer.id } })
  const member = await addToTeam(applicationId, owner, 'member', {
    id: reviewer.id,
    email,
    role: 'developer',
  })
  return { reviewer, member }
}

test('a reviewer on the team neither claims nor decides, nor hears of it; the database refuses it too', async () => {
  const owner = await createSomebody()
  const { applicationId, submissionId } = await createSubmitted(sql, { owner })
  const { reviewer, member } = await createReviewingMember(applicationId, owner)
  expect(await claimSubmission(submissionId, reviewer)).toEqual({ ok: false, reason: 'taken' })
  for (const outcome of ['approved', 'changes_requested', 'rejected'] as const)
    expect(await decide(decision(submissionId, outcome), reviewer)).toEqual({
      ok: false,
      reason: 'own_application',
    })
  await writeToReviewers(applicationId, 'When?', owner)
  expect(await templates(member)).toEqual(['application-shared'])
  const row = {
    id: newId(),
    submissionId,
    submissionVersion: 1,
    reviewerId: reviewer.id,
    outcome: 'approved',
  }
  await expect(
    database().decision.create({ data: { ...row, outcome: 'approved', documentIds: [] } }),
  ).rejects.toThrow(/never decides/)
  await leaveApplication(applicationId, member)
  expect((await claimSubmission(submissionId, reviewer)).ok).toBe(true)
})

test('all of the team hear from the reviewers', async () => {
  const owner = await createSomebody()
  const { applicationId, submissionId } = await createSubmitted(sql, { owner })
  const member = await addToTeam(applicationId, owner, 'member')
  const reviewer = await createReviewer(sql)
  await writeAsReviewer({ submissionId, body: 'Which year?', internal: false }, reviewer)
  await writeAsReviewer({ submissionId, body: 'Hm.', internal: true }, reviewer)
  await decide(decision(submissionId, 'changes_requested'), reviewer)
  for (const who of [owner, member])
    expect((await templates(who)).slice(-2)).toEqual(['validation-message', 'validation-changes-requested'])
})

test('the Sandbox record counts shared applications; the export holds them, and nobody else’s address', async () => {
  const [owner, other] = [await createSomebody(), await createSomebody()]
  const id = await createShop(owner)
  const member = await addToTeam(id, owner, 'member')
  expect((await findSandboxRecord(member.id)).applications).toBe(1)
  expect((await findSandboxRecord(other.id)).applications).toBe(0)
  const read = async (who: Somebody) => {
    let text = ''
    for await (const piece of await exportDeveloper(who)) text += piece
    return text
  }
  const text = await read(member)
  expect(JSON.parse(text)).toMatchObject({
    applications: [{ id, members: [{ role: 'member' }] }],
    invitations: [{ role: 'member', usedAt: expect.any(String) }],
  })
  expect(text).not.toContain(owner.email)
  expect(JSON.parse(await read(other))).toMatchObject({ applications: [], invitations: [] })
})
