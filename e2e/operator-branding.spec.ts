import type { APIRequestContext } from '@playwright/test'
import sharp from 'sharp'
import { fillIn, isForStaff, openRoutes } from '@/test/access/routes'
import { walkRoutes } from '@/test/access/walk'
import { portal } from './support/addresses'
import { examine } from './support/examine'
import { expect, newAddress, test } from './support/fixtures'
import { findLink, waitForMail } from './support/mailbox'
import { makePlaces } from './support/routes'
import { signIn } from './support/sign-in'

const yellow = 'rgb(255, 204, 0)'
const name = 'Téranga <Pay> & Co'
/** Credentials keep their prefix, and addresses of people are theirs. */
const allowed =
  /guichet_(sandbox|production|personal|\(\?:sandbox_secret\|production_secret\|personal\))_\w*|[\w.+-]+@[\w.-]+|x-guichet-[a-z]+/gi

test('an operator makes the product their own, and nothing of Guichet is left', { tag: '@slow' }, async ({
  developer,
  openBrowser,
  playwright,
  say,
}) => {
  const page = await openBrowser()
  const administrator = await signIn(
    { page, say, email: newAddress() },
    { role: 'administrator', confirmed: true },
  )
  const places = await makePlaces(developer, 'Boutique')

  await test.step('any colour is a brand, and what it makes of the product shows while it is typed', async () => {
    await page.goto('/administration/branding')
    await examine(page)
    await page.getByLabel('Product name', { exact: true }).fill(name)
    await page.getByLabel('Operator name', { exact: true }).fill('Téranga Télécom')
    await page.getByLabel('Support e-mail', { exact: true }).fill('aide@teranga.example')
    await page.getByLabel('Terms URL', { exact: true }).fill('https://teranga.example/terms')
    await page.getByLabel('Brand colour', { exact: true }).fill('#ffcc00')
    const preview = page.getByRole('region', { name: 'Preview', exact: true })
    await expect(preview.locator('[data-theme="dark"] .on-brand').first()).toHaveCSS(
      'background-color',
      yellow,
    )
    await expect(preview.locator('[data-theme="light"]').first()).toContainText('Téranga Télécom')
    await page.getByLabel('Logo', { exact: true }).setInputFiles({
      name: 'logo.webp',
      mimeType: 'image/webp',
      buffer: await sharp({ create: { width: 300, height: 100, channels: 3, background: '#7a1fa2' } })
        .webp()
        .toBuffer(),
    })
    await page.getByRole('button', { name: 'Save branding', exact: true }).click()
    await expect(page.getByRole('status').getByText('Saved.')).toBeVisible()
    await expect(page.getByRole('link', { name: `${name}, home page`, exact: true })).toBeVisible()
    const brand = () => getComputedStyle(document.documentElement).getPropertyValue('--brand').trim()
    await expect.poll(() => page.evaluate(brand)).toBe('#ffcc00')
  })

  await test.step('in English and French, on every page and in every document', async () => {
    const stranger = await playwright.request.newContext({ baseURL: portal })
    const left: string[] = []
    for (const locale of ['en', 'fr'])
      for (const { path, methods } of walkRoutes()) {
        // The outbox lists e-mails with the subjects that they were sent with.
        if (!methods.includes('GET') || path === '/administration/outbox') continue
        const readers = openRoutes.includes(path)
          ? [stranger, developer.page.request]
          : [isForStaff(path) ? page.request : developer.page.request]
        for (const reader of readers) left.push(...(await namesIn(reader, fillIn(path, places), locale)))
      }
    left.push(...(await namesIn(developer.page.request, '/nothing', 'fr')))
    left.push(...(await namesIn(developer.page.request, '/administration', 'en')))
    await stranger.dispose()
    expect(left).toEqual([])
  })

  await test.step('programs read it', async () => {
    const document = await (await page.request.get('/docs/openapi.json')).json()
    expect(document.info.title).toBe(`${name} eWallet API`)
    expect(document.info.contact).toEqual({ name: 'Téranga Télécom', email: 'aide@teranga.example' })
    expect(await (await page.request.get('/llms.txt')).text()).toContain(`# ${name}\n`)
    const collection = await page.request.get(`/applications/${places['/applications/[id]']}/collection`)
    expect(collection.status()).toBe(404)
    const own = await developer.page.request.get(`/applications/${places['/applications/[id]']}/collection`)
    expect((await own.json()).info.name).toContain(name)
  })

  await test.step('its colours are readable in both themes, and its addresses are where readers look', async () => {
    for (const path of ['/', '/applications', '/docs']) {
      await developer.page.goto(path)
      await examine(developer.page)
    }
    const footer = developer.page.getByRole('contentinfo')
    await expect(footer.getByRole('link', { name: 'aide@teranga.example' })).toBeVisible()
    await expect(footer.getByRole('link', { name: 'Terms of use' })).toHaveAttribute(
      'href',
      'https://teranga.example/terms',
    )
    const logo = await page.request.get('/brand/icon')
    expect([logo.headers()['content-type'], (await sharp(await logo.body()).metadata()).format]).toEqual([
      'image/png',
      'png',
    ])
  })

  await test.step('an e-mail carries it', async () => {
    await developer.page.goto('/forgot-password')
    await developer.page.getByLabel('E-mail address', { exact: true }).fill(administrator.email)
    await developer.page.getByRole('main').getByRole('button').first().click()
    const mail = await waitForMail(administrator.email, /reset/i)
    expect(mail.subject).toContain(name)
    expect(mail.text).toContain('aide@teranga.example')
    expect(`${mail.subject}${mail.text}${mail.html}`.replace(allowed, '')).not.toMatch(/guichet/i)
    findLink(mail, `${portal}/reset-password/`)
  })
})

/** Where a response still names Guichet, with what is around it. Commands that operators type have its name. */
async function namesIn(reader: APIRequestContext, path: string, locale: string): Promise<string[]> {
  const response = await reader.get(path, { headers: { 'accept-language': locale }, maxRedirects: 0 })
  const disposition = response.headers()['content-disposition'] ?? ''
  const text = `${await response.text()}${disposition}`.replace(allowed, '')
  const found = /^\/(review|administration)(\/|$)/.test(path)
    ? /.{0,40}Guichet.{0,40}/.exec(text)
    : /.{0,40}guichet.{0,40}/i.exec(text)
  return found ? [`${locale} ${path} (${response.status()}): ${found[0]}`] : []
}
