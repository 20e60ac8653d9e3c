import { z } from 'zod'
import { emailAddressOr } from '@/lib/email-address'
import { findPortalPath, isAtMost, isDisguised, maxInputLength, visible } from '@/lib/text-input'
import { maxLogoBytes } from '@/lib/uploads'

/** The operator's identity, as pages, documents and e-mails show it. Empty texts show nothing. */
export type Branding = {
  productName: string
  operatorName: string
  supportEmail: string
  /** `#rrggbb`, lower case */
  accentColour: string
  /** SHA-256 of the logo, in hexadecimal; null without one */
  logoHash: string | null
  termsUrl: string
  privacyUrl: string
  imprintUrl: string
  /** Whether an administrator has saved an identity. */
  saved: boolean
}

/** The identity of an installation where no one has saved one. */
export const guichetBranding: Branding = {
  productName: 'Guichet',
  operatorName: '',
  supportEmail: '',
  accentColour: '#0b6658',
  logoHash: null,
  termsUrl: '',
  privacyUrl: '',
  imprintUrl: '',
  saved: false,
}

export const logoLimits = { bytes: maxLogoBytes, pixels: 4096 }

const productNameLimit = 40
const operatorNameLimit = 100
const urlLimit = 500

/** One line without characters that could break a header field or disguise the name. Issues are keys of messages. */
function name(limit: number, long: string, unsafeCharacters: string) {
  return z
    .string()
    .max(maxInputLength(limit), long)
    .default('')
    .transform((text) => text.normalize('NFC').trim())
    .pipe(
      z
        .string()
        .refine(isAtMost(limit), long)
        .refine((text) => !isDisguised(text) && (text === '' || visible.test(text)), unsafeCharacters),
    )
}

const supportEmail = z
  .string()
  .default('')
  .transform((text) => text.trim())
  .pipe(z.union([z.literal(''), emailAddressOr('supportEmail_wrong')], 'supportEmail_wrong'))

const accentColour = z
  .string()
  .max(20, 'accentColour_wrong')
  .default(guichetBranding.accentColour)
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.string().regex(/^#[0-9a-f]{6}$/, 'accentColour_wrong'))

/** Empty, an https URL without credentials, or a path on this portal. */
const url = z
  .string()
  .max(urlLimit, 'url_wrong')
  .default('')
  .transform((text, context) => {
    const typed = text.trim()
    const safe = typed === '' ? '' : (findPortalPath(typed) ?? httpsUrl(typed))
    if (safe === null || safe.length > urlLimit) context.addIssue({ code: 'custom', message: 'url_wrong' })
    return safe ?? ''
  })

function httpsUrl(typed: string): string | null {
  if (!/^https:\/\/[^\\\s\p{Cc}]+$/iu.test(typed) || !URL.canParse(typed)) return null
  const { protocol, username, password, href } = new URL(typed)
  return protocol === 'https:' && !username && !password ? href : null
}

/** The form of the identity, without its logo, which is a file. */
export const brandingSchema = z.object({
  productName: name(productNameLimit, 'productName_long', 'productName_unsafe').pipe(
    z.string().min(1, 'productName_required'),
  ),
  operatorName: name(operatorNameLimit, 'operatorName_long', 'operatorName_unsafe'),
  supportEmail,
  accentColour,
  termsUrl: url,
  privacyUrl: url,
  imprintUrl: url,
  removeLogo: z.literal('on').optional(),
})
