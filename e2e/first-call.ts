import type { Page } from '@playwright/test'
import { mailboxAddress } from './support/addresses'
import { writeFirstCall } from './support/first-call-report'
import { expect, test } from './support/fixtures'
import { waitForMail } from './support/mailbox'
import { Walker } from './support/pace'

/** The product is new, so the address is free; both are typed by hand. */
const email = 'ama.diop@example.test'
const password = 'crimson tide 42 lamps'

test('from the sign-up page to the first balance', async ({ page, browser }) => {
  const walker = new Walker()
  await walker.go('sign up', () => signUp(walker, page))
  const mailbox = await browser.newPage({ baseURL: mailboxAddress })
  await walker.go('open the link in the mail', () => followLink(walker, page, mailbox))
  await walker.go('choose a password', () => activate(walker, page))
  await walker.go('create a Sandbox application', () => createApplication(walker, page))
  await walker.go('read a balance in the console', () => readBalance(walker, page))
  writeFirstCall(walker.stretches)
})

async function signUp(walker: Walker, page: Page): Promise<void> {
  await page.goto('/sign-up')
  await walker.type(page.getByLabel('E-mail address', { exact: true }), email)
  await walker.click(page.getByRole('main').getByRole('button', { name: 'Create account', exact: true }))
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()
}

async function followLink(walker: Walker, page: Page, mailbox: Page): Promise<void> {
  await waitForMail(email, /./)
  await mailbox.goto('/')
  await walker.click(mailbox.getByRole('link').filter({ hasText: email }))
  const link = mailbox.getByRole('main').locator('pre a[href*="/activate/"]')
  // The link opens in a new tab; the rest happens in the browser that signs up.
  await walker.click(link)
  await page.goto((await link.getAttribute('href')) ?? '')
  await mailbox.close()
}

async function activate(walker: Walker, page: Page): Promise<void> {
  await walker.type(page.getByLabel('Password', { exact: true }), password)
  await walker.click(page.getByRole('button', { name: 'Activate account', exact: true }))
  await page.waitForURL((url) => !url.pathname.startsWith('/activate/'))
}

async function createApplication(walker: Walker, page: Page): Promise<void> {
  const main = page.getByRole('main')
  await walker.click(main.getByRole('link', { name: /application/i }).first())
  await walker.type(page.getByLabel('Name', { exact: true }), 'Till')
  await walker.click(page.getByRole('radio', { name: 'Sandbox', exact: true }))
  await walker.click(page.getByRole('button', { name: 'Create application', exact: true }))
  await page.waitForURL(/\/applications\/[0-9a-f-]{36}$/)
}

async function readBalance(walker: Walker, page: Page): Promise<void> {
  await walker.click(page.getByRole('link', { name: 'Try it', exact: true }).first())
  await walker.click(page.getByRole('button', { name: 'Query balance', exact: true }))
  await expect(page.getByText('"balance"').first()).toBeVisible()
}
