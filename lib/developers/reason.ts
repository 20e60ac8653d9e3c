import { z } from 'zod'

const reasonLimit = 500

/**
 * Why an administrator does something: 1 to 500 characters on record for good, and therefore without an e-mail
 * address. Issues are names of messages.
 */
export const reasonSchema = z.object({
  reason: z
    .string('reason_required')
    .transform((text) => text.normalize('NFC').replace(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .min(1, 'reason_required')
        .refine((text) => [...text].length <= reasonLimit, 'reason_too_long')
        .refine((text) => !/[^\s@]@[^\s@]/.test(text), 'reason_names_address')
        .refine((text) => !/[^\P{Cc}\n\t]/u.test(text), 'reason_unsafe'),
    ),
})
