import { z } from 'zod'
import { maxInputLength } from '@/lib/text-input'

const reasonLimit = 500

/**
 * An administrator's reason for an action: 1 to 500 characters. It stays on record permanently, and so must not contain
 * an e-mail address. Issues are keys of messages.
 */
const reason = z
  .string('reason_required')
  .max(maxInputLength(reasonLimit), 'reason_too_long')
  .transform((text) => text.normalize('NFC').replace(/\r\n?/g, '\n').trim())
  .pipe(
    z
      .string()
      .min(1, 'reason_required')
      .refine((text) => [...text].length <= reasonLimit, 'reason_too_long')
      .refine((text) => !/[^\s@]@[^\s@]/.test(text), 'reason_names_address')
      .refine((text) => !/[^\P{Cc}\n\t]/u.test(text), 'reason_unsafe'),
  )

export const reasonSchema = z.object({ reason })

/** The same in a field of another name, as a page has a form for each act. */
export const rejectionSchema = z
  .object({ rejectionReason: reason })
  .transform(({ rejectionReason }) => ({ reason: rejectionReason }))
export const erasureSchema = z
  .object({ erasureReason: reason })
  .transform(({ erasureReason }) => ({ reason: erasureReason }))
