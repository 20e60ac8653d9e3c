import type { Page } from '@playwright/test'
import { sandboxAccounts } from '@/lib/wallet/sandbox-accounts'
import { examine } from './support/examine'
import { expect, test } from './support/fixtures'
import { makeApplication } from './support/setting'
import { runInTerminal } from './support/terminal'

const secretPattern = /guichet_sandbox_secret_\w{43}/

test('one press gets a token and a balance; the next ones reuse the token', { tag: '@slow' }, async ({
  developer,
}) => {
  const { page } = developer
  await page.goto(`${await makeApplication(developer, 'Sandbox', 'Console')}/try`)
  await expect(number(page)).toHaveValue('221770000001')
  for (const account of sandboxAccounts
    .filter(({ delayMs, outage }) => delayMs === 0 && !outage)
    .slice(1, 4)) {
    await testCase(page, account.msisdn).click()
    await expect(number(page)).toHaveValue(account.msisdn)
    // Digit for digit: JavaScript's numbers would round the large one.
    await expect(step(page, 'Balance').locator('pre').filter({ hasText: '"balance"' })).toContainText(
      `"balance": {\n    "value": ${account.balance},\n    "unit": "${account.currency}"\n  }`,
    )
  }
  await expect(head(page, 'Balance').getByText('200 OK')).toBeVisible()
  await expect(head(page, 'Token').getByText('200 OK')).toBeVisible()
  await expect(head(page, 'Token').getByText('Reused')).toBeVisible()
  await expect(page.getByText(/^Token expires in \d min \d+ s\.$/)).toBeVisible()
  await head(page, 'Token').click()
  await expect(
    step(page, 'Token').getByText('client_secret=••••&grant_type=client_credentials'),
  ).toBeVisible()
  await fold(page, 'Balance', 'Headers').last().click()
  await expect(step(page, 'Balance').getByText('Cache-Control: no-store').first()).toBeVisible()
  expect(await page.content()).not.toMatch(secretPattern)
  await examine(page)
})

test('the commands for the terminal work as they are copied', async ({ developer }) => {
  const { page } = developer
  await page.goto(`${await makeApplication(developer, 'Sandbox', 'Console')}/try`)
  await expect(step(page, 'Balance').locator('pre:visible')).toContainText('?msisdn=221770000001')
  await page.getByRole('button', { name: 'Get a token', exact: true }).click()
  await expect(page.getByText('"access_token"').first()).toBeVisible()
  await expect(head(page, 'Balance').getByText('200 OK')).toBeHidden()
  await query(page)
  await expect(page.getByText('"balance"').first()).toBeVisible()
  await examine(page)
  await head(page, 'Token').click()
  const answered = step(page, 'Token').locator('pre').filter({ hasText: '"access_token"' })
  const body = (await answered.textContent()) ?? ''
  const token = JSON.parse(body).access_token
  await fold(page, 'Balance', 'curl').click()
  const command =
    (await step(page, 'Balance').locator('pre:visible').filter({ hasText: 'curl' }).textContent()) ?? ''
  expect(command).not.toContain(token)
  expect(await runInTerminal(`TOKEN=${token}\n${command}`)).toContain('"value":12500')
})

test('a number typed during a query stays, and the previous response is dimmed meanwhile', {
  tag: '@slow',
}, async ({ developer }) => {
  const { page } = developer
  await page.goto(`${await makeApplication(developer, 'Sandbox', 'Console')}/try`)
  const slow = sandboxAccounts.find(({ delayMs }) => delayMs > 0)?.msisdn ?? ''
  await number(page).fill(slow)
  await query(page)
  await expect(page.locator('[aria-busy="true"]').filter({ has: step(page, 'Balance') })).toHaveCSS(
    'opacity',
    '0.5',
  )
  await number(page).fill('221770000002')
  await expect(page.getByText(`"${slow}"`).first()).toBeVisible()
  await expect(number(page)).toHaveValue('221770000002')
  await expect(testCase(page, '221770000002')).toHaveAttribute('aria-current', 'true')
})

for (const hours of [1, -1])
  test(`a token lives for as long on a computer whose clock is ${hours} h off`, { tag: '@slow' }, async ({
    developer,
  }) => {
    const { page } = developer
    await page.addInitScript((off) => {
      const read = Date.now
      Date.now = () => read() + off
    }, hours * 3_600_000)
    await page.goto(`${await makeApplication(developer, 'Sandbox', 'Console')}/try`)
    await page.getByRole('button', { name: 'Get a token', exact: true }).click()
    await expect(page.getByText(/^Token expires in 4 min \d+ s\.$/)).toBeVisible()
  })

// ASVS 14.3.3
test('the tab remembers ten calls, without token and secret', { tag: '@slow' }, async ({ developer }) => {
  const { page } = developer
  const path = await makeApplication(developer, 'Sandbox', 'Console')
  await page.goto(`${path}/try`)
  const calls = page.getByRole('listitem').filter({ hasText: /\d ms/ })
  for (let made = 2; made <= 12; made++) {
    await query(page)
    await expect(calls).toHaveCount(Math.min(made, 10))
    await expect(page.getByRole('button', { name: 'Query balance', exact: true })).toBeEnabled()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  }
  const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
  expect(stored).toContain('221770000001')
  expect(stored).not.toMatch(/guichet_\w+_(secret|token)/)
  await page.reload()
  await expect(calls).toHaveCount(10)
  await number(page).fill('221770000002')
  await page.getByRole('button', { name: 'Use again 221770000001' }).first().click()
  await expect(number(page)).toHaveValue('221770000001')
  const cases = page.locator('[name=account]')
  await cases.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(cases.nth(1)).toBeFocused()
})

test('without JavaScript: an account from the list, a typed number, and a token alone', {
  tag: '@slow',
}, async ({ developer, openBrowser }) => {
  const path = await makeApplication(developer, 'Sandbox', 'Console')
  const storageState = await developer.page.context().storageState()
  const page = await openBrowser({ storageState, javaScriptEnabled: false })
  await page.goto(`${path}/try`)
  await testCase(page, '212600000004').click()
  await expect(head(page, 'Balance').getByText('200 OK')).toBeVisible()
  await expect(page.getByText('1234.50').first()).toBeVisible()
  await expect(page.getByText('1,234.50 MAD', { exact: true })).toBeVisible()
  await expect(number(page)).toHaveValue('212600000004')
  await expect(testCase(page, '212600000004')).toHaveAttribute('aria-current', 'true')
  await number(page).fill('221770000007')
  await query(page)
  await expect(page.getByText('"barred"').first()).toBeVisible()
  await expect(head(page, 'Token').getByText('Reused')).toBeVisible()
  await page.getByRole('button', { name: 'Get a token', exact: true }).click()
  await expect(page.getByText('"access_token"').first()).toBeVisible()
  await expect(number(page)).toHaveValue('221770000007')
  expect(await page.content()).not.toMatch(secretPattern)
})

test('the first page of an application makes its first call, with and without JavaScript', async ({
  developer,
  openBrowser,
}) => {
  const path = await makeApplication(developer, 'Sandbox', 'First page')
  const storageState = await developer.page.context().storageState()
  for (const page of [developer.page, await openBrowser({ storageState, javaScriptEnabled: false })]) {
    await page.goto(path)
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    const output = page.getByRole('figure').filter({ hasText: 'Output' })
    await expect(output.getByText('200 OK')).toBeVisible()
    await expect(output.locator('pre')).toContainText('"msisdn": "221770000001"')
    await expect(page.getByText('12,500 XOF', { exact: true })).toBeVisible()
    expect(await page.content()).not.toMatch(secretPattern)
    // It has seen its own call, so that the next one completes no further step.
    if (page === developer.page)
      await expect(page.getByRole('heading', { name: 'Your first call went through' })).toBeVisible()
  }
  // No one reloaded it: the steps fill by themselves.
  await expect(developer.page.getByText(/^2 of \d done/)).toBeVisible()
  await examine(developer.page)
})

function number(page: Page) {
  return page.getByLabel('msisdn', { exact: true })
}

/** A press of it queries its balance. */
function testCase(page: Page, msisdn: string) {
  return page.getByRole('list').getByRole('button', { name: new RegExp(`${msisdn}$`) })
}

function step(page: Page, title: string) {
  return page
    .locator('details')
    .filter({ has: page.getByRole('heading', { name: title, exact: true, level: 3 }) })
}

/** Always visible: what was called, and the status. */
function head(page: Page, title: string) {
  return step(page, title).locator('> summary')
}

/** What opens more of a call. */
function fold(page: Page, title: string, label: string) {
  return step(page, title).locator('summary').getByText(label, { exact: true })
}

async function query(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Query balance', exact: true }).click()
}
