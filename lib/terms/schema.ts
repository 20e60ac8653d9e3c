import { z } from 'zod'
import { isUsualTime } from '@/lib/clock'
import { type Locale, locales } from '@/lib/languages'
import { maxInputLength, unsafe } from '@/lib/text-input'
import { type TextColumns, textFields } from '@/lib/translations'

/** A published version. `effectiveFrom` is a day: midnight UTC. */
export type TermsVersion = TextColumns<'text'> & {
  version: number
  effectiveFrom: Date
  publishedAt: Date
}

/** The version that a person was shown, and accepts. */
export type Acceptance = { version: number; locale: Locale }

const textLimit = 100_000

/** Days after which the same person may be reminded again, and how many one press reminds. */
export const reminderDays = 7
export const remindersAtOnce = 200

/** Markdown, with line breaks as LF and without characters that could disguise it. Issues are keys of messages. */
const markdown = z
  .string('text_required')
  .max(maxInputLength(textLimit), 'text_long')
  .transform((text) => text.normalize('NFC').replace(/\r\n?/g, '\n').trim())
  .pipe(
    z
      .string()
      .min(1, 'text_required')
      .refine((text) => [...text].length <= textLimit, 'text_long')
      .refine((text) => !unsafe.test(text.replace(/[\n\t]/g, '')), 'text_unsafe'),
  )

/** A day as `<input type="date">` sends it. Whether it is in the past, the database's clock decides. */
const day = z.iso
  .date('date_wrong')
  .transform((text) => new Date(`${text}T00:00:00Z`))
  .refine(isUsualTime, 'date_wrong')

export const termsSchema = z.object({
  ...textFields({ text: markdown }),
  effectiveFrom: day,
})

export type TermsInput = z.output<typeof termsSchema>

const version = z.coerce.number().int().min(1).max(2_147_483_647)

/** The hidden fields of a form that accepts terms. */
export const acceptanceSchema = z.object({
  version,
  locale: z.enum(locales),
  next: z.string().optional(),
})

/** Those of the activation form, which has them only while terms are in force. */
export const activationTerms = {
  terms: z.literal('on').optional(),
  termsVersion: version.optional(),
  termsLocale: z.enum(locales).optional(),
}
