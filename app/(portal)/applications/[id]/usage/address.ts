import { z } from 'zod'
import { queryChoice, queryReader, queryText } from '@/app/_request/query'
import { applicationPath } from '@/components/application-pages'
import { type Query, withQuery } from '@/components/query'
import { rangeNames, resolutions } from '@/lib/usage/range'

/** The range that the page opens on. */
const opening = 'day'

/** The parameters in the URL of the page; an unknown value counts as absent. */
export const readView = queryReader({
  range: z.enum(rangeNames).catch(opening),
  /** A period of one's own, and the length of its intervals in minutes. */
  from: queryText(),
  to: queryText(),
  step: queryChoice(resolutions),
})

export type View = ReturnType<typeof readView>

/** The URL of a view; defaults are left out. */
export function viewAddress(applicationId: string, { range, ...rest }: View): string {
  const path = applicationPath(applicationId, 'usage')
  return withQuery(path, { range: range === opening ? '' : range, ...rest })
}

const statuses: Record<string, string> = { succeeded: '2xx', refused: '4xx', limited: '429', failed: '5xx' }
const readOldLog = queryReader(
  Object.fromEntries(
    ['status', 'endpoint', 'code', 'since', 'until', 'before', 'request', 'msisdn'].map((name) => [
      name,
      queryText(45),
    ]),
  ),
)

/** Where a search in the log leads that earlier releases had on this page; null for any other query. */
export function findMovedLog(applicationId: string, query: Query): string | null {
  const { status, since, until, request, msisdn, ...same } = readOldLog(query)
  if (![status, since, until, request, msisdn, ...Object.values(same)].some(Boolean)) return null
  const path = applicationPath(applicationId, 'requests')
  if (request) return `${path}/${encodeURIComponent(request)}`
  const [from, to] = [since, until].map((local) => local && `${local}Z`)
  return withQuery(path, { status: status && (statuses[status] ?? status), ...same, from, to })
}
