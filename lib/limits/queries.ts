import type { Environment, LimitRequestState } from '@/generated/prisma/enums'
import { defaultLimit, limitOf } from '@/lib/applications/rate-limit'
import { database } from '@/lib/database'
import { isUuid } from '@/lib/ids'

/** A request as the team of its application sees it. `decisionReason` is the reviewer's, where they gave one. */
export type LimitRequestEntry = {
  id: string
  callsPerMinute: number
  reason: string
  state: LimitRequestState
  requestedAt: Date
  closedAt: Date | null
  decisionReason: string | null
}

/** An open request as reviewers see it; `limit` is the limit in force, in calls per minute, 0 if unlimited. */
export type WaitingLimitRequest = {
  id: string
  applicationName: string
  environment: Environment
  callsPerMinute: number
  limit: number
  requestedAt: Date
}

const shownRequests = 20
const shownWaiting = 100

/** The requests of an application, newest first. The caller has checked the right to see them. */
export function listLimitRequests(applicationId: string): Promise<LimitRequestEntry[]> {
  return database().limitRequest.findMany({
    where: { applicationId },
    orderBy: [{ requestedAt: 'desc' }, { id: 'desc' }],
    take: shownRequests,
    omit: { applicationId: true, requestedById: true, decidedById: true },
  })
}

/** The requests that wait for a reviewer, the oldest first. */
export async function listWaitingLimitRequests(): Promise<WaitingLimitRequest[]> {
  const found = await database().limitRequest.findMany({
    where: { state: 'open' },
    orderBy: [{ requestedAt: 'asc' }, { id: 'asc' }],
    take: shownWaiting,
    include: { application: { select: { name: true, environment: true, rateLimit: true } } },
  })
  return found.map(({ id, callsPerMinute, requestedAt, application }) => ({
    id,
    callsPerMinute,
    requestedAt,
    applicationName: application.name,
    environment: application.environment,
    limit: limitOf(application),
  }))
}

/**
 * One request with its application, for reviewers; null for an unknown or malformed id. `limit` is the limit in force
 * now, `usualLimit` that of the environment.
 */
export async function findLimitRequest(id: string) {
  if (!isUuid(id)) return null
  const found = await database().limitRequest.findUnique({
    where: { id },
    include: {
      application: { include: { developer: { select: { email: true } } } },
      requestedBy: { select: { email: true } },
    },
  })
  if (!found) return null
  const { application } = found
  return { ...found, limit: limitOf(application), usualLimit: defaultLimit(application.environment) }
}
