import { remember } from '@/lib/remember'
import type { Branding } from './schema'

const read = remember<{ last?: Branding }>('guichetBranding', () => ({}))

/** The identity as this process last read it, for where no database can be asked; null before the first time. */
export function lastBranding(): Branding | null {
  return read.last ?? null
}

/** Keeps what was read for {@link lastBranding}. */
export function rememberBranding(branding: Branding): Branding {
  read.last = branding
  return branding
}
