import { withQuery } from '@/components/query'
import { getSettings } from '@/lib/env'

/** The page to open after signing in if none was requested. */
export const home = '/applications'

/** The home page of a role: where its work is. */
export function landing(role: 'developer' | 'reviewer' | 'administrator'): string {
  return role === 'developer' ? home : '/review'
}

/**
 * A page of this portal to return to, or `fallback`. What counts is where a browser would end up, so the result is
 * checked as well as the input: parsing (WHATWG URL) turns `/.//host`, `/x/..//host` and `/%2e//host` into `//host`,
 * which names another site although the origin was ours when it was parsed.
 * @param asked what the caller sent; anything but a path with a single leading slash, without backslashes and control
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

/** `path` with the page to return to, unless that is the home page. */
export function withReturn(path: string, next: string): string {
  return withQuery(path, { next: next === home ? '' : next })
}

/**
 * Makes the URL differ from the previous one by adding the time of the post. When redirected to the current page, or to
 * another anchor on it, Next doesn't navigate and leaves the old content in place.
 */
export function forceNavigation(address: string): string {
  return withQuery(address, { at: Date.now().toString(36) })
}
