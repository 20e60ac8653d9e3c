import { queryDatabase } from './support/database'
import { expect, test } from './support/fixtures'
import { idIn, makeApplication } from './support/setting'
import type { SignedIn } from './support/sign-in'

test('by keyboard only: an application by its name, the documentation, the theme, and sign-out', {
  tag: '@slow',
}, async ({ developer }) => {
  const { page } = developer
  const path = await makeApplication(developer, 'Sandbox', 'Échoppe of the market')
  await page.goto(path)
  const field = page.getByRole('combobox', { name: 'Search and commands' })
  const chosen = page.getByRole('dialog').getByRole('option', { selected: true })
  const open = async (query: string) => {
    // Pressing it before the page's scripts run has no effect.
    await expect(async () => {
      await page.keyboard.press('Control+k')
      await expect(field).toBeFocused({ timeout: 1000 })
    }).toPass()
    await page.keyboard.type(query)
  }
  await open('echoppe usage')
  await expect(chosen).toHaveText('TrafficÉchoppe of the market · Sandbox')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${path}/traffic`)
  await open('quota_exceeded')
  await expect(chosen).toContainText('quota_exceeded: Quota exceeded')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/docs/errors/quota_exceeded')
  await open('theme')
  await expect(chosen).toHaveText('System')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(chosen).toHaveText('Dark')
  await expect(field).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id')) as string)
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await open('sign out')
  await expect(chosen).toHaveText('Sign out')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
  await page.goto('/applications')
  await expect(page).toHaveURL(/\/sign-in/)
})

test('Enter before anything is found opens the first result once it arrives', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/commands', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/docs')
  const field = page.getByRole('combobox', { name: 'Search and commands' })
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused({ timeout: 1000 })
  }).toPass()
  await page.keyboard.type('quota_exceeded')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('Searching…')
  release()
  await expect(page).toHaveURL('/docs/errors/quota_exceeded')
})

test('the command menu returns the focus, reports no matches, and accepts clicks', async ({ page }) => {
  await page.goto('/docs')
  const button = page.getByRole('link', { name: 'Search and commands' })
  const dialog = page.getByRole('dialog', { name: 'Search and commands' })
  // A key that is pressed before the page's script has started is lost.
  await expect(async () => {
    await button.press('Enter')
    await expect(dialog).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('zzzzqqqq')
  await expect(dialog.getByRole('status')).toHaveText('No results')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
  await button.click()
  await expect(dialog.getByRole('option', { name: 'Sign out' })).toBeHidden()
  await dialog.getByRole('option', { name: 'Create an account' }).click()
  await expect(page).toHaveURL('/sign-up')
})

test('the command menu copies a client ID, and finds what is pasted without a URL of it', {
  tag: '@slow',
}, async ({ developer }) => {
  const { page } = developer
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const path = await makeWithAccount(developer)
  await page.goto('/organisations')
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  await page.getByRole('link', { name: 'Search and commands' }).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('combobox')
  const chosen = dialog.getByRole('option', { selected: true })
  await field.fill('copy client id of market')
  await expect(chosen).toContainText('Copy client ID of Market stall')
  await field.press('Enter')
  await expect(dialog.getByRole('status')).toHaveText('Copied.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^guichet_sandbox_/)
  await field.fill('+999 100 000 001')
  await expect(chosen).toHaveText('Test account 999100000001Market stall · Sandbox')
  expect(urls.some((url) => url.endsWith('/commands'))).toBe(true)
  expect(urls.filter((url) => /999|client/.test(url))).toEqual([])
  await field.press('Enter')
  await expect(page).toHaveURL(`${path}/accounts/999100000001`)
})

test('without the Clipboard API, as on http, the command menu copies what it says that it copied', {
  tag: '@slow',
}, async ({ developer }) => {
  const { page } = developer
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await makeWithAccount(developer)
  await page.goto('/organisations')
  await page.getByRole('link', { name: 'Search and commands' }).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('combobox')
  await field.fill('copy client id of market')
  await expect(dialog.getByRole('option', { selected: true })).toContainText('Market stall')
  await field.press('Enter')
  await expect(dialog.getByRole('status')).toHaveText('Copied.')
  await expect(field).toBeFocused()
  await field.press('ControlOrMeta+a')
  await field.press('ControlOrMeta+v')
  await expect(field).toHaveValue(/^guichet_sandbox_/)
})

test.describe('without JavaScript, in French', () => {
  test.use({ javaScriptEnabled: false, locale: 'fr-FR' })

  test('the header leads to a page that finds the same by a form', async ({ developer }) => {
    const { page, say } = developer
    const path = await makeWithAccount(developer)
    await page.goto('/applications')
    await page.getByRole('link', { name: say('Search and commands') }).click()
    const field = page.getByRole('textbox', { name: say('What are you looking for?') })
    const search = async (text: string) => {
      await field.fill(text)
      await page
        .getByRole('main')
        .getByRole('button', { name: say('Search'), exact: true })
        .click()
      await expect(page).toHaveURL('/search')
    }
    await search('')
    await expect(page.getByText(say('Enter what you’re looking for.')).first()).toBeVisible()
    await search('market client')
    await expect(page.getByRole('main').getByText(/^guichet_sandbox_/)).toBeVisible()
    await search(say('Dark'))
    await page
      .getByRole('main')
      .getByRole('button', { name: say('Dark') })
      .click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await search('999100000001')
    await page.getByRole('main').getByRole('link', { name: '999100000001' }).first().click()
    await expect(page).toHaveURL(`${path}/accounts/999100000001`)
  })
})

/** @returns the path of a Sandbox application with a test account */
async function makeWithAccount(developer: SignedIn): Promise<string> {
  const path = await makeApplication(developer, 'Sandbox', 'Market stall')
  const account = { type: 'customer', status: 'active', currency: 'XOF', balance: '1', frozenBalance: '0' }
  await queryDatabase(
    `INSERT INTO test_account (application_id, msisdn, type, status, currency, balance, frozen_balance, as_of, original)
     VALUES ($1, '999100000001', 'customer', 'active', 'XOF', 1, 0, now(), $2)`,
    [idIn(path), account],
  )
  return path
}
