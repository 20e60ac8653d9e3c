import { beforeAll, describe, expect, test } from 'vitest'
import { database } from '@/lib/database'
import { countQueuePosition } from '@/lib/validation/queries'
import { createDeveloper } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { createInState, createSubmitted, decision, readAudit, readMails } from '@/test/validation'
import { decide, type Reviewer } from './decide'
import { findDecisionDraft, keepDecisionDraft } from './decision-draft'
import { openRevision } from './open-submission'
import {
  findReasonTemplate,
  listReasonTemplates,
  removeReasonTemplate,
  saveReasonTemplate,
} from './reason-templates'
import { reasonTemplateSchema } from './schema'
import { submitForValidation, withdrawSubmission } from './submit'

const { owner: sql } = withOwnDatabase({ requirements: ['Signed terms'] })
let fatou: Reviewer
let idrissa: Reviewer

beforeAll(async () => {
  fatou = await createDeveloper({ role: 'reviewer' })
  idrissa = await createDeveloper({ role: 'reviewer' })
})

describe("a reviewer's draft", () => {
  const fields = { reason: 'The stamp cannot be read.', access: 'listed', msisdns: '221771234567' }

  test('is restored, for that reviewer alone, until they decide', async () => {
    const { submissionId } = await createSubmitted(sql)
    const shown = { id: submissionId, version: 1 }
    await keepDecisionDraft({ submissionId, version: 1, fields: { reason: 'Too soon.' } }, fatou)
    await keepDecisionDraft({ submissionId, version: 1, fields }, fatou)
    expect(await findDecisionDraft(shown, fatou.id)).toEqual({ fields, outdated: false })
    expect(await findDecisionDraft(shown, idrissa.id)).toBeNull()
    await decide(await decision(submissionId, 'rejected'), fatou)
    expect(await findDecisionDraft(shown, fatou.id)).toBeNull()
  })

  test('for a version that was replaced meanwhile is its reason alone', async () => {
    const { submissionId, applicationId, owner } = await createSubmitted(sql)
    await keepDecisionDraft({ submissionId, version: 1, fields }, fatou)
    await withdrawSubmission(applicationId, owner)
    await submitForValidation(applicationId, owner)
    expect(await findDecisionDraft({ id: submissionId, version: 2 }, fatou.id)).toEqual({
      fields: { reason: fields.reason },
      outdated: true,
    })
  })

  test('is not kept if there is nothing to decide', async () => {
    const { submissionId } = await createInState(sql, fatou, 'rejected')
    await keepDecisionDraft({ submissionId, version: 1, fields }, fatou)
    await keepDecisionDraft(
      { submissionId: '019aa3c0-0000-7000-8000-00000000dead', version: 1, fields },
      fatou,
    )
    expect(await findDecisionDraft({ id: submissionId, version: 1 }, fatou.id)).toBeNull()
  })
})

describe('a revision', () => {
  async function submitRevision() {
    const draft = await createInState(sql, fatou, 'active')
    const opened = await openRevision(draft.applicationId, draft.owner)
    if (!opened.ok) throw new Error(opened.reason)
    await submitForValidation(draft.applicationId, draft.owner)
    return { ...draft, submissionId: opened.value.submissionId }
  }
  const readAccess = async (id: string) =>
    database().application.findUniqueOrThrow({
      where: { id },
      select: { state: true, access: true, grants: { select: { msisdn: true } } },
    })

  test('that is approved leaves the access, or changes it, and mails the developer once', async () => {
    const { applicationId, submissionId, owner } = await submitRevision()
    await decide(await decision(submissionId, 'approved', { access: [221771234567n] }), idrissa)
    expect(await readAccess(applicationId)).toEqual({
      state: 'active',
      access: 'listed',
      grants: [{ msisdn: 221771234567n }],
    })
    const next = await openRevision(applicationId, owner)
    await submitForValidation(applicationId, owner)
    const id = next.ok ? next.value.submissionId : ''
    await decide(await decision(id, 'approved', { access: 'unchanged' }), idrissa)
    expect(await readAccess(applicationId)).toMatchObject({ access: 'listed' })
    expect((await readMails(sql, owner.id))['revision-approved']).toBe(2)
    expect(await readAudit(sql, submissionId)).toContain('submission.approved')
  })

  test('that is rejected is mailed as one', async () => {
    const { applicationId, submissionId, owner } = await submitRevision()
    await decide(await decision(submissionId, 'rejected'), idrissa)
    expect((await readMails(sql, owner.id))['validation-rejected']).toBe(1)
    expect(await readAccess(applicationId)).toMatchObject({ state: 'active' })
  })
})

test('the position in the queue counts submissions that are due before', async () => {
  await sql.query(`UPDATE submission SET state = 'rejected' WHERE state = 'in_validation'`)
  const due: Date[] = []
  for (const day of ['2026-01-02', '2026-01-01', '2026-01-03']) {
    const { submissionId } = await createSubmitted(sql)
    await sql.query('UPDATE submission SET due_at = $2 WHERE id = $1', [submissionId, day])
    due.push(
      (await database().submission.findUniqueOrThrow({ where: { id: submissionId } })).dueAt ?? new Date(0),
    )
  }
  expect(await Promise.all(due.map(countQueuePosition))).toEqual([2, 1, 3])
})

test('text templates for reasons exist in both languages, and the operator can change them', async () => {
  const administrator = await createDeveloper({ role: 'administrator' })
  const defaults = await listReasonTemplates()
  expect(defaults).toHaveLength(4)
  for (const each of defaults) expect(each.textFr).not.toBe(each.textEn)
  const texts = { labelEn: 'Too old', labelFr: 'Trop vieux', textEn: 'Too old.', textFr: 'Trop vieux.' }
  expect(reasonTemplateSchema.safeParse({ ...texts, textFr: ' ' }).success).toBe(false)
  const added = await saveReasonTemplate(reasonTemplateSchema.parse(texts), administrator)
  const id = added.ok ? added.value.id : ''
  await saveReasonTemplate({ ...texts, templateId: id, textFr: 'Périmé.' }, administrator)
  expect(await findReasonTemplate(id)).toMatchObject({ ...texts, textFr: 'Périmé.' })
  await removeReasonTemplate(id, administrator)
  await removeReasonTemplate(id, administrator)
  expect(await saveReasonTemplate({ ...texts, templateId: id }, administrator)).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await listReasonTemplates()).toEqual(defaults)
  expect(await readAudit(sql, id)).toEqual([
    'reason_template.added',
    'reason_template.changed',
    'reason_template.removed',
  ])
})
