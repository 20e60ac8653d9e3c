import { getSettings } from '@/lib/env'

/**
 * Whether a post comes from the portal's own pages. Browsers send `Origin` with it (Fetch standard, "append a request
 * Origin header"), or `null` where a setting hides it; `Sec-Fetch-Site` then says the same, and no page can set it.
 */
export function isSameOrigin(origin: string | null, fetchSite: string | null): boolean {
  if (fetchSite !== null && fetchSite !== 'same-origin') return false
  if (isHidden(origin)) return fetchSite !== null
  return origin === new URL(getSettings().PORTAL_URL).origin
}

/** Whether a request does not say where it comes from. */
export function isHidden(origin: string | null | undefined): boolean {
  return origin === null || origin === undefined || origin === 'null'
}
