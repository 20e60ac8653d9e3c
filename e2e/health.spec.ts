import { expect, test } from './support/fixtures'

test('an administrator sees what works and what needs attention', { tag: '@slow' }, async ({
  reviewer: { page },
}) => {
  await page.goto('/administration')
  await page.getByRole('link', { name: 'Health', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Health' })).toBeVisible()
  const item = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
  // On a busy machine the database may have taken long: the page says so until it is looked at again.
  await expect(async () => {
    await page.reload()
    await page.getByText(/checks? (is|are) good/).click()
    for (const name of ['Settings', 'Database', 'Migrations', 'Portal', 'Worker'])
      await expect(item(name)).toContainText('Good', { timeout: 1000 })
  }).toPass()
  // Checked whatever the result: other journeys leave rows here that are encrypted with none of this product's keys.
  for (const name of ['Encryption keys', 'Secret keys'])
    await expect(item(name)).toContainText(/Good|is not among/)
  // The portal has no token keys: it names the processes that can check.
  await expect(item('Token keys')).toContainText('Run “doctor” on the server.')
  await page.getByRole('link', { name: 'Refresh' }).click()
  await expect(item('Database')).toContainText('PostgreSQL')
})
