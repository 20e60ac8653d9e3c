import type { Brand } from '@/emails/brand'
import { brandColours } from '@/lib/branding/accent'
import type { MailLogo } from '@/lib/branding/mail-logo'
import { hasOwnMark, initialOf } from '@/lib/branding/mark'
import type { Branding } from '@/lib/branding/schema'

/** The operator's identity as e-mails show it. */
export function brandOf(branding: Branding, logo: MailLogo | null): Brand {
  const { productName, supportEmail, accentColour } = branding
  const initial = hasOwnMark(branding) ? null : initialOf(productName)
  const size = logo && { width: logo.width, height: logo.height }
  return { productName, supportEmail, logo: size, initial, colours: brandColours(accentColour) }
}
