import type { LimitRequest, Prisma } from '@/generated/prisma/client'
import { database } from '@/lib/database'
import { isUuid } from '@/lib/ids'
import { addBusinessMinutes, slaMinutes } from '@/lib/validation/business-hours'
import { quotaRulesOf, type Wanted } from './kinds'
import { type RequestKind, requestKinds } from './schema'
import { requestTable, type ShownRequest } from './table'

const shownRequests = 20
const shownWaiting = 100

/** A request as its team sees it, with the number that texts are about: of calls per minute, or of networks. */
export type OwnRequest = Omit<
  LimitRequest,
  'applicationId' | 'requestedById' | 'decidedById' | 'callsPerMinute'
> & {
  count: number
  networks?: string[]
}

/** The requests of an application, newest first. The caller has checked the right to see them. */
export async function listRequests<Kind extends RequestKind>(
  kind: Kind,
  applicationId: string,
): Promise<(OwnRequest & Wanted<Kind>)[]> {
  const requests = await requestTable(database(), kind).findMany({
    where: { applicationId },
    orderBy: [{ requestedAt: 'desc' }, { id: 'desc' }],
    take: shownRequests,
    omit: { applicationId: true, requestedById: true, decidedById: true },
  })
  return requests.map((each) => ({ ...each, count: quotaRulesOf[kind].count(each) }))
}

const whose = {
  application: true,
  requestedBy: { select: { email: true, displayName: true } },
} satisfies Prisma.LimitRequestInclude

/** A request that waits for a reviewer, with the same number, and by when: as soon as a submission of that moment. */
export type WaitingRequest = Pick<
  ShownRequest<RequestKind>,
  'id' | 'requestedAt' | 'application' | 'requestedBy'
> & { kind: RequestKind; count: number; dueAt: Date }

/** The requests that wait for a reviewer, of every kind, the oldest first. */
export async function listWaitingRequests(): Promise<WaitingRequest[]> {
  const lists = await Promise.all(requestKinds.map(listWaiting))
  return lists.flat().sort((one, other) => one.requestedAt.getTime() - other.requestedAt.getTime())
}

async function listWaiting<Kind extends RequestKind>(kind: Kind): Promise<WaitingRequest[]> {
  const requests = await requestTable(database(), kind).findMany({
    where: { state: 'open' },
    orderBy: [{ requestedAt: 'asc' }, { id: 'asc' }],
    take: shownWaiting,
    include: whose,
  })
  return requests.map((each) => {
    const { id, requestedAt, application, requestedBy } = each
    const dueAt = addBusinessMinutes(requestedAt, slaMinutes(null))
    return { kind, id, requestedAt, application, requestedBy, count: quotaRulesOf[kind].count(each), dueAt }
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
  const request = await requestTable(database(), kind).findUnique({ where: { id }, include: whose })
  return request && { ...request, count: quotaRulesOf[kind].count(request) }
}
