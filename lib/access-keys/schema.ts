import { z } from 'zod'
import { shortName } from '@/lib/identity/schema'

/** Days that a personal access key may last. */
export const accessKeyDays = { default: 90, max: 365 } as const

/** What programs may do with a personal access key. */
export const accessKeyPermissions = ['read', 'sandbox'] as const

/** The form of a new personal access key. */
export const accessKeySchema = z.object({
  keyName: shortName({ tooLong: 'name_too_long', wrong: 'name_unsafe' }).pipe(
    z.string().min(1, 'name_required'),
  ),
  days: z
    .string('days')
    .regex(/^[1-9]\d{0,2}$/, 'days')
    .transform(Number)
    .pipe(z.int().max(accessKeyDays.max, 'days')),
  permission: z.enum(accessKeyPermissions, 'permission').default('read'),
})
