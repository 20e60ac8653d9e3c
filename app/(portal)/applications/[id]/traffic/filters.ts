import { applicationPath, requestPath } from '@/components/application-pages'
import { type Query, withQuery } from '@/components/query'
import { removeMarks } from '@/lib/text-input'
import { callFilterSchema, readCallPeriod } from '@/lib/usage/call-filter'
import type { CallFilter } from '@/lib/usage/call-log'
import { type RangeName, rangeNames } from '@/lib/usage/range'
import { callOutcomes, statusOfOutcome } from '@/lib/usage/schema'

export type FilterName = keyof typeof callFilterSchema.shape
export type Given = Partial<Record<FilterName, string>>

/** What a page of traffic shows, as its query has it; the period that it opens on is left out of URLs. */
export type View = {
  range: RangeName
  /** The criteria as they were written. */
  given: Given
  problems: FilterName[]
  /** What they mean; nothing if one is wrong. */
  filter: CallFilter
  before?: bigint
  /** Whether new calls arrive by themselves. */
  live: boolean
}

const opening = 'day'
const names = Object.keys(callFilterSchema.shape) as FilterName[]

/** The criteria in the query of a page, as programs give them too. */
export function readView(query: Query): View {
  const range = rangeNames.find((each) => each === query.range) ?? opening
  const present = names.filter((name) => query[name] && query[name] !== '')
  const given: Given = Object.fromEntries(present.map((name) => [name, readText(name, String(query[name]))]))
  const live = query.live === 'on' && !given.from && !given.to
  const read = callFilterSchema.safeParse(given)
  if (!read.success)
    return {
      range,
      given,
      problems: read.error.issues.map(({ path }) => path[0] as FilterName),
      filter: {},
      live,
    }
  const { before, from, to, ...rest } = read.data
  const filter = { ...rest, ...readCallPeriod({ from, to }) }
  return {
    range,
    given,
    problems: [],
    filter,
    before: before === undefined ? undefined : BigInt(before),
    live,
  }
}

/** The page of charts of earlier releases had times without a zone, in UTC. */
function readText(name: FilterName, typed: string): string {
  const text = removeMarks(typed).trim()
  const isLocal = (name === 'from' || name === 'to') && /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)
  return isLocal ? `${text}:00Z` : text
}

type Address = { range?: RangeName; given: Query; live?: boolean }

/** The URL of traffic with these criteria, or of one request among those. */
export function trafficPath(
  applicationId: string,
  { range, given, live }: Address,
  requestId?: string,
): string {
  const path = requestId ? requestPath(applicationId, requestId) : applicationPath(applicationId, 'traffic')
  return withQuery(path, { range: range === opening ? '' : range, ...given, live: live ? 'on' : '' })
}

/** The view on its newest requests. */
export function newest({ range, given: { before: _, ...given } }: Pick<View, 'range' | 'given'>) {
  return { range, given }
}

/** The view without what is selected of its period. */
export function withoutPeriod({ range, given: { from: _from, to: _to, before: _, ...given } }: View) {
  return { range, given }
}

export type Chip = {
  name: 'status' | 'endpoint' | 'code'
  value: string
  isSet: boolean
  set: Given
  unset: Given
}

/**
 * Criteria to add with one press, and those that are set: what each sets, and what remains without it.
 * @param offered statuses and error codes worth offering
 */
export function listChips(given: Given, offered: readonly Pick<Chip, 'name' | 'value'>[]): Chip[] {
  const { before: _, ...kept } = given
  const toChips = (name: Chip['name']) =>
    [
      ...new Set([
        ...offered.flatMap((each) => (each.name === name ? [each.value] : [])),
        ...(given[name] ? [given[name]] : []),
      ]),
    ].map((value) => {
      const unset = Object.fromEntries(Object.entries(kept).filter(([each]) => each !== name))
      return { name, value, isSet: given[name] === value, set: { ...unset, [name]: value }, unset }
    })
  return (['status', 'code', 'endpoint'] as const).flatMap(toChips)
}

/** Where a search in the log leads that releases before 0.2.0 had in the query of this page; null for any other. */
export function findMovedLog(applicationId: string, query: Query): string | null {
  const text = (name: string) => (typeof query[name] === 'string' ? query[name].slice(0, 45) : undefined)
  const [status, since, until, request] = ['status', 'since', 'until', 'request'].map(text)
  if (request) return requestPath(applicationId, encodeURIComponent(request))
  const outcome = callOutcomes.find((each) => each === status)
  if (!since && !until && !outcome) return null
  const [from, to] = [since, until].map((local) => local && `${local}Z`)
  const { since: _since, until: _until, ...same } = query
  const given = { ...same, status: outcome ? statusOfOutcome[outcome] : status, from, to }
  return withQuery(applicationPath(applicationId, 'traffic'), given)
}
