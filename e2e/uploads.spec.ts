import type { APIRequestContext, Page } from '@playwright/test'
import { portal } from './support/addresses'
import { documentFields, submitForValidation, uploadAll } from './support/applications'
import { pdfFile } from './support/documents'
import { expect, test } from './support/fixtures'
import { makeApplication } from './support/setting'

// Posts to the route itself, like a browser without JavaScript or any program; then checks what the page shows.

type File = { field: string; name: string; content: Buffer; type?: string }

const whole = pdfFile('whole.pdf').buffer

test('the eleventh version of a document within an hour is refused, with and without JavaScript', {
  tag: '@slow',
}, async ({ developer }) => {
  const { page } = developer
  const path = await makeApplication(developer, 'Production', 'Often replaced')
  const [field = '', other = ''] = await readFields(page, path)
  for (let version = 1; version <= 10; version++)
    await post(page.request, path, [{ field, name: `version-${version}.pdf`, content: whole }])
  const files = [
    { field, name: 'eleventh.pdf', content: whole },
    { field: other, name: 'other.pdf', content: whole },
  ]
  const sentence = /reached 10 versions, the maximum within an hour.* You can upload another after .* UTC\./
  await page.goto(await post(page.request, path, files))
  await expect(page.locator(`#document-${field}-error`)).toHaveText(sentence)
  await expect(page.locator(`#document-${field}`)).toHaveAttribute('aria-invalid', 'true')
  for (const name of ['version-10.pdf', 'other.pdf'])
    await expect(page.getByRole('link', { name })).toBeVisible()

  await page.goto(`${path}/validation`)
  await page.locator(`#document-${field}`).setInputFiles(pdfFile('eleventh.pdf'))
  await expect(page.locator(`#document-${field}-error`)).toHaveText(sentence)

  const response = await page.request.post(`${path}/validation/documents`, {
    headers: { origin: portal, accept: 'application/json' },
    multipart: { [field]: pdfFile('eleventh.pdf') },
  })
  expect(response.status()).toBe(429)
  expect(Number(response.headers()['retry-after'])).toBeGreaterThan(3000)
  expect((await response.json()).error).toMatch(sentence)
})

test('errors disappear as the missing files arrive', { tag: '@slow' }, async ({ developer, say }) => {
  const { page } = developer
  const path = await makeApplication(developer, 'Production', 'Hurried')
  await page.goto(`${path}/validation`)
  const fields = documentFields(page)
  // Before the click: while the next page loads, there are none.
  const count = await fields.count()
  expect(count).toBeGreaterThan(0)
  await page.getByRole('button', { name: say('Submit for validation'), exact: true }).click()
  const summary = page.locator('form [role=alert]')
  await expect(summary.getByRole('link')).toHaveCount(count)
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(1)
  for (let index = 0; index < count; index++) {
    await fields.nth(index).setInputFiles(pdfFile(`document-${index}.pdf`))
    await expect(page.getByRole('link', { name: `document-${index}.pdf` })).toBeVisible()
    await expect(summary.getByRole('link')).toHaveCount(count - 1 - index)
  }
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  await expect(page).toHaveURL(`${path}/validation`)
})

test('a file dropped on its row of the checklist is sent immediately, showing its progress', {
  tag: '@slow',
}, async ({ developer }) => {
  const { page } = developer
  const path = await makeApplication(developer, 'Production', 'Dropped')
  await page.goto(`${path}/validation`)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/validation/documents', async (route) => {
    await held
    await route.continue()
  })
  const dataTransfer = await page.evaluateHandle(
    (bytes) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(bytes)], 'dropped.pdf', { type: 'application/pdf' }))
      return transfer
    },
    [...whole],
  )
  const rows = page.locator('[data-drop]')
  const missing = await rows.count()
  await page.getByRole('main').dispatchEvent('drop', { dataTransfer })
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeHidden()
  await rows.first().dispatchEvent('dragover', { dataTransfer })
  await expect(rows.first().getByText(/^Drop to add as /)).toBeVisible()
  await rows.first().dispatchEvent('drop', { dataTransfer })
  await expect(documentFields(page).first()).toBeDisabled()
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit for validation', exact: true })).toBeDisabled()
  release()
  await expect(page.getByRole('link', { name: 'dropped.pdf' })).toBeVisible()
  await expect(rows).toHaveCount(missing - 1)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 760 }, isMobile: true, hasTouch: true })

  test('a document is photographed and sent, showing its progress, and the submission withdrawn', {
    tag: '@slow',
  }, async ({ developer }) => {
    const { page } = developer
    const path = await makeApplication(developer, 'Production', 'From the market')
    await page.goto(`${path}/validation`)
    const chosen = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Take a photo Company registration' }).tap()
    const chooser = await chosen
    expect(await chooser.element().getAttribute('capture')).toBe('environment')
    let sent = 0
    await page.route('**/validation/documents', async (route) => {
      sent += 1
      await chooser.element().dispatchEvent('change')
      await route.continue()
    })
    await chooser.setFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo })
    await expect(page.getByRole('link', { name: 'photo.jpg' })).toBeVisible()
    // The event comes once more where the page's script starts between a choice and its event.
    expect(sent).toBe(1)
    await page.unroute('**/validation/documents')
    await expect(documentFields(page).first()).not.toHaveAttribute('capture')
    await expect(documentFields(page).first()).toHaveAttribute('accept', /application\/pdf/)
    await uploadAll(developer, path)
    await submitForValidation(developer, path)
    await page.getByRole('button', { name: 'Withdraw', exact: true }).tap()
    await expect(page.getByText('Submission withdrawn.')).toBeVisible()
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(excess).toBe(0)
  })
})

/** The smallest complete JPEG: its start, a JFIF header, its end. */
const photo = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')

/** The names of the fields, one for each document. */
async function readFields(page: Page, path: string): Promise<string[]> {
  await page.goto(`${path}/validation`)
  return documentFields(page).evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).name))
}

/** Posts files as a form does; returns the URL it redirects to. */
async function post(request: APIRequestContext, path: string, files: File[]): Promise<string> {
  const response = await request.post(`${path}/validation/documents`, {
    headers: { origin: portal, 'content-type': `multipart/form-data; boundary=${boundary}` },
    data: Buffer.concat([...files.map(part), Buffer.from(`--${boundary}--\r\n`)]),
    maxRedirects: 0,
  })
  expect(response.status()).toBe(303)
  return String(response.headers().location)
}

const boundary = 'a-boundary-of-the-journeys'

function part({ field, name, content, type = 'application/pdf' }: File): Buffer {
  const quoted = name.replaceAll('"', '%22')
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${quoted}"\r\nContent-Type: ${type}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n')])
}
