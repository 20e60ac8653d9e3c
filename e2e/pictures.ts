import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { createApplication, submitForValidation, uploadAll } from './support/applications'
import { test } from './support/fixtures'
import { openSubmission, waitForPreview } from './support/reviews'

const folder = join(import.meta.dirname, '..', 'docs', 'pictures')

test('a developer and a reviewer at work', async ({ developer, reviewer }) => {
  const { page } = developer
  const sandbox = await createApplication(developer, 'Sandbox', 'Till of the market')
  await page.setViewportSize({ width: 1200, height: 1180 })
  await take(page, 'application')
  await page.setViewportSize({ width: 1200, height: 800 })
  await page.goto(`${sandbox}/try`)
  await page.getByRole('button', { name: 'Query balance', exact: true }).click()
  await page.getByText('"balance"').first().waitFor()
  await take(page, 'console')
  const production = await createApplication(developer, 'Production', 'Payroll of the cooperative')
  await page.goto(`${production}/validation`)
  await take(page, 'documents')
  await uploadAll(developer, production)
  await submitForValidation(developer, production)
  await take(page, 'in-validation')
  await page.goto('/applications')
  await take(page, 'applications')
  await reviewer.page.goto('/review')
  await take(reviewer.page, 'queue')
  await openSubmission(reviewer, 'Payroll of the cooperative')
  await waitForPreview(reviewer.page)
  await take(reviewer.page, 'decision')
})

test('the way in', async ({ page }) => {
  await page.goto('/')
  await take(page, 'landing')
  await page.goto('/docs')
  await take(page, 'documentation')
})

async function take(page: Page, name: string): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0))
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled', caret: 'hide' })
}
