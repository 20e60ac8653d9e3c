import { reveal } from './support/applications'
import { expect, test } from './support/fixtures'
import { makeApplication } from './support/setting'

test('a program that requests a token for each call gets a recommendation, and its owner can turn the e-mails off', {
  tag: '@slow',
}, async ({ developer }) => {
  const { page } = developer
  const path = await makeApplication(developer, 'Sandbox', 'Wasteful')
  await reveal(developer, path)
  const [address, clientId, secret] = await Promise.all(
    ['auth_url', 'Client ID', 'Client secret'].map((label) =>
      page.getByLabel(label, { exact: true }).inputValue(),
    ),
  )
  const form = { client_id: clientId ?? '', client_secret: secret ?? '', grant_type: 'client_credentials' }
  for (let call = 0; call < 22; call++)
    expect((await page.request.post(`${address}/oauth/token`, { form })).status()).toBe(200)

  const hint = page.getByText(/21 requests returned a token that your program already had/)
  await expect(async () => {
    await page.goto(path)
    await expect(hint).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.getByRole('link', { name: 'E-mail settings' }).click()
  const choice = page.getByRole('checkbox', { name: /E-mail me recommendations/ })
  await expect(choice).toBeChecked()
  await choice.uncheck()
  await page.getByRole('button', { name: 'Save preference', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await expect(page.getByText('On the pages only')).toBeVisible()
})

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
