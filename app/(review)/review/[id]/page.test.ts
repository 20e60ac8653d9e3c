import { expect, test, vi } from 'vitest'
import { database } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { suspendOrganisation } from '@/lib/lifecycle/suspend-organisation'
import { changeNetworks } from '@/lib/networks/change-networks'
import { decide } from '@/lib/validation/decide'
import { exportSubmission } from '@/lib/validation/export'
import { findReview } from '@/lib/validation/queries'
import { submitForValidation } from '@/lib/validation/submit'
import { openSession } from '@/test/developers'
import { createDeveloper } from '@/test/factories'
import { createVerified } from '@/test/organisations'
import { withOwnDatabase } from '@/test/own-database'
import { createDraft, createInState, createSubmitted, decision } from '@/test/validation'
import { loadPage } from '@/test/walls/load-page'
import { createPage } from './export/page-to-print'

vi.mock('next-auth', async (original) => ({
  ...(await original<object>()),
  ...(await import('@/test/walls/next-request')).nextModules['next-auth'],
}))
vi.mock('next/headers', async () => (await import('@/test/walls/next-request')).nextModules['next/headers'])
vi.mock('next/navigation', async (original) => ({
  ...(await original<object>()),
  usePathname: () => '/',
  useRouter: () => ({}),
}))
vi.mock('next-intl/server', async () => (await import('@/test/walls/load-page')).translations)

const { owner: sql } = withOwnDatabase({ requirements: true })

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
  expect(html.match(/<input[^>]*name="access"[^>]*value="listed"[^>]*>/)?.[0]).toContain('checked')
  expect(html.match(/<input[^>]*name="access"[^>]*value="all"[^>]*>/)?.[0]).not.toContain('checked')
  expect(html).toMatch(
    new RegExp(
      `href="/review/${next.submissionId}"[^>]*data-neighbour="n"|data-neighbour="n"[^>]*href="/review/${next.submissionId}"`,
    ),
  )
})

test('the reviewer sees how the client authenticates, and so does the page to print', async () => {
  const { submissionId, applicationId } = await createSubmitted(sql)
  const reviewer = await createReviewer()
  const show = () => load('(review)/review/[id]/page', submissionId, reviewer)
  const fact = (how: string) => new RegExp(`Client authentication</dt><dd[^>]*>${how}`)
  expect(await show()).toMatch(fact('Client secret'))
  await sql.query(`UPDATE application SET client_authentication = 'private_key_jwt' WHERE id = $1`, [
    applicationId,
  ])
  expect(await show()).toMatch(fact('Keys \\(private_key_jwt\\)'))
  const review = await findReview(submissionId, reviewer.id)
  if (!review) throw new Error('no such submission')
  expect((await createPage())(review)).toMatch(/Client authentication.*private_key_jwt/s)
})

test('the second person sees what the first approved, and starts from it', async () => {
  getSettings().VALIDATION_APPROVALS = 2
  try {
    const { submissionId } = await createSubmitted(sql)
    const [first, second] = [await createReviewer(), await createReviewer()]
    const access = [221771234567n, 221771234568n]
    await decide(decision(submissionId, 'approved', { access }), { id: first.id, role: 'reviewer' })
    const page = '(review)/review/[id]/page'
    const html = await load(page, submissionId, second)
    expect(html).toContain(`${first.email} approved access to 2 accounts`)
    expect(html.match(/<textarea[^>]*name="msisdns"[^>]*>([^<]*)/)?.[1]?.trim()).toBe(access.join('\n'))
    expect(await load(page, submissionId, first)).not.toContain('First approval')
    await sql.query('UPDATE developer SET suspended_at = now() WHERE id = $1', [first.id])
    expect(await load(page, submissionId, second)).not.toContain('approved access to 2 accounts')
  } finally {
    getSettings().VALIDATION_APPROVALS = 1
  }
})

test('an administrator changes the accounts of an approved application, and its team sees them', async () => {
  const reviewer = await createReviewer()
  const actor = { id: reviewer.id, role: 'reviewer' } as const
  const { applicationId, owner } = await createInState(sql, actor, 'active')
  const administrator = await createReviewer('administrator')
  const page = '(administration)/administration/applications/[id]/access/page'
  expect(await load(page, applicationId, administrator)).toContain('Save account access')
  const waiting = await createSubmitted(sql)
  expect(await load(page, waiting.applicationId, administrator)).toContain('has not been approved yet')
  expect(await load('(portal)/applications/[id]/validation/page', applicationId, owner)).toContain(
    'This application may read every account.',
  )
})

test('statistics name the reviewers', async () => {
  const reviewer = await createReviewer()
  const { submissionId } = await createSubmitted(sql)
  await decide(decision(submissionId, 'rejected'), { id: reviewer.id, role: 'reviewer' })
  const html = await load('(review)/review/statistics/page', '', reviewer)
  expect(html).toContain(reviewer.email)
  expect(html).toContain('Decisions by reviewer')
})

test('the allowed addresses are shown as they were submitted, and are in the export', async () => {
  const { applicationId, submissionId, owner } = await createDraft(sql)
  const networks = ['203.0.113.0/24', '2001:db8::1/128']
  expect((await changeNetworks(applicationId, { networks }, owner)).ok).toBe(true)
  expect((await submitForValidation(applicationId, owner)).ok).toBe(true)
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

test('an administrator suspends and reinstates an organisation here; other reviewers, and its own people, do not', async () => {
  const reviewer = await createReviewer()
  const administrator = await createReviewer('administrator')
  const owner = await createDeveloper({}, sql)
  const id = await createVerified(owner, reviewer)
  const { id: submissionId } = await database().submission.findFirstOrThrow({ where: { organisationId: id } })
  const show = (person: { id: string }) => load('(review)/review/[id]/page', submissionId, person)
  expect(await show(administrator)).toContain('Suspend this organisation')
  expect(await show(reviewer)).not.toContain('Suspend this organisation')
  await suspendOrganisation(id, { reason: 'Fraud' }, { id: administrator.id, role: 'administrator' })
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
