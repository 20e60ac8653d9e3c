import { randomUUID } from 'node:crypto'
import { NextRequest } from 'next/server'
import { beforeAll, expect, test } from 'vitest'
import { loadPage } from '@/test/access/load-page'
import { asCaller } from '@/test/access/next-request'
import { addPlaces, type Places } from '@/test/access/places'
import { fillIn, isForStaff, isPrivate, openRoutes, pendingRoutes } from '@/test/access/routes'
import { type Person, withScene } from '@/test/access/scene'
import { type Route, walkRoutes } from '@/test/access/walk'

type Handler = (request: NextRequest, context: { params: Promise<object> }) => Promise<Response>

const portal = 'http://localhost:3000'
const privateRequests = walkRoutes()
  .filter(({ path }) => isPrivate(path))
  .flatMap((route) => route.methods.map((method) => [`${method} ${route.path}`, route, method] as const))
const requests = privateRequests.filter(([, { path }]) => path.includes('[') || isForStaff(path))

const { owner: sql, scene } = withScene({ requirements: ['Tax registration', 'Signed terms'] })
let places: Places

beforeAll(async () => {
  const query = async (text: string, values: unknown[]) => (await sql.query(text, values)).rows
  const { applicationId } = await scene.production()
  places = await addPlaces(query, applicationId, scene.sandbox.applicationId)
})

// In e2e/access.spec.ts, browsers request all of them.
// ASVS 8.2.2, 8.4.1
test.each(requests)(
  '%s is refused to another developer, and opens to its rightful caller',
  async (_, route, method) => {
    expect(await statusOf(route, method, scene.other)).toBe(route.path.includes('[') ? 404 : 403)
    // The very same URL, so that the 404 depends on the caller.
    const rightful = isForStaff(route.path) ? scene.administrator : scene.owner
    if (method === 'GET') expect(await statusOf(route, method, rightful)).toBe(200)
  },
)

// ASVS 8.2.1
test.each(privateRequests)('%s leads someone who is signed out to the sign-in', async (_, route, method) => {
  expect(await statusOf(route, method, null)).toBe('/sign-in')
})

type Head = { generateMetadata?: (props: object) => Promise<unknown> }

// Next.js asks for the title of a page apart from the page, also of one that refuses.
test.each(requests.filter(([, { kind }]) => kind === 'page'))(
  'the title of %s tells strangers nothing of what is there',
  async (_, route) => {
    const { generateMetadata } = (await import(/* @vite-ignore */ `@/app/${route.file}.tsx`)) as Head
    const params = paramsOf(route.path)
    const missing = Object.fromEntries(Object.keys(params).map((name) => [name, randomUUID()]))
    for (const claims of [scene.other.claims, null]) {
      const head = (values: object) =>
        asCaller(claims, async () =>
          generateMetadata?.({ params: Promise.resolve(values), searchParams: Promise.resolve({}) }),
        ).catch(refusalOf)
      expect(await head(params)).toEqual(await head(missing))
    }
  },
)

test('every route has its values, and there are no values for missing routes', () => {
  const routes = walkRoutes().map(({ path }) => path)
  for (const path of routes) expect(fillIn(path, places)).not.toContain('[')
  for (const path of [...openRoutes, ...pendingRoutes]) expect(routes).toContain(path)
  for (const place of Object.keys(places))
    expect([place, routes.some((path) => path === place || path.startsWith(`${place}/`))]).toEqual([
      place,
      true,
    ])
})

const forOwners = ['/delete', '/team/[developerId]', '/webhooks'].map((page) => `/applications/[id]${page}`)

test.each(requests.filter(([name]) => name.startsWith('GET /applications/[id]')))(
  '%s opens to a member of the team, unless it is for owners',
  async (_, route, method) => {
    expect(await statusOf(route, method, scene.member)).toBe(forOwners.includes(route.path) ? 404 : 200)
  },
)

/** Its status, or the path that it redirects to. */
async function statusOf(route: Route, method: string, person: Person | null): Promise<number | string> {
  const claims = person?.claims ?? null
  const path = fillIn(route.path, places)
  const params = paramsOf(route.path)
  try {
    if (route.kind === 'page') return (await loadPage(route.file, params, claims, {}, path)) ? 200 : 0
    const module = (await import(/* @vite-ignore */ `@/app/${route.file}.ts`)) as Record<string, Handler>
    const request = new NextRequest(portal + path, { method, headers: { origin: portal } })
    const context = { params: Promise.resolve(params) }
    const response = await asCaller(claims, () => module[method]?.(request, context), path)
    const { pathname } = new URL(response?.headers.get('location') ?? '/', portal)
    return pathname === '/' ? (response?.status ?? 0) : pathname
  } catch (error) {
    return refusalOf(error)
  }
}

/** The status of what Next.js throws for a refusal, or the path that it redirects to. */
function refusalOf(error: unknown): number | string {
  const { digest = '' } = error as { digest?: string }
  const [, status, redirect] =
    /^NEXT_HTTP_ERROR_FALLBACK;(\d+)$|^NEXT_REDIRECT;\w+;(\/[\w-]+)/.exec(digest) ?? []
  if (!status && !redirect) throw error
  return redirect ?? Number(status)
}

/** The values of `[…]` in this pattern. */
function paramsOf(pattern: string): object {
  const values = fillIn(pattern, places).split('/')
  const entries = pattern
    .split('/')
    .flatMap((segment, at) => (segment.startsWith('[') ? [[segment.slice(1, -1), values[at]]] : []))
  return Object.fromEntries(entries)
}
