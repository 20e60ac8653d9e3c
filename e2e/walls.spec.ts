import type { APIRequestContext, APIResponse } from '@playwright/test'
import { absentRoutes, fillIn, openRoutes, pendingRoutes } from '@/test/walls/routes'
import { walkRoutes } from '@/test/walls/walk'
import { portal } from './support/addresses'
import { signUp } from './support/developers'
import { expect, newAddress, newPassword, test } from './support/fixtures'
import { makePlaces } from './support/routes'

// Each asks every route there is.
test.describe.configure({ timeout: 240_000 })

const routes = walkRoutes()
const isPrivate = (path: string) => ![...openRoutes, ...absentRoutes, ...pendingRoutes].includes(path)
const privateRoutes = routes.filter(({ path }) => isPrivate(path))
const isForOthers = (path: string) => /^\/(review|administration)(\/|$)/.test(path)

test('every private route sends a stranger to sign in, by status', async ({ developer, playwright }) => {
  const places = await makePlaces(developer, 'Closed to strangers')
  const stranger = await playwright.request.newContext({ baseURL: portal })
  for (const { path, methods } of [...privateRoutes, { path: '/sign-in/code', methods: ['GET'] }])
    for (const method of methods) {
      const response = await ask(stranger, method, fillIn(path, places))
      const { pathname } = new URL(response.headers().location ?? '/', portal)
      expect(`${method} ${path}: ${response.status()} ${pathname}`).toMatch(/: 30[237] \/sign-in$/)
    }
  for (const path of absentRoutes) expect((await ask(stranger, 'GET', path)).status()).toBe(404)
  await stranger.dispose()
})

test('every route that names something of a developer is a 404 for another, and none opens to them', async ({
  developer,
  openBrowser,
  say,
  reviewer,
}) => {
  const places = await makePlaces(developer, 'Belongs to somebody else')
  const page = await openBrowser()
  await signUp({ page, say, email: newAddress(), password: newPassword() })
  for (const { path, methods } of privateRoutes)
    for (const method of methods) {
      const address = fillIn(path, places)
      const response = await ask(page.request, method, address)
      if (!path.includes('[') && !isForOthers(path)) continue
      expect(`${method} ${path}: ${response.status()}`).toBe(`${method} ${path}: 404`)
      expect(await response.text()).not.toContain('Belongs to somebody else')
      if (method !== 'GET') continue
      // The very same address, so that the 404 is about who asked.
      const rightful = isForOthers(path) ? reviewer : developer
      const answer = await ask(rightful.page.request, method, address)
      expect(`${method} ${path}: ${answer.status()}`).toBe(`${method} ${path}: 200`)
    }
})

test('every route carries the headers that keep browsers safe', async ({
  developer,
  reviewer,
  playwright,
}) => {
  const places = await makePlaces(developer, 'Graded')
  const stranger = await playwright.request.newContext({ baseURL: portal })
  for (const { path, methods } of routes) {
    const rightful = isForOthers(path) ? reviewer.page.request : developer.page.request
    for (const context of isPrivate(path) ? [rightful, stranger] : [stranger])
      for (const method of methods) {
        const response = await ask(context, method, fillIn(path, places))
        expect(gradeHeaders(response), `${method} ${path}`).toEqual([])
      }
  }
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

test('no page asks another host for anything, or breaks its own policy', async ({ developer, reviewer }) => {
  const places = await makePlaces(developer, 'Looked at in a browser')
  for (const { path, kind } of routes) {
    if (kind !== 'page' || [...absentRoutes, ...pendingRoutes].includes(path)) continue
    const { page } = isForOthers(path) ? reviewer : developer
    // What a page complains about, or asks another host for, fails the test at its end (support/guard.ts).
    await page.goto(fillIn(path, places), { waitUntil: 'networkidle' })
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1)
  }
})

function ask(context: APIRequestContext, method: string, path: string): Promise<APIResponse> {
  // A post that comes from the portal itself, so that what refuses it is not where it came from.
  const headers = method === 'GET' ? undefined : { origin: portal, 'sec-fetch-site': 'same-origin' }
  const multipart = method === 'GET' ? undefined : { intent: 'save' }
  return context.fetch(path, { method, headers, multipart, maxRedirects: 0 })
}

/** What is missing from, or wrong with, the headers of an answer. */
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
    // The product of the journeys speaks http: a promise of https would lock its developers out.
    ['https promised', 'strict-transport-security' in headers],
    ['a body of no type', Number(headers['content-length'] ?? 0) > 0 && !headers['content-type']],
  ]
  return wrong.filter(([, is]) => is).map(([what]) => what)
}
