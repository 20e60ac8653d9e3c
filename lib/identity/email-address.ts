import { z } from 'zod'
import { maxTypedLength } from '@/lib/typed-text'

/** RFC 5321 §4.5.3.1: a path of 256 characters minus its angle brackets, and 64 for the part before the @. */
const addressLimit = 254
const localPartLimit = 64

/**
 * An e-mail address as it is stored and compared: NFKC first, then plain ASCII only, lower-cased. Any other character
 * is refused rather than folded: a full-width or Cyrillic letter that looks like a Latin one is a mistake at best, and
 * a second account under another person's name at worst. Issues are keys of messages.
 */
export const emailAddress = z
  .string('email_required')
  .max(maxTypedLength(addressLimit), 'email_too_long')
  .transform((typed) => typed.replace(/^[ \u00a0]+|[ \u00a0]+$/g, ''))
  .pipe(
    z
      .string()
      .min(1, 'email_required')
      .refine((typed) => typed === '' || !holdsLookAlike(typed), 'email_lookalike')
      .refine((typed) => typed.length <= addressLimit, 'email_too_long')
      .refine((typed) => typed === '' || holdsLookAlike(typed) || isAddress(typed), 'email_invalid'),
  )
  .transform((typed) => typed.toLowerCase())

/** Shows just enough to recognise one's own address: `n…@example.com`. */
export function maskEmailAddress(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}…${email.slice(at)}`
}

/** NFKC maps full-width letters, ligatures and the like; remaining non-ASCII characters could still look Latin. */
function holdsLookAlike(typed: string): boolean {
  const folded = typed.normalize('NFKC')
  return folded !== typed || [...folded].some((character) => (character.codePointAt(0) ?? 0) > 0x7f)
}

function isAddress(typed: string): boolean {
  const local = typed.slice(0, typed.lastIndexOf('@'))
  return local.length <= localPartLimit && z.email().safeParse(typed).success
}
