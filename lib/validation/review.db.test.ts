import { beforeAll, beforeEach, expect, test } from 'vitest'
import { now, setClock } from '@/lib/clock'
import { database } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { succeed } from '@/lib/result'
import { createDeveloper } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { createSubmitted, decision } from '@/test/validation'
import { decideSubmission, type Reviewer } from './decide'
import { findReview } from './queries'
import { findNeighbours } from './queue'
import { saveRequirement } from './requirements'
import { requirementSchema } from './schema'
import { countWaitingAges, listReviewerDecisions, listWeeks } from './statistics'
import { withdrawSubmission } from './submit'

const { owner: sql } = withOwnDatabase({ requirements: ['Tax registration', 'Signed terms'] })
let [ada, ben]: Reviewer[] = []

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

test('checklists have as many lines in both languages, at most 20', () => {
  const errors = (change: object) =>
    requirementSchema
      .safeParse({ ...fields, ...checklists, ...change })
      .error?.issues.map(({ message }) => message)
  expect(requirementSchema.parse({ ...fields, ...checklists })).toMatchObject({
    checklistEn: ['Stamp', 'Date'],
    checklistFr: ['Cachet', 'Date'],
  })
  expect(errors({ checklistFr: 'Cachet' })).toEqual(['checklistUneven'])
  expect(errors({ checklistEn: 'x\n'.repeat(21), checklistFr: 'x\n'.repeat(21) })).toContain('checklistMany')
  expect(errors({ checklistEn: 'x'.repeat(201), checklistFr: 'x' })).toEqual(['checklistLong'])
})

test('a submission keeps the checklists it was opened under, and a decision what was ticked', async () => {
  const administrator = await createDeveloper({ role: 'administrator' as const }, sql)
  const { id } = await succeed(
    saveRequirement(requirementSchema.parse({ ...fields, ...checklists }), {
      id: administrator.id,
      role: 'administrator',
    }),
  )
  const { submissionId } = await createSubmitted(sql)
  const change = requirementSchema.parse({ ...fields, requirementId: id })
  await saveRequirement(change, { id: administrator.id, role: 'administrator' })
  const review = await findReview(submissionId, ada?.id ?? '')
  const kept = review?.submission.requirements.find(({ requirementId }) => requirementId === id)
  expect(kept).toMatchObject({ checklistEn: ['Stamp', 'Date'], checklistFr: ['Cachet', 'Date'] })
  const ticks = { [id]: [1, 1, 0, 7], [submissionId]: [0] }
  await decideSubmission(await decision(submissionId, 'rejected', { ticks }), ada as Reviewer)
  const recorded = await database().decision.findFirstOrThrow({ where: { submissionId } })
  expect(recorded.checklist).toEqual({ [id]: [0, 1] })
})

test('the accounts of a first approval are there for the second person, until the decision is final', async () => {
  getSettings().VALIDATION_APPROVALS = 2
  const { submissionId } = await createSubmitted(sql)
  const access = [221771234567n, 221771234568n]
  const kept = async () => (await findReview(submissionId, ben?.id ?? ''))?.submission.approvedAccess
  expect(
    await decideSubmission(await decision(submissionId, 'approved', { access }), ada as Reviewer),
  ).toMatchObject({ value: 'first_approval' })
  expect(await kept()).toMatchObject([{ reviewerId: ada?.id, access: 'listed', msisdns: access }])
  await decideSubmission(await decision(submissionId, 'approved', { access: 'all' }), ada as Reviewer)
  expect(await kept()).toMatchObject([{ reviewerId: ada?.id, access: 'all', msisdns: [] }])
  await decideSubmission(await decision(submissionId, 'approved', { access: 'all' }), ben as Reviewer)
  expect(await kept()).toEqual([])
})

test('the submissions before and after one, by due date; from a decided one the first', async () => {
  const made: Awaited<ReturnType<typeof createSubmitted>>[] = []
  for (const minutes of [0, 60, 120]) {
    setClock(new Date(Date.UTC(2026, 10, 23, 9) + minutes * 60_000))
    made.push(await createSubmitted(sql))
  }
  const [a, b, c] = made.map(({ submissionId }) => submissionId)
  const around = async (id = '') =>
    findNeighbours(await database().submission.findUniqueOrThrow({ where: { id } }))
  expect(await around(a)).toEqual({ previous: null, next: b })
  expect(await around(b)).toEqual({ previous: a, next: c })
  expect(await around(c)).toEqual({ previous: b, next: null })
  const first = made[0]
  if (first) await withdrawSubmission(first.applicationId, first.owner)
  expect(await around(a)).toEqual({ previous: null, next: b })
  expect(await around(b)).toEqual({ previous: null, next: c })
})

test('statistics: ages of what waits, decisions by week and by reviewer', async () => {
  const monday = new Date('2026-11-16T10:00:00Z')
  setClock(monday)
  const early = await createSubmitted(sql)
  const late = await createSubmitted(sql)
  const decided = await createSubmitted(sql)
  setClock(new Date(monday.getTime() + 6 * 3600_000))
  await decideSubmission(await decision(decided.submissionId, 'rejected'), ada as Reviewer)
  setClock(new Date('2026-11-24T10:00:00Z'))
  expect(await countWaitingAges()).toMatchObject({ underDay: 0, underWeek: 0, longer: 2, oldestHours: 192 })
  await decideSubmission(await decision(late.submissionId, 'changes_requested'), ben as Reviewer)
  expect(await countWaitingAges()).toMatchObject({ longer: 1, medianHours: 192 })
  expect(await listWeeks(3)).toEqual([
    { week: new Date('2026-11-23T00:00:00Z'), approved: 0, changesRequested: 1, rejected: 0 },
    { week: new Date('2026-11-16T00:00:00Z'), approved: 0, changesRequested: 0, rejected: 1 },
    { week: new Date('2026-11-09T00:00:00Z'), approved: 0, changesRequested: 0, rejected: 0 },
  ])
  const people = await listReviewerDecisions(30)
  expect(people).toHaveLength(2)
  expect(people.find(({ reviewerId }) => reviewerId === ada?.id)).toMatchObject({
    rejected: 1,
    changesRequested: 0,
    medianHours: 6,
  })
  await database().decision.updateMany({ where: { voidedAt: null }, data: { voidedAt: now() } })
  expect(await listReviewerDecisions(30)).toEqual([])
  expect((await listWeeks(3)).every(({ rejected }) => rejected === 0)).toBe(true)
  expect(early.submissionId).not.toBe(late.submissionId)
})
