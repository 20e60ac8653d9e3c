import { fillIn, openRoutes, type Places, pendingRoutes } from '@/test/walls/routes'
import { walkRoutes } from '@/test/walls/walk'

/** Who asks: nobody who is signed in, a developer with applications of their own, or a reviewer and administrator. */
export type Visitor = 'stranger' | 'developer' | 'reviewer'

/** A page to measure. `bar` is what the 95th percentile may be, in milliseconds. */
export type MeasuredPage = { path: string; visitor: Visitor; bar: number }

/** What the addresses of single things need: `sandbox` is the busy application, `production` one in validation. */
export type Filled = { sandbox: string; production: string; places: Places }

/** What there is most of, by which it is found again. */
export const busy = {
  clientId: `guichet_sandbox_id_${'1'.padStart(22, '0')}`,
  submittedClientId: `guichet_production_id_${'5'.padStart(22, '0')}`,
  msisdn: '999100000001',
}

const queueBar = 150
const pageBar = 60

/** Handlers that make what a page shows; others send files. */
const handlers = ['/commands', '/docs/search.json', '/docs/markdown/[[...path]]', '/docs/openapi.json']

/** The pages by group: `npm --prefix trials run measure -- queue` takes the first one alone. */
export const groups: Record<string, (filled: Filled) => MeasuredPage[]> = {
  queue: () => [
    { path: '/review', visitor: 'reviewer', bar: queueBar },
    { path: '/review?state=all&page=150', visitor: 'reviewer', bar: queueBar },
    { path: '/review?assignee=nobody', visitor: 'reviewer', bar: queueBar },
    { path: '/review?state=all&text=shop+77', visitor: 'reviewer', bar: queueBar },
  ],
  // A new page is among them by itself.
  pages: (filled) => [
    ...walkRoutes()
      .filter(({ path, kind }) => (kind === 'page' ? !pendingRoutes.includes(path) : handlers.includes(path)))
      .filter(({ path }) => path !== '/review')
      .map(({ path }) => measured(addressOf(path, filled), visitorOf(path))),
    ...variants(filled),
  ],
}

/** The same pages, asked for more, or about what there is most of. */
function variants({ sandbox, production, places }: Filled): MeasuredPage[] {
  const usage = `/applications/${sandbox}/usage`
  return [
    measured('/commands', 'developer'),
    measured('/commands', 'reviewer'),
    measured('/docs/search?q=token+expired', 'stranger'),
    measured('/applications', 'reviewer'),
    measured(`/applications/${production}`, 'developer'),
    measured(`${usage}?range=day`, 'developer'),
    measured(`${usage}?range=month`, 'developer'),
    measured(`${usage}?error=account_not_found`, 'developer'),
    measured('/administration/developers?text=developer-77', 'reviewer'),
    measured('/administration/applications?text=shop+77', 'reviewer'),
    measured(`/administration/audit?actor=${places['/administration/developers/[id]']}`, 'reviewer'),
  ]
}

function measured(path: string, visitor: Visitor): MeasuredPage {
  return { path, visitor, bar: pageBar }
}

function addressOf(path: string, { places, production }: Filled): string {
  // Documents are asked for in Production only; all else of an application is there for a busy Sandbox one.
  const own = path.endsWith('/validation') ? { '/applications/[id]': production } : {}
  return fillIn(path, { ...places, ...own })
}

function visitorOf(path: string): Visitor {
  if (openRoutes.includes(path)) return 'stranger'
  return /^\/(review|administration)\b/.test(path) ? 'reviewer' : 'developer'
}
