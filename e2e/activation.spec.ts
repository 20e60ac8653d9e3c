import { portal } from './support/addresses'
import { activate, turnFactorOn } from './support/developers'
import { expect, newPassword, test } from './support/fixtures'
import { findLink, waitForMail } from './support/mailbox'

test('the first reviewer activates the account from the mailbox and sets up a second factor', async ({
  page,
  say,
}) => {
  const person = { page, say, email: 'reviewer@guichet.localhost', password: newPassword() }
  const mail = await waitForMail(person.email, /activ/i)
  await activate(person, findLink(mail, `${portal}/activate/`))
  await page.goto('/review')
  await page.waitForURL('/two-factor**')
  await turnFactorOn(person)
  await expect(page).toHaveURL('/review')
})
