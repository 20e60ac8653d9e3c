import { confirm } from './support/developers'
import { examine } from './support/examine'
import { expect, newAddress, test } from './support/fixtures'
import { makeSubmitted } from './support/setting'
import { signIn } from './support/sign-in'

for (const locale of ['en-GB', 'fr-FR'])
  test.describe(`in ${locale}`, () => {
    test.use({ locale })

    test('support looks at an application read only, without a script, and its team reads when and why', {
      tag: '@slow',
    }, async ({ developer, openBrowser, say }) => {
      const path = await makeSubmitted(developer, 'Asked about')
      const page = await openBrowser({ javaScriptEnabled: false })
      const administrator = await signIn({ page, say, email: newAddress() }, { role: 'administrator' })
      await page.goto(`/administration${path}`)
      await page.getByRole('link', { name: say('View as support') }).click()
      await page.getByRole('button', { name: say('Open support view') }).click()
      const reason = page.getByLabel(say('Reason'), { exact: true })
      await expect(reason).toHaveAttribute('aria-invalid', 'true')
      await reason.fill('They asked where their documents are.')
      await page.getByRole('button', { name: say('Open support view') }).click()
      await confirm(administrator)
      await expect(page.getByText(say('Read only'), { exact: true })).toBeVisible()
      await expect(page.getByRole('heading', { name: say('Validation') })).toBeVisible()
      await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
      const scripted = await openBrowser()
      await signIn({ ...administrator, page: scripted })
      await scripted.goto(`/administration${path}/support`)
      await examine(scripted)

      await developer.page.goto('/account/security')
      const seen = developer.page.getByRole('table', { name: say('Support looked at your pages') })
      await expect(seen.getByRole('row', { name: /Asked about/ })).toContainText(
        'They asked where their documents are.',
      )
      await expect(seen).not.toContainText(administrator.email)
      await examine(developer.page)
    })
  })
