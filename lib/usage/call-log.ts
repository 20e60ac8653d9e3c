import { database } from '@/lib/database'
import { isUuid } from '@/lib/ids'
import { maskMsisdn, parseMsisdn } from '@/lib/wallet/msisdn'
import { type CallOutcome, callOutcomes, type MeteredEndpoint } from './schema'

/** The criteria of a search for calls; absent criteria match everything. */
export type CallFilter = {
  /** An outcome, an HTTP status as text, or its class, such as `4xx`. */
  status?: string
  endpoint?: MeteredEndpoint
  code?: string
  /** As it is stored: `221*******67`. */
  msisdn?: string
  requestId?: string
  from?: Date
  /** Exclusive. */
  to?: Date
}

/** The range of statuses of each outcome, as the meter classifies them. */
const outcomes: Record<CallOutcome, object> = {
  succeeded: { lt: 400 },
  refused: { gte: 400, lt: 500, not: 429 },
  limited: { equals: 429 },
  failed: { gte: 500 },
}

/**
 * One page of the kept calls of an application, newest first, for debugging by its team. Each gateway writes about once
 * a second, so the order of ids follows time only roughly; a page is sorted by time.
 * @param olderThan the last id of the previous page
 */
export async function searchCalls(
  applicationId: string,
  { status, endpoint, code, msisdn, requestId, from, to }: CallFilter,
  limit: number,
  olderThan?: bigint,
) {
  const found = await database().recentCall.findMany({
    where: {
      applicationId,
      endpoint,
      errorCode: code,
      maskedMsisdn: msisdn,
      status: toStatus(status),
      requestId: requestId === undefined ? undefined : isUuid(requestId) ? requestId : { in: [] },
      at: { gte: from, lt: to },
      id: { lt: olderThan },
    },
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

function toStatus(status: string | undefined): object | number | undefined {
  if (status === undefined) return undefined
  const outcome = callOutcomes.find((each) => each === status)
  const [, hundreds] = /^([2-5])xx$/.exec(status) ?? []
  if (hundreds) return { gte: Number(hundreds) * 100, lt: (Number(hundreds) + 1) * 100 }
  return outcome ? outcomes[outcome] : Number(status)
}

/** A number as it is stored with calls: whole numbers are masked, masked ones stay; null for anything else. */
export function toMaskedMsisdn(text: string): string | null {
  const compact = text.replace(/[\s-]/g, '')
  if (/^[1-9]\d{2}\*{1,10}\d{2}$/.test(compact)) return compact
  const digits = parseMsisdn(compact)
  return digits && maskMsisdn(digits)
}
