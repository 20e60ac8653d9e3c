import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { queryDatabase } from './support/database'
import { confirm } from './support/developers'
import { expect, test } from './support/fixtures'
import { waitForMail } from './support/mailbox'
import { makeDraft } from './support/setting'

const controls = (page: Page) => ({
  list: page.getByLabel('Addresses and ranges', { exact: true }),
  button: (name: string) => page.getByRole('button', { name, exact: true }),
  status: (text: string) => page.getByRole('status').filter({ hasText: text }),
})

/** As gateways count them, but without gateways: calls from one network, today. */
function countCalls(applicationId: string, network: string, calls: number) {
  return queryDatabase(
    `SELECT count_networks(ARRAY[$1::uuid], ARRAY[(now() AT TIME ZONE 'UTC')::date], ARRAY[$2::text], ARRAY[$3::bigint])`,
    [applicationId, network, calls],
  )
}

test.use({ javaScriptEnabled: false })

test('allowed addresses: an owner previews a list with a suggestion, and saves what was previewed', {
  tag: '@slow',
}, async ({ developer }) => {
  const { page, email } = developer
  const path = await makeDraft(developer, `Listed ${randomUUID().slice(0, 8)}`)
  const id = path.split('/').at(-1) ?? ''
  await countCalls(id, '198.51.100.0/24', 30)
  await countCalls(id, '192.0.2.0/24', 12)
  const { list, button, status } = controls(page)
  await page.goto(path)
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('link', { name: 'Addresses', exact: true }).click()
  await expect(page.getByText('Every address', { exact: true })).toBeVisible()

  await page.getByText('Edit as text', { exact: true }).click()
  await list.fill('203.0.113.7/24')
  await button('Preview').click()
  await expect(list).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('Write 203.0.113.0/24 for the whole range').last()).toBeVisible()
  await expect(list).toHaveValue('203.0.113.7/24')

  await list.fill('203.0.113.7')
  await button('Allow 198.51.100.0/24').click()
  await expect(status('12 of the 42 calls of the last 7 days would have been refused.')).toBeVisible()
  await expect(list).toHaveValue('203.0.113.7\n198.51.100.0/24')
  await expect(page.getByText('Every address', { exact: true })).toBeVisible()

  await list.fill('203.0.113.0/24')
  await button('Save list').click()
  await expect(status('42 of the 42 calls of the last 7 days would have been refused.')).toBeVisible()
  await button('Save list').click()
  await confirm(developer)
  await expect(status('List saved.')).toBeVisible()
  await expect(list).toHaveValue('203.0.113.0/24')
  await waitForMail(email, /allowed addresses updated/i)
})
