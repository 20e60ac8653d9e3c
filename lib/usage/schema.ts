import type { RefusalCause } from '@/lib/oauth/errors'

/** The endpoints whose calls are counted for an application. */
export const meteredEndpoints = ['token', 'account', 'revoke', 'introspect'] as const
export type MeteredEndpoint = (typeof meteredEndpoints)[number]

/** How a call ended: below 400, refused (400 to 499), over a limit (429), failed (500 and more). */
export const callOutcomes = ['succeeded', 'refused', 'limited', 'failed'] as const
export type CallOutcome = (typeof callOutcomes)[number]

/** What a program should have done in the Sandbox before it goes further, in this order. */
export const firstSteps = ['token', 'balance', 'unknownAccount', 'refusalHandled', 'limitMet'] as const
export type FirstStep = (typeof firstSteps)[number]

/** Upper bounds of the latency buckets in milliseconds; one more bucket takes what is slower. */
export const latencyBounds = [5, 10, 25, 50, 100, 250, 1000] as const

/** Calls by outcome, tokens given out, and latency percentiles in milliseconds. */
export type Usage = {
  succeeded: number
  refused: number
  limited: number
  failed: number
  tokensMinted: number
  tokensReused: number
  /** The upper bound of the bucket in which the percentile lies; null without calls, Infinity above the last bound. */
  p50: number | null
  p95: number | null
}

/** One point of a chart: what happened in the step that begins at `at`. */
export type UsagePoint = Usage & { at: Date }

/** How many of an application's newest calls are kept, and as many of its newest errors. */
export const recentCallsKept = 50

/** Counts of one application at one endpoint in one minute (Unix milliseconds), `latency` one count for each bucket. */
export type UsageRow = {
  applicationId: string
  minute: number
  endpoint: MeteredEndpoint
  succeeded: number
  refused: number
  limited: number
  failed: number
  latency: number[]
  minted: number
  reused: number
}

/** A call as it is stored. */
export type RecentCallRow = {
  application_id: string
  request_id: string
  at: string
  endpoint: string
  status: number
  error_code: string | null
  hint: RefusalCause | null
  latency_ms: number
  masked_msisdn: string | null
  address: string
}

/** What one flush writes. A batch of usage that is tried again keeps its `flushId`, by which the database knows it. */
export type MeterBatch = {
  flushId: string
  usage: UsageRow[]
  recent: RecentCallRow[]
  secretUses: Map<string, { at: number; address: string }>
}
