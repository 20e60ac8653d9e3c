import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Locator, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { signInToDemo } from './support/demo'
import { waitForPreview } from './support/reviews'

const folder = join(import.meta.dirname, '..', 'docs', 'pictures')
const width = 1200

/** In the order of the tests: the last ones change what every page shows. */
test.describe.configure({ mode: 'default' })

test('the way in', async ({ page }) => {
  await page.goto('/docs')
  await take(page, 'documentation')
  await page.goto('/status')
  await take(page, 'status', { height: 900 })
})

test('a developer at work', async ({ browser }) => {
  const page = await signInToDemo(browser, 'emily')
  await page.goto('/applications')
  await take(page, 'applications', { height: 950 })
  const sandbox = await findApplication(page, 'Harbour Ledger load tests')
  await page.goto(sandbox)
  await take(page, 'application', { height: 1180 })
  await page.goto(`${sandbox}/try`)
  await page.getByRole('button', { name: 'Query balance', exact: true }).click()
  await page.getByText('"balance"').first().waitFor()
  await take(page, 'console', { height: 1180 })
  await page.goto(`${sandbox}/traffic`)
  await take(page, 'limit-request', { from: page.locator('#limit'), height: 400 })
  await page.goto(`${sandbox}/rehearsal`)
  await take(page, 'rehearsal-report', { height: 1000 })
  const payouts = await findApplication(page, 'Harbour Payouts', 'Production')
  await page.goto(`${payouts}/validation`)
  await take(page, 'in-validation', { height: 900 })
  await page.goto('/organisations')
  await page.getByRole('heading', { level: 1, name: 'Harbour Ledger Ltd' }).waitFor()
  await take(page, 'organisation', { height: 1180 })
  await page.context().close()
})

test('a program that repeats what fails', async ({ browser }) => {
  const page = await signInToDemo(browser, 'grace')
  await page.goto(`${await findApplication(page, 'Bright Market')}/rehearsal`)
  await page.locator('.board').waitFor()
  await take(page, 'rehearsal')
  await take(page, 'rehearsal-failed', {
    from: page.locator('#quota_exceeded'),
    above: 12,
    height: 532,
  })
  await page.goto(`${await findApplication(page, 'Bright Market', 'Production')}/validation`)
  await take(page, 'documents', { height: 900 })
  await page.context().close()
})

test('a reviewer at work', async ({ browser }) => {
  const page = await signInToDemo(browser, 'samuel')
  await page.goto('/review')
  await take(page, 'queue', { height: 900 })
  await page.getByRole('link', { name: 'Harbour Payouts' }).first().click()
  await waitForPreview(page)
  await take(page, 'decision', { height: 1000 })
  await take(page, 'rehearsal-review', {
    from: page.getByRole('heading', { name: 'Go-live rehearsal' }).first(),
    height: 800,
  })
  await page.goto('/review')
  await page.getByRole('link', { name: 'Bright Market Ltd' }).first().click()
  await waitForPreview(page)
  await take(page, 'verification', { height: 1000 })
  await page.goto('/review')
  await page.locator('a[href^="/review/limits/"]').first().click()
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor()
  await take(page, 'limit-decision', { height: 1100 })
  await page.context().close()
})

test('an administrator at work', async ({ browser }) => {
  const page = await signInToDemo(browser, 'helen')
  await page.goto('/administration')
  await take(page, 'administration', { height: 1000 })
  await page.goto('/administration/announcements')
  await take(page, 'announcements', { height: 1180 })
  await page.goto('/administration/developers?text=whitfield')
  await page
    .getByRole('link', { name: /whitfield/ })
    .first()
    .click()
  await page.getByText('Erase this person', { exact: true }).click()
  await take(page, 'erase', { height: 1180 })
  await page.goto('/administration/accounts')
  await page.getByLabel('msisdn', { exact: true }).fill('221765550103')
  await page.getByRole('main').locator('form').first().getByRole('button').click()
  await page.getByText('Found', { exact: true }).waitFor()
  await take(page, 'accounts', { height: 1180 })
  await page.getByText('Upload a file', { exact: true }).click()
  await take(page, 'upload', {
    from: page.getByRole('heading', { name: 'Imports' }).first(),
    height: 760,
  })
  await page.goto('/administration/terms')
  await take(page, 'terms', { height: 1000 })
  const daniel = await signInToDemo(browser, 'daniel')
  await daniel.goto('/applications')
  await daniel.waitForURL(/\/terms\/accept/)
  await take(daniel, 'terms-accept', { height: 1060 })
  await daniel.context().close()
  await brand(page)
  await page.context().close()
})

/** The identity of an invented operator: from here on, every page shows it. */
async function brand(page: Page): Promise<void> {
  await page.goto('/administration/branding')
  const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text)
  await fill('Product name', 'Marigot Wallet')
  await fill('Operator name', 'Marigot Mobile')
  await fill('Support e-mail', 'developers@marigot.example')
  await fill('Brand colour', '#8a2be2')
  await page.getByRole('button', { name: 'Save branding', exact: true }).click()
  await page.getByText(/^Saved\./).waitFor()
  await page.goto('/administration/branding')
  await take(page, 'branding', { height: 1000 })
  await page.context().clearCookies()
  await page.goto('/')
  await take(page, 'landing')
}

/** From the cards, as a Sandbox application and its twin in Production have the same name. */
async function findApplication(page: Page, name: string, environment = 'Sandbox'): Promise<string> {
  await page.goto('/applications')
  const link = page.getByRole('link', { name, exact: true })
  const card = page.getByRole('listitem').filter({ has: link }).filter({ hasText: environment })
  return (await card.first().getByRole('link', { name, exact: true }).getAttribute('href')) ?? ''
}

/**
 * The part of a page from its top, or from so much `above` something on it.
 * A palette of 128 colours is enough for pages, and takes a third of the space.
 */
async function take(
  page: Page,
  name: string,
  { from = undefined as Locator | undefined, above = 40, height = 800 } = {},
) {
  await page.setViewportSize({ width, height })
  await page.mouse.move(0, 0)
  await page.evaluate(() => document.fonts.ready)
  if (from)
    await from.evaluate(
      (element, above) => scrollTo(0, element.getBoundingClientRect().top + scrollY - above),
      above,
    )
  else await page.evaluate(() => scrollTo(0, 0))
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  const small = await sharp(picture).png({ palette: true, colours: 128, effort: 10 }).toBuffer()
  await writeFile(join(folder, `${name}.png`), small)
}
