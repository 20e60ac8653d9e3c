import { z } from 'zod'
import { queryDatabase } from '@/lib/database'
import type { Actor, AuditSubject } from './schema'

/**
 * One row of the audit log. `at` is ISO 8601 in UTC with microseconds, the hashes hexadecimal, `detail` and `addresses`
 * JSON text: the texts by name to which the detail has commitments, as far as they were not erased.
 */
export type AuditRow = {
  sequence: string
  at: string
  actorId: string | null
  actorRole: Actor['role']
  action: string
  subjectType: string
  subjectId: string
  detail: string
  previousHash: string
  hash: string
  addresses: string
}

/** Search criteria; absent ones match everything. Times: from inclusive, to exclusive. */
export type AuditFilter = {
  actorId?: string
  actorRoles?: readonly Actor['role'][]
  actions?: readonly string[]
  /** actions to leave out */
  without?: readonly string[]
  subjectType?: string
  subjectId?: string
  /** an e-mail or IP address that the entry holds outside the chain */
  address?: string
  from?: Date
  to?: Date
}

/** How people sign in and confirm who they are: most of a log, and rarely what one looks for. */
export const signInActions = [
  'session.started',
  'session.password_accepted',
  'session.confirmed',
  'session.refused',
]

/** Where a page begins: after (older than) or before (newer than) a sequence; without either it is the newest page. */
export type AuditPlace = { olderThan?: string; newerThan?: string }

const columns = `sequence, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, actor_id AS "actorId",
  actor_role AS "actorRole", action, subject_type AS "subjectType", subject_id AS "subjectId", detail::text AS detail,
  encode(previous_hash, 'hex') AS "previousHash", encode(hash, 'hex') AS hash,
  (SELECT coalesce(jsonb_object_agg(a.name, a.value), '{}') FROM audit_address a
   WHERE a.sequence = audit_entry.sequence)::text AS addresses`

const exportBatch = 1000

/**
 * One page of matching rows, newest first. Pages are cut by sequence, so that new rows do not shift them.
 * @returns the rows, and whether there are older and newer ones
 */
export async function searchAudit(
  filter: AuditFilter,
  { olderThan, newerThan }: AuditPlace,
  limit: number,
): Promise<{ rows: AuditRow[]; older: boolean; newer: boolean }> {
  const upwards = newerThan !== undefined
  const found = await select(filter, { above: newerThan, below: olderThan }, upwards, limit + 1)
  const more = found.length > limit
  const rows = found.slice(0, limit)
  return upwards
    ? { rows: rows.reverse(), older: true, newer: more }
    : { rows, older: more, newer: olderThan !== undefined }
}

/** All matching rows up to now, oldest first, in batches of a thousand: memory use does not grow with the log. */
export async function* readAudit(filter: AuditFilter): AsyncGenerator<AuditRow[]> {
  const text = 'SELECT coalesce(max(sequence), 0) + 1 AS next FROM audit_entry'
  const below = (await queryDatabase<{ next: string }>(text)).rows[0]?.next
  for (let above = '0'; ; ) {
    const rows = await select(filter, { above, below }, true, exportBatch)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (!last || rows.length < exportBatch) return
    above = last.sequence
  }
}

/** The actions that occur in the log, in alphabetical order. Reads one index entry for each. */
export async function listAuditActions(): Promise<string[]> {
  const { rows } = await queryDatabase<{ action: string }>(`
    WITH RECURSIVE each (action) AS (
      SELECT min(action) FROM audit_entry
      UNION ALL
      SELECT (SELECT min(action) FROM audit_entry WHERE action > each.action) FROM each WHERE action IS NOT NULL)
    SELECT action FROM each WHERE action IS NOT NULL`)
  return rows.map(({ action }) => action)
}

/** How often each action was recorded among the newest `limit` entries, by the actor's role. */
export async function countNewestAudit(
  limit: number,
): Promise<{ action: string; actorRole: Actor['role']; entries: number }[]> {
  const text = `SELECT action, actor_role AS "actorRole", count(*)::int AS entries
    FROM (SELECT action, actor_role FROM audit_entry ORDER BY sequence DESC LIMIT $1) newest GROUP BY 1, 2`
  return (await queryDatabase<Awaited<ReturnType<typeof countNewestAudit>>[number]>(text, [limit])).rows
}

/** Whether an entry holds this e-mail or IP address outside the chain. */
export async function isAddressRecorded(address: string): Promise<boolean> {
  const text = 'SELECT FROM audit_address WHERE value = $1 LIMIT 1'
  return (await queryDatabase(text, [address.toLowerCase()])).rows.length > 0
}

async function select(
  filter: AuditFilter,
  { above, below }: { above?: string; below?: string },
  upwards: boolean,
  limit: number,
): Promise<AuditRow[]> {
  const values: unknown[] = []
  const conditions: [unknown, string][] = [
    [filter.actorId, 'actor_id = $::uuid'],
    [filter.actorRoles, 'actor_role = ANY ($::text[])'],
    [filter.actions, 'action = ANY ($::text[])'],
    [filter.without, 'action <> ALL ($::text[])'],
    [filter.subjectType, 'subject_type = $'],
    [filter.subjectId, 'subject_id = $'],
    [filter.address, 'sequence IN (SELECT sequence FROM audit_address WHERE value = $)'],
    [filter.from, 'at >= $'],
    [filter.to, 'at < $'],
    [above, 'sequence > $::bigint'],
    [below, 'sequence < $::bigint'],
  ]
  const where = conditions
    .filter(([value]) => value !== undefined)
    .map(([value, text]) => text.replace('$', `$${values.push(value)}`))
  const text = `SELECT ${columns} FROM audit_entry ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''}
    ORDER BY audit_entry.sequence ${upwards ? 'ASC' : 'DESC'} LIMIT ${limit}`
  return (await queryDatabase<AuditRow>(text, values)).rows
}

/**
 * Since when a configuration file manages something: the first time that applying one changed it.
 * @param id of any of this type without one
 * @returns null for what no file has changed
 */
export async function findManagedSince(type: AuditSubject['type'], id?: string): Promise<Date | null> {
  const { rows } = await queryDatabase<{ since: Date | null }>(
    `SELECT min(at) AS since FROM audit_entry
     WHERE subject_type = $1 AND ($2::text IS NULL OR subject_id = $2) AND detail->'configurationFile' IS NOT NULL`,
    [type, id],
  )
  return rows[0]?.since ?? null
}

const commitment = z.object({ commitment: z.string() })

/**
 * The detail of an entry, with its addresses where they are known.
 * @param gone instead of those that were erased, or are past their retention
 */
export function readDetail<Gone>(
  { detail, addresses }: Pick<AuditRow, 'detail' | 'addresses'>,
  gone: Gone,
): Record<string, unknown> {
  const known = new Map(Object.entries(JSON.parse(addresses) as Record<string, string>))
  return Object.fromEntries(
    Object.entries(JSON.parse(detail) as Record<string, unknown>).map(([name, value]) => [
      name,
      commitment.safeParse(value).success ? (known.get(name) ?? gone) : value,
    ]),
  )
}
