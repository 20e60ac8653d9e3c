import { keepAttempt } from '@/app/_request/provider-attempt'
import { withQuery } from '@/components/query'
import { getSettings } from '@/lib/env'
import { escapeHtml } from '@/lib/html'
import { ProviderUnavailable } from '@/lib/identity/provider-fetch'
import {
  type AuthorizationPurpose,
  type AuthorizationRequest,
  beginAttempt,
} from '@/lib/identity/provider-flow'

/** The URL that a browser is sent to, or, if the provider is away, our page that says so. */
type Way = { url: string; away: boolean }

/** Begins an attempt in this browser. @param back the page to return to while the provider is away */
export async function beginAtProvider(
  purpose: AuthorizationPurpose,
  from: Pick<AuthorizationRequest, 'sessionId' | 'next'>,
  back: string,
): Promise<Way> {
  try {
    const { attempt, url } = await beginAttempt(purpose, from)
    await keepAttempt(attempt)
    return { url: url.href, away: false }
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    return { url: withQuery(back, { refused: 'unavailable' }), away: true }
  }
}

/** Redirects to a path of the portal, or to the provider. */
export function redirectResponse(location: string): Response {
  const href = new URL(location, getSettings().PORTAL_URL).href
  return new Response(null, { status: 303, headers: { Location: href, 'Cache-Control': 'no-store' } })
}

/**
 * A document that leads to the provider by itself. For what follows a form: browsers apply `form-action` of the
 * Content-Security-Policy also to the redirects that follow it, through however many hosts the provider has.
 */
export function renderRedirectPage(
  url: string,
  { title, locale }: { title: string; locale: string },
): Response {
  const [href, text] = [escapeHtml(url), escapeHtml(title)]
  const html = `<!doctype html>
<html lang="${locale}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="0;url=${href}">
<title>${text}</title>
<main><p><a href="${href}">${text}</a></p></main>
</html>
`
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }
  return new Response(html, { headers })
}
