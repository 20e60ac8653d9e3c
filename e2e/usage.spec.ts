import { queryDatabase } from './support/database'
import { expect, test } from './support/fixtures'
import { makeApplication } from './support/setting'

test('a pasted error opens the call that ended with it, with the cause and a working call', async ({
  developer,
}) => {
  const { page } = developer
  const path = await makeApplication(developer, 'Sandbox', 'Explained')
  await page.goto(`${path}/try`)
  await page.getByLabel('msisdn', { exact: true }).fill('999000000000')
  await page.getByRole('button', { name: 'Query balance', exact: true }).click()
  await expect(page.getByText('account_not_found').first()).toBeVisible()
  await expect(async () => {
    await page.goto(`${path}/usage`)
    await page.getByLabel('Request ID or error', { exact: true }).fill('{"code":"account_not_found"}')
    await page.getByRole('button', { name: 'Explain', exact: true }).click()
    await page.waitForURL(/\/usage\/[0-9a-f-]{36}$/, { timeout: 4000 })
  }).toPass()
  await expect(page.getByText('999*******00').first()).toBeVisible()
  await page.getByRole('radio', { name: 'Python', exact: true }).check()
  await expect(page.getByText('urllib.request.urlopen').first()).toBeVisible()
})

test('the newest calls come first, and older ones on request', async ({ developer }) => {
  const { page } = developer
  const path = await makeApplication(developer, 'Sandbox', 'Called often')
  await queryDatabase(
    `INSERT INTO recent_call (application_id, request_id, at, endpoint, status, latency_ms, masked_msisdn, address)
     SELECT $1, gen_random_uuid(), now() - n * interval '1 minute', 'account', 200, n, '221*******67', '127.0.0.1'
     FROM generate_series(1, 23) AS n`,
    [path.split('/').at(-1)],
  )
  await page.goto(`${path}/usage`)
  const calls = page
    .getByRole('table', { name: 'Recent requests, newest first', exact: true })
    .getByRole('row')
  await expect(calls).toHaveCount(11)
  await page.getByRole('link', { name: 'Show older requests', exact: true }).click()
  await expect(calls).toHaveCount(24)
  await expect(page.getByRole('link', { name: 'Show older requests', exact: true })).toHaveCount(0)
})
