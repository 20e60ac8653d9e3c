import { expect, test } from './support/fixtures'
import { makeApplication } from './support/setting'
import { expectCurrent, translate } from './support/translate'

test('a translated page shows what its buttons do', async ({ developer }) => {
  const { page } = developer
  const path = await makeApplication(developer, 'Sandbox', 'Translated')
  const press = async (name: string) => {
    await translate(page)
    await page.getByRole('button', { name, exact: true }).click()
    await expectCurrent(page, name)
  }
  await page.goto(path)
  await press('Run')
  await expect(page.getByRole('figure').filter({ hasText: 'Output' }).getByText('200 OK')).toBeVisible()
  await press('Reveal')
  await expect(page.getByLabel('Client secret', { exact: true })).toHaveValue(/^guichet_sandbox_secret_/)
  const warning = page.getByText('This snippet contains your secret')
  await expect(warning).toBeVisible()
  await press('Hide')
  await expect(warning).toBeHidden()
  await page.goto(`${path}/try`)
  await press('Query balance')
  await expect(page.getByText('200 OK').first()).toBeVisible()
  await page.getByLabel('msisdn', { exact: true }).fill('999000000000')
  await press('Query balance')
  await expect(page.getByText('404 Not Found').first()).toBeVisible()
  await expect(page.getByText('Reused').first()).toBeVisible()
})
