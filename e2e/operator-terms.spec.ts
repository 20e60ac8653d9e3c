import type { Page } from '@playwright/test'
import { portal } from './support/addresses'
import { examine } from './support/examine'
import { expect, newAddress, newPassword, test } from './support/fixtures'
import { findLink, waitForMail } from './support/mailbox'
import { signIn } from './support/sign-in'

/** Publishes what is previewed. */
async function finish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Published.', { exact: true })).toBeVisible()
}

test('an operator publishes terms, and developers accept them before they go on', { tag: '@slow' }, async ({
  developer,
  openBrowser,
  say,
}) => {
  const page = await openBrowser({ javaScriptEnabled: false })
  await signIn({ page, say, email: newAddress() }, { role: 'administrator', confirmed: true })

  async function publish(english: string, french: string) {
    await page.goto('/administration/terms')
    const text = page.getByLabel('Terms (English)', { exact: true })
    // Open while there are none.
    if (await text.isHidden()) await page.getByText('Publish a new version', { exact: true }).click()
    await text.fill(english)
    await page.getByLabel('Terms (French)', { exact: true }).fill(french)
    await page.getByLabel('Effective from', { exact: true }).fill(new Date().toISOString().slice(0, 10))
    await page.getByRole('button', { name: 'Publish terms', exact: true }).click()
  }

  await test.step('published, they are public in English and French', async () => {
    await publish(
      '# Terms\n\nYou pay **5** francs. <script>alert(1)</script>',
      '# Conditions\n\nVous payez **5** francs.',
    )
    await expect(page.getByText('Vous payez 5 francs.')).toBeVisible()
    await page.getByRole('button', { name: 'Back to the form', exact: true }).click()
    await expect(page.getByLabel('Terms (English)', { exact: true })).toHaveValue(/You pay/)
    await page.getByRole('button', { name: 'Publish terms', exact: true }).click()
    await finish(page)
    const stranger = await openBrowser()
    await stranger.goto('/terms')
    await expect(stranger.getByText('You pay 5 francs.')).toBeVisible()
    await examine(stranger)
    await expect(
      stranger.getByRole('contentinfo').getByRole('link', { name: 'Terms of use' }),
    ).toHaveAttribute('href', '/terms')
    const french = await openBrowser({ locale: 'fr-FR' })
    await french.goto('/terms/1')
    await expect(french.getByText('Vous payez 5 francs.')).toBeVisible()
  })

  await test.step('a developer is redirected to them from private pages, but not from the account', async () => {
    await developer.page.goto('/applications/new')
    await expect(developer.page).toHaveURL(/\/terms\/accept\?next=/)
    await examine(developer.page)
    for (const path of ['/account', '/docs']) {
      await developer.page.goto(path)
      await expect(developer.page).toHaveURL(path)
    }
    expect((await developer.page.request.get('/account/export')).status()).toBe(200)
    await developer.page.goto('/applications/new')
    await developer.page.getByRole('button', { name: 'Accept terms', exact: true }).click()
    await expect(developer.page).toHaveURL('/applications/new')
    await waitForMail(developer.email, /terms/)
  })

  await test.step('the next version shows what changed, and one that comes meanwhile is asked for again', async () => {
    await publish('# Terms\n\nYou pay **7** francs.', '# Conditions\n\nVous payez **7** francs.')
    await expect(page.locator('ins').first()).toContainText('7')
    await finish(page)
    await developer.page.goto('/applications')
    await expect(developer.page.locator('ins')).toContainText('7')
    await expect(developer.page.locator('del').first()).toContainText('5')
    await publish('# Terms\n\nYou pay **9** francs.', '# Conditions\n\nVous payez **9** francs.')
    await finish(page)
    await developer.page.getByRole('button', { name: 'Accept terms', exact: true }).click()
    await expect(developer.page.getByText('Another version has come into force.')).toBeVisible()
    await expect(developer.page.locator('ins')).toContainText('9')
    await developer.page.getByRole('button', { name: 'Accept terms', exact: true }).click()
    await expect(developer.page).toHaveURL('/applications')
  })

  await test.step('a new account accepts them as it is activated', async () => {
    const newcomer = await openBrowser({ javaScriptEnabled: false })
    const email = newAddress()
    await newcomer.goto('/sign-up')
    await newcomer.getByLabel('E-mail address', { exact: true }).fill(email)
    await newcomer.getByRole('button', { name: 'Create account', exact: true }).click()
    await newcomer.goto(findLink(await waitForMail(email, /activate/i), `${portal}/activate/`))
    const box = newcomer.getByLabel('I accept the terms', { exact: true })
    await newcomer.getByLabel('Password', { exact: true }).fill(newPassword())
    await newcomer.getByRole('button', { name: 'Activate account', exact: true }).click()
    await expect(box).toHaveAttribute('aria-invalid', 'true')
    await box.check()
    await newcomer.getByLabel('Password', { exact: true }).fill(newPassword())
    await newcomer.getByRole('button', { name: 'Activate account', exact: true }).click()
    await expect(newcomer).toHaveURL('/applications')
    await waitForMail(email, /You accepted the terms/)
  })
})
