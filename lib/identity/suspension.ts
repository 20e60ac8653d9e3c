import { readDetail } from '@/lib/audit/detail'
import { searchAudit } from '@/lib/audit/queries'
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
  const filter = { subjectType: 'developer', subjectId: developer.id, actions: ['developer.suspended'] }
  const [entry] = (await searchAudit(filter, {}, 1)).rows
  const reason = entry && readDetail(entry, '').reason
  return { reason: typeof reason === 'string' ? reason : '' }
}
