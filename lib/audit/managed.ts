import { queryDatabase } from '@/lib/database'
import type { AuditSubject } from './schema'

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
