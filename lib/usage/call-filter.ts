import { z } from 'zod'
import { dayMs, isUsualTime } from '@/lib/clock'
import { meteredEndpoints } from './schema'

const date = /^\d{4}-\d\d-\d\d$/
const wrongTime = 'Must be a date, such as 2026-11-22, or a time of RFC 3339, such as 2026-11-22T10:00:00Z.'
const time = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], wrongTime)
  .refine((text) => isUsualTime(Date.parse(text)), wrongTime)

/** The criteria by which requests are listed, as they are in a URL; dates are whole days in UTC. */
export const callFilterSchema = z.object({
  status: z
    .string()
    .regex(/^[2-5](xx|\d\d)$/, 'Must be 2xx, 3xx, 4xx, 5xx, or three digits.')
    .optional(),
  endpoint: z.enum(meteredEndpoints, `Must be one of ${meteredEndpoints.join(', ')}.`).optional(),
  code: z
    .string()
    .regex(/^[a-z_]{1,40}$/, 'Must be an error code, such as invalid_msisdn.')
    .optional(),
  from: time.optional(),
  to: time.optional(),
  /** Where the next page begins. */
  before: z
    .string()
    .regex(/^\d{1,18}$/, 'Must be next of the previous page.')
    .optional(),
})

export type ListedCallFilter = z.output<typeof callFilterSchema>

/** The period of a filter, with an exclusive end. */
export function readCallPeriod({ from, to }: Pick<ListedCallFilter, 'from' | 'to'>) {
  return {
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(Date.parse(to) + (date.test(to) ? dayMs : 0)),
  }
}

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
