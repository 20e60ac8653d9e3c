import type { Page, Route } from '@playwright/test'
import { queryDatabase } from './support/database'
import { expect, newPassword, test } from './support/fixtures'
import type { Person } from './support/person'

const html = (status: number) => (route: Route) =>
  route.fulfill({ status, contentType: 'text/html', body: '<h1>Not the portal</h1>' })
const notThere = 'We couldn’t reach the portal. Your text is still here.'
const notUs = 'Something between us answered in our place. Your text is still here.'

/** What comes instead of the portal's response. */
const answers: Record<string, { answer: (route: Route) => Promise<void>; says: string }> = {
  'nothing: the request is lost': { answer: (route) => route.abort('connectionreset'), says: notThere },
  'nothing: the response is lost': {
    answer: async (route) => {
      await route.fetch({ maxRedirects: 0 })
      await route.abort('connectionreset')
    },
    says: notThere,
  },
  'a 502 of a proxy': { answer: html(502), says: notUs },
  'a 504 of a proxy': { answer: html(504), says: notUs },
  'a 200 of a captive portal': { answer: html(200), says: notUs },
  'a 403 of a firewall': { answer: html(403), says: notUs },
  'a 429 of a firewall': { answer: html(429), says: notUs },
}

test.use({ expectedComplaints: [/Failed to load resource/] })

test('a form that is lost on its way stays as it was, and is sent again once', async ({ developer }) => {
  const { page, email } = developer
  let round = 0
  for (const [what, { answer, says }] of Object.entries(answers))
    await test.step(what, async () => {
      const name = `Lost ${round++}`
      await page.goto('/applications/new')
      await page.getByLabel('Name', { exact: true }).fill(name)
      await page.getByLabel('Description').first().fill('Typed for long.')
      await page.route('**/applications/new', (route) =>
        route.request().method() === 'POST' ? answer(route) : route.continue(),
      )
      await page.getByRole('button', { name: 'Create application', exact: true }).click()
      await expect(page.getByRole('alert').filter({ hasText: says })).toBeVisible()
      const again = page.getByRole('button', { name: 'Send again', exact: true })
      await expect(again).toBeFocused()
      await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)
      await expect(page.getByLabel('Description').first()).toHaveValue('Typed for long.')
      await page.unroute('**/applications/new')
      await again.click()
      await page.waitForURL(/\/applications\/[0-9a-f-]{36}/)
      expect(await named(name, email)).toHaveLength(1)
    })
})

test('what was typed when the session had ended comes back for the same person only', async ({
  developer,
  stranger,
}) => {
  const { page, email } = developer
  const type = async () => {
    await page.goto('/applications/new')
    await page.getByLabel('Name', { exact: true }).fill('Typed before')
    await queryDatabase(
      'UPDATE session SET revoked_at = now() WHERE developer_id = (SELECT id FROM developer WHERE email = $1)',
      [email],
    )
    await page.getByRole('button', { name: 'Create application', exact: true }).click()
    await page.waitForURL(/\/sign-in/)
    await expect(page.getByText('Your session ended, so nothing was sent.')).toBeVisible()
  }
  await type()
  await expect(page.getByText(/comes back filled/)).toBeVisible()
  await signIn(page, developer)
  await page.waitForURL(/\/applications\/new/)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Typed before')
  expect(await named('Typed before', email)).toHaveLength(0)
  await type()
  await signIn(page, stranger)
  await page.waitForURL(/\/applications\/new/)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
  expect(await page.evaluate(() => sessionStorage.getItem('unsent-form'))).toBeNull()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a form of an ended session shows what was typed, by its status', async ({ developer }) => {
    const { page, email } = developer
    await page.goto('/applications/new')
    await page.getByLabel('Name', { exact: true }).fill('Typed <before>')
    await queryDatabase(
      'UPDATE session SET revoked_at = now() WHERE developer_id = (SELECT id FROM developer WHERE email = $1)',
      [email],
    )
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.getByRole('button', { name: 'Create application', exact: true }).click()
    expect((await answered).status()).toBe(401)
    await expect(page.getByRole('heading', { name: 'Your session ended' })).toBeVisible()
    await expect(page.getByText('Typed <before>')).toBeVisible()
    await page.getByRole('link', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(/\/sign-in/)
  })
})

async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('E-mail address', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password || newPassword())
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
}

function named(name: string, email: string): Promise<unknown[]> {
  return queryDatabase(
    'SELECT a.id FROM application a JOIN developer d ON d.id = a.developer_id WHERE a.name = $1 AND d.email = $2',
    [name, email],
  )
}
