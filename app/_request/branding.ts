import { cache } from 'react'
import { findBranding } from '@/lib/branding/queries'
import type { Branding } from '@/lib/branding/schema'
import { findCurrentVersion } from '@/lib/terms/queries'

/** The operator's identity, read once per request. */
export const getBranding = cache(findBranding)

/** The operator's own pages, for the footer. While terms are in force, they are linked instead of "Terms URL". */
export async function getLegalLinks(): Promise<Pick<Branding, 'termsUrl' | 'privacyUrl' | 'imprintUrl'>> {
  const { termsUrl, privacyUrl, imprintUrl } = await getBranding()
  const published = (await findCurrentVersion()) !== null
  return { termsUrl: published ? '/terms' : termsUrl, privacyUrl, imprintUrl }
}

/** The icon of the browser's tab. Its URL differs whenever the icon does, as browsers keep icons for long. */
export function iconOf({ saved, logoHash, productName, accentColour }: Branding): string {
  if (!saved) return '/icon.svg'
  return `/brand/icon?${new URLSearchParams({ v: logoHash ?? `${productName} ${accentColour}` })}`
}
