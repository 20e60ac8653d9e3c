import { expect, test } from './support/fixtures'

test('anyone can see the status of the service, as the worker saw it a minute ago', { tag: '@slow' }, async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Service status', exact: true }).click()
  await page.waitForURL('/status')
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Everything works.', exact: true })).toBeVisible(
      {
        timeout: 1000,
      },
    )
  }).toPass()
  // A busy machine may answer a check too late; what counts as an outage is shown by worker/watch-services.test.ts.
  for (const part of ['Portal', 'Sandbox API', 'Production API', 'E-mail and background jobs', 'Database'])
    await expect(
      page.getByRole('img', { name: new RegExp(`of ${part}: (no outage|1 day with an outage)`) }),
    ).toBeVisible()
})
