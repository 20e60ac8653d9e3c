import { expect, type Locator, type Page } from '@playwright/test'
import { portal } from './addresses'

/** Posts a filled-in form twice at the same moment, like a double click without JavaScript. */
export async function postTwice(page: Page, form: Locator): Promise<void> {
  const fields = await form.evaluate((element) => [...new FormData(element as HTMLFormElement)])
  const multipart = new FormData()
  for (const [name, value] of fields) multipart.append(name, String(value))
  const post = () =>
    page.request.post(page.url(), {
      multipart,
      headers: { origin: portal, 'sec-fetch-site': 'same-origin' },
      maxRedirects: 0,
    })
  for (const response of await Promise.all([post(), post()])) expect(response.status()).toBeLessThan(400)
}
