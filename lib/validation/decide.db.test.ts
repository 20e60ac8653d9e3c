import { beforeAll, describe, expect, test } from 'vitest'
import type { Administrator } from '@/lib/audit/schema'
import { setClock } from '@/lib/clock'
import { versionOf } from '@/lib/commands/command'
import { database } from '@/lib/database'
import { lowerRole } from '@/lib/developers/roles'
import { purgeExpiredDocuments } from '@/lib/documents/retention'
import { getSettings } from '@/lib/env'
import { newId } from '@/lib/ids'
import { createApplication } from '@/lib/lifecycle/create-application'
import { suspendDeveloper } from '@/lib/lifecycle/suspend-developer'
import { refused, succeed } from '@/lib/result'
import { parseMsisdns } from '@/lib/validation/account-list'
import { assignSubmission, unassignSubmission } from '@/lib/validation/assignment'
import { decideSubmission } from '@/lib/validation/decide'
import { keepNote, writeToApplicant, writeToReviewers } from '@/lib/validation/messages'
import { openRevision, reopenAfterRejection } from '@/lib/validation/open-submission'
import { findApplicantValidation, findReview } from '@/lib/validation/queries'
import { listQueue, type QueueFilter } from '@/lib/validation/queue'
import type { DecisionInput } from '@/lib/validation/schema'
import { submitForValidation, withdrawSubmission } from '@/lib/validation/submit'
import { acceptance, applicationFields, openMail } from '@/scripts/launch/data'
import { executeAs } from '@/scripts/launch/execute-as'
import { holdLocks, untilBlocked } from '@/test/blocked'
import { createDeveloper } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import {
  createDraft,
  createInState,
  createSubmitted,
  decide,
  decision,
  readAudit,
  readMails,
  upload,
} from '@/test/validation'

const guichet = withOwnDatabase({ requirements: ['Signed terms', 'Tax registration'] })
const { owner: sql } = guichet
let fatou: Administrator
let idrissa: Administrator

beforeAll(async () => {
  fatou = await createDeveloper({ role: 'reviewer' })
  idrissa = await createDeveloper({ role: 'administrator', locale: 'fr' })
})

async function stateOf(applicationId: string): Promise<string> {
  return (await database().application.findUniqueOrThrow({ where: { id: applicationId } })).state
}

describe('deciding', () => {
  test('a new Production application has one submission, one mail and one row of audit', async () => {
    const owner = await createDeveloper()
    const made = await executeAs(owner, createApplication, {
      input: { ...applicationFields('Once'), environment: 'production' },
    })
    const id = String(made.ok && made.value.id)
    expect(await readMails(sql, owner.id)).toEqual({ 'application-created': 1 })
    expect(await readAudit(sql, id)).toEqual(['application.created'])
    expect(await database().submission.count({ where: { applicationId: id } })).toBe(1)
  })

  // ASVS 2.3.4
  test('of two simultaneous reviewers one succeeds, and the other is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const { submissionId, applicationId, owner } = await createSubmitted(sql)
      const results = await Promise.all([
        decide(submissionId, 'approved', fatou),
        decide(submissionId, 'rejected', idrissa),
        decide(submissionId, 'changes_requested', fatou),
      ])
      const won = results.filter(({ ok }) => ok)
      expect(won).toHaveLength(1)
      expect(results.filter((each) => !each.ok).map((each) => !each.ok && each.reason)).toEqual([
        'already_decided',
        'already_decided',
      ])
      expect(await database().decision.count({ where: { submissionId } })).toBe(1)
      const secrets = await database().clientSecret.count({ where: { applicationId, proof: false } })
      expect(secrets).toBe((await stateOf(applicationId)) === 'activating' ? 1 : 0)
      const mails = await readMails(sql, owner.id)
      expect(
        (mails['validation-rejected'] ?? 0) + (mails['validation-changes-requested'] ?? 0),
      ).toBeLessThanOrEqual(1)
      expect(mails['validation-approved']).toBeUndefined()
    }
  })

  test('a simultaneous withdrawal and approval: one of them succeeds', async () => {
    const { submissionId, applicationId, owner } = await createSubmitted(sql)
    const [approved, withdrawn] = await Promise.all([
      decide(submissionId, 'approved', fatou),
      executeAs(owner, withdrawSubmission, { target: applicationId }),
    ])
    expect([approved.ok, withdrawn.ok].filter(Boolean)).toHaveLength(1)
    expect(await stateOf(applicationId)).toBe(approved.ok ? 'activating' : 'draft')
  })

  test('a version that the developer has replaced is not decided on', async () => {
    const { submissionId, applicationId, owner } = await createSubmitted(sql)
    await executeAs(owner, withdrawSubmission, { target: applicationId })
    expect(await decide(submissionId, 'approved', fatou)).toEqual(refused('withdrawn'))
    await executeAs(owner, submitForValidation, { target: applicationId })
    const decideOn = (shown: number) =>
      decide(submissionId, 'approved', fatou, {}, { expectedVersion: versionOf(shown) })
    expect(await decideOn(1)).toEqual(refused('version_conflict'))
    expect(await stateOf(applicationId)).toBe('in_validation')
    expect(await decideOn(2)).toMatchObject({ ok: true })
  })

  test('a decision is never rewritten, nor one without a reason written', async () => {
    const { submissionId } = await createInState(sql, fatou, 'rejected')
    await expect(
      sql.query(`UPDATE decision SET reason = 'Other' WHERE submission_id = $1`, [submissionId]),
    ).rejects.toThrow('never rewritten')
    await expect(
      sql.query(
        `INSERT INTO decision (id, submission_id, submission_version, reviewer_id, outcome, document_ids)
         VALUES (gen_random_uuid(), $1, 1, $2, 'rejected', '{}')`,
        [submissionId, fatou.id],
      ),
    ).rejects.toThrow('decision_reason_check')
  })

  test('a decision records its author, documents and reason; and its audit row', async () => {
    const { submissionId, owner } = await createSubmitted(sql)
    const documents = await database().document.findMany({ where: { submissionId } })
    await decide(submissionId, 'rejected', idrissa, { reason: 'Not for us.' })
    const [kept] = await database().decision.findMany({ where: { submissionId } })
    expect(kept).toMatchObject({
      reviewerId: idrissa.id,
      outcome: 'rejected',
      reason: 'Not for us.',
      submissionVersion: 1,
    })
    expect(kept?.documentIds.toSorted()).toEqual(documents.map(({ id }) => id).toSorted())
    expect(await readAudit(sql, submissionId)).toEqual(['submission.submitted', 'submission.rejected'])
    expect((await readMails(sql, owner.id))['validation-rejected']).toBe(1)
  })

  // ASVS 2.3.5
  test('a second person must approve too if two are required', async () => {
    getSettings().VALIDATION_APPROVALS = 2
    const { submissionId, applicationId } = await createSubmitted(sql)
    expect(await decide(submissionId, 'approved', fatou)).toEqual({
      ok: true,
      value: 'first_approval',
    })
    expect(await stateOf(applicationId)).toBe('in_validation')
    await expect(
      sql.query(`UPDATE application SET state = 'active' WHERE id = $1`, [applicationId]),
    ).rejects.toThrow('approval on record')
    expect(await decide(submissionId, 'approved', fatou)).toEqual(refused('second_person'))
    expect(await decide(submissionId, 'approved', idrissa)).toEqual({
      ok: true,
      value: 'approved',
    })
    expect(await stateOf(applicationId)).toBe('activating')
  })

  describe('two approvals', () => {
    const listed = [221771234567n, 221771234568n]
    const reordered = listed.toReversed()

    test('are for the same accounts: a second person cannot grant what the first did not', async () => {
      getSettings().VALIDATION_APPROVALS = 2
      const { submissionId, applicationId } = await createSubmitted(sql)
      const approve = async (access: DecisionInput['access'], reviewer: Administrator) =>
        decide(submissionId, 'approved', reviewer, { access })
      expect(await approve(listed, fatou)).toMatchObject({ value: 'first_approval' })
      for (const access of ['all', [221771234567n]] as const)
        expect(await approve(access, idrissa)).toEqual(refused('access_differs'))
      expect(await stateOf(applicationId)).toBe('in_validation')
      expect(await approve(reordered, idrissa)).toMatchObject({ value: 'approved' })
      expect(await database().accountGrant.count({ where: { applicationId } })).toBe(2)
      const { rows } = await sql.query(
        `SELECT detail->>'accounts' AS accounts FROM audit_entry
         WHERE subject_id = $1 AND action = 'submission.approved'`,
        [submissionId],
      )
      expect(rows[0].accounts).toMatch(/^[\w-]{43}$/)
      expect(rows[1]).toEqual(rows[0])
    })

    test('are for the last choice of each person', async () => {
      getSettings().VALIDATION_APPROVALS = 2
      const { submissionId, applicationId } = await createSubmitted(sql)
      const approve = async (access: DecisionInput['access'], reviewer: Administrator) =>
        decide(submissionId, 'approved', reviewer, { access })
      expect(await approve('all', fatou)).toMatchObject({ value: 'first_approval' })
      expect(await approve(listed, fatou)).toMatchObject({ value: 'first_approval' })
      expect(await approve(reordered, fatou)).toEqual(refused('second_person'))
      expect(await approve('all', idrissa)).toEqual(refused('access_differs'))
      expect(await approve(listed, idrissa)).toMatchObject({ value: 'approved' })
      expect(await stateOf(applicationId)).toBe('activating')
    })

    const administrator = () => createDeveloper({ role: 'administrator' })
    test.each<[string, (id: string) => Promise<{ ok: boolean }>]>([
      [
        'is no longer a reviewer',
        async (id) =>
          executeAs(await administrator(), lowerRole, { target: id, input: { role: 'developer' } }),
      ],
      [
        'was suspended since',
        async (id) =>
          executeAs(await administrator(), suspendDeveloper, { target: id, input: { reason: 'Asked.' } }),
      ],
    ])('are not by someone who %s', async (_, end) => {
      getSettings().VALIDATION_APPROVALS = 2
      const { submissionId, applicationId } = await createSubmitted(sql)
      const previous: Administrator = await createDeveloper({ role: 'reviewer' })
      await succeed(decide(submissionId, 'approved', previous))
      expect(await end(previous.id)).toMatchObject({ ok: true })
      expect(await decide(submissionId, 'approved', fatou)).toMatchObject({
        value: 'first_approval',
      })
      expect(await stateOf(applicationId)).toBe('in_validation')
    })
  })

  test('the longest list is granted in one statement, within the time of a decision', async () => {
    const { submissionId, applicationId } = await createSubmitted(sql)
    const access = Array.from({ length: 20_000 }, (_, index) => 221_770_000_000n + BigInt(index))
    expect(await decide(submissionId, 'approved', fatou, { access })).toMatchObject({ ok: true })
    // `cmin` numbers the statements of the transaction that wrote a row.
    const { rows } = await sql.query(
      `SELECT count(*)::int AS grants, count(DISTINCT cmin::text)::int AS statements
       FROM account_grant WHERE application_id = $1`,
      [applicationId],
    )
    expect(rows).toEqual([{ grants: 20_000, statements: 1 }])
    const application = await database().application.findUnique({ where: { id: applicationId } })
    expect(application?.access).toBe('listed')
  })

  test('a first approval says what may be read: before it, nothing was granted', async () => {
    const { submissionId, applicationId } = await createSubmitted(sql)
    const approval = await decision(submissionId, 'approved', { access: 'unchanged' })
    expect(await executeAs(fatou, decideSubmission, { target: submissionId, input: approval })).toEqual(
      refused('access_missing'),
    )
    expect(await stateOf(applicationId)).toBe('in_validation')
  })

  test.each([
    ['221771234567\n+221771234568, 221771234567', { ok: true, value: [221771234567n, 221771234568n] }],
    ['', refused('none')],
    ['0221771', { ok: false, reason: 'malformed', entry: '0221771' }],
    [
      '221 77 123 45 67\n+221 77 123 45 68 +221771234569',
      { ok: true, value: [221771234567n, 221771234568n, 221771234569n] },
    ],
    ['221771234567 221771234568', { ok: true, value: [221771234567n, 221771234568n] }],
    ['100000 200000', { ok: false, reason: 'malformed', entry: '100000 200000' }],
    ['221771234567\n00221771234568', { ok: false, reason: 'zeros', entry: '00221771234568' }],
    [`221771234567${' '.repeat(390_000)}+221771234568`, { ok: true, value: [221771234567n, 221771234568n] }],
    ['771234567; abc', { ok: false, reason: 'malformed', entry: 'abc' }],
    [`${'9'.repeat(50)} abc`, { ok: false, reason: 'malformed', entry: '9'.repeat(40) }],
  ])('a list of accounts: %j', (text, expected) => {
    expect(parseMsisdns(text)).toEqual(expected)
  })
})

describe('verdicts', () => {
  test('an approval needs one on each required document, and its refusal names those without', async () => {
    const { submissionId, applicationId } = await createSubmitted(sql)
    const requirements = await database().submissionRequirement.findMany({
      where: { submissionId },
      orderBy: { position: 'asc' },
    })
    const [first = '', second = ''] = requirements.map(({ requirementId }) => requirementId)
    const approve = async (verdicts: string[]) =>
      decide(submissionId, 'approved', fatou, { verdicts: verdicts.map(acceptance) })
    const missing = (...requirements: string[]) => ({ ok: false, reason: 'verdicts_missing', requirements })
    expect(await approve([])).toEqual(missing(first, second))
    // Neither a verdict twice nor one on a document of another submission fills the gap.
    expect(await approve([first, first, newId()])).toEqual(missing(second))
    expect(await stateOf(applicationId)).toBe('in_validation')
    await sql.query(
      'UPDATE submission_requirement SET required = false WHERE requirement_id = $1 AND submission_id = $2',
      [second, submissionId],
    )
    expect(await approve([first])).toMatchObject({ ok: true })
  })

  test('only documents to replace have to be sent again', async () => {
    const { submissionId, applicationId, owner } = await createSubmitted(sql)
    const [fine, wrong] = await database().submissionRequirement.findMany({ where: { submissionId } })
    const verdicts = [
      acceptance(fine?.requirementId ?? ''),
      { requirementId: wrong?.requirementId ?? '', verdict: 'replace' as const, reason: 'Blurred.' },
    ]
    expect(await decide(submissionId, 'approved', fatou, { verdicts })).toEqual(refused('replacements_asked'))
    await decide(submissionId, 'changes_requested', fatou, { verdicts })
    expect(await executeAs(owner, submitForValidation, { target: applicationId })).toEqual(
      refused('missing_documents'),
    )
    await upload(applicationId, wrong?.requirementId ?? '', owner)
    expect(await executeAs(owner, submitForValidation, { target: applicationId })).toMatchObject({ ok: true })
    const kept = await database().submissionRequirement.findMany({ where: { submissionId } })
    expect(kept.map(({ verdict }) => verdict).toSorted()).toEqual(['accepted', null])
    expect((await findReview(submissionId, fatou.id))?.submission.version).toBe(2)
  })

  test('after a rejection a new submission keeps the accepted documents', async () => {
    const { submissionId, applicationId, owner } = await createSubmitted(sql)
    const [fine] = await database().submissionRequirement.findMany({ where: { submissionId } })
    const verdicts = [acceptance(fine?.requirementId ?? '')]
    await decide(submissionId, 'rejected', fatou, { verdicts })
    const opened = await Promise.all([
      executeAs(owner, reopenAfterRejection, { target: applicationId }),
      executeAs(owner, reopenAfterRejection, { target: applicationId }),
    ])
    expect(opened.filter(({ ok }) => ok)).toHaveLength(1)
    const validation = await findApplicantValidation(applicationId, owner.id)
    expect(validation?.submission).toMatchObject({ number: 2, state: 'draft' })
    expect(validation?.submission.documents.map(({ requirementId }) => requirementId)).toEqual([
      fine?.requirementId,
    ])
    expect(await executeAs(owner, submitForValidation, { target: applicationId })).toEqual(
      refused('missing_documents'),
    )
  })

  test('a revision goes through validation while the approved one stays in force', async () => {
    const { applicationId, owner } = await createInState(sql, fatou, 'active')
    await sql.query(`UPDATE application SET access = 'listed' WHERE id = $1`, [applicationId])
    const secret = await database().clientSecret.findFirst({ where: { applicationId, proof: false } })
    const opened = await executeAs(owner, openRevision, { target: applicationId })
    const revision = opened.ok ? opened.value.submissionId : ''
    expect(await executeAs(owner, openRevision, { target: applicationId })).toEqual(refused('wrong_state'))
    expect(await executeAs(owner, submitForValidation, { target: applicationId })).toMatchObject({ ok: true })
    expect(await stateOf(applicationId)).toBe('active')
    await decide(revision, 'changes_requested', fatou)
    await executeAs(owner, submitForValidation, { target: applicationId })
    await decide(revision, 'approved', fatou, { access: 'unchanged' })
    const after = await database().application.findUniqueOrThrow({ where: { id: applicationId } })
    expect([after.state, after.access]).toEqual(['active', 'listed'])
    expect(await database().clientSecret.findMany({ where: { applicationId, proof: false } })).toEqual([
      secret,
    ])
  })
})

describe('the promise', () => {
  test('pauses while it is the developer’s turn', async () => {
    setClock(new Date('2026-11-16T09:00:00Z'))
    const { submissionId, applicationId, owner } = await createSubmitted(sql)
    const dueAt = async () =>
      (await database().submission.findUniqueOrThrow({ where: { id: submissionId } })).dueAt
    expect(await dueAt()).toEqual(new Date('2026-11-18T09:00:00Z'))
    setClock(new Date('2026-11-16T15:00:00Z'))
    await decide(submissionId, 'changes_requested', fatou)
    expect(await dueAt()).toBeNull()
    setClock(new Date('2026-11-25T09:00:00Z'))
    await executeAs(owner, submitForValidation, { target: applicationId })
    expect(await dueAt()).toEqual(new Date('2026-11-26T12:00:00Z'))
  })
})

describe('the queue', () => {
  const filter: QueueFilter = { state: 'in_validation', assignee: 'anyone', text: '', page: 1 }

  test('shows waiting submissions, the oldest due first, and finds by part of a name, client id and address', async () => {
    const { submissionId, applicationId } = await createSubmitted(sql)
    await sql.query(`UPDATE submission SET due_at = '2020-01-01' WHERE id = $1`, [submissionId])
    await sql.query(`UPDATE application SET name = 'Needle 100%_x' WHERE id = $1`, [applicationId])
    expect((await listQueue(filter, fatou.id)).entries[0]?.id).toBe(submissionId)
    const found = await listQueue({ ...filter, text: 'needle 100%_' }, fatou.id)
    expect([found.total, found.entries[0]?.id]).toEqual([1, submissionId])
    expect((await listQueue({ ...filter, text: '%' }, fatou.id)).total).toBe(1)
    expect((await listQueue({ ...filter, state: 'rejected', text: 'needle' }, fatou.id)).total).toBe(0)
    const { clientId, developer } = await database().application.findUniqueOrThrow({
      where: { id: applicationId },
      select: { clientId: true, developer: { select: { email: true } } },
    })
    for (const text of [clientId, developer?.email])
      expect(await listQueue({ ...filter, text }, fatou.id)).toMatchObject({
        entries: [{ id: submissionId }],
        total: 1,
      })
  })

  test('an assignment shows its assignee, keeps others from taking it, and expires', async () => {
    const { submissionId } = await createSubmitted(sql)
    const claims = await Promise.all([
      executeAs(fatou, assignSubmission, { target: submissionId }),
      executeAs(idrissa, assignSubmission, { target: submissionId }),
    ])
    expect(claims.filter(({ ok }) => ok)).toHaveLength(1)
    const [holder, other] = claims[0]?.ok ? [fatou, idrissa] : [idrissa, fatou]
    const mine = await listQueue({ ...filter, assignee: 'me' }, holder.id)
    expect(mine.entries.map(({ id, mine }) => [id, mine])).toEqual([[submissionId, true]])
    expect(await executeAs(other, assignSubmission, { target: submissionId })).toEqual(refused('taken'))
    await executeAs(other, unassignSubmission, { target: submissionId })
    expect((await findReview(submissionId, fatou.id))?.assignment?.holderId).toBe(holder.id)
    setClock(new Date(Date.now() + 31 * 60_000))
    expect((await findReview(submissionId, fatou.id))?.assignment).toBeNull()
    expect(await executeAs(other, assignSubmission, { target: submissionId })).toMatchObject({ ok: true })
  })
})

describe('the conversation', () => {
  test('goes by mail to the developer and to the reviewer at work; notes go nowhere', async () => {
    const { submissionId, applicationId, owner } = await createSubmitted(sql)
    const awa = await createDeveloper({ role: 'reviewer' })
    await executeAs(awa, assignSubmission, { target: submissionId })
    await executeAs(awa, writeToApplicant, { target: submissionId, input: { message: 'Which year?' } })
    await executeAs(awa, keepNote, { target: submissionId, input: { note: 'Looks odd.' } })
    await executeAs(owner, writeToReviewers, { target: applicationId, input: { message: 'This year.' } })
    expect((await readMails(sql, owner.id))['validation-message']).toBe(1)
    expect((await readMails(sql, awa.id))['validation-message']).toBe(1)
    expect((await readMails(sql, idrissa.id))['validation-message']).toBeUndefined()
    const seen = await findApplicantValidation(applicationId, owner.id)
    expect(seen?.messages.map(({ body }) => body)).toEqual(['Which year?', 'This year.'])
    const all = await findReview(submissionId, fatou.id)
    expect(all?.messages).toHaveLength(3)
  })

  test('links reviewers to a page they can open: the round that was submitted last, or the queue', async () => {
    const { submissionId, applicationId, owner } = await createInState(sql, fatou, 'active')
    await executeAs(owner, openRevision, { target: applicationId })
    const draft = await createDraft(sql)
    await executeAs(owner, writeToReviewers, { target: applicationId, input: { message: 'Which form?' } })
    await executeAs(draft.owner, writeToReviewers, {
      target: draft.applicationId,
      input: { message: 'Which year?' },
    })
    const mails = await database().mailMessage.findMany({
      where: { developerId: fatou.id, template: 'validation-message' },
      orderBy: { id: 'asc' },
    })
    const links = mails.slice(-2).map((mail) => openMail(mail).link)
    const { PORTAL_URL } = getSettings()
    expect(links).toEqual([`${PORTAL_URL}/review/${submissionId}`, `${PORTAL_URL}/review`])
  })

  test('is refused in a flood', async () => {
    const { applicationId, owner } = await createDraft(sql)
    for (let index = 0; index < 10; index++)
      await executeAs(owner, writeToReviewers, {
        target: applicationId,
        input: { message: `Hello ${index}` },
      })
    expect(
      await executeAs(owner, writeToReviewers, { target: applicationId, input: { message: 'Hello again' } }),
    ).toEqual(refused('too_many'))
  })
})

test.each(['rejected', 'deleted'] as const)(
  'documents of a %s application are purged after a time, the record stays',
  async (state) => {
    setClock(new Date())
    const { submissionId } = await createInState(sql, fatou, state)
    await guichet.connectAs('worker')
    expect(await purgeExpiredDocuments()).toBe(0)
    setClock(new Date(Date.now() + 181 * 24 * 3600 * 1000))
    expect(await purgeExpiredDocuments()).toBeGreaterThan(0)
    const { rows } = await sql.query(
      `SELECT count(c.*)::int AS chunks, count(d.*) FILTER (WHERE d.purged_at IS NULL)::int AS unpurged
     FROM document d LEFT JOIN document_chunk c ON c.document_id = d.id WHERE d.submission_id = $1`,
      [submissionId],
    )
    expect(rows).toEqual([{ chunks: 0, unpurged: 0 }])
    const step = state === 'rejected' ? 'submission.rejected' : 'submission.submitted'
    expect(await readAudit(sql, submissionId)).toContain(step)
    await guichet.connectAs('portal')
  },
)

test('an application that is opened again while the purge runs keeps its documents', async () => {
  setClock(new Date())
  const { submissionId, applicationId } = await createInState(sql, fatou, 'rejected')
  await guichet.connectAs('worker')
  setClock(new Date(Date.now() + 181 * 24 * 3600 * 1000))
  const release = await holdLocks(
    sql,
    `UPDATE application SET state = 'draft', state_changed_at = now() WHERE id = $1`,
    [applicationId],
  )
  const purged = purgeExpiredDocuments()
  await untilBlocked(sql, 1)
  await release()
  expect(await purged).toBe(0)
  const { rows } = await sql.query(
    `SELECT count(DISTINCT d.id)::int AS documents, count(c.*) > 0 AS whole
     FROM document d JOIN document_chunk c ON c.document_id = d.id
     WHERE d.submission_id = $1 AND d.purged_at IS NULL`,
    [submissionId],
  )
  expect(rows).toEqual([{ documents: 2, whole: true }])
  const { rows: audited } = await sql.query(
    `SELECT count(*)::int AS count FROM audit_entry JOIN document d ON subject_id = d.id::text
     WHERE action = 'document.purged' AND d.submission_id = $1`,
    [submissionId],
  )
  expect(audited).toEqual([{ count: 0 }])
  await guichet.connectAs('portal')
})
