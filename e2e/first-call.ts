import type { Page } from '@playwright/test'
import { mailboxAddress } from './support/addresses'
import { writeFirstCall } from './support/first-call-report'
import { expect, test } from './support/fixtures'
import { waitForMail } from './support/mailbox'
import { sumOf, Walker } from './support/pace'
import { runInTerminal } from './support/terminal'

const password = 'crimson tide 42 lamps'

/** The ways to the first balance, with the most clicks and fields that each may take. */
const ways = [
  { way: 'terminal', most: { clicks: 6, fields: 2 }, email: 'ama.diop@example.test', read: readInTerminal },
  { way: 'console', most: { clicks: 7, fields: 2 }, email: 'kofi.sarr@example.test', read: readInConsole },
] as const

test('from the sign-up page to the first balance, in the terminal and in the console', async ({
  browser,
  openBrowser,
}) => {
  const walks = []
  for (const { way, most, email, read } of ways) {
    const walker = new Walker()
    const page = await openBrowser()
    await walker.go('sign up', () => signUp(walker, page, email))
    const mailbox = await browser.newPage({ baseURL: mailboxAddress })
    await walker.go('open the link in the mail', () => followLink(walker, page, mailbox, email))
    await walker.go('choose a password', () => activate(walker, page))
    await walker.go('create a Sandbox application', () => createApplication(walker, page))
    await walker.go(`read a balance in the ${way}`, () => read(walker, page))
    const { clicks, fields } = sumOf(walker.stretches)
    expect(clicks, way).toBeLessThanOrEqual(most.clicks)
    expect(fields, way).toBeLessThanOrEqual(most.fields)
    walks.push({ way, stretches: walker.stretches })
  }
  writeFirstCall(walks)
})

async function signUp(walker: Walker, page: Page, email: string): Promise<void> {
  await page.goto('/sign-up')
  // The product is new, so the address is free; both fields are typed by hand.
  await walker.type(page.getByLabel('E-mail address', { exact: true }), email)
  await walker.click(page.getByRole('main').getByRole('button', { name: 'Create account', exact: true }))
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()
}

async function followLink(walker: Walker, page: Page, mailbox: Page, email: string): Promise<void> {
  await waitForMail(email, /./)
  await mailbox.goto('/')
  await walker.click(mailbox.getByRole('link').filter({ hasText: email }))
  const link = mailbox.getByRole('main').locator('pre a[href*="/activate/"]')
  // The link opens in a new tab; the rest happens in the browser that signs up.
  await walker.click(link)
  await page.goto((await link.getAttribute('href')) ?? '')
  await mailbox.context().close()
}

async function activate(walker: Walker, page: Page): Promise<void> {
  await walker.type(page.getByLabel('Password', { exact: true }), password)
  await walker.click(page.getByRole('button', { name: 'Activate account', exact: true }))
  await page.waitForURL('/applications')
}

async function createApplication(walker: Walker, page: Page): Promise<void> {
  await walker.click(page.getByRole('button', { name: 'Create Sandbox application', exact: true }))
  await page.waitForURL(/\/applications\/[0-9a-f-]{36}$/)
}

/** With what the button copies: a terminal is next to the browser, and to paste there is no click. */
async function readInTerminal(walker: Walker, page: Page): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await walker.click(page.getByRole('button', { name: 'Copy snippet', exact: true }).first())
  const read = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(read).toContain('curl')
  const output = await runInTerminal(await read())
  expect(JSON.parse(output)).toHaveProperty('balance')
}

async function readInConsole(walker: Walker, page: Page): Promise<void> {
  await walker.click(page.getByRole('link', { name: 'Try it', exact: true }).first())
  await walker.click(page.getByRole('button', { name: 'Query balance', exact: true }))
  await expect(page.getByText('"balance"').first()).toBeVisible()
}
