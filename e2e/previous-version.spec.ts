import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures'

/** The name of an action that no version has. */
const unknown = '7f'.repeat(21)

/** Makes the page's next form arrive as if opened on another version of the portal. */
async function pretendPrevious(page: Page): Promise<void> {
  await page.route('**/applications/new', async (route) => {
    const request = route.request()
    if (request.method() !== 'POST') return route.continue()
    const headers = await request.allHeaders()
    if (headers['next-action']) headers['next-action'] = unknown
    const postData = request
      .postDataBuffer()
      ?.toString('latin1')
      .replace(/\b[0-9a-f]{42}\b/g, unknown)
    await route.continue({ headers, postData: Buffer.from(postData ?? '', 'latin1') })
  })
}

test.describe('with JavaScript', () => {
  test.use({ expectedComplaints: [/409|Server Action .* was not found/] })

  test('a form of another version says so, and shows what was typed', { tag: '@slow' }, async ({
    developer: { page },
  }) => {
    await page.goto('/applications/new')
    await pretendPrevious(page)
    await page.getByLabel('Name', { exact: true }).fill('Corner shop')
    await page.getByLabel('Description', { exact: true }).fill('Reads balances\nand shows them')
    await page.getByRole('button', { name: 'Create application', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'This portal was just updated' })).toBeVisible()
    await expect(page.getByRole('term')).toHaveText(['Name', 'Description'])
    await expect(page.getByRole('definition')).toHaveText(['Corner shop', /Reads balances\s+and shows them/])
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Reload the page', exact: true }).click()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
  })
})
