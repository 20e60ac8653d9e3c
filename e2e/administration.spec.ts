import { queryDatabase } from './support/database'
import { confirm } from './support/developers'
import { expect, newAddress, test } from './support/fixtures'
import { signIn } from './support/sign-in'
import { wordsOf } from './support/words'

test.use({ javaScriptEnabled: false })

for (const locale of ['en-GB', 'fr-FR'])
  test.describe(`without JavaScript, in ${locale}`, () => {
    test.use({ locale })

    test('an administrator uploads accounts, and looks one up', { tag: '@slow' }, async ({ page, say }) => {
      const administrator = await signIn({ page, say, email: newAddress() }, { role: 'administrator' })
      const msisdn = `22177${String(Date.now()).slice(-7)}`
      await page.goto('/administration/accounts')
      const upload = page.getByRole('button', { name: say('Upload accounts'), exact: true })
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
      await expect(page.getByText(say('Uploaded. The file is applied in a moment.'))).toBeVisible()
      const found = page.getByRole('main').locator('form').first()
      await expect
        .poll(async () => {
          await page.goto('/administration/accounts')
          await page.getByLabel('msisdn', { exact: true }).fill(`+${msisdn}`)
          await found.getByRole('button').click()
          return page.getByText(say('Found'), { exact: true }).isVisible()
        })
        .toBe(true)
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
      await erase.click()
      await expect(reason).toHaveAttribute('aria-invalid', 'true')
      await reason.fill('They asked for it.')
      await erase.click()
      await expect(page.getByRole('heading', { name: stranger.email })).toBeVisible()
      await confirm(administrator)
      await expect(page.getByText(say('Erased.'), { exact: true })).toBeVisible()
      expect(await queryDatabase('SELECT FROM developer WHERE email = $1', [stranger.email])).toEqual([])
      await stranger.page.goto('/applications')
      await expect(stranger.page).toHaveURL(/\/sign-in/)
    })
  })

test('every area of administration is in view from 1024 px on', { tag: '@slow' }, async ({ page }) => {
  await signIn({ page, say: wordsOf('en'), email: newAddress() }, { role: 'administrator', locale: 'fr' })
  for (const width of [1024, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/administration/rehearsal')
    const areas = page.getByRole('navigation', { name: 'Administration', exact: true }).getByRole('link')
    await expect(areas).toHaveCount(15)
    for (const area of await areas.all()) await expect(area).toBeInViewport({ ratio: 1 })
  }
})
