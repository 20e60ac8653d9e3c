import { beforeAll, expect, test } from 'vitest'
import { shareCertificate } from '@/lib/certificates/certificate'
import { database } from '@/lib/database'
import { newId } from '@/lib/ids'
import { endRehearsal, startRehearsal } from '@/lib/rehearsals/commands'
import { rehearsalCases } from '@/lib/rehearsals/schema'
import { succeed } from '@/lib/result'
import { executeAs } from '@/scripts/launch/execute-as'
import { loadPage } from '@/test/access/load-page'
import { callAction } from '@/test/access/next-request'
import { type Person, withScene } from '@/test/access/scene'
import { addKey, createKey, switchToKeys } from '@/test/client-keys'
import { openSession } from '@/test/developers'
import { createAnnouncement, createTestAccount } from '@/test/factories'
import { formOf } from '@/test/forms'
import { createOrganisation } from '@/test/organisations'
import { publishNow } from '@/test/terms'
import { createInState, createSubmitted } from '@/test/validation'

const { owner: sql, scene } = withScene({ requirements: ['Tax registration'] })
const administration = '(administration)/administration'
const template = '019aa3c0-0000-7000-8000-000000000101'
let announcement: string
let requirement: string
const request = newId()
let live: string
let liveOwner: Person
let mine: string
let organisation: string
let submission: string
let endpoint: string

beforeAll(async () => {
  announcement = await createAnnouncement(sql, { startsAt: new Date().toISOString() })
  const template = `UPDATE requirement SET template_name = 'form.pdf', template_bytes = 'x' RETURNING id`
  requirement = (await sql.query(template)).rows[0].id
  const about = { applicationId: scene.sandbox.applicationId, requestedById: scene.owner.id }
  await database().limitRequest.create({
    data: { id: request, ...about, callsPerMinute: 900, reason: 'Salaries.' },
  })
  const siem = { url: 'https://siem.example.com/', events: ['sign_in.refused'], deliveredRefusal: 0n }
  endpoint = (await database().webhookEndpoint.create({ data: { id: newId(), ...siem } })).id
  const reviewer = { id: scene.reviewer.id, role: 'reviewer' } as const
  const approved = await createInState(sql, reviewer, 'active')
  live = approved.applicationId
  const { id } = approved.owner
  liveOwner = { id, email: '', claims: await openSession(id, { confirmedAt: new Date() }) }
  await succeed(executeAs(approved.owner, shareCertificate, { target: live }))
  mine = (await scene.production()).applicationId
  const by = { id: scene.owner.id, role: 'developer' } as const
  organisation = await createOrganisation(by)
  await createTestAccount(sql, scene.sandbox.applicationId, msisdn)
  await succeed(executeAs(by, startRehearsal, { target: scene.sandbox.applicationId }))
  await switchToKeys(sql, scene.sandbox.applicationId, await createKey())
  await askForNetworks(['203.0.113.0/24'])
  submission = (await createSubmitted(sql)).submissionId
})

const texts = { titleEn: 'Tonight', titleFr: 'Ce soir', textEn: 'A pause.', textFr: 'Une pause.' }
const pdf = () => new File(['%PDF-1.4'], 'form.pdf')

type Form = {
  /** The page, its parameters, and the action below it. */
  page: string
  params?: () => Record<string, string>
  action: string
  given?: () => unknown[]
  fields: () => Record<string, string | File>
  /** Someone else's change. */
  change: () => Promise<unknown>
  /** Else an administrator. */
  who?: () => Person
  /** Of the versions on the page, where they differ. */
  at?: number
}

const owner = () => scene.owner
const sandbox = () => ({ id: scene.sandbox.applicationId })
const confirming = () => ({ confirming: 'yes' })
const msisdn = '999100000001'
const makeMembers = (role: string) =>
  sql.query('UPDATE application_member SET role = $1::team_role WHERE developer_id = $2', [
    role,
    scene.member.id,
  ])

/** In place of an open request. */
async function askForNetworks(networks: string[]) {
  await database().networkRequest.updateMany({ data: { state: 'withdrawn', closedAt: new Date() } })
  const by = { applicationId: mine, requestedById: scene.owner.id }
  return database().networkRequest.create({ data: { id: newId(), ...by, networks, reason: 'Ours.' } })
}

const forms: Record<string, Form> = {
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
  'the events of an endpoint of the administration': {
    page: `${administration}/webhooks/page`,
    action: `${administration}/webhooks/actions.ts changeAdministrationEvents`,
    given: () => [endpoint],
    fields: () => ({ 'audit.recorded': 'on', 'sign_in.refused': 'on' }),
    change: () =>
      sql.query(
        `UPDATE webhook_endpoint SET events = '{audit.recorded}', delivered_sequence = 0, delivered_refusal = NULL`,
      ),
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
  'the withdrawal of an announcement': {
    page: `${administration}/announcements/page`,
    action: `${administration}/announcements/actions.ts withdrawPublished`,
    given: () => [announcement],
    fields: confirming,
    change: () => sql.query('UPDATE announcement SET changed_at = now()'),
  },
  'the removal of a saved reply': {
    page: '(review)/review/templates/page',
    action: '(review)/review/templates/actions.ts removeTemplate',
    given: () => [template],
    fields: confirming,
    change: () => sql.query(`UPDATE reason_template SET label_en = 'Theirs again'`),
  },
  'the order of the documents': {
    page: '(review)/review/requirements/page',
    action: '(review)/review/requirements/actions.ts shiftDocumentRequirement',
    given: () => [requirement, 'down'],
    fields: () => ({}),
    change: () => sql.query('UPDATE requirement SET position = position + 1'),
  },
  'putting a document in force': {
    page: '(review)/review/requirements/page',
    action: '(review)/review/requirements/actions.ts retireDocumentRequirement',
    given: () => [requirement, 'reinstate'],
    fields: () => ({}),
    change: () => sql.query(`UPDATE requirement SET name_en = 'Theirs again'`),
  },
  'the withdrawal of a submission': {
    page: '(portal)/applications/[id]/validation/page',
    params: () => ({ id: mine }),
    action: '_validation/actions.ts withdraw',
    given: () => [mine],
    fields: () => ({}),
    who: owner,
    change: () => sql.query('UPDATE submission SET version = version + 1'),
  },
  'the withdrawal of a request': {
    page: '(portal)/applications/[id]/addresses/page',
    params: () => ({ id: mine }),
    action: '(portal)/applications/[id]/addresses/actions.ts withdrawListRequest',
    given: () => [mine],
    fields: () => ({}),
    who: owner,
    change: () => askForNetworks(['203.0.113.0/25']),
  },
  'the addresses that may call': {
    page: '(portal)/applications/[id]/addresses/page',
    params: () => ({ id: mine }),
    action: '(portal)/applications/[id]/addresses/actions.ts changeOwnNetworks',
    given: () => [mine],
    fields: () => ({ networks: '192.0.2.0/24', intent: 'save', previewed: '192.0.2.0/24', reason: 'Ours.' }),
    who: owner,
    change: () =>
      sql.query(`UPDATE application SET allowed_networks = '{198.51.100.0/24}' WHERE id = $1`, [mine]),
  },
  'the details of an application': {
    page: '(portal)/applications/[id]/edit/page',
    params: sandbox,
    action: '(portal)/applications/[id]/edit/actions.ts saveDetails',
    given: () => [scene.sandbox.applicationId],
    fields: () => ({ name: 'Mine', description: '' }),
    who: owner,
    change: () => sql.query(`UPDATE application SET description = 'Theirs'`),
  },
  'the record of an organisation': {
    page: '(portal)/organisations/[id]/edit/page',
    params: () => ({ id: organisation }),
    action: '(portal)/organisations/[id]/edit/actions.ts saveOrganisation',
    given: () => [organisation],
    fields: () => ({
      legalName: 'Mine',
      country: 'SN',
      registrationNumber: '7',
      registeredAddress: 'Dakar',
      legalRepresentative: 'Awa',
    }),
    who: owner,
    change: () => sql.query(`UPDATE organisation SET trading_name = 'Theirs'`),
  },
  'a test account': {
    page: '(portal)/applications/[id]/accounts/[msisdn]/page',
    params: () => ({ ...sandbox(), msisdn }),
    action: '(portal)/applications/[id]/accounts/actions.ts changeAccount',
    given: () => [scene.sandbox.applicationId, msisdn],
    fields: () => ({ type: 'customer', status: 'active', currency: 'XOF', balance: '5' }),
    who: owner,
    change: () => sql.query('UPDATE test_account SET balance = 77'),
  },
  'the removal of a test account': {
    page: '(portal)/applications/[id]/accounts/[msisdn]/page',
    params: () => ({ ...sandbox(), msisdn }),
    action: '(portal)/applications/[id]/accounts/actions.ts removeAccount',
    given: () => [scene.sandbox.applicationId, msisdn],
    fields: confirming,
    who: owner,
    change: () => sql.query('UPDATE test_account SET balance = 78'),
  },
  'the end of a rehearsal': {
    page: '(portal)/applications/[id]/rehearsal/page',
    params: sandbox,
    action: '(portal)/applications/[id]/rehearsal/actions.ts endRehearsal',
    given: () => [scene.sandbox.applicationId],
    fields: () => ({}),
    who: owner,
    change: async () => {
      const by = { id: scene.owner.id, role: 'developer' } as const
      await succeed(executeAs(by, endRehearsal, { target: scene.sandbox.applicationId }))
      await succeed(executeAs(by, startRehearsal, { target: scene.sandbox.applicationId }))
    },
  },
  'the end of a link to a certificate': {
    page: '(portal)/applications/[id]/certificate/page',
    params: () => ({ id: live }),
    action: '(portal)/applications/[id]/certificate/actions.ts endLink',
    given: () => [live],
    fields: confirming,
    who: () => liveOwner,
    at: 1,
    change: () => sql.query('UPDATE certificate_link SET created_at = now()'),
  },
  'the switch back to a secret': {
    page: '(portal)/applications/[id]/keys/page',
    params: sandbox,
    action: '(portal)/applications/[id]/actions.ts switchToSecret',
    given: () => [scene.sandbox.applicationId],
    fields: () => ({}),
    who: owner,
    change: async () => addKey(sql, scene.sandbox.applicationId, await createKey()),
  },
  'a handover to a member': {
    page: '(portal)/applications/[id]/team/[developerId]/page',
    params: () => ({ ...sandbox(), developerId: scene.member.id }),
    action: '_team/actions.ts handOver',
    given: () => [scene.sandbox.applicationId, scene.member.id],
    fields: () => ({}),
    who: owner,
    change: () => makeMembers('owner'),
  },
  'leaving a team': {
    page: '(portal)/applications/[id]/team/[developerId]/page',
    params: () => ({ ...sandbox(), developerId: scene.owner.id }),
    action: '_team/actions.ts leaveTeam',
    given: () => [scene.sandbox.applicationId],
    fields: confirming,
    who: owner,
    change: () => sql.query(`UPDATE application_member SET role = 'owner'`),
  },
  // Last: people accept them before anything else.
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
}

test.each(Object.entries(forms))(
  'a form for %s that shows what has changed does nothing, says so, and keeps what was typed',
  async (_, { page, params = () => ({}), action, given = () => [], fields, change, who, at = 0 }) => {
    const person = who?.() ?? scene.administrator
    const show = async () => {
      const html = await loadPage(page, params(), person.claims, {}, undefined)
      return [...html.matchAll(/name="shown"[^>]* value="([^"]+)"/g)].at(at)?.[1] ?? ''
    }
    const typed = fields()
    const post = async (shown: string) => {
      const form = formOf({ ...typed, shown })
      return callAction(person, `app/${action}`, [...given(), {}, form])
    }
    const audit = async () => (await sql.query('SELECT FROM audit_entry')).rowCount
    const shown = await show()
    await change()
    const before = await audit()
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
