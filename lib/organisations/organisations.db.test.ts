import { beforeEach, describe, expect, test } from 'vitest'
import { hasDecidedOn, hasInterest } from '@/lib/applications/conflict-of-interest'
import { searchApplications } from '@/lib/applications/directory'
import { inviteToTeam } from '@/lib/applications/invite'
import { acceptInvitation, listTeamInvitations } from '@/lib/applications/join'
import { findApplicationFor, listApplications } from '@/lib/applications/queries'
import { findSubjectFor } from '@/lib/applications/subject'
import { leaveTeam, makeOwner, removeMember } from '@/lib/applications/team'
import { listTeam } from '@/lib/applications/team-members'
import type { Owner } from '@/lib/audit/schema'
import { systemActor } from '@/lib/audit/schema'
import { setClock } from '@/lib/clock'
import { versionOf } from '@/lib/commands/command'
import { database } from '@/lib/database'
import { setValidity } from '@/lib/documents/validity'
import { getSettings } from '@/lib/env'
import { newId } from '@/lib/ids'
import { closeOwnOrganisation } from '@/lib/lifecycle/close-organisation'
import { createApplication } from '@/lib/lifecycle/create-application'
import { createOrganisation as create } from '@/lib/lifecycle/create-organisation'
import { eraseDeveloper } from '@/lib/lifecycle/delete-developer'
import { moveIntoOrganisation } from '@/lib/lifecycle/move-into-organisation'
import { suspendDeveloper } from '@/lib/lifecycle/suspend-developer'
import { suspendOrganisation } from '@/lib/lifecycle/suspend-organisation'
import { refused, succeed } from '@/lib/result'
import { lockTestAccounts } from '@/lib/sandbox/commands'
import { recordActivation } from '@/lib/validation/activation-check'
import { assignSubmission } from '@/lib/validation/assignment'
import { keepNote } from '@/lib/validation/messages'
import { openRevision } from '@/lib/validation/open-submission'
import { findApplicantValidation } from '@/lib/validation/queries'
import { findUnreviewed, listQueue } from '@/lib/validation/queue'
import { submitForValidation } from '@/lib/validation/submit'
import { applicationFields, decideOnNewest, findSubmission, uploadMissing } from '@/scripts/launch/data'
import { executeAs } from '@/scripts/launch/execute-as'
import { deleteAccount } from '@/test/developers'
import { readExport } from '@/test/export'
import { createDeveloper, type Developer } from '@/test/factories'
import { organisationFields } from '@/test/organisation-fields'
import {
  createOrganisation,
  createVerified,
  decideOnOrganisation,
  submitOrganisation,
} from '@/test/organisations'
import { readOutbox } from '@/test/outbox'
import { withOwnDatabase } from '@/test/own-database'
import { createShop } from '@/test/team'
import { createDraft, createInState, decide, pdf, readAudit, upload } from '@/test/validation'
import { changeOrganisation } from './commands'
import { findOrganisationFor, listOrganisations } from './queries'
import { fillRegistrationKeys } from './registration-key'
import { type OrganisationRecord, organisationSchema, verifiedFields } from './schema'

const { owner: sql } = withOwnDatabase({
  requirements: ['Company registration', 'Tax registration', 'Signed terms'],
})
let owner: Developer
let member: Developer
let stranger: Developer
let reviewer: Developer<'reviewer'>
let id: string

beforeEach(async () => {
  // Otherwise every submission is announced to the reviewers of all tests before.
  await sql.query(`UPDATE developer SET role = 'developer' WHERE role = 'reviewer'`)
  owner = await createDeveloper({}, sql)
  member = await createDeveloper({}, sql)
  stranger = await createDeveloper({}, sql)
  reviewer = await createDeveloper({ role: 'reviewer' }, sql)
  id = await createOrganisation(owner)
})

async function join(person: { id: string; email: string }, role: 'owner' | 'member' = 'member', to = id) {
  await succeed(executeAs(owner, inviteToTeam, { target: to, input: { email: person.email, role } }))
  const [offer] = await listTeamInvitations(person.id)
  return executeAs({ id: person.id, role: 'developer' }, acceptInvitation, { target: offer?.id ?? '' })
}

const audited = (subjectId: string) => readAudit(sql, subjectId)
const readApplication = (id: string) => database().application.findUnique({ where: { id } })
const readOrganisation = (id: string) => database().organisation.findUniqueOrThrow({ where: { id } })
/** Uploads a document for each requirement that has none. */
const uploadAll = (subjectId: string, who: Owner) =>
  uploadMissing(subjectId, who, async () => ({ name: 'document.pdf', content: pdf() }))

const move = (who: Owner, target: string, organisationId = id) =>
  executeAs(who, moveIntoOrganisation, { target, input: { organisationId } })
const submit = (who: Owner, target: string) => executeAs(who, submitForValidation, { target })
const revise = (who: Owner, target: string) => executeAs(who, openRevision, { target })
const close = (who: Owner, target: string) => executeAs(who, closeOwnOrganisation, { target })
const setLastDay = (who: Owner, target: string, input: { requirementId: string; value: string }[]) =>
  executeAs(who, setValidity, { target, input })

/** A person's last e-mails. */
const templates = async (email: string) => (await readOutbox(email)).map(({ template }) => template)

test('whoever creates an organisation owns it', async () => {
  const input = organisationSchema.parse(organisationFields())
  const { id: created } = await succeed(executeAs(stranger, create, { input }))
  expect(await listOrganisations(stranger.id)).toMatchObject([{ state: 'draft', role: 'owner' }])
  expect(await audited(created)).toEqual(['organisation.created'])
  expect(await listTeam(created, stranger.id)).toMatchObject([{ id: stranger.id, role: 'owner' }])
})

test('drafts are limited', async () => {
  await Promise.all(Array.from({ length: 9 }, () => createOrganisation(owner)))
  const input = organisationSchema.parse(organisationFields())
  expect(await executeAs(owner, create, { input: input })).toEqual(refused('too_many_drafts'))
})

test('a member has the rights of members only, also in what is created in it', async () => {
  await join(member)
  await uploadAll(id, owner)
  const input = { ...applicationFields('Till'), organisationId: id, environment: 'sandbox' } as const
  const refusals = [
    await executeAs(member, createApplication, { input }),
    await close(member, id),
    await executeAs(member, inviteToTeam, { target: id, input: { email: stranger.email, role: 'member' } }),
  ]
  expect(refusals).toEqual([refused('organisation_unknown'), refused('not_found'), refused('not_found')])
  const record = organisationSchema.parse(organisationFields())
  expect((await executeAs(member, changeOrganisation, { target: id, input: record })).ok).toBe(true)
  expect((await submit(member, id)).ok).toBe(true)
  expect((await executeAs(member, leaveTeam, { target: id })).ok).toBe(true)
})

describe('membership', () => {
  test('gives the same role in every application, and ends there too', async () => {
    const applicationId = await createShop(owner, { organisationId: id })
    expect(await findApplicationFor(member.id, 'view', applicationId)).toBeNull()
    await join(member)
    expect(await findApplicationFor(member.id, 'view', applicationId)).toMatchObject({ role: 'member' })
    expect(await findApplicationFor(member.id, 'secrets', applicationId)).toBeNull()
    expect(await listApplications(member.id)).toMatchObject([{ id: applicationId, shared: true }])
    for (const filter of [{ developerId: member.id }, { text: member.email }])
      expect((await searchApplications(filter, undefined, 5)).rows).toMatchObject([{ id: applicationId }])
    await executeAs(owner, makeOwner, { target: id, input: { memberId: member.id } })
    expect(await findApplicationFor(member.id, 'secrets', applicationId)).toMatchObject({ role: 'owner' })
    expect(await executeAs(owner, leaveTeam, { target: id })).toMatchObject({ ok: true })
    expect(await findApplicationFor(owner.id, 'view', applicationId)).toBeNull()
    // The database keeps the name of an owner on it.
    expect(await readApplication(applicationId)).toMatchObject({
      developerId: member.id,
      ownerSuspended: false,
    })
  })

  test('of the team of the application stays, and the stronger role counts', async () => {
    const applicationId = await createShop(owner, { organisationId: id })
    await join(member, 'owner', applicationId)
    await join(member)
    expect(await findSubjectFor(member.id, 'view', applicationId)).toMatchObject({ role: 'owner' })
    expect(await findSubjectFor(member.id, 'view', id)).toMatchObject({ role: 'member' })
    await succeed(executeAs(owner, removeMember, { target: id, input: { memberId: member.id } }))
    expect(await findSubjectFor(member.id, 'view', applicationId)).toBeNull()
    expect(await templates(member.email)).toContain('team-removed')
    expect(await audited(id)).toContain('organisation.member_removed')
  })

  test('the last owner stays, in the command and in the database', async () => {
    expect(await executeAs(owner, leaveTeam, { target: id })).toEqual(refused('only_person'))
    await expect(
      database().membership.deleteMany({ where: { organisationId: id, developerId: owner.id } }),
    ).rejects.toThrow('an organisation has an owner')
  })

  test('suspending its only owner stops its applications', async () => {
    const applicationId = await createShop(owner, { organisationId: id })
    const actor = await createDeveloper({ role: 'administrator' }, sql)
    await succeed(executeAs(actor, suspendDeveloper, { target: owner.id, input: { reason: 'Asked.' } }))
    expect(await readApplication(applicationId)).toMatchObject({ ownerSuspended: true })
  })
})

describe('a conflict of interest', () => {
  const decideInDatabase = (submissionId: string) =>
    sql.query(
      `INSERT INTO decision (id, submission_id, submission_version, reviewer_id, outcome, document_ids)
       VALUES ($1, $2, 1, $3, 'approved', '{}')`,
      [newId(), submissionId, reviewer.id],
    )

  test('keeps everyone who ever belonged to it from deciding about it and its applications', async () => {
    await join(reviewer)
    await executeAs({ id: reviewer.id, role: 'developer' }, leaveTeam, { target: id })
    const { id: submissionId } = await submitOrganisation(id, owner)
    expect(await decideOnOrganisation(id, reviewer, 'approved')).toEqual(refused('own_application'))
    expect(await executeAs(reviewer, assignSubmission, { target: submissionId })).toEqual(
      refused('own_application'),
    )
    const note = { target: submissionId, input: { note: 'A note' } }
    expect(await executeAs(reviewer, keepNote, note)).toEqual(refused('own_application'))
    await expect(decideInDatabase(submissionId)).rejects.toThrow('never decides')
    expect(await templates(reviewer.email)).not.toContain('submission-received')

    const draft = await createDraft(sql, { owner, organisationId: id, documents: false })
    await expect(decideInDatabase(draft.submissionId)).rejects.toThrow('never decides')
  })

  test('anyone who is or was on the team of one of its applications has one', async () => {
    const applicationId = await createShop(owner)
    await join(reviewer, 'owner', applicationId)
    expect(await move(owner, applicationId)).toMatchObject({ ok: true })
    const { id: submissionId } = await submitOrganisation(id, owner)
    const own = refused('own_application')
    expect(await decideOnOrganisation(id, reviewer, 'approved')).toEqual(own)
    await expect(decideInDatabase(submissionId)).rejects.toThrow('never decides')
    expect(await templates(reviewer.email)).not.toContain('submission-received')
    await executeAs({ id: reviewer.id, role: 'developer' }, leaveTeam, { target: applicationId })
    expect(await decideOnOrganisation(id, reviewer, 'approved')).toEqual(own)
  })

  test('an invitation is none: deciding declines it, also those to its applications', async () => {
    await executeAs(owner, inviteToTeam, { target: id, input: { email: reviewer.email, role: 'member' } })
    const applicationId = await createShop(owner, { organisationId: id })
    await executeAs(owner, inviteToTeam, {
      target: applicationId,
      input: { email: reviewer.email, role: 'member' },
    })
    await submitOrganisation(id, owner)
    expect(await listTeamInvitations(reviewer.id)).toHaveLength(2)
    expect((await decideOnOrganisation(id, reviewer, 'rejected')).ok).toBe(true)
    expect(await listTeamInvitations(reviewer.id)).toEqual([])
  })

  test('no one joins after deciding about it', async () => {
    await submitOrganisation(id, owner)
    expect(await decideOnOrganisation(id, reviewer, 'changes_requested')).toMatchObject({ ok: true })
    expect(await join(reviewer)).toEqual(refused('decided'))
    expect(await hasDecidedOn(database(), id, reviewer.id)).toBe(true)
    await expect(
      database().membership.create({
        data: { organisationId: id, developerId: reviewer.id, role: 'member' },
      }),
    ).rejects.toThrow('decided on')
  })
})

describe('verification', () => {
  test('is in the same queue, with e-mails that name an organisation', async () => {
    const { id: submissionId } = await submitOrganisation(id, owner)
    const filter = { state: 'in_validation', assignee: 'anyone', text: 'Kolo S', page: 1 } as const
    const { entries } = await listQueue(filter, reviewer.id)
    expect(await listQueue({ ...filter, text: owner.email }, reviewer.id)).toMatchObject({
      entries: [{ id: submissionId }],
      total: 1,
    })
    expect(entries).toContainEqual(
      expect.objectContaining({
        id: submissionId,
        name: 'Kolo SA',
        organisation: true,
        developer: { email: owner.email, displayName: '' },
      }),
    )
    expect(await templates(owner.email)).toContain('organisation-submitted')
    expect((await readOutbox(reviewer.email)).at(-1)).toMatchObject({
      template: 'submission-received',
      props: { applicationName: 'Kolo SA', organisation: true, resubmitted: false },
    })
    await decideOnOrganisation(id, reviewer, 'approved')
    expect((await readOutbox(owner.email)).at(-1)).toMatchObject({
      template: 'organisation-decided',
      props: { organisationName: 'Kolo SA', outcome: 'verified' },
    })
    expect(await audited(submissionId)).toEqual(['submission.submitted', 'submission.approved'])
  })

  test('one company is verified once, however its number is spaced', async () => {
    const fields = { country: 'CI', registrationNumber: 'CI-ABJ 2020/77' } as const
    await createVerified(stranger, reviewer, fields)
    const second = await createOrganisation(owner, { ...fields, registrationNumber: 'ci abj-2020 77' })
    await submitOrganisation(second, owner)
    expect(await decideOnOrganisation(second, reviewer, 'approved')).toEqual(refused('registered_already'))
    await expect(
      sql.query(`UPDATE organisation SET state = 'verified', verified_at = now() WHERE id = $1`, [second]),
    ).rejects.toThrow('organisation_verified_key')
  })

  test.each([
    ['Cyrillic', 'CI-DKR-2026-\u0412-1234'],
    ['Greek', 'CI-DKR-2026-\u0392-1234'],
    ['Arabic digits', 'CI-DKR-2026-B-\u0661\u0662\u0663\u0664'],
    ['a letter for a digit', 'ci-dkr-2O26-b-l234'],
  ])('one company is verified once, however its number is written: %s', async (_how, registrationNumber) => {
    const number = 'CI-DKR-2026-B-1234'
    const fields = { country: 'CI', registrationNumber: number } as const
    if ((await database().organisation.count({ where: fields })) === 0)
      await createVerified(stranger, reviewer, fields)
    const second = await createOrganisation(owner, { ...fields, registrationNumber })
    await submitOrganisation(second, owner)
    const refusal = refused('registered_already')
    expect(await decideOnOrganisation(second, reviewer, 'approved')).toEqual(refusal)
    await expect(
      sql.query(`UPDATE organisation SET state = 'verified', verified_at = now() WHERE id = $1`, [second]),
    ).rejects.toThrow('organisation_verified_look_alike_key')
    // As the previous version writes it.
    await sql.query('UPDATE organisation SET registration_key = NULL WHERE registration_number = $1', [
      number,
    ])
    expect(await decideOnOrganisation(second, reviewer, 'approved')).toEqual(refusal)
    await fillRegistrationKeys(database())
  })

  test('a number that the previous version wrote gets its key, unless another verified organisation has it', async () => {
    const first = await createVerified(stranger, reviewer, { registrationNumber: 'KEY-0' })
    const second = await createVerified(owner, reviewer, { registrationNumber: 'KEY-1' })
    const read = async (id: string) => (await readOrganisation(id)).registrationKey
    expect([await read(first), await read(second)]).toEqual(['KEYO', 'KEYL'])
    await sql.query('UPDATE organisation SET registration_number = $2 WHERE id = $1', [second, 'KEY-\u041e'])
    await sql.query('UPDATE organisation SET registration_number = $2 WHERE id = $1', [first, 'KEY-O'])
    expect([await read(first), await read(second)]).toEqual([null, null])
    expect(await fillRegistrationKeys(database())).toEqual([second])
    expect([await read(first), await read(second)]).toEqual(['KEYO', null])
    await sql.query(`UPDATE organisation SET registration_number = 'KEY-2' WHERE id = $1`, [second])
    expect(await fillRegistrationKeys(database())).toEqual([])
    expect(await read(second)).toBe('KEY2')
  })

  const propose = (organisationId: string, fields: Partial<OrganisationRecord>) =>
    executeAs(owner, changeOrganisation, { target: organisationId, input: fields })

  test.each(verifiedFields)('another %s is verified again before it is in force', async (field) => {
    const other: Record<(typeof verifiedFields)[number], string> = {
      legalName: 'Kolo Holding SA',
      country: 'CI',
      registrationNumber: newId(),
      taxNumber: '0099999',
      legalRepresentative: 'Moussa Ba',
    }
    const own = await createVerified(owner, reviewer, { registrationNumber: newId() })
    const read = () => readOrganisation(own)
    const before = (await read())[field]
    expect(await propose(own, { [field]: other[field] })).toEqual({ ok: true, value: { proposed: true } })
    expect(await read()).toMatchObject({
      state: 'verified',
      [field]: before,
      proposed: { [field]: other[field] },
    })
  })

  test('a change to the country and number of another verified one is refused; in another country the number is free', async () => {
    const registrationNumber = newId()
    await createVerified(stranger, reviewer, { country: 'CI', registrationNumber })
    const own = await createVerified(owner, reviewer, { country: 'SN', registrationNumber: newId() })
    await propose(own, { country: 'CI', registrationNumber })
    expect(await revise(owner, own)).toMatchObject({ ok: true })
    expect(await submit(owner, own)).toMatchObject({ ok: true })
    expect(await decideOnOrganisation(own, reviewer, 'approved')).toEqual(refused('registered_already'))
    await propose(own, { country: 'ML' })
    expect(await decideOnOrganisation(own, reviewer, 'approved')).toMatchObject({ ok: true })
    expect(await readOrganisation(own)).toMatchObject({ country: 'ML', registrationNumber })
  })

  const verify = async (registrationNumber: string, country = 'DZ') => {
    const person = await createDeveloper({}, sql)
    const created = await createOrganisation(person, { country, registrationNumber })
    await submitOrganisation(created, { id: person.id, role: 'developer' })
    const decided = await decideOnOrganisation(created, reviewer, 'approved')
    return decided.ok ? 'verified' : decided.reason
  }

  test('a number is the same in every notation of its letters and digits, and those of no Latin script count', async () => {
    expect(await verify('RC 16/77é')).toBe('verified')
    expect(await verify('ＲＣ　１６/７７É'.replace('　', ' '))).toBe('registered_already')
    expect(await verify('rc-16.77é')).toBe('registered_already')
    expect(await verify('سجل')).toBe('verified')
    expect(await verify('ب')).toBe('verified')
  })

  test('in a database whose locale is C too, which knows no letters but ASCII’s', {
    tags: 'slow',
  }, async () => {
    // Its collation decides what functions and patterns take for a letter, in the index and in the command.
    await sql.query('ALTER TABLE organisation ALTER COLUMN registration_number TYPE text COLLATE "C"')
    expect(await verify('سجل', 'TN')).toBe('verified')
    expect(await verify('ب', 'TN')).toBe('verified')
    expect(await verify('س-ج ل', 'TN')).toBe('registered_already')
    expect(await verify('b-7', 'TN')).toBe('verified')
    expect(await verify('B 7', 'TN')).toBe('registered_already')
    await sql.query('ALTER TABLE organisation ALTER COLUMN registration_number TYPE text COLLATE "default"')
  })

  test('what changes has to be replaced is said document by document', async () => {
    await submitOrganisation(id, owner)
    const requirementId = (await findSubmission(id)).requirements[0]?.requirementId ?? ''
    const verdicts = [{ requirementId, verdict: 'replace' as const, reason: 'It has expired.' }]
    await decideOnOrganisation(id, reviewer, 'changes_requested', { verdicts })
    expect((await readOutbox(owner.email)).at(-1)).toMatchObject({
      props: { outcome: 'changes_requested', documents: [{ reason: 'It has expired.' }] },
    })
    expect(await submit(owner, id)).toEqual(refused('missing_documents'))
    await upload(id, requirementId, owner)
    expect(await submit(owner, id)).toMatchObject({ ok: true })
  })

  test('a Production application of a verified organisation sends its own documents only', async () => {
    const scopes = async (organisationId: string | null) => {
      const { applicationId } = await createDraft(sql, { owner, organisationId, documents: false })
      const { requirements: asked } = await findSubmission(applicationId)
      return { applicationId, scopes: [...new Set(asked.map(({ scope }) => scope))].sort() }
    }
    expect((await scopes(null)).scopes).toEqual(['application', 'organisation'])
    const early = await scopes(id)
    expect(early.scopes).toEqual(['application', 'organisation'])
    await submitOrganisation(id, owner)
    await decideOnOrganisation(id, reviewer, 'approved')
    expect((await scopes(id)).scopes).toEqual(['application'])
    // Documents that were asked for before are no longer missing.
    for (const { requirementId, scope } of (await findSubmission(early.applicationId)).requirements)
      if (scope === 'application') await upload(early.applicationId, requirementId, owner)
    await succeed(submit(owner, early.applicationId))
  })

  test('relies on the organisation being verified when it is submitted', async () => {
    const verified = await createVerified(owner, reviewer)
    const { applicationId } = await createDraft(sql, { owner, organisationId: verified })
    await sql.query(`UPDATE organisation SET state = 'changes_requested' WHERE id = $1`, [verified])
    expect(await submit(owner, applicationId)).toEqual(refused('organisation_not_verified'))
  })
})

test('where organisations are required, one that is verified is needed to submit; an approved application can be revised', async () => {
  const other = await createDeveloper({ role: 'reviewer' }, sql)
  const approved = await createInState(sql, reviewer, 'active')
  const { applicationId, owner: who } = await createInState(sql, reviewer, 'changes_requested')
  getSettings().ORGANISATIONS = 'required'
  expect(await submit(who, applicationId)).toEqual(refused('organisation_required'))
  const organisation = await createOrganisation(who)
  expect(await move(who, applicationId, organisation)).toMatchObject({ ok: true })
  const unverified = refused('organisation_not_verified')
  expect(await submit(who, applicationId)).toEqual(unverified)
  await submitOrganisation(organisation, who)
  expect(await submit(who, applicationId)).toEqual(unverified)
  expect(await decideOnOrganisation(organisation, other, 'approved')).toMatchObject({ ok: true })
  expect(await submit(who, applicationId)).toMatchObject({ ok: true })
  await succeed(revise(approved.owner, approved.applicationId))
  expect(await submit(approved.owner, approved.applicationId)).toMatchObject({ ok: true })
})

test('last days of documents are kept and audited; a day that is over or does not exist is refused', async () => {
  const { id: submissionId, requirements } = await findSubmission(id)
  const [first, second] = requirements
  const [requirementId, other] = [first?.requirementId ?? '', second?.requirementId ?? '']
  await upload(id, requirementId, owner)
  await upload(id, other, owner)
  setClock(new Date('2027-01-15T12:00:00Z'))
  const typed = [
    { requirementId, value: '\u200e2027-01-15 ' },
    { requirementId: other, value: '2027-02-30' },
  ]
  expect(await setLastDay(owner, id, typed)).toMatchObject({
    value: [{ requirementId: other, reason: 'date_wrong' }],
  })
  const past = [{ requirementId: other, value: '2027-01-14' }]
  expect(await setLastDay(owner, id, past)).toMatchObject({
    value: [{ requirementId: other, reason: 'date_past' }],
  })
  const document = await database().document.findFirstOrThrow({ where: { submissionId, requirementId } })
  expect(document.validUntil?.toISOString()).toBe('2027-01-15T00:00:00.000Z')
  expect(await audited(document.id)).toEqual(['document.uploaded', 'document.validity_set'])
  await executeAs({ id: stranger.id, role: 'developer' }, setValidity, {
    target: id,
    input: [{ requirementId, value: '2027-03-01' }],
  })
  expect(await database().document.findUnique({ where: { id: document.id } })).toMatchObject({
    validUntil: document.validUntil,
  })
})

describe('a last day', () => {
  test('that is over by the time of the submission refuses it, and names the document', async () => {
    await uploadAll(id, owner)
    const requirementId = (await findSubmission(id)).requirements[1]?.requirementId ?? ''
    setClock(new Date('2027-01-14T12:00:00Z'))
    await setLastDay(owner, id, [{ requirementId, value: '2027-01-15' }])
    setClock(new Date('2027-01-16T12:00:00Z'))
    expect(await submit(owner, id)).toEqual({
      ok: false,
      reason: 'expired_documents',
      requirements: [requirementId],
    })
    setClock(new Date('2027-01-15T12:00:00Z'))
    expect(await submit(owner, id)).toMatchObject({ ok: true })
  })

  test('that changes on a document that was accepted has it looked at again', async () => {
    const own = await createVerified(owner, reviewer, { registrationNumber: newId() })
    expect(await revise(owner, own)).toMatchObject({ ok: true })
    const verdicts = async () =>
      (await findSubmission(own)).requirements.map(({ requirementId, verdict }) => [requirementId, verdict])
    const before = await verdicts()
    const [[requirementId] = [], ...others] = before
    expect(before.map(([, verdict]) => verdict)).toEqual(before.map(() => 'accepted'))
    await setLastDay(owner, own, [{ requirementId: String(requirementId), value: '' }])
    expect(await verdicts()).toEqual(before)
    await setLastDay(owner, own, [{ requirementId: String(requirementId), value: '2199-12-31' }])
    expect(await verdicts()).toEqual([[requirementId, null], ...others])
  })
})

describe('an approved Production application that moves in', () => {
  const queued = async (applicationId: string, state: 'approved' | 'in_validation') => {
    const { name } = await database().application.findUniqueOrThrow({ where: { id: applicationId } })
    const filter = { state, assignee: 'anyone', text: name, page: 1 } as const
    const { entries } = await listQueue(filter, reviewer.id)
    return entries.map(({ unreviewed }) => unreviewed)
  }
  const asked = async (applicationId: string, who: Owner) =>
    (await findApplicantValidation(applicationId, who.id))?.submission.requirements.length

  test('keeps its own documents until a later submission is approved with the organisation’s', async () => {
    const { applicationId, owner: who } = await createInState(sql, reviewer, 'active')
    const name = `Kolo ${newId()}`
    await sql.query('UPDATE application SET name = $2 WHERE id = $1', [applicationId, name])
    const other = await createDeveloper({ role: 'reviewer' }, sql)
    const organisation = await createVerified(who, other)
    expect(await findUnreviewed([applicationId])).toEqual(new Map())
    expect(await queued(applicationId, 'approved')).toEqual([false])

    expect(await move(who, applicationId, organisation)).toMatchObject({ ok: true })
    expect(await readApplication(applicationId)).toMatchObject({ state: 'active', ownerSuspended: false })
    expect(await findUnreviewed([applicationId])).toEqual(new Map([[applicationId, false]]))
    expect(await queued(applicationId, 'approved')).toEqual([true])
    expect(await asked(applicationId, who)).toBe(3)

    expect(await revise(who, applicationId)).toMatchObject({ ok: true })
    expect(await asked(applicationId, who)).toBe(1)
    expect(await submit(who, applicationId)).toMatchObject({ ok: true })
    expect(await findUnreviewed([applicationId])).toEqual(new Map([[applicationId, true]]))
    expect(await queued(applicationId, 'in_validation')).toEqual([true])

    expect((await findSubmission(applicationId)).reliesOnId).toBe(organisation)
    expect(await decideOnNewest(applicationId, other, 'approved')).toMatchObject({ ok: true })
    expect(await findUnreviewed([applicationId])).toEqual(new Map())
    expect(await queued(applicationId, 'approved')).toEqual([false, false])
    // The documents that it relies on outlast the verification.
    await sql.query(`UPDATE organisation SET state = 'changes_requested' WHERE id = $1`, [organisation])
    expect(await asked(applicationId, who)).toBe(1)
  })

  test('sends its own documents again while the organisation is not verified, and still needs a review after that', async () => {
    const { applicationId, owner: who } = await createInState(sql, reviewer, 'active')
    const other = await createDeveloper({ role: 'reviewer' }, sql)
    const organisation = await createOrganisation(who)
    expect(await move(who, applicationId, organisation)).toMatchObject({ ok: true })
    expect(await revise(who, applicationId)).toMatchObject({ ok: true })
    expect(await asked(applicationId, who)).toBe(3)
    expect(await submit(who, applicationId)).toMatchObject({ ok: true })
    expect(await decideOnNewest(applicationId, other, 'approved')).toMatchObject({ ok: true })
    await submitOrganisation(organisation, who)
    await decideOnOrganisation(organisation, other, 'approved')
    expect(await asked(applicationId, who)).toBe(3)
    expect(await findUnreviewed([applicationId])).toEqual(new Map([[applicationId, false]]))
  })
})

describe('moving an application in', () => {
  test('gives the organisation’s people their roles; its own team stays', async () => {
    await join(member)
    const applicationId = await createShop(owner)
    expect(await move(owner, applicationId)).toMatchObject({ ok: true })
    expect(await findSubjectFor(member.id, 'view', applicationId)).toMatchObject({ role: 'member' })
    expect(await listTeam(applicationId, owner.id)).toMatchObject([{ id: owner.id, role: 'owner' }])
    expect(await audited(applicationId)).toContain('application.moved')
    expect(await move(owner, applicationId)).toEqual(refused('gone'))
  })

  test('takes an owner of both', async () => {
    await join(member)
    expect(await move(member, await createShop(member))).toMatchObject({ ok: false })
    expect(await move(owner, await createShop(stranger))).toMatchObject({ ok: false })
    expect(await move(owner, await createShop(owner), newId())).toMatchObject({ ok: false })
  })

  test('is refused during validation, and once someone in it has decided on the application', async () => {
    const submitted = await createInState(sql, reviewer, 'in_validation')
    const own = await createOrganisation(submitted.owner)
    expect(await move(submitted.owner, submitted.applicationId, own)).toEqual(refused('in_validation'))
    const activating = await createInState(sql, reviewer, 'activating')
    const another = await createOrganisation(activating.owner)
    expect(await move(activating.owner, activating.applicationId, another)).toEqual(refused('in_validation'))
    const rejected = await createInState(sql, reviewer, 'rejected')
    const theirs = await createOrganisation(rejected.owner)
    await database().membership.create({
      data: { organisationId: theirs, developerId: reviewer.id, role: 'member' },
    })
    expect(await move(rejected.owner, rejected.applicationId, theirs)).toEqual(refused('decided'))
    await expect(
      database().application.update({
        where: { id: rejected.applicationId },
        data: { organisationId: theirs },
      }),
    ).rejects.toThrow('decided on')
  })
})

test('an application does not move in while someone on its team has decided on the organisation', async () => {
  await submitOrganisation(id, owner)
  expect(await decideOnOrganisation(id, reviewer, 'changes_requested')).toMatchObject({ ok: true })
  const applicationId = await createShop(owner)
  await join(reviewer, 'member', applicationId)
  expect(await move(owner, applicationId)).toEqual(refused('decided'))
  const moved = { where: { id: applicationId }, data: { organisationId: id } }
  await expect(database().application.update(moved)).rejects.toThrow('decided on')
})

describe('the end', () => {
  test.each(['active', 'activating'] as const)(
    'an organisation with an application that is %s stays open',
    async (state) => {
      const { applicationId, owner: who } = await createInState(sql, reviewer, 'active')
      const own = await createOrganisation(who)
      expect(await move(who, applicationId, own)).toMatchObject({ ok: true })
      await sql.query('UPDATE application SET state = $2 WHERE id = $1', [applicationId, state])
      expect(await close(who, own)).toEqual(refused('live_applications'))
      expect(await findOrganisationFor(who.id, 'view', own)).toMatchObject({ state: 'draft' })
    },
  )

  test.each(['draft', 'in_validation', 'changes_requested', 'rejected', 'suspended'] as const)(
    'an application that is %s ends with its organisation',
    async (state) => {
      const { applicationId, submissionId, owner: who } = await createInState(sql, reviewer, state)
      const own = await createOrganisation(who)
      await sql.query('UPDATE application SET organisation_id = $2 WHERE id = $1', [applicationId, own])
      expect(await close(who, own)).toMatchObject({ ok: true })
      expect(await readApplication(applicationId)).toMatchObject({ state: 'deleted' })
      expect(await database().submission.findUnique({ where: { id: submissionId } })).toMatchObject({
        state: { rejected: 'rejected', suspended: 'approved' }[state as string] ?? 'withdrawn',
      })
      expect(await audited(applicationId)).toContain('application.deleted')
      expect(await audited(own)).toContain('organisation.closed')
      const { email } = await database().developer.findUniqueOrThrow({ where: { id: who.id } })
      expect(await templates(email)).toContain('application-deleted')
    },
  )

  test('closing withdraws its submission', async () => {
    const { id: submissionId } = await submitOrganisation(id, owner)
    expect(await close(owner, id)).toMatchObject({ ok: true })
    const submission = await database().submission.findUnique({ where: { id: submissionId } })
    expect(submission?.state).toBe('withdrawn')
  })

  test('the export has the record, one’s own place and what was submitted', async () => {
    await submitOrganisation(id, owner)
    const submissions = [{ number: 1, state: 'in_validation' }]
    expect((await readExport(owner)).parsed.organisations).toMatchObject([
      { id, legalName: 'Kolo SA', members: [{ role: 'owner' }], submissions },
    ])
  })

  test('who is alone in it takes it and its applications with them; others inherit it', async () => {
    const shared = await createOrganisation(owner)
    await join(member, 'member', shared)
    const applicationId = await createShop(owner, { organisationId: id })
    const actor = await createDeveloper({ role: 'administrator' }, sql)
    expect(await executeAs(actor, eraseDeveloper, { target: owner.id, input: { reason: 'Asked.' } })).toEqual(
      refused('last_owner'),
    )
    expect(await deleteAccount(owner)).toMatchObject({ ok: true })
    expect(await readOrganisation(id)).toMatchObject({ state: 'closed' })
    expect(await readApplication(applicationId)).toMatchObject({ state: 'deleted' })
    expect(await readOrganisation(shared)).toMatchObject({ state: 'draft' })
    expect(await findSubjectFor(member.id, 'team', shared)).toMatchObject({ role: 'owner' })
  })

  test('leaves an application to its own people, one whom it makes owner if there is none', async () => {
    const actor = await createDeveloper({}, sql)
    const own = await createOrganisation(actor)
    const former = await database().membership.create({
      data: { organisationId: own, developerId: reviewer.id, role: 'member' },
    })
    await database().membership.delete({ where: { id: former.id } })
    const applicationId = await createShop(actor, { organisationId: own })
    const ended = await createShop(actor, { organisationId: own })
    await database().membership.create({
      data: { applicationId, developerId: member.id, role: 'member' },
    })
    expect(await deleteAccount(actor)).toMatchObject({ ok: true })
    expect(await findApplicationFor(member.id, 'secrets', applicationId)).toMatchObject({
      state: 'active',
      ownerSuspended: false,
      organisationId: null,
      developerId: member.id,
    })
    expect(await readApplication(ended)).toMatchObject({ state: 'deleted' })
    expect(await readOrganisation(own)).toMatchObject({ state: 'closed' })
    expect(await hasInterest(applicationId, reviewer.id)).toBe(true)
  })

  describe('of a suspended organisation, whose only person deletes their account', () => {
    const suspend = async (organisationId: string) => {
      const actor = await createDeveloper({ role: 'administrator' }, sql)
      await succeed(
        executeAs(actor, suspendOrganisation, { target: organisationId, input: { reason: 'Fraud' } }),
      )
    }

    test('suspends its applications that continue, for the same reason, and their teams are e-mailed', async () => {
      const own = await createVerified(owner, reviewer, { registrationNumber: newId() })
      const applicationId = await createShop(owner, { organisationId: own })
      await suspend(own)
      // An invitation opens nothing.
      await join(member, 'member', applicationId)
      expect(await deleteAccount(owner)).toMatchObject({ ok: true })
      expect(await readApplication(applicationId)).toMatchObject({
        state: 'suspended',
        organisationId: null,
        ownerSuspended: false,
      })
      const where = { applicationId, toState: 'suspended' } as const
      expect(await database().stateTransition.findMany({ where })).toMatchObject([
        { fromState: 'active', actorId: null, actorRole: 'system', reason: 'Fraud' },
      ])
      expect((await audited(applicationId)).slice(-2)).toEqual([
        'application.member_left',
        'application.suspended',
      ])
      expect((await readOutbox(member.email)).at(-1)).toMatchObject({
        template: 'application-suspended',
        props: { reason: 'Fraud' },
      })
    })

    test('is refused while the approval of one of them is being proved', async () => {
      const { applicationId, owner: who } = await createInState(sql, reviewer, 'activating')
      const own = await createVerified(owner, reviewer, { registrationNumber: newId() })
      await sql.query('UPDATE application SET organisation_id = $2 WHERE id = $1', [applicationId, own])
      await suspend(own)
      expect(await deleteAccount(owner)).toEqual(refused('changed_meanwhile'))
      expect(await readApplication(applicationId)).toMatchObject({
        state: 'activating',
        ownerSuspended: true,
      })
      expect(await findSubjectFor(who.id, 'view', applicationId)).not.toBeNull()
    })
  })

  test('leaves the documents of the organisation to be sent again', { tags: 'slow' }, async () => {
    const own = await createVerified(owner, reviewer, { registrationNumber: newId() })
    const other = await createDeveloper({ role: 'reviewer' }, sql)
    const make = async (state: 'draft' | 'in_validation' | 'active') => {
      const draft = await createDraft(sql, { owner, organisationId: own, documents: false })
      const { applicationId, submissionId } = draft
      await join(member, 'member', applicationId)
      expect((await findSubmission(applicationId)).requirements).toHaveLength(1)
      await uploadAll(applicationId, owner)
      if (state === 'draft') return applicationId
      await succeed(submit(owner, applicationId))
      if (state === 'in_validation') return applicationId
      await succeed(decide(submissionId, 'approved', other))
      await succeed(executeAs(systemActor, recordActivation, { target: submissionId }))
      return applicationId
    }
    const approved = await make('active')
    const waiting = await make('in_validation')
    const draft = await make('draft')
    expect(await deleteAccount(owner)).toMatchObject({ ok: true })
    const who = member
    expect(await submit(who, draft)).toEqual(refused('missing_documents'))
    const sent = await database().submission.findFirstOrThrow({ where: { applicationId: waiting } })
    expect((await findApplicantValidation(waiting, who.id))?.submission.requirements).toHaveLength(3)
    const shown = { expectedVersion: versionOf(1) }
    expect(await decide(sent.id, 'approved', other, {}, shown)).toEqual(refused('version_conflict'))

    expect(await findUnreviewed([approved])).toEqual(new Map([[approved, false]]))
    expect(await revise(who, approved)).toMatchObject({ ok: true })
    await uploadAll(approved, who)
    expect(await submit(who, approved)).toMatchObject({ ok: true })
    expect(await findUnreviewed([approved])).toEqual(new Map([[approved, true]]))
    expect(await decideOnNewest(approved, other, 'approved')).toMatchObject({ ok: true })
    expect(await findUnreviewed([approved])).toEqual(new Map())
  })

  test('takes the test accounts of its applications in the order of the gateways, who never wait for it in a circle', async () => {
    const actor = await createDeveloper({}, sql)
    const own = await createOrganisation(actor)
    // Two of which the one that was created first is locked last.
    const inTurn = `SELECT one.id AS late, two.id AS early FROM application one JOIN application two ON one.id < two.id
        AND hashtextextended('test_account' || one.id, 0) > hashtextextended('test_account' || two.id, 0)
      WHERE one.organisation_id = $1 AND two.organisation_id = $1 LIMIT 1`
    let pair: { late: string; early: string } | undefined
    while (!pair) {
      await createShop(actor, { organisationId: own })
      pair = (await sql.query(inTurn, [own])).rows[0]
    }
    const { early, late } = pair
    let leaving: ReturnType<typeof deleteAccount> | undefined
    await database().$transaction(async (gateway) => {
      await lockTestAccounts(gateway, [early])
      leaving = deleteAccount(actor)
      leaving.catch(() => {})
      const waiting = `SELECT FROM pg_locks WHERE NOT granted AND locktype = 'advisory'
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
      await expect.poll(async () => (await sql.query(waiting)).rowCount).toBe(1)
      const free = `SELECT pg_try_advisory_xact_lock(hashtextextended('test_account' || $1::uuid, 0)) AS free`
      expect((await sql.query(free, [late])).rows).toEqual([{ free: true }])
    })
    expect(await leaving).toMatchObject({ ok: true })
  })
})
