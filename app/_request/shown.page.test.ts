import { beforeAll, expect, test } from 'vitest'
import { database } from '@/lib/database'
import { newId } from '@/lib/ids'
import { rehearsalCases } from '@/lib/rehearsals/schema'
import { loadPage } from '@/test/access/load-page'
import { callAction } from '@/test/access/next-request'
import { type Scene, setScene } from '@/test/access/scene'
import { createAnnouncement } from '@/test/factories'
import { formOf } from '@/test/forms'
import { withOwnDatabase } from '@/test/own-database'
import { publishNow } from '@/test/terms'
import { createInState, createSubmitted } from '@/test/validation'

const { owner: sql } = withOwnDatabase({ requirements: ['Tax registration'] })
const administration = '(administration)/administration'
const template = '019aa3c0-0000-7000-8000-000000000101'
let scene: Scene
let announcement: string
let requirement: string
const request = newId()
let live: string
let submission: string

beforeAll(async () => {
  scene = await setScene(sql)
  announcement = await createAnnouncement(sql, { startsAt: new Date().toISOString() })
  const template = `UPDATE requirement SET template_name = 'form.pdf', template_bytes = 'x' RETURNING id`
  requirement = (await sql.query(template)).rows[0].id
  const about = { applicationId: scene.sandbox.applicationId, requestedById: scene.owner.id }
  await database().limitRequest.create({
    data: { id: request, ...about, callsPerMinute: 900, reason: 'Salaries.' },
  })
  const reviewer = { id: scene.reviewer.id, role: 'reviewer' } as const
  live = (await createInState(sql, reviewer, 'active')).applicationId
  submission = (await createSubmitted(sql)).submissionId
})

const texts = { titleEn: 'Tonight', titleFr: 'Ce soir', textEn: 'A pause.', textFr: 'Une pause.' }
const pdf = () => new File(['%PDF-1.4'], 'form.pdf')

type Form = {
  /** The page, its parameters, and the action below it. */
  page: string
  params?: () => Record<string, string>
  action: string
  given?: () => string[]
  fields: () => Record<string, string | File>
  /** Someone else's change. */
  change: () => Promise<unknown>
}

const forms: Record<string, Form> = {
  terms: {
    page: `${administration}/terms/page`,
    action: `${administration}/terms/actions.ts publishDraft`,
    fields: () => ({
      textEn: '# Mine',
      textFr: '# Les miennes',
      effectiveFrom: '2199-01-01',
      intent: 'publish',
    }),
    change: () => publishNow(sql),
  },
  'an announcement': {
    page: `${administration}/announcements/[id]/page`,
    params: () => ({ id: announcement }),
    action: `${administration}/announcements/[id]/actions.ts saveAnnouncement`,
    given: () => [announcement],
    fields: () => ({ ...texts, from: new Date().toISOString().slice(0, 16) }),
    change: () => sql.query(`UPDATE announcement SET title_en = 'Theirs', changed_at = now()`),
  },
  'the branding': {
    page: `${administration}/branding/page`,
    action: `${administration}/branding/actions.ts saveBrandingForm`,
    fields: () => ({ productName: 'Mine', accentColour: '#7a1fa2' }),
    change: () =>
      sql.query(`INSERT INTO branding (id, product_name, accent_colour, updated_at) VALUES (true, 'Theirs', '#000000', now())
                 ON CONFLICT (id) DO UPDATE SET product_name = 'Theirs', updated_at = now()`),
  },
  'a limit': {
    page: `${administration}/applications/[id]/page`,
    params: () => ({ id: scene.sandbox.applicationId }),
    action: `${administration}/applications/[id]/actions.ts saveLimit`,
    given: () => [scene.sandbox.applicationId],
    fields: () => ({ callsPerMinute: '200' }),
    change: () => sql.query('UPDATE application SET rate_limit = coalesce(rate_limit, 0) + 7'),
  },
  'a request': {
    page: '(review)/review/limits/[requestId]/page',
    params: () => ({ requestId: request }),
    action: '(review)/review/request-action.ts decideOnRequest',
    given: () => ['limits', request],
    fields: () => ({ outcome: 'approved', reason: 'Agreed on the phone.' }),
    change: () => sql.query('UPDATE application SET rate_limit = coalesce(rate_limit, 0) + 7'),
  },
  'the test cases': {
    page: `${administration}/rehearsal/page`,
    action: `${administration}/rehearsal/actions.ts saveRequiredCases`,
    fields: () => Object.fromEntries(rehearsalCases.map((id) => [id, 'off'])),
    change: () =>
      sql.query(`INSERT INTO rehearsal_case (id, requirement) VALUES ('token', 'required')
                 ON CONFLICT (id) DO UPDATE SET requirement = 'required'`),
  },
  'a document': {
    page: '(review)/review/requirements/[requirementId]/page',
    params: () => ({ requirementId: requirement }),
    action: '(review)/review/requirements/actions.ts saveDocumentRequirement',
    fields: () => ({
      requirementId: requirement,
      nameEn: 'Mine',
      nameFr: 'Le mien',
      pdf: 'on',
      required: 'on',
      scope: 'application',
      maxMegabytes: '5',
    }),
    change: () => sql.query(`UPDATE requirement SET name_en = 'Theirs'`),
  },
  'a form to fill in': {
    page: '(review)/review/requirements/[requirementId]/page',
    params: () => ({ requirementId: requirement }),
    action: '(review)/review/requirements/actions.ts changeTemplate',
    given: () => [requirement],
    fields: () => ({ template: pdf() }),
    // Another file of the same name.
    change: () => sql.query(`UPDATE requirement SET template_bytes = 'y'`),
  },
  'accounts that an application may read': {
    page: `${administration}/applications/[id]/access/page`,
    params: () => ({ id: live }),
    action: `${administration}/applications/[id]/access/actions.ts saveAccess`,
    given: () => [live],
    fields: () => ({ access: 'listed', msisdns: '221771234567' }),
    change: () =>
      sql.query('INSERT INTO account_grant (application_id, msisdn) VALUES ($1, 221771234568)', [live]),
  },
  'a decision': {
    page: '(review)/review/[id]/page',
    params: () => ({ id: submission }),
    action: '(review)/review/[id]/actions.ts decideOn',
    fields: () => ({ submissionId: submission, outcome: 'rejected', reason: 'No stamp.' }),
    change: () => sql.query('UPDATE submission SET version = version + 1'),
  },
  'a saved reply': {
    page: '(review)/review/templates/[templateId]/page',
    params: () => ({ templateId: template }),
    action: '(review)/review/templates/actions.ts saveTemplate',
    fields: () => ({ templateId: template, labelEn: 'M', labelFr: 'M', textEn: 'Mine.', textFr: 'Le mien.' }),
    change: () => sql.query(`UPDATE reason_template SET label_en = 'Theirs'`),
  },
}

test.each(Object.entries(forms))(
  'a form for %s that shows what has changed does nothing, says so, and keeps what was typed',
  async (_, { page, params = () => ({}), action, given = () => [], fields, change }) => {
    const { administrator } = scene
    const show = async () => {
      const html = await loadPage(page, params(), administrator.claims, {}, undefined)
      return /name="shown"[^>]* value="([^"]+)"/.exec(html)?.[1] ?? ''
    }
    const typed = fields()
    const post = async (shown: string) => {
      const form = formOf({ ...typed, shown })
      return callAction(administrator, `app/${action}`, [...given(), {}, form])
    }
    const audit = async () => (await sql.query('SELECT FROM audit_entry')).rowCount
    const before = await audit()
    const shown = await show()
    await change()
    const { answer } = await post(shown)
    const kept = Object.entries(typed).filter(([, value]) => typeof value === 'string')
    expect(answer).toMatchObject({
      error: expect.stringMatching(/^This changed/),
      values: Object.fromEntries(kept),
    })
    expect(await audit()).toBe(before)
    expect(await post(await show())).toMatchObject({ redirect: expect.any(String) })
  },
)
