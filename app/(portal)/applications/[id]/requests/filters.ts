import { applicationPath } from '@/components/application-pages'
import { type Query, withQuery } from '@/components/query'
import { dayMs, now } from '@/lib/clock'
import { callFilterSchema, readCallPeriod } from '@/lib/usage/call-filter'
import type { CallFilter } from '@/lib/usage/call-log'

export type FilterName = keyof typeof callFilterSchema.shape
export type Given = Partial<Record<FilterName, string>>

const names = Object.keys(callFilterSchema.shape) as FilterName[]

/**
 * The criteria in the query of a page, as programs give them too.
 * @returns `given` as it was written, what is wrong with it, and what it means if nothing is
 */
export function readFilter(query: Query): {
  given: Given
  problems: FilterName[]
  filter: CallFilter
  before?: bigint
} {
  const present = names.filter((name) => query[name] && query[name] !== '')
  const read = callFilterSchema.safeParse(Object.fromEntries(present.map((name) => [name, query[name]])))
  const given: Given = Object.fromEntries(present.map((name) => [name, String(query[name])]))
  if (!read.success)
    return { given, problems: read.error.issues.map(({ path }) => path[0] as FilterName), filter: {} }
  const { before, from, to, ...rest } = read.data
  const filter = { ...rest, ...readCallPeriod({ from, to }) }
  return { given, problems: [], filter, before: before === undefined ? undefined : BigInt(before) }
}

/** The URL of the log with these criteria, or of one request among those. */
export function requestsPath(applicationId: string, given: Query, requestId?: string): string {
  const path = applicationPath(applicationId, 'requests')
  return withQuery(requestId ? `${path}/${requestId}` : path, given)
}

export type Chip = { label: string; day?: 'today' | 'yesterday'; set: Given; unset: Given }

/**
 * Criteria to add with one press, and those that are set: what each sets, and what remains without it.
 * @param codes error codes worth offering
 */
export function listChips(given: Given, codes: string[]): (Chip & { isSet: boolean })[] {
  const [today, yesterday] = [0, 1].map((days) =>
    new Date(now().getTime() - days * dayMs).toISOString().slice(0, 10),
  )
  const { before: _, ...kept } = given
  const offered: Omit<Chip, 'unset'>[] = [
    ...toChips('status', ['2xx', '4xx', '5xx'], given.status),
    ...toChips('endpoint', ['token', 'account'], given.endpoint),
    ...toChips('code', codes, given.code),
    { label: '', day: 'today', set: { from: today, to: today } },
    { label: '', day: 'yesterday', set: { from: yesterday, to: yesterday } },
  ]
  const isDay = offered.some(({ day, set }) => day && set.from === given.from && set.to === given.to)
  const period = isDay ? [] : (['from', 'to'] as const).flatMap((name) => toChips(name, [], given[name]))
  return [...offered, ...period].map((chip) => {
    const entries = Object.entries(chip.set) as [FilterName, string][]
    const isSet = entries.every(([name, value]) => given[name] === value)
    const unset = Object.fromEntries(Object.entries(kept).filter(([name]) => !(name in chip.set)))
    return { ...chip, isSet, set: { ...unset, ...chip.set }, unset }
  })
}

function toChips(name: FilterName, usual: string[], given: string | undefined) {
  return [...new Set([...usual, ...(given ? [given] : [])])].map((value) => ({
    label: `${name}:${value}`,
    set: { [name]: value } as Given,
  }))
}
