import { database } from '@/lib/database'

/**
 * Why a person is suspended, as written by the administrator. For that person only.
 * @returns null when they are not suspended, or there is no such developer
 */
export async function findSuspension(
  who: { id: string } | { email: string },
): Promise<{ reason: string } | null> {
  const developer = await database().developer.findUnique({
    where: who,
    select: { id: true, suspendedAt: true },
  })
  if (!developer?.suspendedAt) return null
  const entry = await database().auditEntry.findFirst({
    where: { subjectType: 'developer', subjectId: developer.id, action: 'developer.suspended' },
    orderBy: { sequence: 'desc' },
    select: { detail: true },
  })
  const { reason } = (entry?.detail ?? {}) as { reason?: unknown }
  return { reason: typeof reason === 'string' ? reason : '' }
}
