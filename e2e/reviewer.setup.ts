import { generate } from 'otplib'
import { portal } from './support/addresses'
import { activate } from './support/developers'
import { expect, newPassword, test } from './support/fixtures'
import { findLink, waitForMail } from './support/mailbox'
import { keepReviewerState } from './support/reviewer'

test('the first reviewer activates the account from the mailbox and turns a second factor on', async ({
  page,
  say,
}) => {
  const person = { page, say, email: 'reviewer@guichet.localhost', password: newPassword() }
  const mail = await waitForMail(person.email, /./)
  await activate(person, findLink(mail, `${portal}/activate/`))
  await page.goto('/review')
  await page.waitForURL('/two-factor**')
  const key = await page.getByLabel('Setup key', { exact: true }).inputValue()
  await page.getByLabel('Code', { exact: true }).fill(await generate({ secret: key.replaceAll(' ', '') }))
  await page.getByRole('button', { name: 'Turn on', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'The second factor is on' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'I have kept them' }).click()
  await expect(page).toHaveURL('/review')
  const { email, password } = person
  keepReviewerState({ email, password, storageState: await page.context().storageState() })
})
