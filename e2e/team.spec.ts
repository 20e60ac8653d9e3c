import { portal } from './support/addresses'
import { reveal } from './support/applications'
import { goOn } from './support/developers'
import { expect, newAddress, newPassword, test } from './support/fixtures'
import { findLink, waitForMail } from './support/mailbox'
import type { Person } from './support/person'
import { makeApplication } from './support/setting'

/** From the owner's page to the link in the mail. */
async function invite({ page }: Person, path: string, email: string, role: 'Member' | 'Owner') {
  await page.goto(`${path}/team`)
  await page.getByLabel('E-mail address', { exact: true }).fill(email)
  await page.getByRole('radio', { name: role, exact: true }).check()
  await page.getByRole('button', { name: 'Send invitation', exact: true }).click()
  await expect(page.getByRole('heading', { name: email, exact: true })).toBeVisible()
  return findLink(await waitForMail(email, /invited/), `${portal}/join/`)
}

/** Without an account, through the invitation's link alone: it proves the address. */
async function join({ page, password }: Person, link: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account and join', exact: true }).click()
  await expect(page.getByText('You’ve joined the team.')).toBeVisible()
}

/** Opens an owner's actions on another member, or one's own way to leave. */
async function openPlace({ page }: Person, path: string, name: string): Promise<void> {
  await page.goto(`${path}/team`)
  await page.getByRole('link', { name, exact: true }).click()
  await page.waitForURL(/\/team\/[0-9a-f-]{36}$/)
}

test.use({ javaScriptEnabled: false })

test('a team is invited, joined, handed over and left; a member sees no secret', { tag: '@slow' }, async ({
  developer: owner,
  openBrowser,
}) => {
  const page = await openBrowser({ locale: 'en-GB' })
  const member = { ...owner, page, email: newAddress(), password: newPassword() }
  const path = await makeApplication(owner, 'Sandbox', 'Shared till')
  const link = await invite(owner, path, member.email, 'Member')
  await join(member, link)
  await member.page.goto(path)
  await expect(member.page.getByLabel('Client ID', { exact: true })).toHaveValue(/^guichet_sandbox_id_/)
  await expect(member.page.getByText('Only an owner can reveal it')).toBeVisible()
  await expect(member.page.getByRole('button', { name: 'Reveal', exact: true })).toHaveCount(0)
  expect((await member.page.request.get(`${path}/delete`)).status()).toBe(404)
  await waitForMail(owner.email, /joined/)
  await openPlace(owner, path, `Manage ${member.email}`)
  await owner.page.getByRole('button', { name: 'Transfer ownership', exact: true }).click()
  await expect(owner.page.getByText('You’re now a member.')).toBeVisible()
  await waitForMail(member.email, /now an owner/)
  await reveal(member, path)
  await openPlace(owner, path, 'Leave')
  await owner.page.getByRole('button', { name: 'Leave', exact: true }).click()
  await goOn(owner.page)
  await expect(owner.page.getByText('You’ve left the application.')).toBeVisible()
  expect((await owner.page.request.get(path)).status()).toBe(404)
  await member.page.goto('/applications')
  await expect(member.page.getByRole('link', { name: 'Shared till', exact: true })).toBeVisible()
})
