import { signOut } from './support/developers'
import { expect, test } from './support/fixtures'

// ASVS 7.4.1, 14.3.1
test('signing out ends the session, a copied cookie included', async ({ developer, openBrowser }) => {
  const copy = await openBrowser({ storageState: await developer.page.context().storageState() })
  expect((await copy.request.get('/applications', { maxRedirects: 0 })).status()).toBe(200)
  await developer.page.goto('/applications')
  await signOut(developer)
  await developer.page.waitForURL((url) => !url.pathname.startsWith('/applications'))
  const response = await copy.request.get('/applications', { maxRedirects: 0 })
  expect(response.status()).toBeGreaterThanOrEqual(302)
})
