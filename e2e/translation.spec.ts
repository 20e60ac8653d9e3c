import type { Page } from '@playwright/test'
import { documentFields } from './support/applications'
import { pdfFile } from './support/documents'
import { expect } from './support/fixtures'
import { openSubmission } from './support/reviews'
import { withScene as test } from './support/scene'
import { makeApplication, makeSubmitted } from './support/setting'
import { expectCurrent, translate } from './support/translate'

test('a translated page still shows what its buttons do: an application', async ({ developer }) => {
  const { page } = developer
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const path = await makeApplication(developer, 'Sandbox', 'Translated')
  await page.goto(path)
  await translate(page)
  await press(page, 'Run')
  await expect(page.getByRole('figure').filter({ hasText: 'Output' }).getByText('200 OK')).toBeVisible()
  await press(page, 'Reveal')
  await expect(page.getByLabel('Client secret', { exact: true })).toHaveValue(/^guichet_sandbox_secret_/)
  await expect(page.getByText('This snippet contains your secret')).toBeVisible()
  await translate(page)
  await page.getByRole('button', { name: 'Copy', exact: true }).first().click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
  await press(page, 'Hide')
  await expect(page.getByLabel('Client secret', { exact: true })).toHaveValue(/^•+$/)
  await page.goto(`${path}/keys`)
  await translate(page)
  await press(page, 'Rotate secret')
  await expect(page.getByText('Secret rotated').first()).toBeVisible()
  await expectCurrent(page, 'the application')
})

test('a translated page still shows what its buttons do: console, search, menu and filters', async ({
  developer,
}) => {
  const { page } = developer
  const path = await makeApplication(developer, 'Sandbox', 'Translated')
  await page.goto(`${path}/try`)
  await translate(page)
  await press(page, 'Query balance')
  await expect(page.getByText('200 OK').first()).toBeVisible()
  await translate(page)
  await page.getByLabel('msisdn', { exact: true }).fill('999000000000')
  await press(page, 'Query balance')
  await expect(page.getByText('404 Not Found').first()).toBeVisible()
  await expect(page.getByText('Reused').first()).toBeVisible()
  await press(page, 'Get a token')
  await expect(page.getByText('"access_token"').first()).toBeVisible()
  await expectCurrent(page, 'the console')
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search and commands' })
  await field.fill('sandbox')
  await translate(page)
  await field.fill('translated traffic')
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText('Traffic')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${path}/requests`)
  await translate(page)
  await expectCurrent(page, 'traffic')
})

test('a translated page still shows what its buttons do: documents, and forms with errors', async ({
  developer,
  reviewer,
}) => {
  const { page } = developer
  const draft = await makeApplication(developer, 'Production', 'Translated')
  await page.goto(`${draft}/validation`)
  for (const name of ['first.pdf', 'second.pdf']) {
    await translate(page)
    await documentFields(page).first().setInputFiles(pdfFile(name))
    await expect(page.getByRole('link', { name })).toBeVisible()
  }
  await translate(page)
  await press(page, 'Submit for validation')
  await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible()
  await expectCurrent(page, 'the documents')
  await makeSubmitted(developer, 'Translated submission')
  await openSubmission(reviewer, 'Translated submission')
  await translate(reviewer.page)
  await press(reviewer.page, 'Reject')
  await expect(reviewer.page.locator('[aria-invalid="true"]').first()).toBeVisible()
  await expectCurrent(reviewer.page, 'the submission')
})

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  await expectCurrent(page, name)
}
