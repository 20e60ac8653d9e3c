import type { Branding } from './schema'

// On `globalThis`, as the server around Next and Next's own pages have separate modules.
const holder = globalThis as { guichetBranding?: Branding }

/** The identity as this process last read it, for where no database can be asked; null before the first time. */
export function lastBranding(): Branding | null {
  return holder.guichetBranding ?? null
}

/** Keeps what was read for {@link lastBranding}. */
export function rememberBranding(branding: Branding): Branding {
  holder.guichetBranding = branding
  return branding
}
