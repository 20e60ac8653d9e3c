import { isIP } from 'node:net'
import { queryChoice, queryReader, queryText } from '@/app/_request/query'
import { type AuditFilter, isAddressRecorded, signInActions } from '@/lib/audit/queries'
import { dayMs, isUsualTime } from '@/lib/clock'
import { findIdByEmail } from '@/lib/developers/directory'
import { isUuid } from '@/lib/ids'

const text = queryText(254)

/** The search in the URL: what was typed into its fields. */
export const readSearch = queryReader({
  actor: text,
  action: text,
  subject: text,
  from: text,
  to: text,
  hideSignIns: queryChoice(['on']),
})
export type AuditSearch = ReturnType<typeof readSearch>

type Problem = { field: 'actor' | 'subject' | 'from' | 'to'; reason: 'unknown' | 'badDate' }

/**
 * The condition for querying the log. Entries name people by id, so an e-mail address is looked up first; one
 * without an account, or an IP address, finds the entries that hold it. Days are UTC, and the last day is
 * included.
 */
export async function resolveSearch(
  search: AuditSearch,
): Promise<{ filter: AuditFilter; problems: Problem[] }> {
  const problems: Problem[] = []
  const filter: AuditFilter = { action: search.action, without: search.hideSignIns && signInActions }
  const actor = search.actor?.toLowerCase()
  if (actor === 'system' || actor === 'visitor') filter.actorRole = actor
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

async function findId(text: string): Promise<string | null> {
  return text.includes('@') ? findIdByEmail(text) : text.toLowerCase()
}

function readDay(text: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined
  const day = new Date(`${text}T00:00:00Z`)
  return isUsualTime(day) && day.toISOString().slice(0, 10) === text ? day : undefined
}
