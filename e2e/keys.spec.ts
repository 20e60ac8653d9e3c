import { exportJWK, exportPKCS8, exportSPKI } from 'jose'
import { assertionBody, createKey, type SigningKey, signAssertion } from '@/test/client-keys'
import { expect, test } from './support/fixtures'
import { waitForMail } from './support/mailbox'
import { makeApplication } from './support/setting'

test('client keys: an owner switches to one, replaces it by another while both work, and switches back', {
  tag: '@slow',
}, async ({ developer }) => {
  const { page, email } = developer
  const path = await makeApplication(developer, 'Sandbox', 'Signs')
  const first = await createKey('EdDSA')
  const second = await createKey('RS256')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const status = (text: string) => page.getByRole('status').filter({ hasText: text })
  const field = page.getByLabel('Public key', { exact: true })
  await page.goto(path)
  const authUrl = await page.getByLabel('auth_url', { exact: true }).inputValue()
  const clientId = await page.getByLabel('Client ID', { exact: true }).inputValue()
  const ask = async (key: SigningKey) => {
    const body = assertionBody(await signAssertion({ clientId, key }, authUrl))
    return (await fetch(`${authUrl}/oauth/token`, { method: 'POST', body })).status
  }

  await page.goto(`${path}/keys`)
  await field.fill('no key')
  await button('Switch to keys').click()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveValue('no key')
  await field.fill(await exportPKCS8(first.privateKey))
  await button('Switch to keys').click()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveValue('')
  expect(await ask(first)).toBe(401)

  await field.fill(JSON.stringify({ ...(await exportJWK(first.publicKey)), kid: 'ours 1' }))
  await button('Switch to keys').click()
  await expect(status('Key added.')).toBeVisible()
  await expect(page.getByText('Not yet', { exact: true })).toHaveCount(1)
  await waitForMail(email, /key/i)
  expect(await ask(first)).toBe(200)
  const expectUnused = async (count: number) =>
    expect(async () => {
      await page.goto(`${path}/keys`)
      await expect(page.getByText('Not yet', { exact: true })).toHaveCount(count, { timeout: 1000 })
    }).toPass()
  await expectUnused(0)

  await field.fill(await exportSPKI(second.publicKey))
  await button('Add key').click()
  await expect(status('Key added.')).toBeVisible()
  await expect(page.getByText('Not yet', { exact: true })).toHaveCount(1)
  expect([await ask(first), await ask(second)]).toEqual([200, 200])
  await expectUnused(0)

  await button('Remove key ours 1').click()
  await expect(status('Key removed.')).toBeVisible()
  expect([await ask(first), await ask(second)]).toEqual([401, 200])
  await button('Switch back to a client secret').click()
  await expect(status('The application uses a client secret again.')).toBeVisible()
  expect(await ask(second)).toBe(401)
})
