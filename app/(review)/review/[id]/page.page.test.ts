import { expect, test } from 'vitest'
import { detailFields } from '@/lib/applications/schema'
import { database } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { newId } from '@/lib/ids'
import { suspendOrganisation } from '@/lib/lifecycle/suspend-organisation'
import { requestCommands } from '@/lib/quota-requests/commands'
import { endRehearsal, startRehearsal } from '@/lib/rehearsals/commands'
import { finishRehearsals } from '@/lib/rehearsals/finish'
import { succeed } from '@/lib/result'
import { exportSubmission } from '@/lib/validation/export'
import { findReview } from '@/lib/validation/queries'
import { submitForValidation } from '@/lib/validation/submit'
import { executeAs } from '@/scripts/launch/execute-as'
import { loadPage } from '@/test/access/load-page'
import { callAction } from '@/test/access/next-request'
import { addKey, createKey, switchToKeys } from '@/test/client-keys'
import { openSession } from '@/test/developers'
import { createDeveloper } from '@/test/factories'
import { formOf } from '@/test/forms'
import { createOrganisation, createVerified, submitOrganisation } from '@/test/organisations'
import { withOwnDatabase } from '@/test/own-database'
import { rehearse } from '@/test/rehearsals'
import { createShop } from '@/test/team'
import { createDraft, createInState, createSubmitted, decide } from '@/test/validation'
import { createPage } from './export/page-to-print'

const { owner: sql } = withOwnDatabase({ requirements: ['Tax registration', 'Signed terms'] })

async function createReviewer(role: 'reviewer' | 'administrator' = 'reviewer') {
  return createDeveloper({ role, factor: true }, sql)
}

async function load(file: string, id: string, person: { id: string }): Promise<string> {
  return loadPage(file, { id }, await openSession(person.id, { confirmedAt: new Date() }))
}

test('all documents and verdicts are on the page without a script; the narrower access is preselected', async () => {
  const { submissionId } = await createSubmitted(sql)
  const next = await createSubmitted(sql)
  const html = await load('(review)/review/[id]/page', submissionId, await createReviewer())
  const requirements = await database().submissionRequirement.findMany({ where: { submissionId } })
  for (const { requirementId } of requirements) expect(html).toContain(`name="verdict-${requirementId}"`)
  // Both are the same bytes: the rail and the bar say so before anyone approves.
  expect(html.match(/PDF, [^<]+<\/span><span class="text-warning[^>]*>Identical to the file/g)).toHaveLength(
    requirements.length,
  )
  expect(html).toContain(`0 of ${requirements.length} checked`)
  expect(html).toContain('The same file more than once: Tax registration, Signed terms.')
  expect(html.match(/<input[^>]*name="access"[^>]*value="listed"[^>]*>/)?.[0]).toContain('checked')
  expect(html.match(/<input[^>]*name="access"[^>]*value="all"[^>]*>/)?.[0]).not.toContain('checked')
  expect(html).toMatch(
    new RegExp(
      `href="/review/${next.submissionId}"[^>]*data-neighbour="n"|data-neighbour="n"[^>]*href="/review/${next.submissionId}"`,
    ),
  )
})

test('an approval without a verdict for each required document does nothing, also when it is posted alone, and names them', async () => {
  const { submissionId, applicationId } = await createSubmitted(sql)
  const { id } = await createReviewer()
  const claims = await openSession(id, { confirmedAt: new Date() })
  const [first] = await database().submissionRequirement.findMany({
    where: { submissionId },
    orderBy: { position: 'asc' },
  })
  const approve = (verdicts: object) => {
    const form = formOf({
      submissionId,
      outcome: 'approved',
      reason: '',
      access: 'all',
      ...verdicts,
    })
    return callAction({ claims }, 'app/(review)/review/[id]/actions.ts decideOn', [{}, form])
  }
  const some = { [`verdict-${first?.requirementId}`]: 'accepted' }
  for (const [given, names] of [
    [{}, ['Tax registration', 'Signed terms']],
    [some, ['Signed terms']],
    [{ ...some, access: 'listed', msisdns: 'not a number' }, ['Signed terms', 'a phone number']],
  ] as const) {
    const { errors } = (await approve(given)).answer as { errors: Record<string, string> }
    expect(Object.keys(errors)).toHaveLength(names.length)
    for (const name of names) expect(Object.values(errors).join()).toContain(name)
  }
  const { state } = await database().application.findUniqueOrThrow({ where: { id: applicationId } })
  expect(state).toBe('in_validation')
})

test('the reviewer sees every detail, how the client authenticates, with which keys, and so do the page to print and the export', async () => {
  const { submissionId, applicationId } = await createSubmitted(sql)
  const details = Object.fromEntries(detailFields.map((field) => [field, `Its ${field}`]))
  await database().application.update({ where: { id: applicationId }, data: details })
  const reviewer = await createReviewer()
  const show = () => load('(review)/review/[id]/page', submissionId, reviewer)
  const fact = (how: string) => new RegExp(`Client authentication</dt><dd[^>]*>${how}`)
  expect(await show()).toMatch(fact('Client secret'))
  await switchToKeys(sql, applicationId, await createKey('EdDSA'))
  await addKey(sql, applicationId, await createKey('ES256'), 'ours <2>')
  const html = await show()
  expect(html).toMatch(fact('Keys \\(private_key_jwt\\)'))
  const review = await findReview(submissionId, reviewer.id)
  const [first] = review?.submission.application?.keys ?? []
  if (!review || !first) throw new Error('no such submission, or no keys')
  expect(html).toMatch(new RegExp(`EdDSA.*${first.kid}.*ES256.*ours &lt;2&gt;`, 's'))
  const printed = (await createPage())(review, null)
  expect(printed).toMatch(
    new RegExp(`Client authentication.*private_key_jwt.*EdDSA · ${first.kid}.*ES256 · ours &(lt|#60);2`, 's'),
  )
  const archive = await exportSubmission(submissionId, () => '', { id: reviewer.id, role: 'reviewer' })
  const record = await new Response(archive).text()
  expect(record).toContain(`"thumbprint": "${first.thumbprint}"`)
  expect(record).not.toContain('publicKey')
  for (const text of [html, printed, record])
    for (const detail of Object.values(details)) expect(text).toContain(detail)
})

test('the second person sees what the first approved, and starts from it', async () => {
  getSettings().VALIDATION_APPROVALS = 2
  const { submissionId } = await createSubmitted(sql)
  const first = await createReviewer()
  const second = await createReviewer()
  const access = [221771234567n, 221771234568n]
  await decide(
    submissionId,
    'approved',
    {
      id: first.id,
      role: 'reviewer',
    },
    { access },
  )
  const page = '(review)/review/[id]/page'
  const html = await load(page, submissionId, second)
  expect(html).toContain(`${first.email} approved access to 2 accounts`)
  expect(html.match(/<textarea[^>]*name="msisdns"[^>]*>([^<]*)/)?.[1]?.trim()).toBe(access.join('\n'))
  expect(await load(page, submissionId, first)).not.toContain('First approval')
  await sql.query('UPDATE developer SET suspended_at = now() WHERE id = $1', [first.id])
  expect(await load(page, submissionId, second)).not.toContain('approved access to 2 accounts')
})

test('an administrator changes the accounts of an approved application, and its team sees them', async () => {
  const reviewer = await createReviewer()
  const actor = { id: reviewer.id, role: 'reviewer' } as const
  const { applicationId, owner } = await createInState(sql, actor, 'active')
  const administrator = await createReviewer('administrator')
  const page = '(administration)/administration/applications/[id]/access/page'
  expect(await load(page, applicationId, administrator)).toContain('Save account access')
  const waiting = await createSubmitted(sql)
  expect(await load(page, waiting.applicationId, administrator)).toContain('been approved yet')
  expect(await load('(portal)/applications/[id]/validation/page', applicationId, owner)).toContain(
    'This application may read every account.',
  )
})

test('the queue says how many were decided on time', async () => {
  const reviewer = await createReviewer()
  const { submissionId } = await createSubmitted(sql)
  await decide(submissionId, 'rejected', { id: reviewer.id, role: 'reviewer' })
  const html = await load('(review)/review/page', '', reviewer)
  expect(html).toMatch(/(\d+) of the last \1 decisions were on time\. Half took 1 working hour or less\./)
})

test('the allowed addresses are shown as they were submitted, and are in the export', async () => {
  const { applicationId, submissionId, owner } = await createDraft(sql)
  const networks = ['203.0.113.0/24', '2001:db8::1/128']
  const list = { target: applicationId, input: { networks } }
  await succeed(executeAs(owner, requestCommands.networks.send, list))
  expect((await executeAs(owner, submitForValidation, { target: applicationId })).ok).toBe(true)
  await sql.query(`UPDATE application SET allowed_networks = '{192.0.2.0/24}' WHERE id = $1`, [applicationId])
  const reviewer = await createReviewer()
  const html = await load('(review)/review/[id]/page', submissionId, reviewer)
  expect(html).toContain('>203.0.113.0/24<')
  expect(html).toContain('>2001:db8::1<')
  expect(html).not.toContain('192.0.2.0/24')
  const archive = await exportSubmission(submissionId, () => '', { id: reviewer.id, role: 'reviewer' })
  const text = await new Response(archive).text()
  expect(text).toMatch(/"networks": \[\s*"203\.0\.113\.0\/24",\s*"2001:db8::1\/128"\s*\]/)
})

test('the rehearsal is shown as it was submitted, and is in the export and on the page to print', async () => {
  const { applicationId, submissionId, owner } = await createDraft(sql)
  const sandbox = await createShop(owner, { name: 'The <till>' })
  const { requestId } = await rehearse(sql, sandbox, owner)
  expect((await executeAs(owner, submitForValidation, { target: applicationId })).ok).toBe(true)
  const later = await rehearse(sql, sandbox, owner)
  const reviewer = await createReviewer()
  const html = await load('(review)/review/[id]/page', submissionId, reviewer)
  const archive = await exportSubmission(submissionId, await createPage(), {
    id: reviewer.id,
    role: 'reviewer',
  })
  const dossier = await new Response(archive).text()
  for (const text of [html, dossier]) {
    expect(text).toContain(requestId)
    expect(text).not.toContain(later.requestId)
    expect(text).toMatch(/The &(lt|#60);till&(gt|#62);/)
    expect(text).toContain('The integration obtained a token.')
    expect(text).not.toContain('You obtained')
  }
  expect(html).toContain(`href="/review/${submissionId}/calls/${requestId}"`)
  expect(dossier).toContain(`<a href="#call-${requestId}">`)
  expect(dossier).toContain(`<span id="call-${requestId}">`)
  expect(dossier).toMatch(
    /"outcome": "passed",\s*"requestIds": \[\s*"[0-9a-f-]{36}"\s*\],\s*"evidence": "The integration obtained/,
  )
})

test('a reviewer opens a call of the report as it was, without address, number and private cause, and no other', async () => {
  const { submissionId, owner } = await createSubmitted(sql)
  const other = await createSubmitted(sql)
  const applicationId = await createShop(owner, { name: 'Till' })
  const started = await executeAs(owner, startRehearsal, { target: applicationId })
  const rehearsalId = started.ok ? started.value.id : ''
  await sql.query('SELECT count_rehearsal_calls($1)', [[rehearsalId, rehearsalId]])
  const [shown, unnamed] = [newId(), newId()]
  const facts = {
    arrivedAt: Date.now(),
    respondedAt: Date.now() + 1,
    token: null,
    msisdn: null,
    account: null,
  }
  for (const [number, requestId, status] of [
    [1, shown, 400],
    [2, unnamed, 200],
  ] as const)
    await sql.query(
      `INSERT INTO recent_call (application_id, request_id, at, endpoint, status, error_code, hint, latency_ms, masked_msisdn,
         address, method, response, rehearsal_id, rehearsal_number, rehearsal_facts)
       VALUES ($1, $2, now(), 'account', $3, 'invalid_msisdn', 'wrong_secret', 7, '221*******67', '192.0.2.7', 'GET',
         $4, $5, $6, $7)`,
      [applicationId, requestId, status, 'Retry-After: 4\n\n{"code":"sent"}', rehearsalId, number, facts],
    )
  await executeAs(owner, endRehearsal, { target: applicationId })
  await finishRehearsals(undefined, 0)
  await sql.query('UPDATE submission SET rehearsal_id = $1 WHERE id = $2', [rehearsalId, submissionId])
  await sql.query('DELETE FROM recent_call')
  const reviewer = await createReviewer()
  const open = async (id: string, requestId: string, person: { id: string } = reviewer) =>
    loadPage('(review)/review/[id]/calls/[requestId]/page', { id, requestId }, await openSession(person.id))
  const html = await open(submissionId, shown)
  for (const text of [
    'GET /api/eWallet/v1/account',
    'HTTP/1.1 400',
    'Retry-After: 4',
    'sent',
    'invalid_msisdn',
    'Till',
  ])
    expect(html).toContain(text)
  expect(html).not.toMatch(/192\.0\.2\.7|221\*|secret is wrong/)
  for (const [id, requestId] of [
    [submissionId, unnamed],
    [submissionId, newId()],
    [other.submissionId, shown],
    ['no id', shown],
  ] as const)
    await expect(open(id, requestId)).rejects.toThrow('NEXT_HTTP_ERROR_FALLBACK;404')
  await expect(open(submissionId, shown, owner)).rejects.toThrow('NEXT_HTTP_ERROR_FALLBACK;403')
})

test('an administrator suspends and reinstates an organisation here; other reviewers, and its own people, do not', async () => {
  const reviewer = await createReviewer()
  const administrator = await createReviewer('administrator')
  const owner = await createDeveloper({}, sql)
  const id = await createVerified(owner, reviewer)
  const { id: submissionId } = await database().submission.findFirstOrThrow({ where: { organisationId: id } })
  const show = (person: { id: string }) => load('(review)/review/[id]/page', submissionId, person)
  expect(await show(administrator)).toContain('Suspend this organisation')
  expect(await show(reviewer)).not.toContain('Suspend this organisation')
  await executeAs({ id: administrator.id, role: 'administrator' }, suspendOrganisation, {
    target: id,
    input: { reason: 'Fraud' },
  })
  expect(await show(administrator)).toContain('Reinstate this organisation')
  const own = await createReviewer('administrator')
  await sql.query(`INSERT INTO application_participant (organisation_id, developer_id) VALUES ($1, $2)`, [
    id,
    own.id,
  ])
  const html = await show(own)
  expect(html).not.toContain('Reinstate this organisation')
  expect(html).toContain('another administrator must reinstate it')
})

test.each([
  ['https://www.example.com/about', 'address matches the website'],
  ['https://example.net', 'another domain'],
])('the reviewer sees whose address is at the domain of %s', async (website, said) => {
  const owner = await createDeveloper({}, sql)
  const id = await createOrganisation(owner, { website })
  const { id: submissionId } = await submitOrganisation(id, owner)
  const html = await load('(review)/review/[id]/page', submissionId, await createReviewer())
  const [, person = ''] = html.match(new RegExp(`<li[^>]*>((?:(?!</li>).)*${owner.email}.*?)</li>`)) ?? []
  expect(person).toContain(said)
})

test('saved replies are offered in the language of who reads them', async () => {
  const { submissionId, owner } = await createSubmitted(sql)
  await sql.query(`UPDATE developer SET locale = 'fr' WHERE id = $1`, [owner.id])
  const html = await load('(review)/review/[id]/page', submissionId, await createReviewer())
  expect(html).toMatch(/A document cannot be read.*L’un des documents est illisible\./s)
})

test('the reviewer sees the scripts of a number, and names of others that look alike', async () => {
  const owner = await createDeveloper({}, sql)
  const reviewer = await createReviewer()
  await createVerified(await createDeveloper({}, sql), reviewer, {
    legalName: 'Kolo Pay SA',
    registrationNumber: newId(),
  })
  const fields = { legalName: 'K\u043elo Pay SA', registrationNumber: 'SN-\u0412-7' }
  const { id: submissionId } = await submitOrganisation(await createOrganisation(owner, fields), owner)
  const html = await load('(review)/review/[id]/page', submissionId, reviewer)
  expect(html).toContain('Not only Latin: Cyrillic')
  expect(html).toMatch(/Others with a similar name(?:(?!<\/dl>).)*Kolo Pay SA/)
})

test('the reviewer and the team see that an application relied on an organisation that has closed', {
  tags: 'slow',
}, async () => {
  const owner = await createDeveloper({}, sql)
  const reviewer = await createReviewer()
  const { applicationId, submissionId, owner: who } = await createInState(sql, reviewer, 'active')
  const id = await createVerified(owner, await createReviewer(), { registrationNumber: newId() })
  await sql.query('UPDATE submission SET relies_on_id = $2 WHERE id = $1', [submissionId, id])
  expect(await load('(review)/review/[id]/page', submissionId, reviewer)).toContain(
    'ask for its own documents',
  )
  for (const page of ['page', 'validation/page'])
    expect(await load(`(portal)/applications/[id]/${page}`, applicationId, who)).toContain(
      'The organisation has closed',
    )
})
