import { expect, test } from './support/fixtures'
import { makeApplication } from './support/setting'

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
  await expect(chosen).toHaveText('UsageÉchoppe of the market · Sandbox')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${path}/usage`)
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

test('the command menu returns the focus, reports no matches, and accepts clicks', async ({ page }) => {
  await page.goto('/docs')
  const button = page.getByRole('button', { name: 'Search and commands' })
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

test('the command menu’s entries depend on the role', { tag: '@slow' }, async ({ developer, reviewer }) => {
  const offered = async (page: typeof developer.page) => {
    const answer = await page.request.get('/commands')
    expect(answer.headers()['cache-control']).toBe('private, no-store')
    return (await answer.text()).match(/"href":"[^"]*"/g)?.join(' ') ?? ''
  }
  expect(await offered(developer.page)).not.toMatch(/\/(review|administration)/)
  expect(await offered(reviewer.page)).toMatch(/\/review.*\/administration\/audit/)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('no button is without effect', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Search and commands' })).toBeHidden()
  })
})
