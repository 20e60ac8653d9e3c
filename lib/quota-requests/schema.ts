import { z } from 'zod'
import { reasonSchema } from '@/lib/developers/reason'
import { digitsSchema, limitNumberSchema } from '@/lib/limits/schema'

/** What teams request for an application: a higher rate limit, or addresses beyond those that were approved. */
export const requestKinds = ['limits', 'networks'] as const

export type RequestKind = (typeof requestKinds)[number]

/** The limit that a team requests, and what it needs it for. Issues are keys of messages. */
export const limitRequestSchema = reasonSchema.extend({
  callsPerMinute: digitsSchema.pipe(z.string().min(1, 'limit_required').pipe(limitNumberSchema)),
})

/** A reviewer's decision; a rejection needs a reason, and an approval can have one. */
export const requestDecisionSchema = z
  .object({ outcome: z.enum(['approved', 'rejected']), reason: z.string().default('') })
  .transform(({ outcome, reason }, context) => {
    if (outcome === 'approved' && reason.trim() === '') return { outcome, reason: '' }
    const parsed = reasonSchema.safeParse({ reason })
    if (parsed.success) return { outcome, ...parsed.data }
    for (const { path, message } of parsed.error.issues)
      context.addIssue({ code: 'custom', path: [...path], message })
    return z.NEVER
  })

export type RequestDecision = z.output<typeof requestDecisionSchema>
