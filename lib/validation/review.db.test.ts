import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Administrator } from '@/lib/audit/schema'
import { now, setClock } from '@/lib/clock'
import { database } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { succeed } from '@/lib/result'
import { executeAs } from '@/scripts/launch/execute-as'
import { createDeveloper } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { createSubmitted, decide } from '@/test/validation'
import { findReview } from './queries'
import { countQueuePosition, findNeighbouringSubmissions, listLastDecided, listQueue } from './queue'
import { saveRequirement } from './requirements'
import { requirementSchema } from './schema'
import { withdrawSubmission } from './submit'

const { owner: sql } = withOwnDatabase({ requirements: ['Tax registration', 'Signed terms'] })
let [ada, ben]: Administrator[] = []

beforeAll(async () => {
  ada = await createDeveloper({ role: 'reviewer' }, sql)
  ben = await createDeveloper({ role: 'reviewer' }, sql)
})

beforeEach(async () => {
  await sql.query(`UPDATE submission SET state = 'withdrawn', due_at = NULL WHERE state = 'in_validation'`)
  await sql.query('UPDATE decision SET voided_at = now() WHERE voided_at IS NULL')
})

const checklists = { checklistEn: 'Stamp\n\n Date ', checklistFr: 'Cachet\nDate' }
const fields = { nameEn: 'Seal', nameFr: 'Sceau', pdf: 'on', maxMegabytes: '2' }

test('checklists have as many lines in each language, at most 20', () => {
  const errors = (change: object) =>
    requirementSchema
      .safeParse({ ...fields, ...checklists, ...change })
      .error?.issues.map(({ message }) => message)
  expect(requirementSchema.parse({ ...fields, ...checklists })).toMatchObject({
    checklistEn: ['Stamp', 'Date'],
    checklistFr: ['Cachet', 'Date'],
  })
  expect(errors({ checklistFr: 'Cachet' })).toEqual(['checklistUneven'])
  expect(errors({ checklistFr: '' })).toEqual(['checklistUneven'])
  expect(errors({ checklistEn: 'x\n'.repeat(21), checklistFr: 'x\n'.repeat(21) })).toContain('checklistMany')
  expect(errors({ checklistEn: 'x'.repeat(201), checklistFr: 'x' })).toEqual(['checklistLong'])
})

test('a submission keeps the checklists it was opened under, and a decision what was ticked', async () => {
  const administrator = await createDeveloper({ role: 'administrator' as const }, sql)
  const { id } = await succeed(
    executeAs(
      {
        id: administrator.id,
        role: 'administrator',
      },
      saveRequirement,
      { input: requirementSchema.parse({ ...fields, ...checklists }) },
    ),
  )
  const { submissionId } = await createSubmitted(sql)
  const change = requirementSchema.parse({ ...fields, requirementId: id })
  await executeAs({ id: administrator.id, role: 'administrator' }, saveRequirement, { input: change })
  const review = await findReview(submissionId, ada?.id ?? '')
  const kept = review?.submission.requirements.find(({ requirementId }) => requirementId === id)
  expect(kept).toMatchObject({ checklistEn: ['Stamp', 'Date'], checklistFr: ['Cachet', 'Date'] })
  const ticks = { [id]: [1, 1, 0, 7], [submissionId]: [0] }
  await decide(submissionId, 'rejected', ada as Administrator, { ticks })
  const recorded = await database().decision.findFirstOrThrow({ where: { submissionId } })
  expect(recorded.checklist).toEqual({ [id]: [0, 1] })
})

test('the accounts of a first approval are there for the second person, until the decision is final', async () => {
  getSettings().VALIDATION_APPROVALS = 2
  const { submissionId } = await createSubmitted(sql)
  const access = [221771234567n, 221771234568n]
  const kept = async () => (await findReview(submissionId, ben?.id ?? ''))?.submission.approvedAccess
  expect(await decide(submissionId, 'approved', ada as Administrator, { access })).toMatchObject({
    value: 'first_approval',
  })
  expect(await kept()).toMatchObject([{ reviewerId: ada?.id, access: 'listed', msisdns: access }])
  await decide(submissionId, 'approved', ada as Administrator, { access: 'all' })
  expect(await kept()).toMatchObject([{ reviewerId: ada?.id, access: 'all', msisdns: [] }])
  await decide(submissionId, 'approved', ben as Administrator, { access: 'all' })
  expect(await kept()).toEqual([])
})

test('the submissions before and after one, by due date; from a decided one the first', async () => {
  const made: Awaited<ReturnType<typeof createSubmitted>>[] = []
  for (const minutes of [0, 60, 120]) {
    setClock(new Date(Date.UTC(2026, 10, 23, 9) + minutes * 60_000))
    made.push(await createSubmitted(sql))
  }
  const [a, b, c] = made.map(({ submissionId }) => submissionId)
  const around = (id = '') => findNeighbouringSubmissions(id)
  expect(await around(a)).toEqual({ previous: null, next: b })
  expect(await around(b)).toEqual({ previous: a, next: c })
  expect(await around(c)).toEqual({ previous: b, next: null })
  const first = made[0]
  if (first) await executeAs(first.owner, withdrawSubmission, { target: first.applicationId })
  expect(await around(a)).toEqual({ previous: null, next: b })
  expect(await around(b)).toEqual({ previous: null, next: c })
})

test('of submissions due at one time, the first sent comes first, for reviewers and applicants', async () => {
  const made = [await createSubmitted(sql), await createSubmitted(sql), await createSubmitted(sql)]
  const [a = '', b = '', c = ''] = made.map(({ submissionId }) => submissionId)
  for (const [id, minute] of [
    [b, 0],
    [c, 0],
    [a, 1],
  ] as const)
    await sql.query(`UPDATE submission SET due_at = '2026-11-27T09:00Z', submitted_at = $2 WHERE id = $1`, [
      id,
      new Date(Date.UTC(2026, 10, 24, 9, minute)),
    ])
  const { entries } = await listQueue({ state: 'in_validation', assignee: 'anyone', page: 1 }, a)
  expect(entries.map(({ id }) => id)).toEqual([b, c, a])
  expect(await findNeighbouringSubmissions(c)).toEqual({ previous: b, next: a })
  expect(await Promise.all([b, c, a].map(countQueuePosition))).toEqual([1, 2, 3])
})

test('of the last decisions, which were on time, and how many business minutes they took', async () => {
  setClock(new Date('2026-09-16T10:00:00Z'))
  const made = await Promise.all([1, 2, 3, 4].map(() => createSubmitted(sql)))
  const decideAfter = async (hours: number, index: number, outcome: 'rejected' | 'changes_requested') => {
    setClock(new Date(Date.parse('2026-09-16T10:00:00Z') + hours * 3_600_000))
    await decide(made[index]?.submissionId ?? '', outcome, ada as Administrator)
  }
  await decideAfter(6, 0, 'rejected')
  await decideAfter(8, 1, 'changes_requested')
  await decideAfter(24 * 12, 2, 'rejected')
  expect((await listLastDecided()).map(({ onTime }) => onTime)).toEqual([true, true, false])
  await database().decision.updateMany({ where: { decidedAt: { lt: now() } }, data: { voidedAt: now() } })
  expect((await listLastDecided()).map(({ onTime }) => onTime)).toEqual([false])
})
