import { randomUUID } from 'node:crypto'
import { locales } from '@/lib/languages'
import { createApplication } from './support/applications'
import { accountMenu, signOut } from './support/developers'
import { listViolations } from './support/examine'
import { expect, test } from './support/fixtures'
import type { Person } from './support/person'
import { openSubmission } from './support/reviews'
import { makeApplication, makeSubmitted } from './support/setting'

async function expectNothingClipped({ page }: Pick<Person, 'page'>): Promise<void> {
  const clipped = await page.getByRole('banner').evaluate((header) => {
    const seen = [...header.querySelectorAll('a, button')].filter((each) => each.checkVisibility())
    const outside = seen.filter((each) => {
      const { left, right, width } = each.getBoundingClientRect()
      return width > 1 && (left < 0 || right > document.documentElement.clientWidth)
    })
    return [
      header.scrollWidth > header.clientWidth && 'the header',
      ...outside.map(({ textContent }) => textContent),
    ]
  })
  expect(clipped.filter(Boolean)).toEqual([])
}

test('an administrator’s header fits in French at every width, even with its menu open', {
  tag: '@slow',
}, async ({ openReviewer }) => {
  const administrator = await openReviewer({ locale: 'fr-FR' })
  const { page } = administrator
  await page.goto('/applications')
  await page.context().addCookies([{ name: 'locale', value: 'fr', url: page.url() }])
  for (const width of [360, 768, 1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/applications')
    await expectNothingClipped(administrator)
    await accountMenu(administrator).click()
    const leave = page.getByRole('button', { name: 'Se déconnecter', exact: true })
    await expect(leave).toBeInViewport({ ratio: 1 })
    await expectNothingClipped(administrator)
    expect(await listViolations(page, {}, 'header')).toEqual([])
    await page.screenshot({ path: test.info().outputPath(`header-${width}.png`) })
  }
})

test('the header of public pages fits in every language, and breaks no label on a wide screen', {
  tag: '@slow',
}, async ({ page }) => {
  for (const locale of locales) {
    await page.goto('/status')
    await page.context().addCookies([{ name: 'locale', value: locale, url: page.url() }])
    await page.reload()
    for (const width of [320, 768, 1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      await expectNothingClipped({ page })
      if (width < 1280 || !['en', 'fr', 'pt'].includes(locale)) continue
      const { height = 0 } = (await page.getByRole('banner').boundingBox()) ?? {}
      expect(height, `${locale}, ${width} px`).toBeLessThanOrEqual(49)
    }
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the account menu opens, and changes theme and language, of the e-mails too, and signs out', {
    tag: '@slow',
  }, async ({ developer }) => {
    const { page } = developer
    await page.goto('/account')
    await accountMenu(developer).click()
    await page.getByRole('banner').getByRole('button', { name: 'Dark', exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await accountMenu(developer).click()
    await page.getByRole('banner').getByRole('button', { name: 'Français', exact: true }).click()
    await expect(page.getByRole('main').getByLabel('Langue', { exact: true })).toHaveValue('fr')
    await accountMenu(developer).click()
    await page.getByRole('banner').getByRole('button', { name: 'English', exact: true }).click()
    await signOut(developer)
    await page.goto('/applications')
    await page.waitForURL('/sign-in')
  })
})

test('a result is reported once, and every page has the rail and the name at the same place', {
  tag: '@slow',
}, async ({ developer }) => {
  const { page } = developer
  const path = await createApplication(developer, 'Sandbox', 'Steady')
  await page.goto(`${path}/keys`)
  await page.getByRole('button', { name: 'Rotate secret', exact: true }).click()
  const notice = page.getByRole('main').getByText('Secret rotated.')
  await expect(notice).toBeVisible()
  await expect(page).toHaveURL(`${path}/keys`)
  await page.reload()
  const heading = page.getByRole('heading', { level: 1, name: 'Steady', exact: true })
  await expect(heading).toBeVisible()
  await expect(notice).toHaveCount(0)

  const rail = page.getByRole('navigation', { name: 'Pages of this application' })
  const places = new Set<string>()
  for (const at of ['', '/try', '/accounts', '/traffic', '/team']) {
    await page.goto(path + at)
    await expect(heading).toHaveText('Steady')
    await expect(page).toHaveTitle(/Steady/)
    await expect(rail.locator('[aria-current]')).toHaveCount(1)
    places.add(JSON.stringify([await rail.boundingBox(), await heading.boundingBox()]))
  }
  expect(places.size).toBe(1)
  expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThanOrEqual(49)
})

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with a script' : 'without a script', () => {
    test.use({ javaScriptEnabled })

    test('on a phone the rail is a sheet, and the other application of a pair one press away', {
      tag: '@slow',
    }, async ({ developer }) => {
      const { page } = developer
      await page.setViewportSize({ width: 360, height: 800 })
      const sandbox = await makeApplication(developer, 'Sandbox', 'Twin')
      const production = await makeApplication(developer, 'Production', 'twin')
      await page.goto(`${sandbox}/team`)
      const rail = page.getByRole('navigation', { name: 'Pages of this application' })
      await expect(rail).toBeHidden()
      const menu = page.getByRole('button', { name: 'Menu', exact: true })
      await menu.click()
      await rail.getByRole('link', { name: 'Overview', exact: true }).click()
      await expect(page).toHaveURL(sandbox)
      await expect(rail).toBeHidden()
      await page.getByRole('link', { name: 'Production', exact: true }).click()
      await expect(page).toHaveURL(`${production}/validation`)
    })

    test('the name in the header opens the other applications', { tag: '@slow' }, async ({ developer }) => {
      const { page } = developer
      const path = await makeApplication(developer, 'Sandbox', 'First till')
      const other = await makeApplication(developer, 'Sandbox', 'Second till')
      await page.goto(path)
      await page.getByRole('button', { name: 'First till', exact: true }).click()
      await page.getByRole('link', { name: /^Second till/ }).click()
      await expect(page).toHaveURL(other)
      await page.getByRole('button', { name: 'Second till', exact: true }).click()
      await page.getByRole('link', { name: 'All applications', exact: true }).click()
      await expect(page).toHaveURL('/applications')
    })
  })

test('the header’s edge and the icon have the environment’s colour', { tag: '@slow' }, async ({
  developer,
}) => {
  const { page } = developer
  for (const environment of ['Sandbox', 'Production'] as const) {
    await page.goto(`${await makeApplication(developer, environment, 'Coloured')}/team`)
    await expect(page.locator('link[rel="icon"]')).toHaveAttribute(
      'href',
      `/icon-${environment.toLowerCase()}.svg`,
    )
    await expect(page.locator(`[data-environment="${environment.toLowerCase()}"]`)).toBeInViewport({
      ratio: 1,
    })
    await page.goto('/applications')
    await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', '/icon.svg')
    await expect(page.locator('[data-environment]')).toHaveCount(0)
  }
})

test('a submission prints without what only works on a screen', { tag: '@slow' }, async ({
  developer,
  reviewer,
}) => {
  const name = `Printed ${randomUUID().slice(0, 8)}`
  const path = await makeSubmitted(developer, name)
  await developer.page.goto(`${path}/validation`)
  await openSubmission(reviewer, name)
  for (const { page } of [developer, reviewer]) {
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('document-0.pdf').first()).toBeVisible()
    // The application's name, which is the heading, is a button too.
    for (const control of ['navigation', 'contentinfo', 'button', 'textbox'] as const)
      for (const each of await page.getByRole(control).and(page.locator(':not(h1 *)')).all())
        await expect(each).toBeHidden()
  }
})
