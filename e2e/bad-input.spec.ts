import { portal } from './support/addresses'
import { documentFields } from './support/applications'
import { expireLinks } from './support/database'
import { activate, requestLink } from './support/developers'
import { pdfFile } from './support/documents'
import { expect, newAddress, newPassword, test } from './support/fixtures'
import { findLink, newestMail, readMails, waitForMail } from './support/mailbox'
import type { Person } from './support/person'
import { makeApplication } from './support/setting'

let stranger: Person

test.beforeEach(({ page, say }) => {
  stranger = { page, say, email: newAddress(), password: newPassword() }
})

// ASVS 3.5.3, 6.4.1
test('opening an activation link does not use it up; submitting it does, once', {
  tag: '@slow',
}, async () => {
  await requestLink(stranger)
  const link = findLink(await waitForMail(stranger.email, /./), `${portal}/activate/`)
  const { page } = stranger
  for (let opened = 0; opened < 3; opened += 1) {
    await page.goto(link)
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  }
  await activate(stranger, link)
  await page.context().clearCookies()
  await page.goto(link)
  await expect(page.getByRole('button', { name: 'Activate account', exact: true })).toBeHidden()
  await expect(page.getByRole('main').getByLabel('E-mail address', { exact: true })).toBeVisible()
})

test('an expired activation link offers a new one, which works', { tag: '@slow' }, async () => {
  await requestLink(stranger)
  const first = findLink(await waitForMail(stranger.email, /./), `${portal}/activate/`)
  await expireLinks(stranger.email)
  const { page } = stranger
  await page.goto(first)
  await expect(page.getByRole('button', { name: 'Activate account', exact: true })).toBeHidden()
  await page.getByRole('main').getByRole('button', { name: 'Send a new link', exact: true }).click()
  await expect.poll(async () => (await readMails(stranger.email)).length).toBe(2)
  await activate(stranger, findLink(await newestMail(stranger.email), `${portal}/activate/`))
})

// ASVS 6.2.6, 6.2.7
test('a weak password is refused next to its field, and never sent back', { tag: '@slow' }, async () => {
  await requestLink(stranger)
  const { page } = stranger
  const link = findLink(await waitForMail(stranger.email, /./), `${portal}/activate/`)
  const field = page.getByLabel('Password', { exact: true })
  await page.goto(link)
  await expect(field).toHaveAttribute('type', 'password')
  await expect(field).toHaveAttribute('autocomplete', 'new-password')
  for (const weak of ['short', 'passwordpassword', 'aaaaaaaaaaaaaaaaaaaa']) {
    await page.goto(link)
    await field.fill(weak)
    await page.getByRole('button', { name: 'Activate account', exact: true }).click()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveValue('')
  }
})

test('an invalid address is refused next to its field, and stays there', { tag: '@slow' }, async () => {
  const { page } = stranger
  const field = page.getByRole('main').getByLabel('E-mail address', { exact: true })
  for (const wrong of ['nobody', 'a@b', 'two@@example.test', `${'x'.repeat(250)}@example.test`]) {
    await page.goto('/sign-up')
    await field.fill(wrong)
    await page.getByRole('main').getByRole('button', { name: 'Create account', exact: true }).click()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveValue(wrong)
  }
})

test('a name that is too long or unprintable is refused next to its field, and stays there', {
  tag: '@slow',
}, async ({ developer }) => {
  const { page } = developer
  const field = page.getByLabel('Name', { exact: true })
  for (const name of ['x'.repeat(200), 'turned \u202Eround', '   ']) {
    await page.goto('/applications/new')
    await page.getByRole('radio', { name: 'Sandbox', exact: true }).check()
    await field.fill(name)
    await page.getByRole('button', { name: 'Create application', exact: true }).click()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveValue(name)
    await expect(page.getByRole('radio', { name: 'Sandbox', exact: true })).toBeChecked()
  }
  await page.goto('/applications')
  await expect(page.getByRole('link', { name: /x{20}|turned/ })).toHaveCount(0)
})

test.describe('uploads', () => {
  test.use({ expectedComplaints: [/status of 422/] })

  test('a document of the wrong type is refused with a sentence; a valid one is then accepted', {
    tag: '@slow',
  }, async ({ developer }) => {
    const { page } = developer
    const path = await makeApplication(developer, 'Production', 'Wrong documents')
    await page.goto(`${path}/validation`)
    const field = documentFields(page).first()
    const wrong = [
      {
        name: 'page.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('<html><script>alert(1)</script></html>'),
      },
      { name: 'empty.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) },
      {
        name: 'archive.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('PK\u0003\u0004 and more of it'),
      },
      { ...pdfFile('cut.pdf'), buffer: pdfFile('cut.pdf').buffer.subarray(0, 200) },
    ]
    for (const file of wrong) {
      await field.setInputFiles(file)
      await expect(
        page.getByRole('main').getByRole('alert').or(page.locator('main [aria-invalid="true"]')).first(),
      ).toBeVisible()
      await page.reload()
      await expect(page.getByText(file.name)).toHaveCount(0)
    }
    await field.setInputFiles(pdfFile('right.pdf'))
    await expect(page.getByText('right.pdf').first()).toBeVisible()
  })
})
