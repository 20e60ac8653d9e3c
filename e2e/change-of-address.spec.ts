import { portal } from './support/addresses'
import { confirm } from './support/developers'
import { expect, newAddress, test } from './support/fixtures'
import { findLink, waitForMail } from './support/mailbox'
import type { Person } from './support/person'

test.use({ javaScriptEnabled: false })

test('without JavaScript: a change of address is cancelled, requested again, confirmed and undone', {
  tag: '@slow',
}, async ({ developer }) => {
  const { page, email } = developer
  await page.goto('/account')
  const first = newAddress()
  await page.locator('#address > summary').click()
  await page.getByLabel('New e-mail address', { exact: true }).fill(first)
  await press(developer, 'Change address')
  await expect(page.getByRole('heading', { name: `Change your e-mail address to ${first}` })).toBeVisible()
  await confirm(developer)
  await expect(page.getByText(`A change to ${first} is pending.`)).toBeVisible()
  await press(developer, 'Cancel change')
  await expect(page.getByText('Change of address cancelled.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel change' })).toHaveCount(0)

  const other = newAddress()
  await requestChange(developer, other)
  await page.goto(findLink(await waitForMail(other, /Confirm your new/), `${portal}/change-email/`))
  await press(developer, 'Change address')
  await expect(page.getByText('E-mail address changed. Sign in with the new one.')).toBeVisible()

  await page.goto(findLink(await waitForMail(email, /was changed/), `${portal}/change-email/undo/`))
  await press(developer, 'Keep this address')
  await expect(page.getByText('Your previous e-mail address is restored')).toBeVisible()
  await page.getByLabel('E-mail address', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(developer.password)
  await press(developer, 'Sign in')
  await page.waitForURL((url) => url.pathname !== '/sign-in')
})

async function requestChange(developer: Person, address: string): Promise<void> {
  const { page } = developer
  await page.locator('#address > summary').click()
  await page.getByLabel('New e-mail address', { exact: true }).fill(address)
  await press(developer, 'Change address')
  await expect(page.getByText(`A change to ${address} is pending.`)).toBeVisible()
}

async function press({ page }: Person, name: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name, exact: true }).click()
}
