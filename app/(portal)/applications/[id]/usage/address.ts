import { z } from 'zod'
import { queryChoice, queryReader, queryText } from '@/app/_request/query'
import { applicationPath } from '@/components/application-nav'
import { withQuery } from '@/components/query'
import { rangeNames, resolutions } from '@/lib/usage/range'
import { callOutcomes, meteredEndpoints } from '@/lib/usage/schema'

/** The statuses of calls that can be linked to an application, other than 200. */
export const statuses = ['400', '401', '404', '405', '413', '429', '503'] as const

/** The parameters in the URL of the page; an unknown value counts as absent. */
export const readView = queryReader({
  range: z.enum(rangeNames).catch('hour'),
  /** A period of one's own, and the length of its intervals in minutes. */
  from: queryText(),
  to: queryText(),
  step: queryChoice(resolutions),
  /** The search in the request log. */
  status: queryChoice([...callOutcomes, ...statuses]),
  endpoint: queryChoice(meteredEndpoints),
  code: queryText(40),
  msisdn: queryText(30),
  request: queryText(45),
  since: queryText(),
  until: queryText(),
  /** Where a page of the log begins. */
  before: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional()
    .catch(undefined),
})

export type View = ReturnType<typeof readView>

/** The URL of a view; defaults are left out. */
export function viewAddress(applicationId: string, { range, ...rest }: View): string {
  const path = applicationPath(applicationId, 'usage')
  return withQuery(path, { range: range === 'hour' ? '' : range, ...rest })
}

/** Text pasted into "Explain this error". */
export const explainSchema = z.object({ request: z.string().trim().min(1, 'noId').max(2000, 'noId') })

/** The request ID in pasted text: an ID, a header or a whole response; null if there is none. */
export function extractRequestId(text: string): string | null {
  return /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(text.toLowerCase())?.[0] ?? null
}

/** The error code in pasted text: a code, or `code` or `error` of a response; null if there is none. */
export function extractErrorCode(text: string): string | null {
  return (
    /^\s*([a-z_]{1,40})\s*$|"(?:code|error)"\s*:\s*"([a-z_]{1,40})"/.exec(text)?.slice(1).find(Boolean) ??
    null
  )
}
