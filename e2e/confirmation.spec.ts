import { createApplication as insertApplication, issueSecret, type Owner } from '@/test/factories'
import { expireConfirmation, queryDatabase } from './support/database'
import { confirm, confirmation } from './support/developers'
import { expect, test } from './support/fixtures'
import { connectToProduct } from './support/installation'

for (const [locale, javaScriptEnabled] of [
  ['en-GB', true],
  ['fr-FR', false],
] as const)
  test.describe(`in ${locale}, ${javaScriptEnabled ? 'in a dialog' : 'without JavaScript'}`, () => {
    test.use({ locale, javaScriptEnabled })

    test('revealing a Production secret asks for the password, which then reveals it', {
      tag: '@slow',
    }, async ({ developer }) => {
      const { page, say, email } = developer
      const path = await insertProduction(email)
      await expireConfirmation(email)
      await page.goto(path)
      const reveal = page.getByRole('button', { name: say('Reveal'), exact: true })
      await reveal.click()
      if (javaScriptEnabled) {
        await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click()
        await expect(page.getByRole('dialog')).toHaveCount(0)
        await reveal.click()
      }
      const act = say('Reveal the Production secret of {name}').replace('{name}', 'In Production')
      await expect(page.getByRole('heading', { name: act, exact: true })).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(javaScriptEnabled ? 1 : 0)
      await page.getByLabel(say('Password'), { exact: true }).fill('not my password')
      await confirmation(developer).click()
      await expect(page.getByLabel(say('Password'), { exact: true })).toHaveAttribute('aria-invalid', 'true')
      await confirm(developer)
      await expect(page).toHaveURL(path)
      const secret = page.getByLabel(say('Client secret'), { exact: true })
      await expect(secret).toHaveValue(/^guichet_production_secret_[0-9A-Za-z]{43}$/)
      const isWhole = (box: Element) =>
        box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight
      expect(await secret.evaluate(isWhole)).toBe(true)
    })
  })

test('a Production secret is copied by the press that asked for its confirmation', { tag: '@slow' }, async ({
  developer,
}) => {
  const { page, email } = developer
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(await insertProduction(email))
  await page
    .getByRole('button', { name: 'Reveal', exact: true })
    .locator('../..')
    .getByRole('button', { name: 'Copy', exact: true })
    .click()
  await confirm(developer)
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^guichet_production_secret_[0-9A-Za-z]{43}$/)
})

/** An active Production application with a secret. */
async function insertProduction(email: string): Promise<string> {
  connectToProduct()
  const query = async (text: string, values?: unknown[]) => ({ rows: await queryDatabase(text, values) })
  const owner = { query } as unknown as Owner
  const [developer] = await queryDatabase('SELECT id FROM developer WHERE email = $1', [email])
  const { id } = await insertApplication(owner, {
    environment: 'production',
    developerId: developer?.id,
    name: 'In Production',
  })
  await issueSecret(owner, id, 'production')
  return `/applications/${id}`
}
