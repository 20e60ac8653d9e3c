import { database } from '@/lib/database'
import type { MeteredEndpoint } from './schema'

/** The criteria of a search for calls; absent criteria match everything. */
export type CallFilter = {
  /** An HTTP status as text, or its class, such as `4xx`. */
  status?: string
  endpoint?: MeteredEndpoint
  code?: string
  from?: Date
  /** Exclusive. */
  to?: Date
}

/**
 * One page of the kept calls of an application, newest first, for debugging by its team. Each gateway writes about once
 * a second, so the order of ids follows time only roughly; a page is sorted by time.
 * @param olderThan the last id of the previous page
 */
export async function searchCalls(
  applicationId: string,
  filter: CallFilter,
  limit: number,
  olderThan?: bigint,
) {
  const found = await database().requestLogEntry.findMany({
    where: { ...toWhere(applicationId, filter), id: { lt: olderThan } },
    orderBy: { id: 'desc' },
    take: limit + 1,
    omit: { response: true },
  })
  const last = found[limit - 1]
  const calls = found.slice(0, limit)
  return {
    calls: calls.sort((one, other) => other.at.getTime() - one.at.getTime() || Number(other.id - one.id)),
    /** Where the next page begins; null on the last one. */
    older: found.length > limit && last ? last.id : null,
  }
}

/** The id of the call that was kept last, which is written after what the call counts for; null without one. */
export async function findNewestCall(applicationId: string): Promise<string | null> {
  const where = { applicationId }
  const call = await database().requestLogEntry.findFirst({
    where,
    orderBy: { id: 'desc' },
    select: { id: true },
  })
  return call?.id.toString() ?? null
}

/** How many kept calls match. */
export function countLogged(applicationId: string, filter: CallFilter): Promise<number> {
  return database().requestLogEntry.count({ where: toWhere(applicationId, filter) })
}

/** The request ids of the calls before and after this one among those that match; null where there is none. */
export async function findNeighbouringRequests(applicationId: string, filter: CallFilter, id: bigint) {
  const where = toWhere(applicationId, filter)
  const select = { requestId: true }
  const calls = database().requestLogEntry
  const [newer, older] = await Promise.all([
    calls.findFirst({ where: { ...where, id: { gt: id } }, orderBy: { id: 'asc' }, select }),
    calls.findFirst({ where: { ...where, id: { lt: id } }, orderBy: { id: 'desc' }, select }),
  ])
  return { newer: newer?.requestId ?? null, older: older?.requestId ?? null }
}

function toWhere(applicationId: string, { status, endpoint, code, from, to }: CallFilter) {
  return { applicationId, endpoint, errorCode: code, status: toStatus(status), at: { gte: from, lt: to } }
}

function toStatus(status: string | undefined): object | number | undefined {
  if (status === undefined) return undefined
  const [, hundreds] = /^([2-5])xx$/.exec(status) ?? []
  return hundreds ? { gte: Number(hundreds) * 100, lt: (Number(hundreds) + 1) * 100 } : Number(status)
}
