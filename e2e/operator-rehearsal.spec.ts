import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { examine } from './support/examine'
import { expect, newAddress, test } from './support/fixtures'
import { makeDraft } from './support/setting'
import { signIn } from './support/sign-in'
import type { Say } from './support/words'

for (const { locale, javaScriptEnabled } of [
  { locale: 'en-GB', javaScriptEnabled: true },
  { locale: 'fr-FR', javaScriptEnabled: false },
])
  test.describe(`in ${locale}`, () => {
    test.use({ locale, javaScriptEnabled })

    test('an administrator requires a test case, and submissions without it are refused and name it', {
      tag: '@slow',
    }, async ({ developer, openBrowser, say }) => {
      const administrator = await signIn(
        { page: await openBrowser({ locale, javaScriptEnabled }), say, email: newAddress() },
        { role: 'administrator', locale: locale.slice(0, 2), confirmed: true },
      )
      const name = say('Back off when rate-limited')
      await choose(administrator.page, say, 'Required')
      if (javaScriptEnabled) await examine(administrator.page)

      const { page } = developer
      const draft = await makeDraft(developer, `Shop ${randomUUID().slice(0, 8)}`)
      await page.goto(`${draft}/validation`)
      const missing = page.locator('#rehearsal').getByText(name)
      await expect(missing).toBeVisible()
      await page.getByRole('button', { name: say('Submit for validation'), exact: true }).click()
      await expect(page.getByRole('alert').filter({ hasText: name })).toBeVisible()

      await choose(administrator.page, say, 'Advised')
      await page.goto(`${draft}/validation`)
      await expect(missing).toHaveCount(0)
      await page.getByRole('button', { name: say('Submit for validation'), exact: true }).click()
      await expect(page.getByText(say('No rehearsal was finished before this submission.'))).toBeVisible()
    })
  })

async function choose(page: Page, say: Say, requirement: 'Required' | 'Advised'): Promise<void> {
  await page.goto('/administration')
  await page.getByRole('link', { name: say('Rehearsal'), exact: true }).click()
  const group = page.getByRole('group', { name: 'quota_exceeded' })
  await group.getByRole('radio', { name: say(requirement), exact: true }).check()
  await page.getByRole('button', { name: say('Save'), exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: say('Saved.') })).toBeVisible()
  await expect(group.getByRole('radio', { name: say(requirement), exact: true })).toBeChecked()
}
