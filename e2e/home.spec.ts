import { queryDatabase } from './support/database'
import { examine } from './support/examine'
import { expect, test } from './support/fixtures'
import { idIn, makeApplication, makeDraft } from './support/setting'

test('a row shows the last 24 hours of a pair, and what needs attention has a link', {
  tag: '@slow',
}, async ({ developer }) => {
  const { page } = developer
  const path = await makeApplication(developer, 'Sandbox', 'Busy till')
  const draft = await makeDraft(developer, 'busy till')
  await queryDatabase(
    `INSERT INTO usage_minute (application_id, minute, endpoint, succeeded, refused)
     VALUES ($1, date_trunc('minute', now()), 'account', 27, 3),
       ($1, date_trunc('minute', now() - interval '3 hours'), 'account', 200, 0)`,
    [idIn(path)],
  )
  await page.goto('/applications')
  const link = page.getByRole('link', { name: 'Busy till', exact: true })
  const row = page.getByRole('listitem').filter({ has: link })
  await expect(
    row.getByRole('img', { name: 'Busy till: 230 calls in the last 24 hours, 3 of them errors. Peak: 200' }),
  ).toBeVisible()
  await expect(row.getByText('230 calls', { exact: true })).toBeVisible()
  await expect(row.getByRole('link', { name: 'Documents are missing' })).toHaveAttribute(
    'href',
    `${draft}/validation`,
  )
  await expect(row.getByRole('link', { name: /^Promote/ })).toHaveCount(0)
  await examine(page)
  await page.getByRole('link', { name: 'Go to validation', exact: true }).first().click()
  await page.waitForURL(`${draft}/validation`)
  await page.goto('/applications')
  await link.click()
  await page.waitForURL(path)
})

test('the first application takes a name and a press, and goes to Production by another', async ({
  developer: { page },
}) => {
  await page.goto('/applications')
  await examine(page)
  await page.getByLabel('Name', { exact: true }).fill('Till of the harbour')
  await expect(page.getByText('Till of the harbour', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Create application', exact: true }).click()
  await page.waitForURL(/\/applications\/[0-9a-f-]{36}$/)
  const path = new URL(page.url()).pathname
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Till of the harbour')
  await queryDatabase(`UPDATE application SET description = 'Reads balances.' WHERE id = $1`, [idIn(path)])
  await page.goto('/applications')
  const promotion = page.getByRole('link', { name: 'Promote to Production', exact: true })
  await expect(promotion).toHaveAccessibleDescription('Till of the harbour')
  await promotion.click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Till of the harbour')
  await expect(page.getByLabel('Description', { exact: true })).toHaveValue('Reads balances.')
  await expect(page.getByText('Opens after the review', { exact: true })).toBeVisible()
  await expect(page.getByText('Open for calls', { exact: true })).toBeHidden()
  await examine(page)
  await page.getByRole('button', { name: 'Create application', exact: true }).click()
  await page.waitForURL(/\/applications\/[0-9a-f-]{36}(\/validation)?$/)
  await page.goto('/applications')
  // The two are one row.
  await expect(page.getByRole('link', { name: 'Till of the harbour', exact: true })).toHaveCount(1)
  await expect(page.getByRole('link', { name: /^Promote/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Till of the harbour', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Till of the harbour')
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('boxes that are not ticked have the colours of the page, also where it is dark', async ({
  developer,
}) => {
  const { page } = developer
  const path = await makeApplication(developer, 'Sandbox', 'Till of the harbour')
  for (const [address, name] of [
    ['/applications/new', 'Production'],
    [`${path}/webhooks`, 'secret.rotated'],
  ] as const) {
    await page.goto(address)
    for (const [colorScheme, surface] of [
      ['light', 'rgb(255, 255, 255)'],
      ['dark', 'rgb(18, 29, 26)'],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await expect(page.getByLabel(name, { exact: true })).toHaveCSS('background-color', surface)
    }
  }
})

// A not-found page of the root folder would be in every page, with its own frame.
test('a page contains its frame once', async ({ request }) => {
  for (const path of ['/sign-in', '/docs']) {
    const html = await (await request.get(path)).text()
    expect(html.match(/\\"id\\":\\"content\\"/g)).toHaveLength(1)
  }
})
