import { randomUUID } from 'node:crypto'
import { becomeReviewer, confirm } from './support/developers'
import { expect, newAddress, newPassword, test } from './support/fixtures'
import type { Person } from './support/person'
import { acceptDocuments } from './support/reviews'
import { readProductionBalance, readSandboxBalance } from './support/whole-journeys'
import { wordsOf } from './support/words'

test.use({ javaScriptEnabled: false })

test('without JavaScript: from sign-up to a Sandbox balance in the terminal', async ({ newcomer }) => {
  await readSandboxBalance(newcomer)
})

test('without JavaScript, on both sides: from documents through an approval to a Production balance', {
  tag: '@slow',
}, async ({ developer, reviewer, openBrowser }) => {
  const page = await openBrowser({ locale: 'en-GB' })
  const second: Person = { page, say: wordsOf('en'), email: newAddress(), password: newPassword() }
  await becomeReviewer(second, reviewer)
  const subjects = { submitted: /submitted/i, approved: /approved/i }
  await readProductionBalance(
    developer,
    second,
    `Cash desk ${randomUUID().slice(0, 8)}`,
    subjects,
    async () => {
      await page.getByRole('radio', { name: 'Only these accounts' }).check()
      const numbers = page.getByLabel('Phone numbers (msisdn)', { exact: true })
      await numbers.fill('not a number')
      await page.getByLabel('Reason', { exact: true }).fill('All is in order.')
      const approve = page.getByRole('button', { name: 'Approve', exact: true })
      await expect(page.getByRole('radio', { checked: true })).toHaveCount(1)
      await approve.click()
      await expect(numbers).toHaveAttribute('aria-invalid', 'true')
      for (const name of ['Company registration', 'Signed terms'])
        await expect(page.getByRole('link', { name: `Give a verdict on “${name}”.` })).toBeVisible()
      await numbers.fill('999000000001')
      await acceptDocuments(second)
      // Someone who has just been invited has not confirmed anything yet.
      await approve.click()
      await expect(page.getByRole('heading', { level: 2, name: /^Approve / })).toBeVisible()
      await expect(page.getByLabel('Reason', { exact: true })).toHaveValue('All is in order.')
      await confirm(second)
      await expect(page.getByText(/^Approved\./).first()).toBeVisible()
    },
  )
})
