import { getSettings } from '@/lib/env'

/** Where one lands after signing in without having asked for a page. */
export const home = '/applications'

/** Where somebody of this role lands: with their work. */
export function landing(role: 'developer' | 'reviewer' | 'administrator'): string {
  return role === 'developer' ? home : '/review'
}

/**
 * A page of ours to go back to, or `fallback`: `//host`, `/\host`, `https:host` and whatever else a browser would
 * take to another site are refused by parsing as it does (WHATWG URL), and so are control characters.
 */
export function returnPath(asked: unknown, fallback: string = home): string {
  if (typeof asked !== 'string' || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(asked)) return fallback
  const { origin } = new URL(getSettings().PORTAL_URL)
  if (!URL.canParse(asked, origin)) return fallback
  const parsed = new URL(asked, origin)
  return parsed.origin === origin ? parsed.pathname + parsed.search + parsed.hash : fallback
}

/** `path` with where to return to, when that is more than home. */
export function withReturn(path: string, next: string): string {
  return next === home ? path : `${path}?next=${encodeURIComponent(next)}`
}

/**
 * An address that differs from the one before, with the time of the post. Redirected to the very page that is shown,
 * or to another place on it, Next goes nowhere and leaves there what stood there before the post.
 */
export function anew(address: string): string {
  const [page = '', anchor] = address.split('#')
  const at = `${page.includes('?') ? '&' : '?'}at=${Date.now().toString(36)}`
  return page + at + (anchor ? `#${anchor}` : '')
}
