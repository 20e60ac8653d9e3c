import { withQuery } from '@/components/query'
import { getSettings } from '@/lib/env'

/** Where one lands after signing in without having asked for a page. */
export const home = '/applications'

/** Where somebody of this role lands: with their work. */
export function landing(role: 'developer' | 'reviewer' | 'administrator'): string {
  return role === 'developer' ? home : '/review'
}

/**
 * A page of this portal to go back to, or `fallback`. What counts is where a browser would end up, so the result is
 * judged and not only the input: parsing (WHATWG URL) turns `/.//host`, `/x/..//host` and `/%2e//host` into `//host`,
 * which names another site although the origin was ours when it was parsed.
 * @param asked what the caller sent; anything but a path of one leading slash, without backslashes and control
 *   characters, is refused
 */
export function returnPath(asked: unknown, fallback: string = home): string {
  if (typeof asked !== 'string' || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(asked)) return fallback
  const { origin } = new URL(getSettings().PORTAL_URL)
  if (!URL.canParse(asked, origin)) return fallback
  const parsed = new URL(asked, origin)
  if (parsed.origin !== origin || parsed.pathname.startsWith('//')) return fallback
  return parsed.pathname + parsed.search + parsed.hash
}

/** `path` with where to return to, when that is more than home. */
export function withReturn(path: string, next: string): string {
  return withQuery(path, { next: next === home ? '' : next })
}

/**
 * An address that differs from the one before, with the time of the post. Redirected to the very page that is shown,
 * or to another place on it, Next goes nowhere and leaves there what stood there before the post.
 */
export function anew(address: string): string {
  return withQuery(address, { at: Date.now().toString(36) })
}
