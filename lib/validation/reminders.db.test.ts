import { afterAll, beforeAll, expect, test } from 'vitest'
import { setClock } from '@/lib/clock'
import { database } from '@/lib/database'
import { setValidity } from '@/lib/documents/validity'
import { newId } from '@/lib/ids'
import { refused } from '@/lib/result'
import { openRevision } from '@/lib/validation/open-submission'
import { handleExpiringDocuments } from '@/lib/validation/reminders'
import { submitForValidation } from '@/lib/validation/submit'
import { executeAs } from '@/scripts/launch/execute-as'
import { createDeveloper, type Developer } from '@/test/factories'
import { createOrganisation, decideOnOrganisation, submitOrganisation } from '@/test/organisations'
import { readOutbox } from '@/test/outbox'
import { withOwnDatabase } from '@/test/own-database'
import { createShop } from '@/test/team'
import { pdf, upload } from '@/test/validation'

const guichet = withOwnDatabase({ requirements: ['Tax registration', 'Signed terms'] })
const { owner: sql } = guichet
const template = 'organisation-document-expiring'
let owner: Developer
let french: Developer
let member: Developer
let reviewer: Developer<'reviewer'>
let id: string
let requirementId: string

beforeAll(async () => {
  setClock(new Date('2027-01-01T08:00:00Z'))
  owner = await createDeveloper({}, sql)
  french = await createDeveloper({ locale: 'fr' }, sql)
  member = await createDeveloper({}, sql)
  reviewer = await createDeveloper({ role: 'reviewer' }, sql)
  id = await createOrganisation(owner)
  for (const [person, role] of [[french, 'owner'] as const, [member, 'member'] as const])
    await database().membership.create({ data: { organisationId: id, developerId: person.id, role } })
  const asked = await database().submissionRequirement.findMany({
    where: { submission: { organisationId: id } },
    orderBy: { position: 'asc' },
  })
  requirementId = asked[0]?.requirementId ?? ''
  for (const each of asked) await upload(id, each.requirementId, owner)
  await executeAs(owner, setValidity, { target: id, input: [{ requirementId, value: '2027-06-30' }] })
  await executeAs(owner, submitForValidation, { target: id })
  expect(await decideOnOrganisation(id, reviewer, 'approved')).toMatchObject({ ok: true })
})

afterAll(() => setClock(null))

/** As the schedule calls it on that day, by the worker's role. */
async function runOn(day: string): Promise<number> {
  setClock(new Date(`${day}T06:20:00Z`))
  await guichet.connectAs('worker')
  const handled = await handleExpiringDocuments()
  await guichet.connectAs('portal')
  return handled
}

const setValidityOfAll = (organisationId: string, day: string) =>
  database().document.updateMany({
    where: { submission: { organisationId } },
    data: { validUntil: new Date(day) },
  })
const mailsTo = async ({ email }: { email: string }) =>
  (await readOutbox(email)).filter((each) => each.template === template)
const read = () => database().organisation.findUniqueOrThrow({ where: { id } })

test('owners and reviewers are e-mailed 60, 30 and 7 days before, once each, in their language', async () => {
  expect(await runOn('2027-04-30')).toBe(0)
  expect(await runOn('2027-05-01')).toBe(1)
  expect(await runOn('2027-05-01')).toBe(0)
  expect(await runOn('2027-05-30')).toBe(0)
  expect(await runOn('2027-06-01')).toBe(1)
  // A copy of the document in a revision is not announced again.
  expect(await executeAs(owner, openRevision, { target: id })).toMatchObject({ ok: true })
  expect(await executeAs(owner, submitForValidation, { target: id })).toMatchObject({ ok: true })
  expect(await decideOnOrganisation(id, reviewer, 'approved')).toMatchObject({ ok: true })
  expect(await runOn('2027-06-22')).toBe(0)
  expect(await runOn('2027-06-23')).toBe(1)
  expect(await runOn('2027-06-30')).toBe(0)
  for (const [person, locale, toReviewer] of [
    [owner, 'en', false],
    [french, 'fr', false],
    [reviewer, 'en', true],
  ] as const) {
    const props = { organisationName: 'Kolo SA', validUntil: '2027-06-30', expired: false, toReviewer }
    const mails = await mailsTo(person)
    expect(mails).toHaveLength(3)
    expect(mails).toMatchObject([1, 2, 3].map(() => ({ locale, props })))
  }
  expect(await mailsTo(member)).toEqual([])
  const { rows } = await sql.query(
    `SELECT actor_role, detail->>'days' AS days FROM audit_entry
     WHERE action = 'organisation.document_expiring' AND subject_id = $1 ORDER BY sequence`,
    [id],
  )
  expect(rows).toEqual(['60', '30', '7'].map((days) => ({ actor_role: 'system', days })))
  expect(await read()).toMatchObject({ state: 'verified' })
})

test('after it, the organisation sends another document, while its applications keep working', async () => {
  const applicationId = await createShop(owner, { organisationId: id })
  // A change that waits for a decision has the same document: it goes back to the owners.
  await executeAs(owner, openRevision, { target: id })
  await executeAs(owner, submitForValidation, { target: id })
  expect(await runOn('2027-07-01')).toBe(1)
  expect(await runOn('2027-07-02')).toBe(0)
  expect(await read()).toMatchObject({ state: 'changes_requested' })
  expect((await mailsTo(owner)).at(-1)).toMatchObject({ props: { expired: true } })
  expect(await database().application.findUnique({ where: { id: applicationId } })).toMatchObject({
    state: 'active',
    ownerSuspended: false,
  })
  const { rows } = await sql.query(
    `SELECT actor_role, detail FROM audit_entry WHERE action = 'organisation.document_expired' AND subject_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ actor_role: 'system', detail: { requirements: [requirementId] } }])
  // Owners and reviewers read either language.
  const newest = await database().submission.findFirstOrThrow({
    where: { organisationId: id },
    orderBy: { number: 'desc' },
    include: { requirements: { where: { requirementId } } },
  })
  expect(newest.requirements).toMatchObject([{ verdict: 'replace', verdictReason: null }])

  expect(await executeAs(owner, submitForValidation, { target: id })).toEqual(refused('missing_documents'))
  await upload(id, requirementId, owner, pdf(900))
  await executeAs(owner, setValidity, { target: id, input: [{ requirementId, value: '2028-06-30' }] })
  expect(await executeAs(owner, submitForValidation, { target: id })).toMatchObject({ ok: true })
  expect(await read()).toMatchObject({ state: 'in_verification' })
  expect(await decideOnOrganisation(id, reviewer, 'approved')).toEqual({ ok: true, value: 'approved' })
  expect(await read()).toMatchObject({ state: 'verified' })
  expect(await runOn('2027-07-03')).toBe(0)
})

test('a change with a valid document that waits for a decision stays in the queue, and verifies it again', async () => {
  setClock(new Date('2028-06-30T06:20:00Z'))
  await executeAs(owner, openRevision, { target: id })
  await upload(id, requirementId, owner, pdf(900))
  await executeAs(owner, setValidity, { target: id, input: [{ requirementId, value: '2029-06-30' }] })
  expect(await executeAs(owner, submitForValidation, { target: id })).toMatchObject({ ok: true })
  const newest = { where: { organisationId: id }, orderBy: { number: 'desc' } } as const
  const { dueAt } = await database().submission.findFirstOrThrow(newest)
  expect(await runOn('2028-07-01')).toBe(1)
  expect(await runOn('2028-07-02')).toBe(0)
  expect(await read()).toMatchObject({ state: 'in_verification' })
  expect(await database().submission.findFirstOrThrow(newest)).toMatchObject({
    state: 'in_validation',
    revision: false,
    dueAt,
  })
  for (const [person, toReviewer] of [[owner, false] as const, [reviewer, true] as const])
    expect((await mailsTo(person)).at(-1)).toMatchObject({
      props: { validUntil: '2028-06-30', expired: true, waiting: true, toReviewer },
    })
  const expired = { subjectId: id, action: 'organisation.document_expired' }
  expect((await database().auditEntry.findMany({ where: expired })).map(({ detail }) => detail)).toEqual(
    [1, 2].map(() => ({ requirements: [requirementId] })),
  )
  const where = { organisationId: id, actorRole: 'system' }
  expect(await database().organisationTransition.findMany({ where, orderBy: { id: 'asc' } })).toMatchObject([
    { fromState: 'verified', toState: 'changes_requested' },
    { fromState: 'verified', toState: 'in_verification' },
  ])
  expect(await decideOnOrganisation(id, reviewer, 'approved')).toEqual({ ok: true, value: 'approved' })
  expect(await read()).toMatchObject({ state: 'verified' })
  expect(await runOn('2028-07-03')).toBe(0)
})

test('one organisation that cannot be handled keeps no other from its turn', async () => {
  const [first, second] = [newId(), newId()].map((registrationNumber) => ({ registrationNumber }))
  const ids = [await createOrganisation(owner, first), await createOrganisation(owner, second)]
  for (const each of ids) {
    await submitOrganisation(each, owner)
    await setValidityOfAll(each, '2028-08-31')
    expect(await decideOnOrganisation(each, reviewer, 'approved')).toMatchObject({ ok: true })
  }
  await sql.query(
    `CREATE FUNCTION break_it() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$`,
  )
  await sql.query(`CREATE TRIGGER broken BEFORE UPDATE ON organisation FOR EACH ROW WHEN (OLD.id = '${ids[0]}')
    EXECUTE FUNCTION break_it()`)
  await expect(runOn('2028-09-01')).rejects.toThrow(/1 of \d+ failed: .*broken/s)
  await guichet.connectAs('portal')
  const states = await database().organisation.findMany({
    where: { id: { in: ids } },
    orderBy: { id: 'asc' },
  })
  expect(states.map(({ state }) => state)).toEqual(['verified', 'changes_requested'])
  await sql.query('DROP TRIGGER broken ON organisation')
  expect(await runOn('2028-09-02')).toBeGreaterThan(0)
})

test('an organisation whose documents do not expire is left alone', async () => {
  const other = await createOrganisation(owner, { registrationNumber: 'OTHER-1' })
  await submitOrganisation(other, owner)
  await decideOnOrganisation(other, reviewer, 'approved')
  expect(await runOn('2030-01-01')).toBe(1)
  expect(await database().organisation.findUniqueOrThrow({ where: { id: other } })).toMatchObject({
    state: 'verified',
  })
})
