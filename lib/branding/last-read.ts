import { remember } from '@/lib/remember'
import type { Branding } from './schema'

export type Logo = { hash: string; bytes: Uint8Array }

const read = remember<{ branding?: Branding; logo?: Logo | null }>('guichetBranding', () => ({}))

/** The identity as this process last read it, for where no database can be asked; null before the first time. */
export function lastBranding(): Branding | null {
  return read.branding ?? null
}

/** Keeps what was read for {@link lastBranding}. */
export function rememberBranding(branding: Branding): Branding {
  read.branding = branding
  return branding
}

/** The logo of {@link lastBranding}. */
export function lastLogo(): Logo | null {
  return read.logo && read.logo.hash === read.branding?.logoHash ? read.logo : null
}

/** Keeps what was read for {@link lastLogo}. */
export function rememberLogo(logo: Logo | null): Logo | null {
  read.logo = logo
  return logo
}
