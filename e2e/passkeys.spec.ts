import { text } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { confirm, signOut } from './support/developers'
import { expect, test } from './support/fixtures'
import { waitForMail } from './support/mailbox'

test('a passkey: registered, used at sign-in and as a confirmation, and removed', { tag: '@slow' }, async ({
  developer,
}) => {
  const { page, say, email } = developer
  const authenticator = await addAuthenticator(page)
  const button = (name: string) =>
    page.getByRole('main').getByRole('button', { name: say(name), exact: true })

  await page.goto('/account/security')
  await page.getByRole('link', { name: say('Add a passkey'), exact: true }).click()
  // The account page has a field of this name, too.
  await page.waitForURL('/two-factor/passkey**')
  await page.getByLabel(say('Name'), { exact: true }).fill('')
  await button('Add a passkey').click()
  await expect(page.getByLabel(say('Name'), { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel(say('Name'), { exact: true }).fill('Laptop of the till')
  await button('Add a passkey').click()
  await expect(page.getByRole('heading', { name: say('Passkey added') })).toBeVisible()
  const codes = ((await page.getByRole('main').locator('pre').textContent()) ?? '').trim().split('\n')
  expect(codes).toHaveLength(10)
  expect(await authenticator.count()).toBe(1)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: say('Download codes'), exact: true }).click()
  const stream = await (await download).createReadStream()
  const file = await text(stream)
  for (const code of codes) expect(file).toContain(code)
  await waitForMail(email, /Passkey added/)

  await signOutAndGivePassword()
  await button('Use a passkey').click()
  await page.waitForURL('/applications')

  await test.step('without the password', async () => {
    await signOut(developer)
    await page.goto('/sign-in')
    await button('Sign in with a passkey').click()
    await page.waitForURL('/applications')
  })

  await page.goto('/confirm?next=/account/security')
  await authenticator.verifies(false)
  await button('Use a passkey').click()
  await expect(page.getByRole('alert').first()).toContainText(say('No passkey was used'))
  await authenticator.verifies(true)
  await button('Use a passkey').click()
  await page.waitForURL('/account/security')
  const passkeys = page.locator('#passkeys')
  await expect(passkeys).toContainText('Laptop of the till')
  await expect(passkeys).not.toContainText('not used yet')

  await signOutAndGivePassword()
  await page.getByLabel(say('Code'), { exact: true }).fill(codes[0] ?? '')
  await button('Continue').click()
  await page.waitForURL('/applications')

  await page.goto('/account/security')
  const remove = page.getByRole('button', { name: `${say('Remove')} Laptop of the till`, exact: true })
  await remove.click()
  await confirm(developer)
  await expect(page.getByText(say('Passkey removed.'))).toBeVisible()
  await waitForMail(email, /Passkey removed/)

  async function signOutAndGivePassword() {
    await signOut(developer)
    await page.goto('/sign-in')
    await page.getByLabel(say('E-mail address'), { exact: true }).fill(email)
    await page.getByLabel(say('Password'), { exact: true }).fill(developer.password)
    await button('Sign in').click()
    await page.waitForURL('/sign-in/code')
  }
})

/** Chromium's virtual authenticator (WebAuthn §11): a screen lock that accepts or refuses. */
async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    verifies: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    count: async () =>
      (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  }
}
