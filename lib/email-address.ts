import { z } from 'zod'
import { maxInputLength } from '@/lib/text-input'

/** RFC 5321 §4.5.3.1: a path of 256 characters minus its angle brackets, and 64 for the part before the @. */
const addressLimit = 254
const localPartLimit = 64

type Problem = 'email_required' | 'email_too_long' | 'email_invalid' | 'email_lookalike' | 'email_accent'

/**
 * An e-mail address as it is stored and compared: what the HTML standard accepts in `<input type="email">`,
 * with a dot in the domain, in lower case. An accented domain is converted to ASCII, as browsers do. Any
 * other character is refused rather than folded: a full-width or Cyrillic letter that looks like a Latin one
 * is a mistake at best, and a second account under another person's name at worst. Issues are keys of
 * messages.
 */
export const emailAddress = z
  .string('email_required')
  .max(maxInputLength(addressLimit), 'email_too_long')
  .transform((typed, context) => {
    const { address, problem } = readAddress(typed.replace(/^[ \u00a0]+|[ \u00a0]+$/g, ''))
    if (problem) context.addIssue({ code: 'custom', message: problem })
    return address
  })

/** The same with one message for every problem. */
export function emailAddressOr(message: string) {
  return z.string(message).transform((typed, context) => {
    const { success, data } = emailAddress.safeParse(typed)
    if (!success) context.addIssue({ code: 'custom', message })
    return data ?? z.NEVER
  })
}

/** Shows just enough to recognise one's own address: `n…@example.com`. */
export function maskEmailAddress(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}…${email.slice(at)}`
}

function readAddress(typed: string): { address: string; problem?: Problem } {
  const at = typed.lastIndexOf('@')
  const local = typed.slice(0, at)
  const domain = toAsciiDomain(typed.slice(at + 1))
  const address = `${local}@${domain}`.toLowerCase()
  if (typed === '') return { address, problem: 'email_required' }
  if (at < 0) return { address, problem: isAccented(typed) ? 'email_invalid' : 'email_lookalike' }
  if (!isAscii(local)) return { address, problem: isAccented(local) ? 'email_accent' : 'email_lookalike' }
  if (domain === null) return { address, problem: 'email_lookalike' }
  if (address.length > addressLimit) return { address, problem: 'email_too_long' }
  return { address, problem: isWellFormed(local, address) ? undefined : 'email_invalid' }
}

function isWellFormed(local: string, address: string): boolean {
  // The last label is a name: no IP address. Mail programs could decode what looks like an encoded word (RFC 2047).
  return (
    z.regexes.html5Email.test(address) &&
    /\.(?=[a-z0-9-]*[a-z])[a-z0-9-]+$/.test(address) &&
    local.length <= localPartLimit &&
    !/=\?.*\?=/.test(local)
  )
}

/**
 * The domain in ASCII (UTS #46). Null where a label mixes Latin letters with those of other scripts, or has
 * compatibility characters, such as wide ones.
 */
function toAsciiDomain(domain: string): string | null {
  if (isAscii(domain)) return domain
  if (domain.normalize('NFKC') !== domain.normalize('NFC') || !/^[\p{L}\p{N}\p{M}.-]+$/u.test(domain))
    return null
  const isMixed = domain
    .split('.')
    .some((label) => /\p{sc=Latn}/u.test(label) && /(?!\p{sc=Latn})\p{L}/u.test(label))
  return isMixed ? null : (URL.parse(`http://${domain}`)?.hostname ?? null)
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text)
}

/** Latin letters with accents, as on keyboards, and nothing else beyond ASCII. */
function isAccented(text: string): boolean {
  return (
    text.normalize('NFKC') === text.normalize('NFC') && isAscii(text.normalize('NFD').replace(/\p{M}/gu, ''))
  )
}
