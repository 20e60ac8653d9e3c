import type { APIRequestContext, Page } from '@playwright/test'
import { portal } from './support/addresses'
import { expect, test } from './support/fixtures'
import { makeApplication } from './support/setting'

for (const locale of ['en-GB', 'fr-FR'])
  test.describe(`the documentation in ${locale}`, () => {
    test.use({ locale })

    test('has the same words as its Markdown', { tag: '@slow' }, async ({ page }) => {
      for (const path of await listPages(page.request)) {
        await show(page, path, locale)
        const markdown = await page.request.get(await readAlternate(page), {
          headers: { 'Accept-Language': locale },
        })
        expect(markdown.headers()['content-type']).toBe('text/markdown; charset=utf-8')
        expect(wordsOfMarkdown(await markdown.text()), path).toEqual(await wordsOfPage(page))
      }
    })
  })

test('is searched while typing, and each result opens its part', async ({ page }) => {
  await page.goto('/docs')
  const field = page.getByRole('combobox', { name: 'Search and commands' })
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused({ timeout: 1000 })
  }).toPass()
  await field.pressSequentially('retry aft')
  await page.getByRole('option', { name: 'What to retry' }).click()
  await expect(page).toHaveURL('/docs/errors#retry')
  await expect(page.getByRole('heading', { name: 'What to retry', exact: true })).toBeInViewport()
  const contents = page.getByRole('navigation', { name: 'On this page' })
  await expect(contents.getByRole('link', { name: 'What to retry' })).toHaveAttribute(
    'aria-current',
    'location',
  )
  await page.getByRole('link', { name: 'Next Limits' }).click()
  await expect(page).toHaveURL('/docs/limits')
  const documentation = page.getByRole('navigation', { name: 'Documentation', exact: true })
  await expect(documentation.getByRole('link', { name: 'Limits' })).toHaveAttribute('aria-current', 'page')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('an endpoint is called with an application of one’s own', { tag: '@slow' }, async ({
    developer,
    openBrowser,
  }) => {
    const name = 'Reference'
    await makeApplication(developer, 'Sandbox', name)
    const page = await openBrowser({
      javaScriptEnabled: false,
      storageState: await developer.page.context().storageState(),
    })
    await page.goto('/docs/reference/accounts')
    const endpoint = page.getByRole('region', { name: 'Read an account' })
    await endpoint.getByLabel('Sandbox application').selectOption(name)
    await endpoint.getByLabel('msisdn').fill('12')
    await endpoint.getByRole('button', { name: 'Run in Sandbox' }).click()
    const response = endpoint.getByRole('status').filter({ hasText: 'Response' })
    await expect(response).toContainText('400 Bad Request')
    await expect(response).toContainText('"code": "invalid_msisdn"')
    await expect(endpoint.getByLabel('msisdn')).toHaveValue('12')
    await endpoint.getByLabel('msisdn').fill('')
    await endpoint.getByRole('button', { name: 'Run in Sandbox' }).click()
    await expect(endpoint.getByLabel('msisdn')).toHaveAttribute('aria-invalid', 'true')
  })
})

/** Puts the portal's response into a page that loads and runs nothing: the tests only read it. */
async function show(page: Page, path: string, locale = 'en-GB'): Promise<void> {
  const response = await page.request.get(path, { headers: { 'Accept-Language': locale } })
  expect(response.status(), path).toBe(200)
  await page.setContent(`<base href="${portal}${path}">${inert(await response.text())}`)
}

function inert(html: string): string {
  return html.replaceAll(/<script\b[\s\S]*?<\/script>|<link rel="(?!alternate)[^>]*>/g, '')
}

/** The pages, as listed for programs. */
async function listPages(request: APIRequestContext): Promise<string[]> {
  const text = await (await request.get('/llms.txt')).text()
  const paths = [...text.matchAll(/\]\((http[^)]*)\.md\)/g)].map(
    ([, address]) => new URL(address as string).pathname,
  )
  expect(paths.length).toBeGreaterThan(20)
  return paths
}

async function readAlternate(page: Page): Promise<string> {
  const link = page.locator('link[rel="alternate"][type="text/markdown"]')
  return (await link.getAttribute('href')) as string
}

/** The visible text of the article, without its controls and navigation. */
async function wordsOfPage(page: Page): Promise<string[]> {
  const text = await page.locator('main article').evaluate((article) => {
    const copy = article.cloneNode(true) as HTMLElement
    // In Markdown the name of a tab comes before its content.
    for (const tabs of copy.querySelectorAll('.tabs')) {
      const names = [...tabs.querySelectorAll('label')].map(({ textContent }) => textContent)
      for (const [index, panel] of [...tabs.querySelectorAll('.tabs-panels > *')].entries())
        panel.prepend(`${names[index]} `)
      tabs.querySelector('fieldset')?.remove()
    }
    for (const each of copy.querySelectorAll('button, caption, svg, [aria-hidden="true"], .no-print'))
      each.remove()
    for (const each of copy.querySelectorAll('*')) each.append(' ')
    return copy.textContent ?? ''
  })
  return wordsOf(text)
}

function wordsOfMarkdown(text: string): string[] {
  return wordsOf(
    text
      .replaceAll(/^(#+|-|\d+\.) /gm, '')
      .replaceAll(/^\|( -+:? \|)+$/gm, '')
      .replaceAll(/^```\w*$/gm, '')
      .replaceAll(/\]\([^)\s]*\)/g, ']'),
  )
}

/** Letters and digits: leaves out the marks of either format and the spaces between words. */
function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? []
}
