import { z } from 'zod'
import { type CallOutcome, callOutcomes, type MeteredEndpoint, meteredEndpoints } from '@/lib/usage/schema'
import { type RangeName, rangeNames } from './range'

export type Query = Record<string, string | string[] | undefined>

/** What the address of the page asks for; what is none of the known values counts as absent. */
export type View = {
  range: RangeName
  outcome?: CallOutcome
  endpoint?: MeteredEndpoint
  /** Every call that is kept, not the newest alone. */
  all?: boolean
}

export function readView(query: Query): View {
  return {
    range: rangeNames.find((name) => name === query.range) ?? 'hour',
    outcome: callOutcomes.find((name) => name === query.status),
    endpoint: meteredEndpoints.find((name) => name === query.endpoint),
    all: query.calls === 'all' || undefined,
  }
}

/** The address of a view; defaults are left out. */
export function viewAddress(applicationId: string, { range, outcome, endpoint, all }: View): string {
  const query = new URLSearchParams()
  if (range !== 'hour') query.set('range', range)
  if (outcome) query.set('status', outcome)
  if (endpoint) query.set('endpoint', endpoint)
  if (all) query.set('calls', 'all')
  const path = `/applications/${applicationId}/usage`
  return query.size > 0 ? `${path}?${query}` : path
}

/** What was pasted into "Explain this error". */
export const explainSchema = z.object({ request: z.string().trim().min(1, 'noId').max(2000, 'noId') })

/** The request id within what was pasted: the id itself, a header or a whole answer; null when there is none. */
export function extractRequestId(text: string): string | null {
  return /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(text.toLowerCase())?.[0] ?? null
}

/** The error code within what was pasted: the code itself, or `code` or `error` of an answer; null when there is none. */
export function extractErrorCode(text: string): string | null {
  return (
    /^\s*([a-z_]{1,40})\s*$|"(?:code|error)"\s*:\s*"([a-z_]{1,40})"/.exec(text)?.slice(1).find(Boolean) ??
    null
  )
}
