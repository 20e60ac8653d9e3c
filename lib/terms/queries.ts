import { database, type Transaction } from '@/lib/database'
import { listTextColumns } from '@/lib/translations'
import type { TermsVersion } from './schema'

const columns = `version, ${listTextColumns(['text'])}, effective_from AS "effectiveFrom",
  published_at AS "publishedAt"`

/**
 * The version in force, by the database's clock: the newest whose day has come (UTC). Null while there is none.
 * @param transaction to decide together with what follows
 */
export async function findCurrentTerms(transaction?: Transaction): Promise<TermsVersion | null> {
  const found = await (transaction ?? database()).$queryRawUnsafe<TermsVersion[]>(
    `SELECT ${columns} FROM terms_version
     WHERE effective_from <= (now() AT TIME ZONE 'UTC')::date AND published_at <= now()
     ORDER BY version DESC LIMIT 1`,
  )
  return found[0] ?? null
}

/** The number of the version in force, or null: for what only links to it. */
export async function findCurrentVersion(): Promise<number | null> {
  const found = await database().$queryRaw<{ version: number }[]>`
    SELECT version FROM terms_version
    WHERE effective_from <= (now() AT TIME ZONE 'UTC')::date AND published_at <= now()
     ORDER BY version DESC LIMIT 1`
  return found[0]?.version ?? null
}

/** One version, also one whose day has not come; null if there is none. */
export async function findTerms(version: number): Promise<TermsVersion | null> {
  const [found] = await database().$queryRawUnsafe<TermsVersion[]>(
    `SELECT ${columns} FROM terms_version WHERE version = $1 AND published_at <= now()`,
    version,
  )
  return found ?? null
}

/** How many can sign in as a developer, who all have to accept a version. @param accepted only those who did */
export function countAsked(accepted?: number): Promise<number> {
  const open = { activatedAt: { not: null }, suspendedAt: null, deletedAt: null }
  const termsAcceptances = accepted === undefined ? undefined : { some: { version: accepted } }
  return database().developer.count({ where: { role: 'developer', ...open, termsAcceptances } })
}

/** The newest version that the developer accepted before `version`; null for none. */
export async function findAcceptedBefore(developerId: string, version: number): Promise<TermsVersion | null> {
  const accepted = await database().termsAcceptance.findFirst({
    where: { developerId, version: { lt: version } },
    orderBy: { version: 'desc' },
  })
  return accepted && findTerms(accepted.version)
}

export type TermsEntry = Pick<TermsVersion, 'version' | 'effectiveFrom' | 'publishedAt'> & {
  accepted: number
}

/** Every version, newest first, with how many people accepted it. */
export async function listTerms(): Promise<TermsEntry[]> {
  return database().$queryRaw<TermsEntry[]>`
    SELECT version, effective_from AS "effectiveFrom", published_at AS "publishedAt",
           (SELECT count(*)::int FROM terms_acceptance a WHERE a.version = v.version) AS accepted
    FROM terms_version v ORDER BY version DESC`
}

export type Unaccepting = { id: string; email: string; displayName: string; remindedAt: Date | null }

/**
 * Developers who have not accepted the version in force, oldest accounts first: those who can sign in, as reviewers and
 * administrators are exempt.
 * @param after the id of the last row of the previous page
 */
export async function listUnaccepting(
  version: number,
  limit: number,
  after: string | null = null,
): Promise<{ rows: Unaccepting[]; more: boolean }> {
  const rows = await database().$queryRaw<Unaccepting[]>`
    SELECT d.id, d.email, d.display_name AS "displayName", r.sent_at AS "remindedAt"
    FROM developer d LEFT JOIN terms_reminder r ON r.developer_id = d.id AND r.version = ${version}
    WHERE d.role = 'developer' AND d.activated_at IS NOT NULL AND d.suspended_at IS NULL AND d.deleted_at IS NULL
      AND NOT EXISTS (SELECT FROM terms_acceptance a WHERE a.developer_id = d.id AND a.version = ${version})
      AND (${after}::uuid IS NULL OR d.id > ${after}::uuid)
    ORDER BY d.id LIMIT ${limit + 1}`
  return { rows: rows.slice(0, limit), more: rows.length > limit }
}
