import type { RefusalCause } from '@/lib/oauth/errors'

/** The endpoints whose calls are counted per application. */
export const meteredEndpoints = ['token', 'account', 'revoke', 'introspect'] as const
export type MeteredEndpoint = (typeof meteredEndpoints)[number]

/** The outcome of a call: below 400, refused (400 to 499), over a limit (429), failed (500 and more). */
export const callOutcomes = ['succeeded', 'refused', 'limited', 'failed'] as const
export type CallOutcome = (typeof callOutcomes)[number]

/** Steps that a program should have completed in the Sandbox before going further, in this order. */
export const firstSteps = ['token', 'balance', 'unknownAccount', 'refusalHandled', 'limitMet'] as const
export type FirstStep = (typeof firstSteps)[number]

/** Upper bounds of the latency buckets in milliseconds; one more bucket takes slower calls. */
export const latencyBounds = [5, 10, 25, 50, 100, 250, 1000] as const

/** Calls by outcome, issued tokens, and latency percentiles in milliseconds. */
export type Usage = {
  succeeded: number
  refused: number
  limited: number
  failed: number
  tokensMinted: number
  tokensReused: number
  /** The upper bound of the percentile's bucket; null without calls, Infinity above the last bound. */
  p50: number | null
  p95: number | null
}

/** One point of a chart: the usage in the step that begins at `at`. */
export type UsagePoint = Usage & { at: Date }

/** How many of an application's newest calls are kept, and how many of its newest errors in addition. */
export const recentCallsKept = 50

/** Counts of one application at one endpoint in one minute (Unix milliseconds); `latency` has one count per bucket. */
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

/** A call as stored. */
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

/** The content of one flush. A repeated batch of usage keeps its `flushId`, by which the database recognises it. */
export type MeterBatch = {
  flushId: string
  usage: UsageRow[]
  recent: RecentCallRow[]
  secretUses: Map<string, { at: number; address: string }>
}
