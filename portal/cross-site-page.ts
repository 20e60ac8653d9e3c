import { getSettings } from '@/lib/env'
import { escapeHtml } from '@/lib/html'
import { standalonePage } from './standalone-page'
import type { Visit } from './visit'

/** The response to a form from another origin, including a copy of the portal's own page at a wrong host name. */
export function crossSitePage(visit: Visit): string {
  const portal = getSettings().PORTAL_URL
  return standalonePage(visit, ({ foreign: t, reference }) => ({
    title: t.title,
    kicker: `403 · ${t.kicker}`,
    body: `<p>${t.body}</p>
<p>${reference} <code>${visit.requestId}</code></p>
<p><a class="button" href="${portal}${escapeHtml(visit.path)}">${t.open.replace('{host}', new URL(portal).host)}</a></p>`,
  }))
}
