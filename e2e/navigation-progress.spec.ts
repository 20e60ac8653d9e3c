import { expect, test } from './support/fixtures'
import { makeApplication } from './support/setting'

test('a page requests no other page before its link is followed', async ({ developer: { page } }) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.goto('/docs', { waitUntil: 'networkidle' })
  const pages = () => requested.filter((url) => !url.includes('/_next/') && !url.includes('/icon'))
  expect(pages()).toHaveLength(1)
  const link = page.getByRole('link', { name: 'Applications', exact: true }).first()
  const opened = page.context().waitForEvent('page')
  await link.click({ modifiers: ['ControlOrMeta'] })
  await expect(await opened).toHaveURL(/\/applications$/)
  await expect(page).toHaveURL(/\/docs$/)
  await link.click()
  await expect(page).toHaveURL(/\/applications$/)
  expect(pages().slice(1)).toEqual([expect.stringMatching(/\/applications\?_rsc=/)])
})

test('a slow page shows a progress bar until it has loaded', { tag: '@slow' }, async ({ developer }) => {
  const { page } = developer
  const path = await makeApplication(developer, 'Sandbox', 'Worth the wait')
  let release = () => {}
  const released = new Promise<void>((done) => {
    release = done
  })
  await page.route(/\/traffic\?.*_rsc=/, async (route) => {
    await released
    await route.continue()
  })
  await page.goto(path)
  const bar = page.locator('.navigation-progress')
  await expect(bar).toHaveCount(0)
  await page.getByRole('navigation').getByRole('link', { name: 'Traffic', exact: true }).click()
  await expect(bar).toBeVisible()
  release()
  await expect(page).toHaveURL(`${path}/traffic`)
  await expect(bar).toHaveCount(0)
})
