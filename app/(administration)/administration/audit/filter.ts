import { isIP } from 'node:net'
import { cache } from 'react'
import { queryChoice, queryReader, queryText } from '@/app/_request/query'
import {
  type AuditFilter,
  countNewestAudit,
  isAddressRecorded,
  listAuditActions,
  signInActions,
} from '@/lib/audit/queries'
import { dayMs, isUsualTime } from '@/lib/clock'
import { findIdByEmail } from '@/lib/developers/directory'
import { type AuditGroup, auditGroups } from '@/lib/feature'
import { features } from '@/lib/features'
import { isUuid } from '@/lib/ids'

/** Once for a page, which offers them and may search for a group of them. */
export const listRecordedActions = cache(listAuditActions)

const text = queryText(254)

/** By action; the first group that its door has for it. */
const groups = new Map(
  features.flatMap(({ audit = [], auditGroup = [] }) =>
    audit.map((action) => [
      action,
      typeof auditGroup === 'string'
        ? auditGroup
        : auditGroup.find(([beginning]) => action.startsWith(beginning))?.[1],
    ]),
  ),
)
const actors = {
  staff: ['reviewer', 'administrator'],
  developers: ['developer', 'visitor'],
  system: ['system'],
} as const
type Actors = keyof typeof actors
export const auditActors = Object.keys(actors) as Actors[]

/** The search in the URL: what was typed into its fields, and the chips that are set. */
export const readSearch = queryReader({
  actor: text,
  action: text,
  subject: text,
  from: text,
  to: text,
  hideSignIns: queryChoice(['on']),
  group: queryChoice(auditGroups),
  by: queryChoice(auditActors),
})
export type AuditSearch = ReturnType<typeof readSearch>

/** Of the newest `limit` entries, how many each chip would show. */
export async function countChips(limit: number): Promise<Record<AuditGroup | Actors, number>> {
  const counted = await countNewestAudit(limit)
  const sum = (matches: (each: (typeof counted)[number]) => boolean) =>
    counted.filter(matches).reduce((total, { entries }) => total + entries, 0)
  return Object.fromEntries([
    ...auditGroups.map((group) => [group, sum(({ action }) => groups.get(action) === group)]),
    ...auditActors.map((by) => [by, sum(({ actorRole }) => listRoles(by).includes(actorRole))]),
  ])
}

function listRoles(by: Actors): readonly string[] {
  return actors[by]
}

export type SearchProblem = { field: 'actor' | 'subject' | 'from' | 'to'; reason: 'unknown' | 'badDate' }

/**
 * The condition for querying the log. Entries name people by id, so an e-mail address is looked up first; one
 * without an account, or an IP address, finds the entries that hold it. Days are UTC, and the last day is
 * included.
 */
export async function resolveSearch(
  search: AuditSearch,
): Promise<{ filter: AuditFilter; problems: SearchProblem[] }> {
  const problems: SearchProblem[] = []
  const filter: AuditFilter = {
    actions: await listActions(search),
    actorRoles: search.by && actors[search.by],
    without: search.hideSignIns && signInActions,
  }
  const actor = search.actor?.toLowerCase()
  if (actor === 'system' || actor === 'visitor') filter.actorRoles = [actor]
  else if (actor) {
    const id = await findId(actor)
    if (isUuid(id)) filter.actorId = id
    else problems.push({ field: 'actor', reason: 'unknown' })
  }
  if (search.subject) {
    const id = isIP(search.subject) ? null : await findId(search.subject)
    if (id) filter.subjectId = id
    else if (await isAddressRecorded(search.subject)) filter.address = search.subject.toLowerCase()
    else problems.push({ field: 'subject', reason: 'unknown' })
  }
  for (const [field, days] of [
    ['from', 0],
    ['to', 1],
  ] as const) {
    const text = search[field]
    const day = text ? readDay(text) : undefined
    if (day) filter[field] = new Date(day.getTime() + days * dayMs)
    else if (text) problems.push({ field, reason: 'badDate' })
  }
  return { filter, problems }
}

async function listActions({ action, group }: AuditSearch): Promise<string[] | undefined> {
  if (action) return [action]
  return group && (await listRecordedActions()).filter((each) => groups.get(each) === group)
}

async function findId(text: string): Promise<string | null> {
  return text.includes('@') ? findIdByEmail(text) : text.toLowerCase()
}

function readDay(text: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined
  const day = new Date(`${text}T00:00:00Z`)
  return isUsualTime(day) && day.toISOString().slice(0, 10) === text ? day : undefined
}
