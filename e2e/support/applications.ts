import { expect, type Locator, type Page } from '@playwright/test'
import { confirm, confirmation } from './developers'
import { pdfFile } from './documents'
import type { Person } from './person'

export type Environment = 'Sandbox' | 'Production'

/** @returns the path of the new application */
export async function createApplication(
  { page, say }: Person,
  environment: Environment,
  name: string,
): Promise<string> {
  await page.goto('/applications/new')
  await page.getByLabel(say('Name'), { exact: true }).fill(name)
  await page.getByLabel(say('Description'), { exact: true }).fill('Reads balances for our shops.')
  await page.getByRole('radio', { name: say(environment), exact: true }).check()
  await page.getByRole('button', { name: say('Create application'), exact: true }).click()
  await page.waitForURL(/\/applications\/[0-9a-f-]{36}(\/validation)?$/)
  return new URL(page.url()).pathname.replace(/\/validation$/, '')
}

/** Shows the secret on the application's page; a Production one only after a confirmation. */
export async function reveal(person: Person, path: string): Promise<void> {
  const { page, say } = person
  const secret = page.getByLabel(say('Client secret'), { exact: true })
  const button = page.getByRole('button', { name: say('Reveal'), exact: true })
  await page.goto(path)
  await expect(secret).toHaveValue(/^•+$/)
  await button.click()
  await expect(
    page.getByRole('button', { name: say('Hide'), exact: true }).or(confirmation(person)),
  ).toBeVisible()
  if (await confirmation(person).isVisible()) await confirm(person)
  await expect(secret).toHaveValue(/^guichet_(sandbox|production)_secret_[0-9A-Za-z]{43}$/)
}

/** The text that can be pasted into a terminal unchanged. */
export async function readSnippet(page: Page): Promise<string> {
  const code = page.locator('pre', { hasText: 'access_token' }).filter({ hasText: 'curl' })
  return (await code.first().textContent()) ?? ''
}

/** Waits for the application to reach a state by itself. */
export async function waitForState({ page, say }: Person, path: string, state: string): Promise<void> {
  await expect(async () => {
    await page.goto(path)
    await expect(page.getByRole('main').getByText(say(state), { exact: true }).first()).toBeVisible({
      timeout: 1000,
    })
  }).toPass()
}

/** The file fields of a validation page, one for each document. */
export function documentFields(page: Page): Locator {
  return page.locator('main input[type="file"]')
}

/** Uploads a document into each field: immediately with JavaScript, together by a button without. */
export async function uploadAll({ page, say }: Person, path: string): Promise<void> {
  await page.goto(`${path}/validation`)
  const files = Array.from(
    { length: await documentFields(page).count() },
    (_, index) => `document-${index}.pdf`,
  )
  expect(files).not.toEqual([])
  const save = page.getByRole('button', { name: say('Save documents'), exact: true })
  const together = await save.isVisible()
  for (const [index, name] of files.entries()) {
    await documentFields(page).nth(index).setInputFiles(pdfFile(name))
    if (!together) await expect(page.getByRole('link', { name })).toBeVisible()
  }
  if (together) await save.click()
  for (const name of files) await expect(page.getByRole('link', { name })).toBeVisible()
  await expect(documentFields(page)).toHaveCount(files.length)
}

/** Uploads one file into the field of one document, and waits until it is stored. */
export async function uploadOne({ page }: Person, document: string, file = pdfFile(`${document}.pdf`)) {
  await page.getByLabel(document, { exact: true }).setInputFiles(file)
  await expect(page.getByRole('link', { name: file.name })).toBeVisible()
}

export async function submitForValidation({ page, say }: Person, path: string): Promise<void> {
  await page.goto(`${path}/validation`)
  await page.getByRole('button', { name: say('Submit for validation'), exact: true }).click()
  await expect(page.getByRole('main').getByText(say('In validation'), { exact: true }).first()).toBeVisible()
}
