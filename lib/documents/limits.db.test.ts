import { beforeEach, describe, expect, test } from 'vitest'
import type { Owner } from '@/lib/audit/schema'
import { systemActor } from '@/lib/audit/schema'
import { setClock } from '@/lib/clock'
import { database } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { createApplication } from '@/lib/lifecycle/create-application'
import { deleteApplication } from '@/lib/lifecycle/delete-application'
import { refused, succeed } from '@/lib/result'
import { recordActivation } from '@/lib/validation/activation-check'
import { openRevision } from '@/lib/validation/open-submission'
import { submitForValidation, withdrawSubmission } from '@/lib/validation/submit'
import { applicationFields, findSubmission } from '@/scripts/launch/data'
import { executeAs } from '@/scripts/launch/execute-as'
import { createDeveloper } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { createDraft, createSubmitted, type Draft, decide, pdf, pieces, readAudit } from '@/test/validation'
import { attachDocument } from './attach'
import { findRetryTime } from './queries'
import { purgeExpiredDocuments } from './retention'
import { stageDocument } from './stage'

const mebibyte = 1024 * 1024
const noon = new Date('2026-11-23T12:00:00Z')

const guichet = withOwnDatabase({ requirements: true })
const { owner: sql } = guichet
let draft: Draft
let requirementIds: string[]

beforeEach(async () => {
  draft = await createDraft(sql, { documents: false })
  requirementIds = (await findSubmission(draft.applicationId)).requirements.map((each) => each.requirementId)
})

/** Sends a file of `size` bytes for the document at `index`; returns `stored` or why not. */
async function send(index: number, size = 400, { owner = draft.owner, to = draft } = {}): Promise<string> {
  const staged = await stage(index, size, { owner, to })
  if (!staged.ok) return staged.reason
  const place = { subjectId: to.applicationId, requirementId: requirementIds[index] ?? '' }
  const attached = await attachDocument(staged.value, place, owner)
  return attached.ok ? 'stored' : attached.reason
}

let sent = 0

function stage(index: number, size = 400, { owner = draft.owner, to = draft } = {}) {
  return stageDocument(pieces(pdf(size)), `document-${++sent}.pdf`, {
    submissionId: to.submissionId,
    requirementId: requirementIds[index] ?? '',
    developerId: owner.id,
    maxBytes: 50 * mebibyte,
    acceptedKinds: ['pdf'],
  })
}

/** Bytes on disk for the submission: stored, and still staged. */
async function countBytes(): Promise<{ stored: number; staged: number }> {
  const { rows } = await sql.query(
    `SELECT (SELECT coalesce(sum(octet_length(c.ciphertext)), 0)::int FROM document_chunk c
             JOIN document d ON d.id = c.document_id WHERE d.submission_id = $1) AS stored,
            (SELECT coalesce(sum(octet_length(ciphertext)), 0)::int FROM upload_chunk WHERE submission_id = $1) AS staged`,
    [draft.submissionId],
  )
  return rows[0]
}

function readVersions(submissionId = draft.submissionId) {
  return database().document.findMany({
    where: { submissionId },
    orderBy: [{ requirementId: 'asc' }, { version: 'asc' }],
    include: { _count: { select: { chunks: true } } },
  })
}

async function addMember(): Promise<Owner> {
  const { id } = await createDeveloper()
  await sql.query(
    `INSERT INTO application_member (application_id, developer_id, role) VALUES ($1, $2, 'member')`,
    [draft.applicationId, id],
  )
  return { id, role: 'developer' }
}

describe('the size of a submission', () => {
  test('is exact to the byte, and earlier files are kept', async () => {
    getSettings().SUBMISSION_MAX_MIB = 3
    expect(await send(0, mebibyte)).toBe('stored')
    expect(await send(1, 2 * mebibyte + 1)).toBe('submission_full')
    expect(await countBytes()).toMatchObject({ staged: 0 })
    expect(await send(1, 2 * mebibyte)).toBe('stored')
    expect(await send(2)).toBe('submission_full')
    expect((await readVersions()).map(({ _count, purgedAt }) => [_count.chunks > 0, purgedAt])).toEqual([
      [true, null],
      [true, null],
    ])
  })

  test('applies to parallel uploads of a whole team, even while they are in progress', {
    tags: 'slow',
  }, async () => {
    getSettings().SUBMISSION_MAX_MIB = 4
    const member = await addMember()
    let peak = 0
    const uploads = Array.from({ length: 10 }, async (_, index) => {
      const result = await send(index % 5, 2 * mebibyte, { owner: index < 5 ? draft.owner : member })
      const { stored, staged } = await countBytes()
      peak = Math.max(peak, stored + staged)
      return result
    })
    const results = await Promise.all(uploads)
    expect(results.every((each) => ['stored', 'submission_full'].includes(each))).toBe(true)
    const kept = (await readVersions()).filter(({ purgedAt }) => !purgedAt)
    expect(kept.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(4 * mebibyte)
    // Each of ten uploads stores a piece, then looks: at most one piece each is too much, and only for that moment.
    expect(peak).toBeLessThanOrEqual(14 * (mebibyte + 28))
    expect((await countBytes()).staged).toBe(0)
  })

  test('counts files that are staged and not attached yet', async () => {
    getSettings().SUBMISSION_MAX_MIB = 3
    const waiting = await stage(0, 2 * mebibyte)
    expect(waiting.ok).toBe(true)
    expect(await send(1, 2 * mebibyte)).toBe('submission_full')
  })

  test('is checked again when a file is attached: the version to replace may have been submitted meanwhile', async () => {
    getSettings().SUBMISSION_MAX_MIB = 3
    expect(await send(0, 2 * mebibyte)).toBe('stored')
    const staged = await succeed(stage(0, 2 * mebibyte))
    await database().submission.update({
      where: { id: draft.submissionId },
      data: { version: { increment: 1 }, submittedAt: new Date() },
    })
    const place = { subjectId: draft.applicationId, requirementId: requirementIds[0] ?? '' }
    expect(await attachDocument(staged, place, draft.owner)).toMatchObject({ reason: 'submission_full' })
    expect((await countBytes()).staged).toBe(0)
  })

  test('leaves room to replace a document that reviewers never got', async () => {
    getSettings().SUBMISSION_MAX_MIB = 2
    expect(await send(0, 2 * mebibyte)).toBe('stored')
    expect(await send(0, 2 * mebibyte)).toBe('stored')
    expect(await send(1)).toBe('submission_full')
  })
})

describe('versions of a document', () => {
  test('ten within an hour, then another after it; the last one stays', async () => {
    setClock(noon)
    for (let version = 1; version <= 10; version++) expect(await send(0)).toBe('stored')
    setClock(new Date('2026-11-23T12:30:00Z'))
    expect(await send(0)).toBe('replaced_often')
    const place = { submissionId: draft.submissionId, requirementId: requirementIds[0] ?? '' }
    expect(await findRetryTime('replaced_often', place, draft.owner.id)).toEqual(
      new Date('2026-11-23T13:00:00Z'),
    )
    expect(await send(1)).toBe('stored')
    setClock(new Date('2026-11-23T13:00:01Z'))
    expect(await findRetryTime('replaced_often', place, draft.owner.id)).toBeNull()
    expect(await send(0)).toBe('stored')
  })

  test('parallel uploads cannot exceed the limit together', async () => {
    getSettings().DOCUMENT_MAX_VERSIONS = 3
    const results = await Promise.all(Array.from({ length: 8 }, () => send(0)))
    expect(results.filter((each) => each === 'stored')).toHaveLength(3)
  })

  test('those that reviewers got count permanently', async () => {
    getSettings().DOCUMENT_MAX_VERSIONS = 2
    const { applicationId, submissionId, owner } = await createSubmitted(sql)
    const to = { applicationId, submissionId, owner }
    for (const expected of ['stored', 'too_many_versions']) {
      await executeAs(owner, withdrawSubmission, { target: applicationId })
      setClock(new Date(Date.now() + 2 * 3_600_000))
      expect(await send(0, 400, { owner, to })).toBe(expected)
      await executeAs(owner, submitForValidation, { target: applicationId })
    }
  })
})

describe('a replaced version', () => {
  test('that reviewers never got loses its content, and stays on record', async () => {
    await send(0, 2 * mebibyte)
    await send(0)
    const [first, second] = await readVersions()
    expect(first).toMatchObject({ version: 1, _count: { chunks: 0 } })
    expect(first?.purgedAt).toEqual(first?.replacedAt)
    expect(second).toMatchObject({ version: 2, purgedAt: null, _count: { chunks: 1 } })
    expect(await readAudit(sql, first?.id ?? '')).toEqual(['document.uploaded'])
  })

  test('that reviewers got is kept, also after a withdrawal', async () => {
    const to = await createSubmitted(sql)
    await executeAs(to.owner, withdrawSubmission, { target: to.applicationId })
    for (const _ of [1, 2]) expect(await send(0, 400, { owner: to.owner, to })).toBe('stored')
    const versions = (await readVersions(to.submissionId)).filter(
      ({ requirementId }) => requirementId === requirementIds[0],
    )
    expect(versions.map(({ version, purgedAt, _count }) => [version, !purgedAt, _count.chunks])).toEqual([
      [1, true, 1],
      [2, false, 0],
      [3, true, 1],
    ])
  })

  test('carried over into a revision belongs to that revision only', async () => {
    const reviewer = await createDeveloper({ role: 'reviewer' })
    const { applicationId, submissionId, owner } = await createSubmitted(sql)
    await decide(submissionId, 'approved', reviewer)
    await executeAs(systemActor, recordActivation, { target: submissionId })
    const opened = await executeAs(owner, openRevision, { target: applicationId })
    const revision = { applicationId, submissionId: opened.ok ? opened.value.submissionId : '', owner }
    expect(await send(0, 400, { owner, to: revision })).toBe('stored')
    const states = async (id: string) =>
      (await readVersions(id))
        .filter(({ requirementId }) => requirementId === requirementIds[0])
        .map(({ purgedAt }) => purgedAt === null)
    expect(await states(submissionId)).toEqual([true])
    expect(await states(revision.submissionId)).toEqual([false, true])
  })

  test('the database keeps versions that reviewers got, whatever the portal requests', async () => {
    const { submissionId } = await createSubmitted(sql)
    const [document] = await readVersions(submissionId)
    const id = document?.id ?? ''
    await database().document.update({ where: { id }, data: { replacedAt: new Date() } })
    const [row] = await database().$queryRaw<{ discarded: boolean }[]>`
      SELECT discard_replaced_document(${id}::uuid) AS discarded`
    expect(row?.discarded).toBe(false)
    const forget = database().document.update({ where: { id }, data: { submittedAt: null } })
    await expect(forget).rejects.toThrow('stays on record')
    await expect(database().documentChunk.deleteMany({ where: { documentId: id } })).rejects.toThrow()
  })
})

test('documents of a deleted application that reviewers never got go after a day', async () => {
  await send(0)
  await executeAs(draft.owner, deleteApplication, { target: draft.applicationId, input: {} })
  await guichet.connectAs('worker')
  expect(await purgeExpiredDocuments()).toBe(0)
  setClock(new Date(Date.now() + 25 * 3_600_000))
  await purgeExpiredDocuments()
  expect(await readVersions()).toMatchObject([{ _count: { chunks: 0 } }])
  await guichet.connectAs('portal')
})

describe('uploads of a developer within an hour', () => {
  test('are limited over all applications, until the hour is over', async () => {
    setClock(noon)
    getSettings().UPLOAD_MIB_PER_HOUR = 3
    const { owner } = draft
    const other = await createDraft(sql, { documents: false, owner })
    expect(await send(0, 2 * mebibyte)).toBe('stored')
    setClock(new Date('2026-11-23T12:20:00Z'))
    expect(await send(0, 2 * mebibyte, { owner, to: other })).toBe('hourly_limit')
    expect((await countBytes()).staged).toBe(0)
    const place = { submissionId: draft.submissionId, requirementId: requirementIds[0] ?? '' }
    expect(await findRetryTime('hourly_limit', place, owner.id)).toEqual(new Date('2026-11-23T13:00:00Z'))
    expect(await send(1, 400, { owner: await addMember() })).toBe('stored')
    setClock(new Date('2026-11-23T13:00:01Z'))
    expect(await findRetryTime('hourly_limit', place, owner.id)).toBeNull()
    expect(await send(0, 2 * mebibyte, { owner, to: other })).toBe('stored')
  })

  test('parallel uploads count each', { tags: 'slow' }, async () => {
    getSettings().UPLOAD_MIB_PER_HOUR = 4
    const results = await Promise.all(Array.from({ length: 10 }, (_, index) => send(index % 5, mebibyte)))
    expect(results.filter((each) => each === 'stored').length).toBe(4)
  })

  test('files that were refused after they had arrived count too', async () => {
    getSettings().UPLOAD_MIB_PER_HOUR = 2
    const destination = {
      submissionId: draft.submissionId,
      requirementId: requirementIds[0] ?? '',
      developerId: draft.owner.id,
      maxBytes: 50 * mebibyte,
      acceptedKinds: ['png'],
    }
    for (const expected of ['kind_not_accepted', 'kind_not_accepted', 'hourly_limit'])
      expect(await stageDocument(pieces(pdf(mebibyte)), 'a.pdf', destination)).toMatchObject({
        reason: expected,
      })
  })
})

describe('drafts of a developer', () => {
  const input = () => applicationFields('Draft')

  test('are limited, also for parallel forms', async () => {
    getSettings().DEVELOPER_MAX_DRAFTS = 3
    const { owner } = draft
    await succeed(executeAs(owner, createApplication, { input: { ...input(), environment: 'production' } }))
    const results = await Promise.all(
      [1, 2, 3, 4].map(() =>
        executeAs(owner, createApplication, { input: { ...input(), environment: 'production' } }),
      ),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results.find(({ ok }) => !ok)).toEqual(refused('too_many_drafts'))
    expect(await database().application.count({ where: { developerId: owner.id } })).toBe(3)
    const { rows } = await sql.query(
      `SELECT count(*)::int AS mails FROM mail_message JOIN developer ON email = to_address
      WHERE developer.id = $1`,
      [owner.id],
    )
    expect(rows[0].mails).toBe(3)
  })

  test('a submitted application is not a draft', async () => {
    getSettings().DEVELOPER_MAX_DRAFTS = 1
    const { owner } = await createSubmitted(sql)
    await succeed(executeAs(owner, createApplication, { input: { ...input(), environment: 'production' } }))
    expect(
      await executeAs(owner, createApplication, { input: { ...input(), environment: 'production' } }),
    ).toEqual(refused('too_many_drafts'))
  })
})
