import type { RefusalCause } from '@/lib/oauth/errors'

/** The endpoints whose calls are counted per application. */
export const meteredEndpoints = ['token', 'account', 'revoke', 'introspect', 'sandbox'] as const
export type MeteredEndpoint = (typeof meteredEndpoints)[number]

/** The outcome of a call: below 400, refused (400 to 499), over a limit (429), failed (500 and more). */
export const callOutcomes = ['succeeded', 'refused', 'limited', 'failed'] as const
export type CallOutcome = (typeof callOutcomes)[number]

/** What finds the calls of an outcome in the log; `4xx` finds those over a limit as well. */
export const statusOfOutcome: Record<CallOutcome, string> = {
  succeeded: '2xx',
  refused: '4xx',
  limited: '429',
  failed: '5xx',
}

/** Calls of all endpoints, and those of them that did not succeed, except tests (`testCode`). */
export type Calls = { calls: number; errors: number }

/** With what its limit and the service refused, tests included. */
export type Hour = Calls & { limited: number; failed: number }

/** Steps that a program should have completed in the Sandbox before going further, in this order. */
export const firstSteps = ['token', 'balance', 'unknownAccount', 'refusalHandled', 'limitMet'] as const
export type FirstStep = (typeof firstSteps)[number]

/**
 * Counted instead of the error code of a call for the reserved number, which the activation check of an approval and
 * the portal's example make: it is refused like any other, but it is not an error of the application.
 */
export const testCode = 'account_not_found:test'

/** Upper bounds of the latency buckets in milliseconds; one more bucket takes slower calls. */
export const latencyBounds = [
  1, 2, 3, 5, 7, 10, 15, 25, 35, 50, 70, 100, 150, 250, 500, 700, 1000, 2000, 5000,
] as const

/** The bounds of the previous version, which counts by these alone; each is one of the finer ones. */
export const coarseBounds = [5, 10, 25, 50, 100, 250, 1000] as const

/** Calls by outcome, issued tokens, and latency percentiles in milliseconds. */
export type Usage = {
  succeeded: number
  refused: number
  limited: number
  failed: number
  /** Those not `succeeded`, except tests (`testCode`). */
  errors: number
  tokensMinted: number
  tokensReused: number
  /** Estimated within the percentile's bucket; null without calls, the last bound for anything above it. */
  p50: number | null
  p95: number | null
  p99: number | null
}

/** One point of a chart: the usage in the step that begins at `at`. */
export type UsagePoint = Usage & { at: Date }

/** How many of an application's calls are kept, and for how long. */
export const requestLogRetention = {
  successes: { calls: 100, days: 7 },
  errors: { calls: 300, days: 30 },
} as const

/** Calls of programs to the portal in a minute: by one address without a key, and with one key. */
export const callLimits = { address: 60, key: 600, landing_address: 6, landing: 30 } as const

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
  /** Errors by code; null without errors. */
  codes: Record<string, number> | null
}

/** Networks by which the calls of one application are counted; the database allows no more. */
export const maxCountedNetworks = 200

/** Calls of one application from one network (a /24 or /56, empty for all others) on one day since 1970. */
export type NetworkRow = { applicationId: string; day: number; network: string; calls: number }

/**
 * What the cases of a rehearsal compare in a call. Times are in Unix milliseconds with a fraction, by the
 * database's clock, whichever gateway it was; the others are null where they do not apply.
 */
export type RehearsalFacts = {
  arrivedAt: number
  respondedAt: number
  /** Which token it presented: equal for calls with the same one, and nothing to call with. */
  token: string | null
  /** Which number it requested: the id of a key, a full stop, and the hash with that key. */
  msisdn: string | null
  /** The status of the account in the response. */
  account: string | null
  /**
   * Which gateway's clock it was, by how many milliseconds it may have been wrong, and what was added to it:
   * earlier versions did not record that.
   */
  clock?: { id: string; errorMs: number; offset?: number }
}

/** A call as stored. */
export type RequestLogRow = {
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
  method: string
  response: string | null
  rehearsal_id?: string
  rehearsal_number?: number
  rehearsal_facts?: RehearsalFacts
}

/** The content of one flush. A repeated batch of usage keeps its `flushId`, by which the database recognises it. */
export type MeterBatch = {
  flushId: string
  usage: UsageRow[]
  recent: RequestLogRow[]
  credentialUses: Map<string, { at: number; address: string }>
  networks: NetworkRow[]
  /** Rehearsals with a call that could not be counted before its response. */
  uncounted: string[]
}
