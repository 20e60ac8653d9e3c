import { request as send } from 'node:http'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { maxLogoBytes, type UploadRoute, uploadRoutes } from '@/lib/uploads'
import { createOrganisation } from '@/test/organisations'
import { portal } from './support/addresses'
import { pdfFile } from './support/documents'
import { expect, newAddress, test } from './support/fixtures'
import { connectToProduct } from './support/installation'
import { makeApplication } from './support/setting'
import { type SignedIn, signIn } from './support/sign-in'

const boundary = 'a-boundary-of-the-journeys'
const head = (name: string, filename = '') =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename && `; filename="${filename}"`}\r\n\r\n`
const end = `\r\n--${boundary}--\r\n`

/** Who may upload at a route, and the form that its largest body is. */
type Upload = { route: UploadRoute; path: string; page: Page; start: Buffer; kept: RegExp }

test('every route takes its declared maximum, and not a byte more', { tag: '@slow' }, async ({
  developer,
  openBrowser,
  say,
}) => {
  const administrator = await signIn(
    { page: await openBrowser(), say, email: newAddress() },
    { role: 'administrator', confirmed: true },
  )
  const uploads: Record<Exclude<keyof typeof uploadRoutes, 'branding' | 'agents' | 'programs'>, Upload> = {
    application: await documents(
      'application',
      developer,
      await makeApplication(developer, 'Production', 'Large'),
    ),
    organisation: await documents('organisation', developer, await makeOrganisation(developer)),
    accounts: {
      route: uploadRoutes.accounts,
      path: uploadRoutes.accounts.path,
      page: administrator.page,
      // Refused for its date once all of it has arrived: the worker needs not read it.
      start: Buffer.from(`${head('asOf')}soon\r\n${head('file', 'accounts.csv')}`),
      kept: /problem=asOf%3A/,
    },
  }
  for (const [name, upload] of Object.entries(uploads)) {
    const { route, start, kept } = upload
    const room = route.maxBytes - start.length - end.length
    const largest = await post(upload, [start, Buffer.alloc(room, '\n'), Buffer.from(end)])
    expect([name, largest.status]).toEqual([name, 303])
    expect(largest.location).not.toContain('form_too_large')
    expect(largest.location).toMatch(kept)
    const more = await post(upload, [start, Buffer.alloc(room + 1, '\n'), Buffer.from(end)])
    expect([name, more.status]).toEqual([name, 413])
    const undeclared = await post(upload, [start, Buffer.alloc(room + 1, '\n'), Buffer.from(end)], true)
    expect(undeclared.location).toContain('form_too_large')
  }
  for (const { page, path } of [uploads.application, uploads.organisation]) {
    await page.goto(path.replace(/\/documents$/, ''))
    await expect(page.getByRole('link', { name: 'largest.pdf' })).toBeVisible()
  }
})

test('the form with the logo takes the largest logo, and names a larger one', { tag: '@slow' }, async ({
  openBrowser,
  say,
}) => {
  const { page } = await signIn(
    { page: await openBrowser(), say, email: newAddress() },
    { role: 'administrator', confirmed: true },
  )
  const png = await sharp({ create: { width: 300, height: 100, channels: 3, background: '#7a1fa2' } })
    .png()
    .toBuffer()
  for (const size of [maxLogoBytes + 1, maxLogoBytes]) {
    await page.goto(uploadRoutes.branding.path)
    const buffer = Buffer.concat([png, Buffer.alloc(size - png.length)])
    await page
      .getByLabel('Logo', { exact: true })
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
    await page.getByRole('button', { name: 'Save branding', exact: true }).click()
    if (size > maxLogoBytes)
      await expect(page.locator('#logo-error')).toHaveText('The file is larger than 512 kB.')
    else await expect(page.getByRole('status').getByText('Saved.')).toBeVisible()
  }
  await page.goto('/administration/identity')
  await expect(page).toHaveURL(uploadRoutes.branding.path)
  await page.getByLabel('Remove the current logo').check()
  await page.getByRole('button', { name: 'Save branding', exact: true }).click()
  await expect(page.getByRole('status').getByText('Saved.')).toBeVisible()
})

/** The largest document that a requirement takes, and room for more: a field that is read and forgotten. */
async function documents(
  kind: 'application' | 'organisation',
  { page }: SignedIn,
  path: string,
): Promise<Upload> {
  const place = kind === 'application' ? `${path}/validation` : path
  await page.goto(place)
  const field = await page.locator('main input[type="file"]').first().getAttribute('name')
  const pdf = pdfFile('largest.pdf').buffer
  const last = Buffer.from('\nstartxref\n9\n%%EOF\n')
  const padding = Buffer.alloc(10 * 1024 * 1024 - pdf.length - last.length, ' ')
  const file = [Buffer.from(head(String(field), 'largest.pdf')), pdf, padding, last]
  const start = Buffer.concat([...file, Buffer.from(`\r\n${head('filler')}`)])
  return { route: uploadRoutes[kind], path: `${place}/documents`, page, start, kept: /done=saved/ }
}

async function makeOrganisation({ id }: SignedIn): Promise<string> {
  connectToProduct()
  return `/organisations/${await createOrganisation({ id })}`
}

/** Posts as a browser without JavaScript does, or without a length. */
async function post({ path, page }: Upload, pieces: Buffer[], chunked = false) {
  const cookies = await page.context().cookies()
  const headers = {
    Origin: portal,
    'Content-Type': `multipart/form-data; boundary=${boundary}`,
    Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    ...(chunked ? {} : { 'Content-Length': pieces.reduce((sum, { length }) => sum + length, 0) }),
  }
  return new Promise<{ status: number; location: string }>((resolve, reject) => {
    const request = send(portal + path, { method: 'POST', headers }, (response) => {
      response.resume()
      // The rest of a body that was refused is not worth waiting for.
      request.off('error', reject).on('error', () => {})
      resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? '' })
    })
    request.on('error', reject)
    for (const piece of pieces) request.write(piece)
    request.end()
  })
}
