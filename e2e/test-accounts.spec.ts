import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { goOn } from './support/developers'
import { expect, test } from './support/fixtures'
import { makeApplication } from './support/setting'

test.use({ javaScriptEnabled: false })

test('custom test accounts: created, queried, changed, reset, exported, imported elsewhere, deleted', {
  tag: '@slow',
}, async ({ developer }) => {
  const { page } = developer
  const path = await makeApplication(developer, 'Sandbox', 'Till')
  await page.goto(path)
  await page.getByRole('link', { name: 'Test accounts', exact: true }).first().click()
  await page.getByRole('link', { name: 'Add a test account', exact: true }).click()
  await expect(page.getByLabel('msisdn', { exact: true })).toHaveValue('999100000001')

  // Errors are next to their fields, and what was typed is kept.
  await page.getByLabel('Currency', { exact: true }).fill('TND')
  await page.getByLabel('Balance', { exact: true }).fill('12.3456')
  await page.getByLabel('Status', { exact: true }).selectOption({ label: 'suspended' })
  await page.getByRole('button', { name: 'Create test account', exact: true }).click()
  await expect(page.getByLabel('Balance', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('suspended')
  await page.getByLabel('Balance', { exact: true }).fill('12.5')
  await page.getByRole('button', { name: 'Create test account', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Account created' })).toBeVisible()
  await expect(page.getByRole('row', { name: /999100000001.*12\.500 TND/ })).toBeVisible()

  await test.step('the list is no wider than the page', async () => {
    const size = page.viewportSize() ?? { width: 1280, height: 720 }
    for (const width of [768, 1024, 1280]) {
      await page.setViewportSize({ ...size, width })
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(excess, `at ${width} pixels`).toBeLessThanOrEqual(0)
    }
    await page.setViewportSize(size)
  })

  await query(page, path, '999100000001')
  await expect(page.locator('pre').filter({ hasText: '"value": 12.500' }).first()).toBeVisible()

  await page.goto(`${path}/accounts`)
  await page.getByRole('link', { name: 'Edit account 999100000001' }).click()
  await page.getByLabel('Error', { exact: true }).selectOption({ label: '503 unavailable' })
  await page.getByLabel('Stop after (calls)', { exact: true }).fill('0')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByLabel('Stop after (calls)', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Stop after (calls)', { exact: true }).fill('2')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await query(page, path, '999100000001')
  await expect(page.getByText('"unavailable"').first()).toBeVisible()

  await page.goto(`${path}/accounts`)
  await expect(page.getByRole('row', { name: /503 unavailable for 1 more call/ })).toBeVisible()
  await page.getByRole('button', { name: 'Reset account 999100000001' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Account reset' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export' }).click()
  const fixture = readFileSync(await (await download).path(), 'utf8')
  expect(JSON.parse(fixture).accounts).toMatchObject([
    { msisdn: '999100000001', balance: { value: 12.5, unit: 'TND' }, fault: null },
  ])

  const other = await makeApplication(developer, 'Sandbox', 'Second till')
  await query(page, other, '999100000001')
  await expect(page.getByText('account_not_found').first()).toBeVisible()
  await page.goto(`${other}/accounts`)
  await page.locator('summary').filter({ hasText: 'Import (JSON)' }).click()
  const file = page.getByLabel('Fixture file', { exact: true })
  const give = (text: string) =>
    file.setInputFiles({ name: 'fixture.json', mimeType: 'application/json', buffer: Buffer.from(text) })
  await give(fixture.replace('12.500', '12.5001'))
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('Account 1, balance.value:').first()).toBeVisible()
  await give(fixture)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('row', { name: /999100000001.*12\.500 TND/ })).toBeVisible()

  await page.getByRole('link', { name: 'Edit account 999100000001' }).click()
  await page.getByRole('button', { name: 'Delete this account', exact: true }).click()
  await goOn(page)
  await expect(page.getByText('Create one for each case your code must handle')).toBeVisible()
})

async function query(page: Page, path: string, msisdn: string): Promise<void> {
  await page.goto(`${path}/try`)
  await page.getByLabel('msisdn', { exact: true }).fill(msisdn)
  await page.getByRole('button', { name: 'Query balance', exact: true }).click()
}
