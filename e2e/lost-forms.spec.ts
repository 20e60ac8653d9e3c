import type { Page, Route } from '@playwright/test'
import { portalSays } from '@/components/unavailable'
import { queryDatabase } from './support/database'
import { expect, newPassword, test } from './support/fixtures'
import type { Person } from './support/person'

const html = (status: number) => (route: Route) =>
  route.fulfill({ status, contentType: 'text/html', body: '<h1>Not the portal</h1>' })
const notThere = 'We couldn’t reach the portal. What you entered is still here.'
const notUs = 'Your network returned an unexpected response. What you entered is still here.'

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
  'a 302 of a captive portal': {
    answer: (route) => route.fulfill({ status: 302, headers: { location: 'http://captive.invalid/' } }),
    says: notThere,
  },
  'a 403 of a firewall': { answer: html(403), says: notUs },
  'a 429 of a firewall': { answer: html(429), says: notUs },
  // portal/server.test.ts has that response itself.
  'what the portal says while its database is away': {
    answer: (route) =>
      route.fulfill({ status: 503, contentType: 'text/plain', body: `${portalSays}No database.` }),
    says: 'No database.',
  },
}

test.use({ expectedComplaints: [/Failed to load resource|captive\.invalid/] })

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

test('a form with a file stays as it was, and is sent again once', async ({
  reviewer: { page, password },
}) => {
  const imports = () => queryDatabase("SELECT FROM account_import WHERE options->>'asOf' LIKE '2001-02-03%'")
  const open = () => page.getByText('Upload a file', { exact: true }).click()
  await page.goto('/administration/accounts')
  await open()
  await page.getByLabel('Environment', { exact: true }).selectOption('sandbox')
  await page.getByLabel('Export began at', { exact: true }).fill('2001-02-03T04:05:06Z')
  await page.getByLabel('CSV file', { exact: true }).setInputFiles({
    name: 'accounts.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('msisdn,type,status,currency,balance,frozen_balance\n'),
  })
  await page.getByLabel('Password', { exact: true }).fill(password)
  let round = 0
  await page.route('**/upload', async (route) => {
    if (round++ > 0) await route.fetch({ maxRedirects: 0 })
    await (round === 1 ? html(502)(route) : route.abort('connectionreset'))
  })
  await page.getByRole('button', { name: 'Upload accounts', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: notUs })).toBeVisible()
  const again = page.getByRole('button', { name: 'Send again', exact: true })
  await expect(again).toBeFocused()
  await again.click()
  await expect(page.getByRole('alert').filter({ hasText: notThere })).toBeVisible()
  await expect(page.getByLabel('Export began at', { exact: true })).toHaveValue('2001-02-03T04:05:06Z')
  await page.unrouteAll()
  await again.click()
  await expect(page.getByText('Uploaded. The file will be applied in a moment.')).toBeVisible()
  expect(await imports()).toHaveLength(1)

  await page.goto('/administration/accounts')
  await open()
  await page.getByLabel('Export began at', { exact: true }).fill('typed before')
  await page.context().clearCookies({ name: /session/ })
  await page.getByRole('button', { name: 'Upload accounts', exact: true }).click()
  await page.waitForURL(/\/sign-in\?next=%2Fadministration%2Faccounts&/)
  await expect(page.getByText('Your session expired, so the form wasn’t submitted.')).toBeVisible()
  await expect(page.getByText(/We’ll restore what you entered/)).toBeVisible()
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
    await expect(page.getByText('Your session expired, so the form wasn’t submitted.')).toBeVisible()
  }
  await type()
  await expect(page.getByText(/We’ll restore what you entered/)).toBeVisible()
  await signIn(page, developer)
  await page.waitForURL(/\/applications\/new/)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Typed before')
  expect(await named('Typed before', email)).toHaveLength(0)
  // Someone else has signed in in another tab meanwhile.
  await page.getByLabel('Name', { exact: true }).fill('Not for another')
  const [mine, theirs] = await Promise.all([page, stranger.page].map((each) => each.context().cookies()))
  await page.context().addCookies(theirs ?? [])
  await page.getByRole('button', { name: 'Create application', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: `signed in as ${stranger.email}` })).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Not for another')
  expect(await named('Not for another', stranger.email)).toHaveLength(0)
  await page.context().addCookies(mine ?? [])
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
    await expect(page.getByRole('term').filter({ hasText: 'Name' })).toBeVisible()
    await expect(page.getByText('Typed <before>')).toBeVisible()
    await page.getByRole('link', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(/\/sign-in/)
  })
})

test('a button waits with the focus on it, and a second press of it sends nothing', async ({ developer }) => {
  const { page } = developer
  let posts = 0
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/applications/new', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    posts += 1
    await answered
    await route.continue()
  })
  await page.goto('/applications/new')
  await page.getByLabel('Name', { exact: true }).fill('Pressed twice')
  const button = page.getByRole('button', { name: 'Create application' })
  await button.click()
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  answer()
  await page.waitForURL(/\/applications\/[0-9a-f-]{36}/)
  expect(posts).toBe(1)
})

test('signing out without a connection says so in the menu', async ({ developer }) => {
  const { page, email } = developer
  await page.goto('/applications')
  await page.getByRole('button', { name: email }).click()
  await page.route('**/applications', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('alert').filter({ hasText: notThere })).toBeVisible()
})

test('a key whose response was lost, with the session that was confirmed for it, is not made twice', async ({
  developer,
}) => {
  const { page, email, password } = developer
  const whose = '(SELECT id FROM developer WHERE email = $1)'
  await queryDatabase(`UPDATE session SET confirmed_at = NULL WHERE developer_id = ${whose}`, [email])
  await page.goto('/account/keys')
  await page.getByLabel('Name', { exact: true }).fill('Lost')
  // The dialog's scripts are loaded with the first question.
  await page.route('**/_next/static/**', (route) => route.abort())
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByRole('alert').filter({ hasText: notThere })).toBeVisible()
  await page.unroute('**/_next/static/**')
  await page.getByRole('button', { name: 'Send again', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await page.route('**/account/keys', (route) =>
    route.request().method() === 'POST'
      ? answers['nothing: the response is lost']?.answer(route)
      : route.continue(),
  )
  await dialog.getByRole('button', { name: 'Continue', exact: true }).click()
  const again = dialog.getByRole('button', { name: 'Send again', exact: true })
  await expect(again).toBeFocused()
  await expect(dialog.getByText('your request is processed only once')).toBeVisible()
  await page.unroute('**/account/keys')
  await again.click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'was already created and was shown once' }),
  ).toBeVisible()
  const keys = () => queryDatabase(`SELECT FROM personal_access_key WHERE developer_id = ${whose}`, [email])
  expect(await keys()).toHaveLength(1)
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByLabel('Personal access key', { exact: true })).toHaveValue(/^guichet_personal_/)
  await expect(page.getByRole('status').filter({ hasText: 'Copy the key now' })).toBeFocused()
  expect(await keys()).toHaveLength(2)
})

test('the counter of the landing page says that there was no response, and asks again', async ({
  openBrowser,
}) => {
  const page = await openBrowser({})
  await page.goto('/')
  const counter = page.getByRole('form', { name: 'Read a balance now' })
  await page.route(/\/$/, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await counter.getByRole('button', { name: '212600000004' }).click()
  const again = counter.getByRole('button', { name: 'Send again', exact: true })
  await expect(again).toBeFocused()
  await page.unroute(/\/$/)
  await again.click()
  await expect(counter.getByText('1,234.50 MAD')).toBeVisible()
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
