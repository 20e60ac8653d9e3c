import { randomUUID } from 'node:crypto'
import { signOut } from './support/developers'
import { expect, test } from './support/fixtures'
import { makeApplication } from './support/setting'

const mine = (path: string) =>
  ['', '/validation', '/try', '/usage', '/team', `/team/${randomUUID()}`, '/edit', '/delete'].map(
    (page) => path + page,
  )
const privatePages = [
  '/applications',
  '/applications/new',
  '/account',
  '/account/delete',
  '/two-factor',
  '/review',
  '/review/requirements',
  '/review/templates',
  '/administration',
  '/administration/audit',
]

test('signed out, every private page redirects to sign-in', async ({ developer, playwright, baseURL }) => {
  const path = await makeApplication(developer, 'Production', 'Private')
  const stranger = await playwright.request.newContext({ baseURL })
  for (const page of [...privatePages, ...mine(path), `/review/${randomUUID()}`]) {
    const response = await stranger.get(page, { maxRedirects: 0 })
    expect(response.status(), page).toBeGreaterThanOrEqual(302)
    expect(response.status(), page).toBeLessThan(309)
    expect(new URL(response.headers().location ?? '', baseURL).pathname, page).toBe('/sign-in')
  }
  await stranger.dispose()
})

test('a page that does not exist has status 404', async ({ developer }) => {
  for (const path of ['/nothing', '/applications/nothing', `/applications/${randomUUID()}`]) {
    const response = await developer.page.request.get(path, { maxRedirects: 0 })
    expect(response.status(), path).toBe(404)
  }
})

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
