import { randomUUID } from 'node:crypto'
import { expect, test } from './support/fixtures'
import { callSandbox, caseOn } from './support/rehearsal'
import { makeApplication, makeDraft } from './support/setting'

for (const [locale, javaScriptEnabled] of [
  ['en-GB', true],
  ['fr-FR', false],
] as const)
  test.describe(`${javaScriptEnabled ? 'in a browser' : 'without JavaScript'}, in ${locale}`, () => {
    test.use({ locale, javaScriptEnabled })
    test('an owner rehearses, and submits a Production application with the report', {
      tag: '@slow',
    }, async ({ developer, openReviewer, say }) => {
      const { page } = developer
      const name = `Till ${randomUUID().slice(0, 8)}`
      const path = await makeApplication(developer, 'Sandbox', name)
      const outcome = (id: string, label: string) =>
        expect(caseOn(page, id).getByText(say(label), { exact: true })).toBeVisible()

      await page.goto(path)
      await page.getByRole('link', { name: say('Rehearsal'), exact: true }).click()
      await outcome('token', 'Not yet')
      await page.getByRole('button', { name: say('Start rehearsal'), exact: true }).click()
      await expect(page.getByText(say('Rehearsal started. Calls count from now on.'))).toBeVisible()

      const missing = await callSandbox(developer, path)
      if (!javaScriptEnabled)
        await expect(async () => {
          await page.getByRole('link', { name: say('Refresh'), exact: true }).click()
          await expect(caseOn(page, 'unknown_account').getByRole('link', { name: missing })).toBeVisible({
            timeout: 1000,
          })
        }).toPass()
      for (const id of ['token', 'active_account', 'unknown_account']) await outcome(id, 'Passed')
      await outcome('suspended_account', 'Not yet')
      await caseOn(page, 'unknown_account').getByRole('link', { name: missing }).click()
      await expect(page.getByText('account_not_found').first()).toBeVisible()
      await page.goto(`${path}/rehearsal`)

      await page.getByRole('button', { name: say('End rehearsal'), exact: true }).click()
      await expect(page.getByText(say('Rehearsal ended.'))).toBeVisible()
      await expect(async () => {
        await page.goto(`${path}/rehearsal`)
        await expect(page.getByText(say('Report frozen'), { exact: true })).toBeVisible({ timeout: 1000 })
      }).toPass()
      await outcome('unknown_account', 'Passed')
      const restart = page.getByRole('button', { name: say('Start rehearsal'), exact: true })
      await expect(restart).toBeVisible()
      await page.emulateMedia({ media: 'print' })
      await expect(restart).toBeHidden()
      await expect(caseOn(page, 'unknown_account').getByText(missing)).toBeVisible()
      await page.emulateMedia({ media: 'screen' })

      const shop = `${name} shop`
      const draft = await makeDraft(developer, shop)
      await page.goto(`${draft}/validation`)
      await expect(
        page.getByText(
          say('Your submission will carry this report, the latest of your Sandbox applications.'),
        ),
      ).toBeVisible()
      await page.getByRole('button', { name: say('Submit for validation'), exact: true }).click()
      await expect(page.getByText(say('This submission was sent with this report.'))).toBeVisible()
      await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', `${path}/rehearsal`)

      const reviewer = await openReviewer({ javaScriptEnabled, locale })
      await reviewer.page.goto('/review')
      await reviewer.page.getByRole('link', { name: shop, exact: true }).click()
      const shown = caseOn(reviewer.page, 'unknown_account')
      await expect(shown.getByText(say('Passed'), { exact: true })).toBeVisible()
      await expect(shown.getByText(missing)).toBeVisible()
      await expect(shown.getByText('404 · account_not_found')).toBeVisible()
      const { pathname } = new URL(reviewer.page.url())
      await shown.getByRole('link', { name: missing }).click()
      await expect(reviewer.page.getByText('GET /api/eWallet/v1/account')).toBeVisible()
      await expect(reviewer.page.getByText('HTTP/1.1 404')).toBeVisible()
      const dossier = await reviewer.page.request.get(`${pathname}/export`)
      const archive = (await dossier.body()).toString('latin1')
      expect(archive.split(missing).length).toBeGreaterThan(2)
    })
  })
