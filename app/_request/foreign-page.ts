import { barePage } from '@/app/_request/bare-page'
import { getSettings } from '@/lib/env'
import { escapeHtml } from '@/lib/html'

type Asked = { path: string; requestId: string; cookie: string | undefined; acceptLanguage: string | null }

/** The answer to a form that came from another address, a copy of this portal's own page at a wrong host name included. */
export function foreignPage({ path, requestId, ...asked }: Asked, nonce: string): string {
  const portal = getSettings().PORTAL_URL
  return barePage({ ...asked, nonce }, ({ foreign: t, reference }) => ({
    title: t.title,
    kicker: `403 · ${t.kicker}`,
    body: `<p>${t.body}</p>
<p>${reference} <code>${requestId}</code></p>
<p><a href="${portal}${escapeHtml(path)}">${t.open.replace('{host}', new URL(portal).host)}</a></p>`,
  }))
}
