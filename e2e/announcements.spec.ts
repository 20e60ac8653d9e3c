import { randomUUID } from 'node:crypto'
import { queryDatabase } from './support/database'
import { confirm, goOn } from './support/developers'
import { expect, test } from './support/fixtures'
import { waitForMail } from './support/mailbox'
import { idIn, makeApplication } from './support/setting'

// One after the other: both show their banner on every page.
test.describe.configure({ mode: 'default' })

test('an administrator deprecates an endpoint: everyone sees it, its callers are e-mailed, and it is withdrawn', {
  tag: '@slow',
}, async ({ developer, reviewer, openBrowser }) => {
  const mark = randomUUID().slice(0, 8)
  const [title, titleFr] = [`Revocation moves ${mark}`, `La révocation déménage ${mark}`]
  await makeApplication(developer, 'Production', 'Old program')
  await developer.page.goto(await makeApplication(developer, 'Sandbox', 'Old program'))
  const gateway = await developer.page.getByLabel('auth_url', { exact: true }).inputValue()
  const { page } = reviewer
  await page.goto('/administration')
  await page.getByRole('link', { name: 'Announcements', exact: true }).click()
  const publish = page.getByRole('button', { name: 'Publish announcement', exact: true })
  const sunset = page.getByLabel('Sunset', { exact: true })
  const deprecation = page.getByRole('radio', { name: 'Deprecation', exact: true })
  const form = page.getByText('New announcement', { exact: true })
  await expect(form).toBeVisible()
  // Open while there are none.
  if (await deprecation.isHidden()) await form.click()
  await expect(sunset).toBeHidden()
  await deprecation.check()
  await page.getByRole('radio', { name: 'Production applications', exact: true }).check()
  await page.getByLabel('Endpoint', { exact: true }).selectOption('POST /oauth/revoke')
  await page.getByLabel('Title (English)', { exact: true }).fill(title)
  await page.getByLabel('Title (French)', { exact: true }).fill(titleFr)
  await page.getByLabel('Text (English)', { exact: true }).fill('Use <b>v2</b>.')
  await sunset.fill('2030-03-31')
  await publish.click()
  await expect(page.getByLabel('Text (French)', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Text (French)', { exact: true }).fill('Utilisez <b>v2</b>.')
  await sunset.fill('')
  await publish.click()
  await expect(sunset).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Title (English)', { exact: true })).toHaveValue(title)
  await sunset.fill('2030-03-31')
  await publish.click()
  const finish = page.getByRole('button', { name: 'Publish', exact: true })
  await expect(page.getByText('Utilisez <b>v2</b>.')).toBeVisible()
  await expect(finish).toContainText(/\d+ (person|people)/)
  await expect(page.getByLabel('Title (English)', { exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Back to the form', exact: true }).click()
  await expect(page.getByLabel('Title (English)', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Title (English)', { exact: true })).toHaveValue(title)
  await publish.click()
  await finish.click()
  await confirm(reviewer)
  await expect(page.getByRole('status').filter({ hasText: 'Published.' })).toBeVisible()
  await expect(page.getByLabel('Title (English)', { exact: true })).toBeHidden()
  await expect(page.getByLabel('Title (English)', { exact: true })).toHaveValue('')

  const headers = async () => (await page.request.post(`${gateway}/oauth/revoke`)).headers()
  await expect.poll(async () => (await headers()).sunset).toBe('Sun, 31 Mar 2030 00:00:00 GMT')
  await waitForMail(developer.email, new RegExp(title))

  const inFrench = { headers: { 'accept-language': 'fr-FR' } }
  const anyone = await openBrowser({ locale: 'fr-FR' })
  await anyone.goto('/status')
  await expect(
    anyone.getByRole('region', { name: 'Annonces' }).getByRole('link', { name: titleFr }),
  ).toBeVisible()
  await anyone.getByRole('link', { name: titleFr }).first().click()
  await expect(anyone.getByRole('heading', { level: 1, name: titleFr })).toBeVisible()
  await expect(anyone.getByText('Utilisez <b>v2</b>.')).toBeVisible()
  for (const feed of ['/announcements.atom', '/announcements.json'])
    expect(await (await anyone.request.get(feed, inFrench)).text()).toContain(titleFr)

  await page.goto('/administration/announcements')
  const row = page.getByRole('row').filter({ hasText: title })
  await row.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Title (English)', { exact: true }).fill(`${title} soon`)
  await page.getByRole('button', { name: 'Save announcement', exact: true }).click()
  const banner = page.getByRole('region', { name: 'Announcements' }).getByRole('link', { name: title })
  await expect(banner).toBeVisible()
  await row.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await goOn(page)
  await expect(page.getByRole('status').filter({ hasText: 'Withdrawn.' })).toBeVisible()
  await expect(banner).toBeHidden()
  await expect.poll(async () => (await headers()).sunset).toBeUndefined()
  await anyone.reload()
  await expect(anyone.getByText('Cette annonce a été retirée')).toBeVisible()
  expect(await (await anyone.request.get('/announcements.atom', inFrench)).text()).not.toContain(titleFr)
})

test('under an announcement, credentials still end above 800 px', async ({ developer }) => {
  const { page } = developer
  const path = await makeApplication(developer, 'Sandbox', 'Till of the market')
  const id = randomUUID()
  await queryDatabase(
    `INSERT INTO announcement (id, kind, title_en, title_fr, text_en, text_fr, starts_at, audience, published_by_id)
     VALUES ($1, 'maintenance', 'Balances may be late', 'Soldes en retard', 'A pause.', 'Une pause.', now(), 'everyone', $1)`,
    [id],
  )
  await page.setViewportSize({ width: 1280, height: 900 })
  const measure = async () => {
    await page.goto(path)
    await expect(page.getByRole('link', { name: 'Balances may be late' })).toBeVisible()
    return page.locator('#credentials').evaluate((card) => card.getBoundingClientRect().bottom)
  }
  const bottom = await measure()
  // Its health is above them.
  await queryDatabase(
    `INSERT INTO usage_minute (application_id, minute, endpoint, succeeded, refused, latency_le_10)
     VALUES ($1, date_trunc('minute', now()), 'account', 12, 3, 15)`,
    [idIn(path)],
  )
  const bottomOnceCalled = await measure()
  await expect(page.getByRole('heading', { name: 'Working, with errors', exact: true })).toBeVisible()
  await queryDatabase('UPDATE announcement SET withdrawn_at = now() WHERE id = $1', [id])
  expect(bottom).toBeLessThan(800)
  expect(bottomOnceCalled).toBeLessThan(800)
})
