import { sandboxAccounts } from '@/lib/wallet/sandbox-accounts'
import { expect, test } from './support/fixtures'
import { makeApplication } from './support/setting'

test('the console gets a token and queries balances, with the secret masked', async ({ developer }) => {
  const { page } = developer
  const path = await makeApplication(developer, 'Sandbox', 'Console')
  await page.goto(`${path}/try`)
  await page.getByRole('button', { name: 'Get a token', exact: true }).click()
  await expect(page.getByText('"access_token"').first()).toBeVisible()
  await expect(page.getByText('grant_type=client_credentials').first()).toBeVisible()
  for (const account of sandboxAccounts
    .filter(({ delayMs, outage }) => delayMs === 0 && !outage)
    .slice(0, 3)) {
    await page.getByLabel('msisdn', { exact: true }).fill(account.msisdn)
    await page.getByRole('button', { name: 'Query balance', exact: true }).click()
    await expect(
      page.getByText(`"balance":{"value":${account.balance},"unit":"${account.currency}"`).first(),
    ).toBeVisible()
  }
  expect(await page.content()).not.toMatch(/guichet_sandbox_secret_\w{43}/)
})

test('the console shows the refusal of an unknown number as sent over the wire', async ({ developer }) => {
  const { page } = developer
  const path = await makeApplication(developer, 'Sandbox', 'Console')
  await page.goto(`${path}/try`)
  await page.getByRole('button', { name: 'Get a token', exact: true }).click()
  await expect(page.getByText('"access_token"').first()).toBeVisible()
  await page.getByLabel('msisdn', { exact: true }).fill('999000000000')
  await page.getByRole('button', { name: 'Query balance', exact: true }).click()
  await expect(page.getByText('account_not_found').first()).toBeVisible()
})

test('a number typed during a query stays, and the response is for the number queried', async ({
  developer,
}) => {
  const { page } = developer
  const path = await makeApplication(developer, 'Sandbox', 'Console')
  await page.goto(`${path}/try`)
  await page.getByRole('button', { name: 'Get a token', exact: true }).click()
  await expect(page.getByText('"access_token"').first()).toBeVisible()
  await expect(page.getByText(/\d+ s\.$/)).toBeVisible()
  const field = page.getByLabel('msisdn', { exact: true })
  const slow = sandboxAccounts.find(({ delayMs }) => delayMs > 0)?.msisdn ?? ''
  await field.fill(slow)
  await page.getByRole('button', { name: 'Query balance', exact: true }).click()
  await field.fill('221770000001')
  await expect(page.getByText(`"msisdn":"${slow}"`).first()).toBeVisible()
  await expect(field).toHaveValue('221770000001')
})
