import type { Locator, Page } from '@playwright/test'
import { fillIn } from '@/test/access/routes'
import { portal } from './support/addresses'
import { reveal } from './support/applications'
import { requestLink } from './support/developers'
import { examine } from './support/examine'
import { expect, newAddress, newPassword } from './support/fixtures'
import { findLink, waitForMail } from './support/mailbox'
import { withScene as test } from './support/scene'
import { makeApplication, makeDraft, makeSubmitted } from './support/setting'
import { listRoutes, pagesOfTerms } from './support/walk'

for (const route of listRoutes('stranger').filter((each) => !pagesOfTerms.includes(each))) {
  // ASVS 3.6.1, 14.2.3, 14.3.3
  test(`open to all: ${route}`, { tag: '@slow' }, async ({ page, scene }) => {
    await page.goto(fillIn(route, scene.placesOf(route)))
    await examine(page)
    await expectToKeepToItself(page)
  })
}

for (const route of listRoutes('developer')) {
  // ASVS 3.6.1, 7.4.4, 14.2.3, 14.3.3
  test(`for a developer: ${route}`, { tag: '@slow' }, async ({ scene, openBrowser }) => {
    const page = await openBrowser({ storageState: scene.developer })
    await page.goto(fillIn(route, scene.placesOf(route)))
    await expect(page.getByRole('banner').getByRole('button', { name: /@/ })).toBeVisible()
    await examine(page)
    await expectToKeepToItself(page)
  })
}

test('for a developer: a Production application, its draft, and its submission', { tag: '@slow' }, async ({
  developer,
}) => {
  const { page } = developer
  const draft = await makeDraft(developer, 'Documents')
  const submitted = await makeSubmitted(developer, 'To be looked at')
  for (const address of [draft, `${draft}/validation`, `${submitted}/validation`]) {
    await page.goto(address)
    await examine(page)
  }
})

for (const route of listRoutes('reviewer')) {
  // ASVS 3.6.1, 7.4.4, 14.2.3, 14.3.3
  test(`for a reviewer and administrator: ${route}`, { tag: '@slow' }, async ({
    scene,
    reviewer: { page },
  }) => {
    await page.goto(fillIn(route, scene.placesOf(route)))
    await expect(page.getByRole('banner').getByRole('button', { name: /@/ })).toBeVisible()
    await examine(page)
    await expectToKeepToItself(page)
  })
}

test('a form with errors starts with a summary that takes the focus and links to each field', {
  tag: '@slow',
}, async ({ developer }) => {
  const { page } = developer
  await page.goto('/applications/new')
  await page.getByRole('button', { name: 'Create application', exact: true }).click()
  await expect(page.getByRole('alert', { name: 'There is a problem' })).toBeFocused()
  await examine(page)
  const field = page.locator('[aria-invalid="true"]').first()
  await page.getByRole('alert').getByRole('link').first().click()
  await expect(field).toBeFocused()
})

test('a live activation link', { tag: '@slow' }, async ({ page, say }) => {
  const person = { page, say, email: newAddress(), password: newPassword() }
  await requestLink(person)
  await examine(page)
  await page.goto(findLink(await waitForMail(person.email, /./), `${portal}/activate/`))
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await examine(page)
})

test('a revealed secret is whole on the screen, and never in print', { tag: '@slow' }, async ({
  developer,
}) => {
  const { page } = developer
  const path = await makeApplication(developer, 'Sandbox', 'On paper')
  await reveal(developer, path)
  await examine(page)
  const field = page.getByLabel('Client secret', { exact: true })
  const secret = await field.inputValue()
  expect(await showing(page, secret)).toBeGreaterThan(0)
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 })
    for (const shown of [field, page.locator('pre', { hasText: secret }).first()])
      expect(await isCut(shown), `${width} px`).toBe(false)
  }
  await page.emulateMedia({ media: 'print' })
  expect(await showing(page, secret)).toBe(0)
})

test.describe('a page that does not exist', () => {
  // Chromium reports a page's 404 as an error.
  test.use({ expectedComplaints: [/404/] })

  test('says so, with a reference and links to continue', { tag: '@slow' }, async ({ page }) => {
    const response = await page.goto('/no/such/page')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('main').locator('code')).toHaveText(/^[0-9a-f-]{36}$/)
    await expect(page.getByRole('main').getByRole('link', { name: 'Documentation' })).toBeVisible()
    await examine(page)
  })
})

test.describe('a page that is not open to them, or does not exist', () => {
  test.use({ expectedComplaints: [/40[34]/] })

  test('says so, with a reference and links to continue', { tag: '@slow' }, async ({ developer }) => {
    const { page } = developer
    const nothing = '0199f3a0-0000-7000-8000-000000000002'
    for (const [address, status] of [
      ['/review', 403],
      ['/administration', 403],
      [`/review/${nothing}`, 404],
      [`/applications/${nothing}/traffic`, 404],
    ] as const) {
      const response = await page.goto(address)
      expect(response?.status(), address).toBe(status)
      await expect(page.getByRole('main').locator('code')).toHaveText(/^[0-9a-f-]{36}$/)
      await expect(page.getByRole('main').getByRole('link', { name: 'Documentation' })).toBeVisible()
      await examine(page)
    }
  })
})

/**
 * Stores nothing in the browser; support/guard.ts fails on errors, breaches of the policy and requests to
 * other hosts.
 */
async function expectToKeepToItself(page: Page): Promise<void> {
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0])
}

/** Whether an element shows only a part of its text, until it is scrolled. */
function isCut(element: Locator): Promise<boolean> {
  return element.evaluate(
    ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
      scrollWidth > clientWidth || scrollHeight > clientHeight,
  )
}

/** How many elements show a text, as their own or as the value of a field. */
async function showing(page: Page, text: string): Promise<number> {
  return page.evaluate((wanted) => {
    const holders = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) =>
      element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
        ? element.value.includes(wanted)
        : [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.includes(wanted)),
    )
    return holders.filter((element) => element.checkVisibility()).length
  }, text)
}
