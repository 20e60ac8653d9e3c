import { randomUUID } from 'node:crypto'
import { expect, test } from './support/fixtures'
import { waitForMail } from './support/mailbox'
import { makeApplication } from './support/setting'

test.use({ javaScriptEnabled: false })

test('without JavaScript: an owner requests a higher limit, and a reviewer approves it', async ({
  developer,
  openReviewer,
}) => {
  const name = `Payroll ${randomUUID().slice(0, 8)}`
  const { page, email } = developer
  const path = await makeApplication(developer, 'Sandbox', name)
  await page.goto(`${path}/usage`)
  const calls = page.getByLabel('Calls per minute', { exact: true })
  const reason = page.getByLabel('Reason', { exact: true })
  const send = page.getByRole('button', { name: 'Send request', exact: true })
  await send.click()
  await expect(calls).toHaveAttribute('aria-invalid', 'true')
  await expect(reason).toHaveAttribute('aria-invalid', 'true')
  await reason.fill('Salaries on the 28th.')
  await calls.fill('60')
  await send.click()
  await expect(page.getByText('This isn’t higher than the current limit.').last()).toBeVisible()
  await expect(reason).toHaveValue('Salaries on the 28th.')
  await calls.fill('5 000')
  await send.click()
  await expect(page.getByRole('status').filter({ hasText: 'Request sent.' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Withdraw request', exact: true })).toBeVisible()
  await waitForMail(email, /limit request received/i)

  const reviewer = await openReviewer({ javaScriptEnabled: false })
  await reviewer.page.goto('/review')
  await reviewer.page.getByRole('link', { name, exact: true }).click()
  await reviewer.page.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(reviewer.page.getByLabel('Reason', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await reviewer.page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(reviewer.page.getByRole('status').filter({ hasText: 'Approved.' })).toBeVisible()

  await waitForMail(email, /limit request approved/i)
  await page.goto(`${path}/usage`)
  await expect(page.getByText('can make 5,000 calls per minute')).toBeVisible()
  await expect(page.getByText('5,000 calls per minute: approved')).toBeVisible()
})
