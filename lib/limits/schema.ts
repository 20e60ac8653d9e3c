import { z } from 'zod'
import { reasonSchema } from '@/lib/developers/reason'
import { maxTypedLength } from '@/lib/typed-text'

/** The highest limit that an application can have, in calls per minute. */
export const maxCallsPerMinute = 10_000_000

// As people write numbers: `10 000` with any kind of space, as French does. Never `1,000` or `1.000`, which mean one in
// some languages.
const digits = z
  .string('limit_required')
  .max(maxTypedLength(40), 'limit_wrong')
  .transform((text) => text.replace(/\s/g, ''))

const number = z
  .string()
  .regex(/^[0-9]{1,8}$/, 'limit_wrong')
  .transform(Number)
  .refine((count) => count >= 1 && count <= maxCallsPerMinute, 'limit_wrong')

/** An administrator's limit for one application; empty, null here, is the default of its environment. */
export const limitSchema = z.object({
  callsPerMinute: digits.transform((text) => text || null).pipe(number.nullable()),
})

/** The limit that a team requests, and what it needs it for. Issues are keys of messages. */
export const limitRequestSchema = reasonSchema.extend({
  callsPerMinute: digits.pipe(z.string().min(1, 'limit_required').pipe(number)),
})

export type LimitRequestInput = z.output<typeof limitRequestSchema>

/** A reviewer's decision; a rejection needs a reason, and an approval can have one. */
export const limitDecisionSchema = z
  .object({ outcome: z.enum(['approved', 'rejected']), reason: z.string().default('') })
  .transform(({ outcome, reason }, context) => {
    if (outcome === 'approved' && reason.trim() === '') return { outcome, reason: '' }
    const parsed = reasonSchema.safeParse({ reason })
    if (parsed.success) return { outcome, ...parsed.data }
    for (const { path, message } of parsed.error.issues)
      context.addIssue({ code: 'custom', path: [...path], message })
    return z.NEVER
  })

export type LimitDecision = z.output<typeof limitDecisionSchema>
