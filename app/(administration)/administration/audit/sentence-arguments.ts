import type { AuditRow } from '@/lib/audit/queries'

/** Fields of the entry's detail by which a sentence may choose its words. An older entry may be without them. */
export const sentenceFields = ['environment', 'role', 'why', 'format', 'of'] as const

/** The arguments of a sentence; all of them for every sentence, as a missing one would be an error. */
export function sentenceArguments(row?: Pick<AuditRow, 'detail' | 'subjectId'>) {
  const detail = JSON.parse(row?.detail ?? '{}') as Record<string, unknown>
  // Imports name the environment as their subject.
  const given: Record<string, unknown> = { environment: row?.subjectId, ...detail }
  return Object.fromEntries(
    sentenceFields.map((name) => [name, typeof given[name] === 'string' ? given[name] : '']),
  ) as Record<(typeof sentenceFields)[number], string>
}
