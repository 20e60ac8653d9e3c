import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { startReceiver } from '@/test/webhooks'
import { goOn } from './support/developers'
import { expect, test } from './support/fixtures'
import { makeApplication } from './support/setting'

test('webhooks: an owner adds an endpoint, gets a test event that the secret verifies, and removes it', {
  tag: '@slow',
}, async ({ developer: { page, ...developer } }) => {
  const receiver = await startReceiver()
  const path = await makeApplication({ page, ...developer }, 'Sandbox', `Hooks ${randomUUID().slice(0, 8)}`)
  await page.goto(path)
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('link', { name: 'Webhooks', exact: true }).first().click()
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const url = page.getByLabel('Endpoint URL', { exact: true })

  await url.fill('https://127.0.0.2/')
  await button('Add endpoint').click()
  await expect(page.getByLabel('application.state_changed', { exact: true })).toHaveAttribute(
    'aria-invalid',
    'true',
  )
  await page.getByLabel('secret.rotated', { exact: true }).check()
  await button('Add endpoint').click()
  await expect(url).toHaveAttribute('aria-invalid', 'true')
  await expect(url).toHaveValue('https://127.0.0.2/')
  await expect(page.getByLabel('secret.rotated', { exact: true })).toBeChecked()

  await url.fill(receiver.url)
  await button('Add endpoint').click()
  const secret = await page.getByLabel('Signing secret', { exact: true }).inputValue()
  expect(secret).toMatch(/^whsec_/)
  await expect(page.getByRole('heading', { name: receiver.url })).toBeVisible()
  await page.goto(`${path}/webhooks`)
  await expect(page.getByText(secret)).toHaveCount(0)

  // Next drops what a form returns that was sent while another leads to a page.
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let posts = 0
  await page.route(`**${path}/webhooks*`, async (route) => {
    if (route.request().method() === 'POST') {
      posts++
      await held
    }
    await route.continue()
  })
  await button('Send test event').click()
  await expect(button('Send test event')).toBeDisabled()
  await button('Rotate secret').click()
  release()
  await expect(button('Send test event')).toBeEnabled()
  expect(posts).toBe(1)
  await page.unroute(`**${path}/webhooks*`)
  await expect(page.getByRole('status').filter({ hasText: 'Test event sent.' })).toBeVisible()
  await expect.poll(() => receiver.received.length).toBe(1)
  const [{ body = '', headers = {} } = {}] = receiver.received
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
    type: 'webhook.test',
  })
  await expect(async () => {
    await page.goto(`${path}/webhooks`)
    await expect(page.getByText('Delivered', { exact: true })).toBeVisible()
  }).toPass()
  await page.getByText('1 attempt, last: Status 204').click()

  await button('Resend').click()
  await expect(page.getByRole('status').filter({ hasText: 'Event queued.' })).toBeVisible()
  await expect.poll(() => receiver.received.length).toBe(2)
  expect(receiver.received[1]?.headers['webhook-id']).toBe(headers['webhook-id'])

  await button('Rotate secret').click()
  const next = await page.getByLabel('Signing secret', { exact: true }).inputValue()
  expect(next).not.toBe(secret)
  await page.goto(`${path}/webhooks`)
  await button('Remove endpoint').click()
  await goOn(page)
  await expect(page.getByRole('status').filter({ hasText: 'Endpoint removed.' })).toBeVisible()
  receiver.close()
})
