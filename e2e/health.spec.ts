import { expect, test } from './support/fixtures'

test('an administrator sees what is well and what needs doing', async ({ reviewer: { page } }) => {
  await page.goto('/administration')
  await page.getByRole('link', { name: 'Health', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Health' })).toBeVisible()
  const item = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
  for (const name of ['Settings', 'Database', 'Migrations', 'Portal', 'Worker'])
    await expect(item(name)).toContainText('Good')
  // Looked at, whatever the answer: other journeys leave rows here that are under no key of this product.
  for (const name of ['Encryption keys', 'Secret keys'])
    await expect(item(name)).toContainText(/Good|is not among/)
  // The portal holds no keys of tokens: it says who can look.
  await expect(item('Token keys')).toContainText('Run guichet doctor on the server.')
  await page.getByRole('link', { name: 'Refresh' }).click()
  await expect(item('Database')).toContainText('PostgreSQL')
})
