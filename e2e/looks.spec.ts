import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { createOrganisation } from '@/test/organisations'
import { addReport } from '@/test/rehearsals'
import { queryDatabase } from './support/database'
import { expect, test } from './support/fixtures'
import { connectToProduct } from './support/installation'
import { bears, compareLook, listFlaws } from './support/look'
import { openSubmission, waitForPreview } from './support/reviews'
import { idIn, makeApplication, makeSubmitted } from './support/setting'

test.use({ viewport: { width: 1024, height: 768 } })

test('public pages look as before, in both themes', async ({ page }) => {
  await compare(page, {
    landing: '/',
    'sign-up': '/sign-up',
    'sign-in': '/sign-in',
    'forgot-password': '/forgot-password',
    docs: '/docs',
    reference: '/docs/reference/accounts',
    'quick-start': '/docs/quick-start/python',
    errors: '/docs/errors',
    'error-code': '/docs/errors/quota_exceeded',
    search: '/search',
    versions: '/docs/versions',
  })
})

test('pages of a developer look as before, in both themes', async ({ developer }) => {
  const { page } = developer
  const production = await makeApplication(developer, 'Production', 'Payroll of the cooperative')
  const sandbox = await makeApplication(developer, 'Sandbox', 'Till of the market')
  const organisation = await createOrganisation(developer, {
    legalName: 'Millers of the coast',
    ...newNumber(),
  })
  await compare(page, {
    applications: '/applications',
    'new-application': '/applications/new',
    application: sandbox,
    console: `${sandbox}/try`,
    accounts: `${sandbox}/accounts`,
    traffic: `${sandbox}/traffic`,
    rehearsal: `${sandbox}/rehearsal`,
    team: `${sandbox}/team`,
    validation: `${production}/validation`,
    account: '/account/security',
    organisations: '/organisations',
    organisation: `/organisations/${organisation}`,
  })
})

test('pages of a reviewer look as before, in both themes', async ({ developer, reviewer }) => {
  const name = `Payroll ${randomUUID().slice(0, 8)}`
  await makeSubmitted(developer, name)
  const sandbox = await makeApplication(developer, 'Sandbox', 'Till of the market')
  await openSubmission(reviewer, name)
  const { page } = reviewer
  const submission = new URL(page.url()).pathname
  await page.setViewportSize({ width: 1024, height: 768 })
  await compare(page, { queue: `/review?text=${encodeURIComponent(name)}` })
  await compare(page, { submission }, () => waitForPreview(page))
  const ids = { submissionId: idIn(submission), applicationId: idIn(sandbox) }
  const call = await addReport(queryDatabase, ids)
  await compare(page, { 'review-call': `${submission}/calls/${call}` })
})

test('pages of an administrator look as before, in both themes', async ({ developer, reviewer }) => {
  connectToProduct()
  await createOrganisation(developer, { legalName: 'Millers of the valley', ...newNumber() })
  const { page } = reviewer
  await page.setViewportSize({ width: 1024, height: 768 })
  await compare(page, {
    administration: '/administration',
    'administration-rehearsal': '/administration/rehearsal',
    'administration-organisations': '/administration/organisations?text=valley',
    'administration-webhooks': '/administration/webhooks',
  })
})

// Tests the comparison itself: none of these may pass for the original page.
test('a broken layout is noticed', async ({ page }) => {
  for (const style of [
    ['main', 'padding-top', '6rem'],
    ['h1', 'font-size', '4.5rem'],
    [':root', '--canvas', '#cbd5d0'],
    [':root', '--ink', '#f2f6f4'],
  ] satisfies [string, string, string][]) {
    await page.goto('/docs')
    await page.evaluate(() => document.fonts.ready)
    expect(await bears(page, style), style.join(' ')).toBe(false)
  }
})

/** Organisations of one country have different ones. */
function newNumber(): { registrationNumber: string } {
  return { registrationNumber: `SN-${randomUUID()}` }
}

/** The first screenful of each page, once it is `ready`. */
async function compare(page: Page, addresses: Record<string, string>, ready = async () => {}): Promise<void> {
  const wrong: string[] = []
  for (const [name, address] of Object.entries(addresses)) {
    await page.goto(address)
    await page.evaluate(() => document.fonts.ready)
    await ready()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const difference = await compareLook(page, `${name}-${colorScheme}`)
      if (difference) wrong.push(difference)
    }
    wrong.push(...(await listFlaws(page)).map((flaw) => `${name}: ${flaw}`))
  }
  expect(wrong).toEqual([])
}
