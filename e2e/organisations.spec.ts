import { randomUUID } from 'node:crypto'
import { confirm } from './support/developers'
import { pdfFile } from './support/documents'
import { expect, test } from './support/fixtures'
import { findLink, waitForMail } from './support/mailbox'
import { acceptDocuments, openSubmission, pressDecision } from './support/reviews'

const documents = [
  'Immatriculation de la société',
  'Identité du représentant légal',
  'Immatriculation fiscale',
]

test.use({ locale: 'fr-FR', javaScriptEnabled: false })

test('organisations: created, verified, shared, and its applications need fewer documents', {
  tag: '@slow',
}, async ({ developer, stranger, openReviewer }) => {
  const { page, say } = developer
  const reviewer = await openReviewer({ locale: 'fr-FR', javaScriptEnabled: false })
  const name = `Kolo ${randomUUID().slice(0, 8)} SA`
  const field = (label: string) => page.getByLabel(say(label), { exact: true })
  const button = (label: string) => page.getByRole('button', { name: say(label), exact: true })

  await test.step('what is wrong is shown next to its field, and what was typed stays', async () => {
    await page.goto('/organisations')
    await page.getByRole('link', { name: say('New organisation'), exact: true }).click()
    await field('Legal name').fill(name)
    await field('Country').selectOption('SN')
    await field('Registration number').fill('<none>')
    await field('Registered address').fill('12 rue Carnot\nDakar')
    await field('Legal representative').fill('Awa Diop')
    await field('Website').fill('https://localhost')
    await button('Create organisation').click()
    await expect(field('Registration number')).toHaveAttribute('aria-invalid', 'true')
    await expect(field('Website')).toHaveAttribute('aria-invalid', 'true')
    await expect(field('Legal name')).toHaveValue(name)
    const height = async (label: string) => (await field(label).boundingBox())?.y
    expect(await height('Registration number')).toBe(await height('Country'))
    await field('Registration number').fill(`SN-${randomUUID()}`)
    await field('Tax number').fill('0051234')
    await field('Website').fill('https://kolo.example')
    await button('Create organisation').click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByText(say('Draft'), { exact: true }).first()).toBeVisible()
  })
  const path = new URL(page.url()).pathname

  await test.step('documents with their last days, then submitted', async () => {
    for (const label of documents) {
      await page.getByLabel(label, { exact: true }).setInputFiles(pdfFile('document.pdf'))
    }
    await field('Valid until').first().fill('2001-01-01')
    await button('Submit for verification').click()
    await expect(field('Valid until').first()).toHaveAttribute('aria-invalid', 'true')
    await field('Valid until').first().fill('2199-12-31')
    await button('Submit for verification').click()
    await expect(page.getByText(say('In verification'), { exact: true }).first()).toBeVisible()
    await expect(page.locator('time[datetime="2199-12-31"]')).toBeVisible()
    await waitForMail(developer.email, /Organisation soumise/)
    await waitForMail(reviewer.email, /organisation/i)
  })

  await test.step('a reviewer reads the record and approves it', async () => {
    await openSubmission(reviewer, name)
    await expect(reviewer.page.getByText(say('another domain')).first()).toBeVisible()
    await expect(reviewer.page.getByRole('radio', { name: say('Every account') })).toHaveCount(0)
    await acceptDocuments(reviewer)
    await pressDecision(reviewer, 'Approve')
    await page.goto(path)
    await expect(page.getByText(say('Verified'), { exact: true }).first()).toBeVisible()
    await waitForMail(developer.email, /Organisation vérifiée/)
  })

  await test.step('its Production application sends its own documents only', async () => {
    await page.goto('/applications/new')
    await field('Name').fill('Kolo Balance')
    await page.getByRole('radio', { name: /^Production/ }).check()
    await page.getByLabel('Organisation', { exact: true }).selectOption({ label: name })
    await button('Create application').click()
    await page.waitForURL(/\/applications\/[0-9a-f-]{36}\/validation$/)
    await expect(page.locator('input[type=file]')).toHaveCount(2)
  })

  await test.step('someone who joins is a member of that application too', async () => {
    await page.goto(`${path}/team`)
    await field('E-mail address').fill(stranger.email)
    await button('Send invitation').click()
    await confirm(developer)
    const mail = await waitForMail(stranger.email, /organisation/)
    await stranger.page.goto(findLink(mail, '/join/'))
    await stranger.page.getByRole('button', { name: say('Accept invitation'), exact: true }).click()
    await confirm(stranger)
    await expect(stranger.page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
    await stranger.page.goto('/applications')
    await expect(stranger.page.getByRole('link', { name: /Kolo Balance/ }).first()).toBeVisible()
  })
})
