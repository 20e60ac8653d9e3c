import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { waitForState } from './support/applications'
import { queryDatabase } from './support/database'
import { confirm } from './support/developers'
import { expect, test } from './support/fixtures'
import { waitForMail } from './support/mailbox'
import { decide, grantEveryAccount, openSubmission } from './support/reviews'
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

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'in a browser' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

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

      await list.fill('203.0.113.7/24')
      await button('Preview').click()
      await expect(list).toHaveAttribute('aria-invalid', 'true')
      await expect(page.getByText('Write 203.0.113.0/24 for the whole range').last()).toBeVisible()
      await expect(list).toHaveValue('203.0.113.7/24')

      await list.fill('203.0.113.7')
      await page.getByLabel(/^198\.51\.100\.0\/24: 30 calls/).check()
      await button('Preview').click()
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
  })

test('allowed addresses: reviewed with the submission, exempt for the proof, refused in the console, and more on request', {
  tag: '@slow',
}, async ({ developer, reviewer }) => {
  test.setTimeout(120_000)
  const name = `Listed ${randomUUID().slice(0, 8)}`
  const { page, email } = developer
  const path = await makeDraft(developer, name)
  const { list, button, status } = controls(page)
  await page.goto(`${path}/addresses`)
  await list.fill('203.0.113.0/24')
  await button('Preview').click()
  await button('Save list').click()
  await confirm(developer)
  await expect(status('List saved.')).toBeVisible()
  await page.goto(`${path}/validation`)
  await button('Submit for validation').click()
  await waitForState(developer, path, 'In validation')
  await page.goto(`${path}/addresses`)
  await expect(page.getByText('can’t be changed while the application is in validation')).toBeVisible()

  await openSubmission(reviewer, name)
  await expect(reviewer.page.getByText('203.0.113.0/24', { exact: true })).toBeVisible()
  await grantEveryAccount(reviewer)
  await decide(reviewer, 'Approve')
  await waitForState(developer, path, 'Active')

  await page.goto(`${path}/try`)
  await expect(page.getByText('only be called from its allowed addresses')).toBeVisible()
  await page.getByLabel('msisdn', { exact: true }).fill('999000000000')
  await button('Query balance').click()
  await expect(page.getByText('The console is unavailable').last()).toBeVisible()

  await page.goto(`${path}/addresses`)
  await list.fill('203.0.113.0/24\n127.0.0.0/8\n::1')
  await button('Preview').click()
  await expect(status('so a reviewer decides')).toBeVisible()
  await button('Request review').click()
  const reason = page.getByLabel('Reason', { exact: true })
  await expect(reason).toHaveAttribute('aria-invalid', 'true')
  await reason.fill('The portal.')
  await button('Request review').click()
  await expect(status('Request sent.')).toBeVisible()
  await expect(button('Withdraw request')).toBeVisible()

  await reviewer.page.goto('/review')
  const queue = reviewer.page.getByText('Requests for allowed addresses').locator('..').locator('..')
  await queue.getByRole('link', { name, exact: true }).click()
  await expect(reviewer.page.getByText('127.0.0.0/8', { exact: true })).toBeVisible()
  await reviewer.page.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(reviewer.page.getByLabel('Reason', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await reviewer.page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(reviewer.page.getByRole('status').filter({ hasText: 'Approved.' })).toBeVisible()
  await waitForMail(email, /allowed addresses of .* granted/i)

  await page.goto(`${path}/try`)
  await page.getByLabel('msisdn', { exact: true }).fill('999000000000')
  await button('Query balance').click()
  await expect(page.getByText('account_not_found').first()).toBeVisible()
})
