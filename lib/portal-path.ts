/** Any origin: only what a browser makes of the path matters. */
const origin = 'https://portal.invalid'

/**
 * What a browser makes of a path on this portal; null if it would end up elsewhere. The result is checked as well as
 * the input: parsing (WHATWG URL) turns `/.//host`, `/x/..//host` and `/%2e//host` into `//host`, which names another
 * site although the origin was ours when it was parsed.
 * @param asked anything but a path with a single leading slash, without backslashes and control characters, is refused
 */
export function findPortalPath(asked: string): string | null {
  if (!/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(asked) || !URL.canParse(asked, origin)) return null
  const parsed = new URL(asked, origin)
  if (parsed.origin !== origin || parsed.pathname.startsWith('//')) return null
  return parsed.pathname + parsed.search + parsed.hash
}
