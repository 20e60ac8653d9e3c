import { fillIn, type Places, pendingRoutes, type Visitor, visitorOf } from '@/test/walls/routes'
import { walkRoutes } from '@/test/walls/walk'

/** A page to measure. `bar` is the maximum of its 95th percentile, in milliseconds. */
export type MeasuredPage = { path: string; visitor: Visitor; bar: number }

/** The ids in URLs: `sandbox` is the busy application, `production` one in validation. */
export type Filled = { sandbox: string; production: string; places: Places }

/** The most frequent value, used for searching. */
export const busy = {
  clientId: `guichet_sandbox_id_${'1'.padStart(22, '0')}`,
  submittedClientId: `guichet_production_id_${'5'.padStart(22, '0')}`,
  msisdn: '999100000001',
}

const queueBar = 150
const pageBar = 60

/** Handlers that generate their response; others send files. */
const handlers = ['/commands', '/docs/search.json', '/docs/markdown/[[...path]]', '/docs/openapi.json']

/** Pages only of a visitor who has to accept terms or waits for approval. */
const elsewhere = ['/approval', '/terms', '/terms/accept']

/** The pages by group: `npm --prefix trials run measure -- queue` takes the first one alone. */
export const groups: Record<string, (filled: Filled) => MeasuredPage[]> = {
  queue: () => [
    { path: '/review', visitor: 'reviewer', bar: queueBar },
    { path: '/review?state=all&page=150', visitor: 'reviewer', bar: queueBar },
    { path: '/review?assignee=nobody', visitor: 'reviewer', bar: queueBar },
    { path: '/review?state=all&text=shop+77', visitor: 'reviewer', bar: queueBar },
    { path: '/review?state=all&text=company+77', visitor: 'reviewer', bar: queueBar },
  ],
  // New pages are included automatically.
  pages: (filled) => [
    ...walkRoutes()
      .filter(({ path, kind }) => (kind === 'page' ? !pendingRoutes.includes(path) : handlers.includes(path)))
      .filter(({ path }) => path !== '/review' && !elsewhere.includes(path))
      .map(({ path }) => measured(addressOf(path, filled), visitorOf(path))),
    ...variants(filled),
  ],
}

/** The same pages with larger queries, or about the most frequent values. */
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
    measured('/administration/organisations?text=company+77', 'reviewer'),
    measured(`/administration/audit?actor=${places['/administration/developers/[id]']}`, 'reviewer'),
  ]
}

function measured(path: string, visitor: Visitor): MeasuredPage {
  return { path, visitor, bar: pageBar }
}

function addressOf(path: string, { places, production }: Filled): string {
  // Only Production has these; a busy Sandbox application has all else.
  const own = { '/applications/[id]': production, '/administration/applications/[id]': production }
  return fillIn(path, { ...places, ...(/\/(validation|addresses|access)$/.test(path) && own) })
}
