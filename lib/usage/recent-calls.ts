import { maskMsisdn } from '@/lib/wallet/msisdn'
import type { MeteredEndpoint, RecentCallRow } from './schema'

/** One answered call of a known application. `at` is in Unix milliseconds, `latency` in milliseconds. */
export type MeteredCall = {
  applicationId: string
  requestId: string
  at: number
  endpoint: MeteredEndpoint
  status: number
  errorCode: string | null
  /** Why it failed, for the application's owner. */
  hint: string | null
  latency: number
  msisdn: string | null
  address: string
  /** For token calls that succeeded: whether the token was new. */
  minted: boolean | null
}

const most = { held: 500, ofOne: 10 }

/** The latest ten calls of each application since the last flush, 500 in all. */
export function createRecentCalls(onDrop: (count: number) => void) {
  let recent = new Map<string, MeteredCall[]>()
  let held = 0

  /** Keeps the latest ten of each application, as a ring. */
  function remember(call: MeteredCall): void {
    const calls = recent.get(call.applicationId)
    if (calls && calls.length >= most.ofOne) {
      calls.shift()
      calls.push(call)
      onDrop(1)
    } else if (held >= most.held) {
      onDrop(1)
    } else {
      held++
      if (calls) calls.push(call)
      else recent.set(call.applicationId, [call])
    }
  }

  function take(): RecentCallRow[] {
    const rows = [...recent.values()].flat().map(toRecentRow)
    recent = new Map()
    held = 0
    return rows
  }

  return { remember, take, size: () => held }
}

function toRecentRow(call: MeteredCall): RecentCallRow {
  return {
    application_id: call.applicationId,
    request_id: call.requestId,
    at: new Date(call.at).toISOString(),
    endpoint: call.endpoint,
    status: call.status,
    error_code: call.errorCode,
    hint: call.hint,
    latency_ms: Math.round(call.latency),
    masked_msisdn: call.msisdn === null ? null : maskMsisdn(call.msisdn),
    address: call.address,
  }
}
