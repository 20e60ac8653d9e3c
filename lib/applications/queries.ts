import type { Application } from '@/generated/prisma/client'
import { database, type Transaction } from '@/lib/database'
import { isUuid } from '@/lib/ids'

/** A developer's applications, newest first, without the deleted ones. */
export async function listApplications(developerId: string): Promise<Application[]> {
  return database().application.findMany({
    where: { developerId, state: { not: 'deleted' } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
}

/**
 * The application `id` of this developer, or null: another's, an unknown, a malformed and a deleted one look alike.
 * @param transaction where the caller needs the answer to hold
 */
export async function findOwnedApplication(
  id: string,
  developerId: string,
  transaction: Transaction = database(),
): Promise<Application | null> {
  if (!isUuid(id)) return null
  return transaction.application.findFirst({ where: { id, developerId, state: { not: 'deleted' } } })
}
