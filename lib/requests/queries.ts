import type { Application } from '@/generated/prisma/client'
import { database } from '@/lib/database'
import { isUuid } from '@/lib/ids'
import { type RequestKind, requestKinds } from './schema'
import { type RequestOf, requestTable } from './table'

const shownRequests = 20
const shownWaiting = 100

/** The requests of an application, newest first. The caller has checked the right to see them. */
export function listRequests<Kind extends RequestKind>(
  kind: Kind,
  applicationId: string,
): Promise<Omit<RequestOf<Kind>, 'applicationId' | 'requestedById' | 'decidedById'>[]> {
  return requestTable(database(), kind).findMany({
    where: { applicationId },
    orderBy: [{ requestedAt: 'desc' }, { id: 'desc' }],
    take: shownRequests,
    omit: { applicationId: true, requestedById: true, decidedById: true },
  })
}

/** The requests that wait for a reviewer, the oldest first. */
export function listWaitingRequests<Kind extends RequestKind>(
  kind: Kind,
): Promise<(RequestOf<Kind> & { application: Pick<Application, 'name' | 'environment' | 'rateLimit'> })[]> {
  return requestTable(database(), kind).findMany({
    where: { state: 'open' },
    orderBy: [{ requestedAt: 'asc' }, { id: 'asc' }],
    take: shownWaiting,
    include: { application: { select: { name: true, environment: true, rateLimit: true } } },
  })
}

/** The number of requests that wait for a reviewer, of every kind. */
export async function countWaitingRequests(): Promise<number> {
  const counts = requestKinds.map((kind) =>
    requestTable(database(), kind).count({ where: { state: 'open' } }),
  )
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}

/** One request with its application, for reviewers; null for an unknown or malformed id. */
export async function findRequest<Kind extends RequestKind>(kind: Kind, id: string) {
  if (!isUuid(id)) return null
  const include = { application: true, requestedBy: { select: { email: true } } }
  return requestTable(database(), kind).findUnique({ where: { id }, include })
}
