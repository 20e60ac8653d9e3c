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

test('charts are read by keyboard, and the log is searched', async ({ developer }) => {
  const { page } = developer
  const path = await makeApplication(developer, 'Sandbox', 'Called often')
  const id = path.split('/').at(-1)
  await queryDatabase(
    `INSERT INTO usage_minute (application_id, minute, endpoint, succeeded, refused, latency_le_10)
     VALUES ($1, date_trunc('minute', now()) - interval '5 minutes', 'account', 12, 3, 15)`,
    [id],
  )
  await queryDatabase(
    `INSERT INTO recent_call (application_id, request_id, at, endpoint, status, error_code, latency_ms, masked_msisdn, address)
     SELECT $1, gen_random_uuid(), now() - n * interval '1 minute', 'account', CASE n WHEN 3 THEN 404 ELSE 200 END,
       CASE n WHEN 3 THEN 'account_not_found' END, n, '221*******67', '127.0.0.1'
     FROM generate_series(1, 23) AS n`,
    [id],
  )
  await page.goto(`${path}/usage`)
  const chart = page.getByRole('slider', { name: 'Calls by outcome', exact: true })
  await expect(page.locator('.chart[data-live]')).toHaveCount(3)
  await chart.focus()
  await page.keyboard.press('End')
  for (let step = 0; step < 8; step++) {
    if ((await chart.getAttribute('aria-valuetext'))?.includes('Succeeded: 12')) break
    await page.keyboard.press('ArrowLeft')
  }
  await expect(chart).toHaveAttribute('aria-valuetext', /Succeeded: 12, Refused \(4xx\): 3/)

  const calls = page
    .getByRole('table', { name: 'Recent requests, newest first', exact: true })
    .getByRole('row')
  await expect(calls).toHaveCount(21)
  await page.getByRole('link', { name: 'Show older requests', exact: true }).click()
  await expect(calls).toHaveCount(4)
  const log = page.getByRole('search', { name: 'Filter requests', exact: true })
  await log.getByLabel('Error code', { exact: true }).fill('account_not_found')
  await log.getByLabel('msisdn', { exact: true }).fill('+221771234567')
  await log.getByRole('button', { name: 'Filter', exact: true }).click()
  await expect(calls).toHaveCount(2)
  await expect(page).toHaveURL(/msisdn=221\*{7}67/)
})
