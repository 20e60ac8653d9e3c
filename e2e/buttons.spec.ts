import type { Page } from '@playwright/test'
import { fillIn } from '@/test/access/routes'
import { withScene as test } from './support/scene'
import { expectCurrent, translate } from './support/translate'
import { listRoutes, pagesOfTerms } from './support/walk'

// On a product of its own (the step `journeys:buttons`), as it presses what changes the whole installation.
test.use({ expectedComplaints: [/404/] })

for (const visitor of ['stranger', 'developer', 'reviewer'] as const) {
  for (const route of listRoutes(visitor).filter((each) => !pagesOfTerms.includes(each))) {
    test(`every button of a translated page: ${route}`, async ({ scene, openBrowser, openReviewer }) => {
      const storageState = visitor === 'developer' ? scene.developer : undefined
      const page = visitor === 'reviewer' ? (await openReviewer()).page : await openBrowser({ storageState })
      await pressAll(page, fillIn(route, scene.placesOf(route)))
    })
  }
}

/**
 * Presses each button of a page, which is translated again where one led to another page. What a button ended is not
 * found any more, and an authenticator is not there to be asked.
 */
async function pressAll(page: Page, path: string): Promise<void> {
  const open = async () => {
    const response = await page.goto(path)
    await translate(page)
    return response?.ok()
  }
  if (!(await open())) return
  const buttons = page.getByRole('main').getByRole('button')
  for (let at = 0; at < (await buttons.count()); at++) {
    const button = buttons.nth(at)
    if (!(await button.isVisible()) || !(await button.isEnabled())) continue
    const name = `${path}: ${await button.textContent()}`
    if (/passkey/i.test(name)) continue
    await button.click()
    await expectCurrent(page, name)
    if (!(await open())) return
  }
}
