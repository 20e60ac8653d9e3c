import { z } from 'zod'
import { dayMs, isUsualTime, now } from '@/lib/clock'
import { isDisguised, maxInputLength, unsafe } from '@/lib/text-input'
import { textFields } from '@/lib/translations'

export const announcementKinds = ['maintenance', 'incident', 'change', 'deprecation'] as const

/** The recipients of the e-mail: everyone with an account, or the teams of those applications. */
export const audiences = ['everyone', 'sandbox', 'production', 'recent_callers'] as const
export type Audience = (typeof audiences)[number]

/** The endpoints that can be deprecated: those whose calls are counted, by their names there. */
export const deprecableEndpoints = {
  account: 'GET /api/eWallet/v1/account',
  token: 'POST /oauth/token',
  revoke: 'POST /oauth/revoke',
  introspect: 'POST /oauth/introspect',
  sandbox: '/sandbox/v1',
} as const
export type DeprecableEndpoint = keyof typeof deprecableEndpoints

/** When it is over: a deprecation on the day of its sunset, whatever the end of its banner; null if it has no end. */
export function endOf({ endsAt, sunsetOn }: { endsAt: Date | null; sunsetOn: Date | null }): Date | null {
  return sunsetOn ?? endsAt
}

/** Days for which "Applications that called in the last 30 days" looks back. */
export const recentCallDays = 30

export const titleLimit = 120
export const textLimit = 4000
const maxDaysAhead = 3 * 366
/** An incident is often announced after it began. */
const maxDaysBack = 30

/** One line; issues are keys of messages. */
const title = z
  .string('title_required')
  .max(maxInputLength(titleLimit), 'title_too_long')
  .transform((text) => text.normalize('NFC').trim())
  .pipe(
    z
      .string()
      .min(1, 'title_required')
      .refine((text) => [...text].length <= titleLimit, 'title_too_long')
      .refine((typed) => !isDisguised(typed), 'title_unsafe'),
  )

/** Several lines of plain text. Browsers send line breaks as CR LF. */
const text = z
  .string('text_required')
  .max(maxInputLength(textLimit), 'text_too_long')
  .transform((typed) => typed.normalize('NFC').replace(/\r\n?/g, '\n').trim())
  .pipe(
    z
      .string()
      .min(1, 'text_required')
      .refine((typed) => [...typed].length <= textLimit, 'text_too_long')
      .refine((typed) => !unsafe.test(typed.replace(/[\n\t]/g, '')), 'text_unsafe'),
  )

/** `2026-11-22T10:00`, as browsers send a date and time; a date alone is its first minute. In UTC. */
const from = z.string('time_wrong').transform((typed, context) => readMoment(typed, context) ?? z.NEVER)

/** The same, or null for an open end. */
const to = z
  .string()
  .default('')
  .transform((typed, context) => (typed.trim() === '' ? null : readMoment(typed, context)))

/** `2026-11-22`. */
const date = z
  .string('sunset_required')
  .max(40, 'date_wrong')
  .transform((typed) => typed.trim())

const fields = z.object({
  ...textFields({ title, text }),
  kind: z.enum(announcementKinds, 'kind_required'),
  audience: z.enum(audiences, 'audience_required'),
  from,
  to,
  endpoint: z.string().max(40).default(''),
  sunset: date.default(''),
})

/**
 * A new announcement. Endpoint and sunset count for a deprecation only; other kinds ignore them. What is over cannot
 * be announced.
 */
export const announcementSchema = fields.transform((typed, context) => {
  const at = now()
  const refuse = refuser(context)
  if (typed.from.getTime() < at.getTime() - maxDaysBack * dayMs) refuse('from', 'from_past')
  if (typed.from.getTime() > at.getTime() + maxDaysAhead * dayMs) refuse('from', 'too_far')
  if (typed.to && typed.to <= at) refuse('to', 'to_past')
  checkPeriod(typed, refuse)
  const { endpoint, sunset, ...rest } = typed
  if (typed.kind !== 'deprecation') return { ...rest, endpoint: null, sunset: null }
  const named = z.enum(Object.keys(deprecableEndpoints) as [DeprecableEndpoint]).safeParse(endpoint)
  if (!named.success) refuse('endpoint', 'endpoint_required')
  const ends = readSunset(sunset, typed.from, refuse)
  if (ends && ends <= at) refuse('sunset', 'sunset_past')
  return { ...rest, endpoint: named.data ?? null, sunset: ends }
})

export type AnnouncementInput = z.output<typeof announcementSchema>

/** The fields that can be changed afterwards; the sunset only of a deprecation. The form says of which kind it is. */
export const announcementChangeSchema = fields
  .omit({ audience: true, endpoint: true })
  .transform(({ kind, sunset: typedSunset, ...typed }, context) => {
    const refuse = refuser(context)
    checkPeriod(typed, refuse)
    const sunset = kind === 'deprecation' ? readSunset(typedSunset, typed.from, refuse) : null
    return { ...typed, sunset }
  })

type Refuse = (field: string, message: string) => void

function refuser(context: z.core.$RefinementCtx): Refuse {
  return (field, message) => context.addIssue({ code: 'custom', path: [field], message })
}

function checkPeriod({ from: begin, to: end }: { from: Date; to: Date | null }, refuse: Refuse): void {
  if (end && end <= begin) refuse('to', 'to_before_from')
  if (end && end.getTime() > begin.getTime() + maxDaysAhead * dayMs) refuse('to', 'too_far')
}

/** RFC 9745 §4: the sunset is not earlier than the deprecation. */
function readSunset(typed: string, begin: Date, refuse: Refuse): Date | null {
  if (typed === '') refuse('sunset', 'sunset_required')
  else {
    const parsed = /T/.test(typed) ? null : parseUtc(`${typed}T00:00`)
    if (!parsed) refuse('sunset', 'date_wrong')
    else if (parsed <= begin) refuse('sunset', 'sunset_before_from')
    else if (parsed.getTime() > begin.getTime() + 10 * 366 * dayMs) refuse('sunset', 'too_far')
    else return parsed
  }
  return null
}

function readMoment(typed: string, context: z.core.$RefinementCtx): Date | null {
  const text = typed.slice(0, 40).trim().replace(' ', 'T')
  const parsed = parseUtc(text.includes('T') ? text : `${text}T00:00`)
  if (!parsed) context.addIssue({ code: 'custom', message: 'time_wrong' })
  return parsed
}

/** Null for what no calendar has, such as 30 February, which JavaScript would take for 2 March. */
function parseUtc(text: string): Date | null {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d)?$/.exec(text)
  const parsed = match && new Date(`${text}Z`)
  if (!parsed || !isUsualTime(parsed)) return null
  return parsed.toISOString().startsWith(match[1] as string) ? parsed : null
}
