import { getSettings } from '@/lib/env'

/** Every browser sends `Origin` with a POST (Fetch standard, "append a request Origin header"); absent is refused. */
export function isSameOrigin(origin: string | null, fetchSite: string | null): boolean {
  if (fetchSite !== null && fetchSite !== 'same-origin') return false
  return origin !== null && origin === new URL(getSettings().PORTAL_URL).origin
}
