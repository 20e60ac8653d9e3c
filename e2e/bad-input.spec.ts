import { countAttempt } from '@/lib/identity/throttle'
import { portal } from './support/addresses'
import { activate, requestLink } from './support/developers'
import { expect, newAddress, newPassword, test } from './support/fixtures'
import { connectToProduct } from './support/installation'
import { findLink, waitForMail } from './support/mailbox'
import type { Person } from './support/person'

let stranger: Person

test.beforeEach(({ page, say }) => {
  stranger = { page, say, email: newAddress(), password: newPassword() }
})

// ASVS 3.5.3, 6.4.1
test('opening an activation link does not use it up; submitting it does, once', {
  tag: '@slow',
}, async () => {
  await requestLink(stranger)
  const link = findLink(await waitForMail(stranger.email, /./), `${portal}/activate/`)
  const { page } = stranger
  for (let opened = 0; opened < 3; opened += 1) {
    await page.goto(link)
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  }
  await activate(stranger, link)
  await page.context().clearCookies()
  await page.goto(link)
  await expect(page.getByRole('button', { name: 'Activate account', exact: true })).toBeHidden()
  await expect(page.getByRole('main').getByLabel('E-mail address', { exact: true })).toBeVisible()
})

// ASVS 6.2.6, 6.2.7
test('a weak password is refused next to its field, and never sent back', { tag: '@slow' }, async () => {
  await requestLink(stranger)
  const { page } = stranger
  const link = findLink(await waitForMail(stranger.email, /./), `${portal}/activate/`)
  const field = page.getByLabel('Password', { exact: true })
  await page.goto(link)
  await expect(field).toHaveAttribute('type', 'password')
  await expect(field).toHaveAttribute('autocomplete', 'new-password')
  for (const weak of ['short', 'passwordpassword', 'aaaaaaaaaaaaaaaaaaaa']) {
    await page.goto(link)
    await field.fill(weak)
    await page.getByRole('button', { name: 'Activate account', exact: true }).click()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveValue('')
  }
})

test('someone who asks for too many links sees how long to wait, as it passes', {
  tag: '@slow',
}, async () => {
  const { page, email } = stranger
  connectToProduct()
  while ((await countAttempt('mail', email)) === 0);
  await page.goto('/sign-up')
  await page.getByLabel('E-mail address', { exact: true }).fill(email)
  await page.getByRole('main').getByRole('button', { name: 'Create account', exact: true }).click()
  const timer = page.getByRole('alert').getByRole('timer')
  await expect(timer).toHaveText(/^0:[0-2]\d$/)
  const first = await timer.textContent()
  await expect(timer).not.toHaveText(first ?? '')
})
