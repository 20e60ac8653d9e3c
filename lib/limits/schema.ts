import { z } from 'zod'
import { maxInputLength } from '@/lib/text-input'

/** The highest limit that an application can have, in calls per minute. */
export const maxCallsPerMinute = 10_000_000

/**
 * Digits as people write numbers: `10 000` with any kind of space, as French does. Never `1,000` or `1.000`, which mean
 * one in some languages.
 */
export const digitsSchema = z
  .string('limit_required')
  .max(maxInputLength(40), 'limit_wrong')
  .transform((text) => text.replace(/\s/g, ''))

export const limitNumberSchema = z
  .string()
  .regex(/^[0-9]{1,8}$/, 'limit_wrong')
  .transform(Number)
  .refine((count) => count >= 1 && count <= maxCallsPerMinute, 'limit_wrong')

/** An administrator's limit for one application; empty, null here, is the default of its environment. */
export const limitSchema = z.object({
  callsPerMinute: digitsSchema.transform((text) => text || null).pipe(limitNumberSchema.nullable()),
})
