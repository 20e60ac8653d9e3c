import type { Brand } from '@/emails/brand'
import { accentScale } from '@/lib/branding/accent'
import { type Branding, hasOwnMark, initialOf } from '@/lib/branding/schema'

/** The operator's identity as e-mails show it. */
export function brandOf(branding: Branding): Brand {
  const { productName, supportEmail, accentColour } = branding
  const initial = hasOwnMark(branding) ? null : initialOf(productName)
  return { productName, supportEmail, initial, accent: accentScale(accentColour) }
}
