import { z } from 'zod'
import { emailAddress } from '@/lib/email-address'
import { locales } from '@/lib/languages'
import { activationTerms } from '@/lib/terms/schema'
import { isAtMost, isDisguised, maxInputLength } from '@/lib/text-input'

export type { Device } from '@/lib/audit/schema'

/** NIST SP 800-63B-4 §3.1.1.2: 15 characters for a password alone, 8 in combination with a second factor. */
export const passwordMinimum = 15
export const passwordMinimumWithSecondFactor = 8
export const passwordLimit = 256

/** Validity of links, in hours. */
export const activationHours = 24
export const resetHours = 1
export const browserHours = 1
export const emailChangeHours = 24

/** Days for which the previous address can undo a change. */
export const undoDays = 7

const anyPassword = z.string('password_required').max(1024, 'password_too_long')
const password = anyPassword.min(1, 'password_required')
const link = z.string().default('')
const locale = z.enum(locales, 'language_unknown')

/** The address to write to; `intent` is `resend` when a further link is requested. */
export const emailAddressSchema = z.object({ email: emailAddress, intent: z.string().optional() })

/** The same of someone new, with the language of the page. */
export const signUpSchema = emailAddressSchema.extend({ locale })

export const linkSchema = z.object({ link })

export const newPasswordSchema = z.object({ link, password })

/** An empty password is the command's to refuse: together with terms that were not accepted. */
export const activationSchema = newPasswordSchema.extend({ password: anyPassword, ...activationTerms })

export type ActivationInput = z.output<typeof activationSchema>

/** The same of an invited person, with the language of the page. */
export const newcomerSchema = activationSchema.extend({ locale })

export const signInSchema = z.object({ email: emailAddress, password, next: z.string().optional() })

export const changePasswordSchema = z.object({ currentPassword: password, newPassword: password })

const codeLimit = 64

/** A code of the authenticator, or a recovery code; blanks and hyphens are ignored. */
const code = z
  .string('code_required')
  .max(maxInputLength(codeLimit), 'code_wrong')
  .transform((typed) => typed.normalize('NFKC').replace(/[\s-]/g, '').toLowerCase())
  .pipe(z.string().min(1, 'code_required').max(codeLimit, 'code_wrong'))

export const codeSchema = z.object({ code, next: z.string().optional() })

/** A password or a code; one is sufficient to confirm an identity. */
export const confirmationSchema = z.object({
  password: z.string().max(1024, 'password_too_long').default(''),
  code: z
    .string()
    .max(maxInputLength(codeLimit), 'code_wrong')
    .default('')
    .transform((typed) => typed.normalize('NFKC').replace(/[\s-]/g, '').toLowerCase()),
  next: z.string().optional(),
})

const nameLimit = 60

/** A browser's passkey response, as JSON in a form field. Its parts are checked with its signature. */
const passkeyResponse = z
  .string('passkey_wrong')
  .max(20_000, 'passkey_wrong')
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue({ code: 'custom', message: 'passkey_wrong' })
      return z.NEVER
    }
  })

export const passkeySchema = z.object({ passkey: passkeyResponse, next: z.string().optional() })

/** A name of at most 60 characters on one line. `tooLong` and `wrong` are keys of messages. */
export function shortName({ tooLong, wrong }: { tooLong: string; wrong: string }) {
  return z
    .string(wrong)
    .max(maxInputLength(nameLimit), tooLong)
    .transform((typed) => typed.normalize('NFC').trim())
    .pipe(
      z
        .string()
        .refine(isAtMost(nameLimit), tooLong)
        .refine((typed) => !isDisguised(typed), wrong),
    )
}

/** The owner's name for a passkey. */
export const passkeyNameSchema = z.object({
  name: shortName({ tooLong: 'passkey_name_too_long', wrong: 'passkey_name_unsafe' }).pipe(
    z.string().min(1, 'passkey_name_required'),
  ),
})

export const newPasskeySchema = passkeyNameSchema.extend({ passkey: passkeyResponse })

export const languageSchema = z.object({ locale })

/** The owner's name for a signed-in device; empty for the name of its browser. */
export const sessionNameSchema = z.object({
  sessionName: shortName({ tooLong: 'session_name_too_long', wrong: 'session_name_unsafe' }),
})

/** Texts that mail programs turn into a link, or that could pass for someone's address next to the name. */
const linkLike = /[@:/\\<>＠：／]|[.．。｡]\p{L}{2}/u

/** The name that others see next to the address, and the time zone of dates; both may be empty. */
export const profileSchema = z.object({
  displayName: shortName({ tooLong: 'display_name_too_long', wrong: 'display_name_unsafe' }).refine(
    (typed) => !linkLike.test(typed),
    'display_name_link',
  ),
  timeZone: z
    .string()
    .refine((zone) => zone === '' || timeZones().includes(zone), 'time_zone_unknown')
    .transform((zone) => zone || null),
})

/** The time zones that a person can choose instead of UTC. */
export function timeZones(): string[] {
  return Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')
}

/** How a person is named to others: never by the name alone, which anyone can choose. */
export function describePerson({ displayName, email }: { displayName: string; email: string }): string {
  return displayName ? `${displayName} (${email})` : email
}
