import { queryDatabase } from './support/database'
import { confirm } from './support/developers'
import { expect, newAddress, test } from './support/fixtures'
import { makeSubmitted } from './support/setting'
import { signIn } from './support/sign-in'
import { wordsOf } from './support/words'

test.use({ javaScriptEnabled: false })

test.describe('without JavaScript, in French', () => {
  test.use({ locale: 'fr-FR' })

  test('an administrator uploads accounts, and looks one up', { tag: '@slow' }, async ({ page, say }) => {
    const administrator = await signIn({ page, say, email: newAddress() }, { role: 'administrator' })
    const msisdn = `22177${String(Date.now()).slice(-7)}`
    await page.goto('/administration/accounts')
    const upload = page.getByRole('button', { name: say('Upload accounts'), exact: true })
    await expect(upload).toBeHidden()
    await page.getByText(say('Upload a file'), { exact: true }).click()
    await upload.click()
    await expect(page.getByLabel(say('CSV file'), { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await page.getByLabel(say('Environment'), { exact: true }).selectOption('sandbox')
    await page.getByLabel(say('CSV file'), { exact: true }).setInputFiles({
      name: 'accounts.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `msisdn,type,status,currency,balance,frozen_balance\n${msisdn},customer,active,XOF,12500,0\n`,
      ),
    })
    await page.getByLabel(say('Password'), { exact: true }).fill(administrator.password)
    await upload.click()
    await expect(page.getByText(say('Uploaded. The file will be applied in a moment.'))).toBeVisible()
    const found = page.locator('form', { has: page.getByLabel('msisdn', { exact: true }) })
    await expect
      .poll(() => queryDatabase('SELECT FROM wallet_account WHERE msisdn = $1', [msisdn]))
      .toHaveLength(1)
    await page.goto('/administration/accounts')
    await page.getByLabel('msisdn', { exact: true }).fill(`+${msisdn}`)
    await found.getByRole('button').click()
    await expect(page.getByText(say('Found'), { exact: true })).toBeVisible()
    expect(await page.getByRole('main').textContent()).not.toContain('12500')
  })

  test('an administrator erases a person for good, with a reason', { tag: '@slow' }, async ({
    page,
    stranger,
    say,
  }) => {
    const administrator = await signIn({ page, say, email: newAddress() }, { role: 'administrator' })
    const [person] = await queryDatabase('SELECT id FROM developer WHERE email = $1', [stranger.email])
    await page.goto(`/administration/developers/${person?.id}`)
    const erase = page.getByRole('button', { name: say('Erase permanently'), exact: true })
    const reason = page.getByLabel(say('Reason for erasing'), { exact: true })
    await page.getByText(say('Erase this person'), { exact: true }).click()
    await erase.click()
    await expect(reason).toHaveAttribute('aria-invalid', 'true')
    await reason.fill('They asked for it.')
    await erase.click()
    await expect(page.getByRole('heading', { name: stranger.email, level: 2 })).toBeVisible()
    await confirm(administrator)
    await expect(page.getByText(say('Erased.'), { exact: true })).toBeVisible()
    expect(await queryDatabase('SELECT FROM developer WHERE email = $1', [stranger.email])).toEqual([])
    await stranger.page.goto('/applications')
    await expect(stranger.page).toHaveURL(/\/sign-in/)
  })
})

for (const javaScriptEnabled of [true, false])
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled })

    test('the rail: every area in view from 1024 px on, a sheet on a phone; a reviewer has theirs', {
      tag: '@slow',
    }, async ({ page, developer, openBrowser }) => {
      await makeSubmitted(developer, 'Waiting')
      await signIn({ page, say: wordsOf('en'), email: newAddress() }, { role: 'administrator', locale: 'fr' })
      const rail = page.getByRole('navigation', { name: 'Administration', exact: true })
      await page.setViewportSize({ width: 1024, height: 900 })
      for (const path of ['/administration/rehearsal', '/review/templates']) {
        await page.goto(path)
        await expect(rail.getByRole('link')).toHaveCount(18)
        await expect(rail.getByRole('list')).toHaveCount(6)
        for (const area of await rail.getByRole('link').all()) await expect(area).toBeInViewport({ ratio: 1 })
        await expect(rail.locator('[aria-current=page]')).toHaveAttribute('href', path)
      }
      await page.setViewportSize({ width: 390, height: 800 })
      await expect(rail.getByRole('link')).toHaveCount(0)
      await page.getByRole('button', { name: 'Menu', exact: true }).click()
      await rail.getByRole('link', { name: 'Webhooks' }).click()
      await expect(page).toHaveURL('/administration/webhooks')

      const other = await openBrowser({ javaScriptEnabled })
      await signIn({ page: other, say: wordsOf('en'), email: newAddress() }, { role: 'reviewer' })
      await other.goto('/review')
      const theirs = other.getByRole('navigation', { name: 'Main', exact: true })
      await expect(theirs.getByRole('link', { name: /^Review \d+ waiting$/ })).toBeVisible()
      await expect(theirs.getByRole('link', { name: 'Administration' })).toHaveCount(0)
    })
  })
