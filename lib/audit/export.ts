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
  ['addresses', 'addresses'],
] as const satisfies readonly (readonly [string, keyof AuditRow])[]

/** The text before the first row: the column names in CSV, nothing in JSON lines. */
export function auditHeading(format: AuditFormat): string {
  return format === 'csv' ? `${columns.map(([name]) => name).join(',')}\r\n` : ''
}

/** One row with its line ending: RFC 4180, or one JSON object. */
export function formatAuditRow(row: AuditRow, format: AuditFormat): string {
  if (format === 'csv') return `${columns.map(([, key]) => csvCell(row[key] ?? '')).join(',')}\r\n`
  const entries = columns.map(([name, key]) => `${JSON.stringify(name)}:${jsonValue(key, row)}`)
  return `{${entries.join(',')}}\n`
}

/**
 * A cell that a spreadsheet displays and never evaluates: text that begins like a formula is prefixed with an
 * apostrophe (OWASP, CSV Injection).
 */
export function csvCell(text: string): string {
  const harmless = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(text) ? `'${text}` : text
  return /["\r\n,;']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** The sequence is a number; the detail is exactly what PostgreSQL wrote, so that hashes can be recomputed. */
function jsonValue(key: keyof AuditRow, row: AuditRow): string {
  return key === 'sequence' || key === 'detail' || key === 'addresses' ? row[key] : JSON.stringify(row[key])
}
