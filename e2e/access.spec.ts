import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { createApplication, reveal, submitForValidation, uploadAll } from './support/applications'
import { expect, test } from './support/fixtures'
import { openSubmission } from './support/reviews'

// Each walks many pages, twice.
test.describe.configure({ timeout: 240_000 })

const openPages = [
  ...['/', '/sign-up', '/sign-in', '/forgot-password', '/status'],
  ...['/docs', '/docs/reference', '/docs/errors', '/docs/errors/account_not_found'],
]
const administration = ['', '/developers', '/applications', '/roles', '/audit', '/outbox', '/alerts'].map(
  (page) => `/administration${page}`,
)

test('pages that are open to all: no axe violation in either theme, no sideways scroll on a phone', async ({
  page,
}) => {
  for (const path of openPages) {
    await page.goto(path)
    await examine(page)
  }
})

test('pages of a developer: no axe violation in either theme, no sideways scroll on a phone', async ({
  developer,
}) => {
  const { page } = developer
  const sandbox = await createApplication(developer, 'Sandbox', 'Everything in its place, also a long name')
  const production = await createApplication(developer, 'Production', 'Documents')
  for (const path of [
    '/applications',
    '/applications/new',
    '/account',
    '/two-factor',
    `${sandbox}/try`,
    `${sandbox}/accounts`,
    `${sandbox}/accounts/new`,
    `${sandbox}/usage`,
    `${sandbox}/edit`,
    `${sandbox}/delete`,
    production,
    `${production}/validation`,
  ]) {
    await page.goto(path)
    await examine(page)
  }
  await reveal(developer, sandbox)
  await examine(page)
  await page.goto('/applications/new')
  await page.getByRole('button', { name: 'Create application', exact: true }).click()
  await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible()
  await examine(page)
})

test('pages of a reviewer: no axe violation in either theme, no sideways scroll on a phone', async ({
  developer,
  reviewer,
}) => {
  const path = await createApplication(developer, 'Production', 'To be looked at')
  await uploadAll(developer, path)
  await submitForValidation(developer, path)
  await examine(developer.page)
  await reviewer.page.goto('/review')
  await examine(reviewer.page)
  await openSubmission(reviewer, 'To be looked at')
  await examine(reviewer.page)
})

test('pages of an administrator: no axe violation in either theme, no sideways scroll on a phone', async ({
  reviewer,
}) => {
  for (const path of [...administration, '/review/requirements']) {
    await reviewer.page.goto(path)
    await examine(reviewer.page)
  }
})

async function examine(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await new AxeBuilder({ page }).analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)
    expect(found, `${page.url()}, ${colorScheme}`).toEqual([])
  }
  const desktop = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(excess, `sideways scroll of ${page.url()}`).toBe(0)
  if (desktop) await page.setViewportSize(desktop)
}
