import { expect, test } from './support/fixtures'
import { makeApplication } from './support/setting'

test('a slow page shows a progress bar until it has loaded', { tag: '@slow' }, async ({ developer }) => {
  const { page } = developer
  const path = await makeApplication(developer, 'Sandbox', 'Worth the wait')
  let release = () => {}
  const released = new Promise<void>((done) => {
    release = done
  })
  await page.route(/\/usage\?.*_rsc=/, async (route) => {
    await released
    await route.continue()
  })
  await page.goto(path)
  const bar = page.locator('.navigation-progress')
  await expect(bar).toHaveCount(0)
  await page.getByRole('navigation').getByRole('link', { name: 'Usage', exact: true }).click()
  await expect(bar).toBeVisible()
  release()
  await expect(page).toHaveURL(`${path}/usage`)
  await expect(bar).toHaveCount(0)
})
