import { randomUUID } from 'node:crypto'
import { database } from '@/lib/database'

import { decide } from '@/test/validation'
import { waitForState } from './support/applications'
import { confirm } from './support/developers'
import { expect, newAddress, test } from './support/fixtures'
import { waitForMail } from './support/mailbox'
import { makeVerified } from './support/organisations'
import { acceptDocuments, openSubmission, pressDecision } from './support/reviews'
import { idIn, makeSubmitted } from './support/setting'
import { type SignedIn, signIn } from './support/sign-in'

const suspended = { 'en-GB': /Organisation suspended/, 'fr-FR': /Organisation suspendue/ }

for (const [locale, javaScriptEnabled] of [
  ['en-GB', true],
  ['fr-FR', false],
] as const)
  test.describe(`${locale}, ${javaScriptEnabled ? 'in a browser' : 'without JavaScript'}`, () => {
    test.use({ locale, javaScriptEnabled })
    let administrator: SignedIn

    test.beforeEach(async ({ openBrowser, say }) => {
      const page = await openBrowser({ locale, javaScriptEnabled })
      administrator = await signIn(
        { page, say, email: newAddress() },
        { role: 'administrator', confirmed: true },
      )
    })

    test('organisations: suspended by an administrator, who finds it in the list, and reinstated', {
      tag: '@slow',
    }, async ({ developer: { page, email, ...developer }, say }) => {
      const { name, path } = await makeVerified({ page, email, ...developer }, administrator)
      const office = administrator.page
      await office.goto('/administration/organisations')
      await office.getByRole('searchbox').fill(name)
      await office.getByRole('searchbox').press('Enter')
      await office.getByRole('link', { name, exact: true }).click()
      await office.getByRole('link', { name: say('Latest submission') }).click()
      for (const [verb, state] of [
        ['Suspend', 'Suspended'],
        ['Reinstate', 'Verified'],
      ] as const) {
        await office.getByLabel(say('Reason'), { exact: true }).last().fill('The register was asked.')
        await office.getByRole('button', { name: say(verb), exact: true }).click()
        await expect(office.getByText(say(state), { exact: true }).first()).toBeVisible()
        await page.goto(path)
        await expect(page.getByText(say(state), { exact: true }).first()).toBeVisible()
      }
      await expect(page.getByText('The register was asked.').first()).toBeVisible()
      await waitForMail(email, suspended[locale])
    })

    test('organisations: an approved application moves in, and is reviewed again', {
      tag: '@slow',
    }, async ({ developer, say }) => {
      const { page } = developer
      const name = `Till ${randomUUID().slice(0, 8)}`
      const application = await makeSubmitted(developer, name)
      const applicationId = idIn(application)
      const { id } = await database().submission.findFirstOrThrow({ where: { applicationId } })
      await decide(id, 'approved', { id: administrator.id, role: 'administrator' })
      await waitForState(developer, application, 'Active')
      const { path } = await makeVerified(developer, administrator)

      await page.goto(path)
      await page.getByText(say('Move a personal application here'), { exact: true }).click()
      await page
        .getByLabel(say('Personal application'), { exact: true })
        .selectOption({ label: `${name} (Production)` })
      await page.getByRole('button', { name: say('Move into the organisation'), exact: true }).click()
      await confirm(developer)
      await expect(page.getByText(say('Review needed'), { exact: true })).toBeVisible()
      await page.getByRole('link', { name, exact: true }).click()
      const notice = page.getByText(say('Still approved under its old documents'))
      await expect(notice).toBeVisible()
      await page.getByRole('link', { name: say('Go to validation'), exact: true }).click()
      await expect(page.locator('input[type=file]')).toHaveCount(0)
      await page.getByRole('button', { name: say('Change documents'), exact: true }).click()
      await expect(page.locator('input[type=file]')).toHaveCount(2)
      await page.getByRole('button', { name: say('Submit for validation'), exact: true }).click()
      await expect(page.locator('input[type=file]')).toHaveCount(0)

      const office = administrator.page
      await office.goto(`/review?text=${encodeURIComponent(name)}`)
      await expect(office.getByText(say('Review needed'), { exact: true })).toBeVisible()
      await openSubmission(administrator, name)
      await acceptDocuments(administrator)
      await pressDecision(administrator, 'Approve')
      await page.goto(application)
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      await expect(notice).toHaveCount(0)
    })
  })
