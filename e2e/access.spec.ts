import type { APIRequestContext, APIResponse } from '@playwright/test'
import { buildTarget } from '@/scripts/check/folders'
import { findActionIds, postFromElsewhere } from '@/test/access/foreign-posts'
import { fillIn, isForStaff, isPrivate, pendingRoutes } from '@/test/access/routes'
import { walkActions, walkRoutes } from '@/test/access/walk'
import { portal } from './support/addresses'
import { expect, newAddress, test } from './support/fixtures'
import { waitForMail } from './support/mailbox'
import { makePlaces } from './support/routes'

const routes = walkRoutes()

// What each route opens to whom: app/other-developers.page.test.ts.
// ASVS 3.2.1, 3.4.2, 3.4.3, 3.4.4, 3.4.5, 3.4.6, 3.4.8, 3.5.8, 4.1.1, 6.3.4, 8.2.1, 13.4.1, 13.4.2, 13.4.3, 13.4.6,
// 14.3.2, 15.2.3
test('every route has the headers that protect browsers, and a private one redirects strangers by status', {
  tag: '@slow',
}, async ({ developer, reviewer, playwright }) => {
  const places = await makePlaces(developer, 'Graded')
  const stranger = await playwright.request.newContext({ baseURL: portal })
  for (const { path, methods } of routes) {
    const rightful = isForStaff(path) ? reviewer.page.request : developer.page.request
    for (const context of isPrivate(path) ? [rightful, stranger] : [stranger])
      for (const method of methods) {
        const response = await ask(context, method, fillIn(path, places))
        expect(gradeHeaders(response), `${method} ${path}`).toEqual([])
        // A form that was posted comes back with what was typed: nothing of it is lost to a redirect.
        const closed = method === 'GET' ? [302, 303, 307] : [302, 303, 307, 401]
        if (isPrivate(path) && context === stranger) expect(closed).toContain(response.status())
        if (response.status() === 200 && isPrivate(path) && !path.startsWith('/review/pdf/'))
          expect(response.headers()['cache-control'], `${method} ${path}`).toContain('no-store')
      }
  }
  // A trailing slash redirects to the same URL without it, which doesn't exist either.
  const notServed = [
    '/.git/config',
    '/.env',
    '/_next/',
    '/_next/static/',
    '/package.json',
    '/_next/image?url=%2Ficon.svg&w=64&q=75',
    '/api/auth/_log',
    '/api/auth/session',
    '/api/auth/signin',
  ]
  for (const path of notServed) expect((await stranger.get(path)).status(), path).toBe(404)
  for (const path of [
    '/nothing',
    '/robots.txt',
    '/icon.svg',
    '/%00',
    '/%ff',
    '/api/auth/nothing',
    '/_next/image',
  ])
    expect(gradeHeaders(await ask(stranger, 'GET', path)), path).toEqual([])
  await stranger.dispose()
})

test('no parameter makes a page fail', { tag: '@slow' }, async ({ developer, reviewer }) => {
  const places = await makePlaces(developer, 'Asked for with odd parameters')
  const names =
    'next done refused problem at q text to role state environment status view before after actor action subject from ' +
    'range endpoint calls assignee page'
  for (const { path, kind } of routes) {
    if (kind !== 'page' || pendingRoutes.includes(path)) continue
    const { request } = (isForStaff(path) ? reviewer : developer).page
    for (const value of ['%00', '%27%22%3C%25', '99999999999999999999', 'a:b&NAME=c:d']) {
      const query = names
        .split(' ')
        .map((name) => `${name}=${value.replace('NAME', name)}`)
        .join('&')
      const response = await request.get(`${fillIn(path, places)}?${query}`, { maxRedirects: 0 })
      expect(response.status(), `${path} ${value}`).toBeLessThan(500)
    }
  }
})

// ASVS 3.5.1
test('no action runs for a post of another site, or of one that hides its origin', async () => {
  const ids = findActionIds(buildTarget.distDir)
  expect(ids.length).toBeGreaterThanOrEqual(walkActions().length)
  for (const id of ids) expect(await postFromElsewhere(portal, id), id).toEqual([])
  const own = { origin: portal, 'next-action': ids[0] ?? '' }
  expect((await fetch(portal, { method: 'POST', headers: own, body: '[]' })).status).not.toBe(403)
})

// ASVS 3.7.2
test('a return path never leads a browser to another site', { tag: '@slow' }, async ({
  developer: { page },
}) => {
  for (const next of ['/.//evil.example/a', '/x/..//evil.example/a', '/%2e//evil.example/a'])
    for (const path of ['/sign-in', '/sign-in/code']) {
      await page.goto(`${path}?next=${encodeURIComponent(next)}`)
      expect(new URL(page.url()).origin, `${path} ${next}`).toBe(new URL(portal).origin)
    }
  await page.goto(`/confirm?next=${encodeURIComponent('/.//evil.example/a')}`)
  const targets = await page
    .locator('a')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).origin))
  expect(targets.filter((origin) => origin.includes('evil'))).toEqual([])
})

// ASVS 3.3.4, 7.2.3, 9.1.1, 9.1.2, 9.1.3
test('a session is a cookie that only its key can make, and that no script can read', async ({
  newcomer: developer,
  playwright,
}) => {
  const cookies = await developer.page.context().cookies()
  const session = cookies.find(({ name }) => name.endsWith('next-auth.session-token'))
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
  expect(await developer.page.evaluate(() => document.cookie)).not.toContain('session')
  const claims = Buffer.from(JSON.stringify({ developerId: 'x', sessionId: 'x', exp: 9e9 })).toString(
    'base64url',
  )
  const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url')
  const value = session?.value ?? ''
  for (const forged of [`${none}.${claims}.`, `${value.slice(0, -4)}AAAA`, `${value}x`, 'x', ''])
    await expectStranger(playwright.request, `${session?.name}=${forged}`)
})

async function expectStranger(
  request: { newContext(options: object): Promise<APIRequestContext> },
  cookie: string,
) {
  const context = await request.newContext({ baseURL: portal, extraHTTPHeaders: { cookie } })
  const response = await ask(context, 'GET', '/applications')
  expect(new URL(response.headers().location ?? '/', portal).pathname).toBe('/sign-in')
  await context.dispose()
}

// ASVS 4.1.3
test('links in e-mails and redirects stay on the portal, whatever host a caller names', async ({
  playwright,
}) => {
  const email = newAddress()
  const evil = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.example',
  }
  const context = await playwright.request.newContext({ baseURL: portal })
  const away = await context.get('/applications', { headers: evil, maxRedirects: 0 })
  expect(new URL(away.headers().location ?? '', portal).origin).toBe(portal)
  const page = await (await context.get('/sign-up')).text()
  const hidden = [...page.matchAll(/<input type="hidden" name="(\$ACTION[^"]*)"(?: value="([^"]*)")?/g)]
  expect(hidden).not.toEqual([])
  const fields = hidden.map(([, name = '', value = '']) => [name, value.replaceAll('&quot;', '"')])
  await context.post('/sign-up', {
    headers: { ...evil, origin: portal, 'sec-fetch-site': 'same-origin' },
    multipart: { ...Object.fromEntries(fields), email },
    maxRedirects: 0,
  })
  const mail = await waitForMail(email, /./)
  expect(mail.text).toContain(`${portal}/activate/`)
  expect(mail.text + mail.html).not.toContain('evil')
  await context.dispose()
})

function ask(context: APIRequestContext, method: string, path: string): Promise<APIResponse> {
  // A post from the portal itself, so that it isn't refused for its origin.
  const headers = method === 'GET' ? undefined : { origin: portal, 'sec-fetch-site': 'same-origin' }
  const multipart = method === 'GET' ? undefined : { intent: 'save' }
  return context.fetch(path, { method, headers, multipart, maxRedirects: 0 })
}

/** The missing and the wrong headers of a response. */
function gradeHeaders(response: APIResponse): string[] {
  const headers = response.headers()
  const policy = Object.fromEntries(
    (headers['content-security-policy'] ?? '').split(/[;,]\s*/).map((directive) => {
      const [name = '', ...values] = directive.trim().split(/\s+/)
      return [name, values]
    }),
  )
  const scripts = policy['script-src'] ?? policy['default-src'] ?? []
  const closed = scripts.length === 1 && scripts[0] === "'none'"
  const wrong: [string, boolean][] = [
    ['no policy for scripts', scripts.length === 0],
    ['scripts without a nonce', !closed && !scripts.some((source) => /^'nonce-[\w+/=-]{22,}'$/.test(source))],
    ['unsafe scripts', scripts.some((source) => /unsafe|\*|^https?:|^data:/.test(source))],
    ['plug-ins', !(policy['object-src'] ?? policy['default-src'] ?? []).includes("'none'")],
    ['another base', !closed && !policy['base-uri']?.includes("'none'")],
    ['frames around it', policy['frame-ancestors']?.join(' ') !== "'none'"],
    ['sniffing', headers['x-content-type-options'] !== 'nosniff'],
    ['referrers', !['same-origin', 'no-referrer'].includes(headers['referrer-policy'] ?? '')],
    [
      'permissions',
      !/camera=\(\).*microphone=\(\)/.test(
        (headers['permissions-policy'] ?? '').replace('geolocation=(), ', ''),
      ),
    ],
    ['openers', headers['cross-origin-opener-policy'] !== 'same-origin'],
    ['embedding', headers['cross-origin-resource-policy'] !== 'same-origin'],
    ['other origins', 'access-control-allow-origin' in headers],
    ['who serves it', 'server' in headers || 'x-powered-by' in headers],
    // The journeys' product uses http: a promise of https would lock its developers out.
    ['https promised', 'strict-transport-security' in headers],
    ['a body of no type', Number(headers['content-length'] ?? 0) > 0 && !headers['content-type']],
  ]
  return wrong.filter(([, is]) => is).map(([what]) => what)
}
