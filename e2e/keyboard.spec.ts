import type { Locator, Page } from '@playwright/test'
import { portal } from './support/addresses'
import { readSnippet } from './support/applications'
import { expect, newAddress, newPassword, test } from './support/fixtures'
import { findLink, waitForMail } from './support/mailbox'
import { runInTerminal } from './support/terminal'

test('by keyboard only: from the landing page to a Sandbox balance in the terminal', {
  tag: '@slow',
}, async ({ page }) => {
  const main = page.getByRole('main')
  const email = newAddress()
  await page.goto('/')
  await press(page, page.getByRole('link', { name: 'Create an account', exact: true }).first())
  await type(page, page.getByLabel('E-mail address', { exact: true }), email)
  await press(page, main.getByRole('button', { name: 'Create account', exact: true }))
  await page.goto(findLink(await waitForMail(email, /./), `${portal}/activate/`))
  await type(page, page.getByLabel('Password', { exact: true }), newPassword())
  await press(page, page.getByRole('button', { name: 'Activate account', exact: true }))
  await page.waitForURL('/applications')
  await press(page, main.getByRole('link', { name: 'New application', exact: true }).first())
  await page.waitForURL('/applications/new')
  await type(page, page.getByLabel('Name', { exact: true }), 'By hand')
  await tabTo(page, page.getByRole('radio', { name: 'Sandbox', exact: true }))
  await page.keyboard.press('Space')
  await press(page, page.getByRole('button', { name: 'Create application', exact: true }))
  await press(page, page.getByRole('button', { name: 'Reveal', exact: true }))
  await expect(page.getByLabel('Client secret', { exact: true })).toHaveValue(/^guichet_sandbox_secret_/)
  expect(JSON.parse(await runInTerminal(await readSnippet(page)))).toHaveProperty('balance')
})

async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** Presses Tab until `target` has the focus, which must then be visible. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
  const outlined = await target.evaluate((element) => {
    // Radios show the focus on the card around them.
    const around = [element, element.parentElement as Element]
    return around.some((each) => getComputedStyle(each).outlineStyle !== 'none')
  })
  expect(outlined, 'the focus can be seen').toBe(true)
}
