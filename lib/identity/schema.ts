import { z } from 'zod'
import { maxTypedLength } from '@/lib/typed-text'
import { emailAddress } from './email-address'

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

/** Validity of a confirmation, in minutes. */
export const confirmationMinutes = 15

/** The caller's device, as a session records it. */
export type Device = {
  /** the caller's network address */
  address: string
  /** the User-Agent header */
  userAgent: string
  /** the browser's marks, as returned by `rememberDevice` */
  marks?: string
}

export type Locale = 'en' | 'fr'

const password = z.string('password_required').min(1, 'password_required').max(1024, 'password_too_long')
const link = z.string().default('')

/** The address to write to; `intent` is `resend` when a further link is requested. */
export const emailAddressSchema = z.object({ email: emailAddress, intent: z.string().optional() })

export const newPasswordSchema = z.object({ link, password })

export const signInSchema = z.object({ email: emailAddress, password, next: z.string().optional() })

export const changePasswordSchema = z.object({ currentPassword: password, newPassword: password })

const codeLimit = 64

/** A code of the authenticator, or a recovery code; blanks and hyphens are ignored. */
const code = z
  .string('code_required')
  .max(maxTypedLength(codeLimit), 'code_wrong')
  .transform((typed) => typed.normalize('NFKC').replace(/[\s-]/g, '').toLowerCase())
  .pipe(z.string().min(1, 'code_required').max(codeLimit, 'code_wrong'))

export const codeSchema = z.object({ code, next: z.string().optional() })

/** A password or a code; one is sufficient to confirm an identity. */
export const confirmationSchema = z.object({
  password: z.string().max(1024, 'password_too_long').default(''),
  code: z
    .string()
    .max(maxTypedLength(codeLimit), 'code_wrong')
    .default('')
    .transform((typed) => typed.normalize('NFKC').replace(/[\s-]/g, '').toLowerCase()),
  next: z.string().optional(),
})

const passkeyNameLimit = 60

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

/** The owner's name for a passkey. */
export const passkeyNameSchema = z.object({
  name: z
    .string('passkey_name_required')
    .max(maxTypedLength(passkeyNameLimit), 'passkey_name_too_long')
    .transform((typed) => typed.normalize('NFC').trim())
    .pipe(
      z
        .string()
        .min(1, 'passkey_name_required')
        .refine((typed) => [...typed].length <= passkeyNameLimit, 'passkey_name_too_long')
        .refine((typed) => !/\p{Cc}/u.test(typed), 'passkey_name_unsafe'),
    ),
})

export const newPasskeySchema = passkeyNameSchema.extend({ passkey: passkeyResponse })

export const languageSchema = z.object({ locale: z.enum(['en', 'fr'], 'language_unknown') })
