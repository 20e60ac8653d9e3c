import type { AuditRow } from './queries'

export const auditFormats = ['csv', 'jsonl'] as const
export type AuditFormat = (typeof auditFormats)[number]

const columns = [
  ['sequence', 'sequence'],
  ['at', 'at'],
  ['actor_id', 'actorId'],
  ['actor_role', 'actorRole'],
  ['action', 'action'],
  ['subject_type', 'subjectType'],
  ['subject_id', 'subjectId'],
  ['detail', 'detail'],
  ['previous_hash', 'previousHash'],
  ['hash', 'hash'],
] as const satisfies readonly (readonly [string, keyof AuditRow])[]

/** What stands before the first row: the names of the columns in CSV, nothing in JSON lines. */
export function auditHeading(format: AuditFormat): string {
  return format === 'csv' ? `${columns.map(([name]) => name).join(',')}\r\n` : ''
}

/** One row with its line end: RFC 4180, or one JSON object. */
export function formatAuditRow(row: AuditRow, format: AuditFormat): string {
  if (format === 'csv') return `${columns.map(([, key]) => csvCell(row[key] ?? '')).join(',')}\r\n`
  const entries = columns.map(([name, key]) => `${JSON.stringify(name)}:${jsonValue(key, row)}`)
  return `{${entries.join(',')}}\n`
}

/**
 * A cell that a spreadsheet shows and never runs: what begins like a formula gets an apostrophe before it (OWASP, CSV
 * Injection).
 */
export function csvCell(text: string): string {
  const harmless = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(text) ? `'${text}` : text
  return /["\r\n,;']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** The sequence is a number, and the detail goes through as PostgreSQL wrote it, so that hashes can be recomputed. */
function jsonValue(key: keyof AuditRow, row: AuditRow): string {
  return key === 'sequence' || key === 'detail' ? row[key] : JSON.stringify(row[key])
}
