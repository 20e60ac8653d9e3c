import { pickLocale } from '@/i18n/locale'
import { getSettings } from '@/lib/env'
import { escapeHtml } from '@/lib/html'
import en from '@/messages/en/errors.json'
import fr from '@/messages/fr/errors.json'

type Asked = { path: string; requestId: string; cookie: string | undefined; acceptLanguage: string | null }

/**
 * The answer to a form that came from another address, a copy of this portal's own page at a wrong host name included.
 * Made before any page is: a document of its own, whose one style needs the nonce.
 */
export function foreignPage({ path, requestId, cookie, acceptLanguage }: Asked, nonce: string): string {
  const locale = pickLocale(cookie, acceptLanguage)
  const { foreign: t, reference } = locale === 'fr' ? fr : en
  const portal = getSettings().PORTAL_URL
  return `<!doctype html>
<html lang="${locale}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${t.title} · Guichet</title>
<style nonce="${nonce}">
:root { color-scheme: light dark; background: light-dark(#f2f6f4, #0b1311); color: light-dark(#10211d, #e6efec) }
body { max-width: 42rem; margin: 4rem auto; padding: 0 1rem; font: 1rem/1.6 system-ui, sans-serif }
h1 { font-size: 1.75rem; line-height: 1.2 }
a { color: light-dark(#0b6658, #62d3bd); overflow-wrap: anywhere }
</style>
<main>
<p>403 · ${t.kicker}</p>
<h1>${t.title}</h1>
<p>${t.body}</p>
<p>${reference} <code>${requestId}</code></p>
<p><a href="${portal}${escapeHtml(path)}">${t.open.replace('{host}', new URL(portal).host)}</a></p>
</main>
</html>
`
}
