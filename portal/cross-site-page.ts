import { getSettings } from '@/lib/env'
import { escapeHtml } from '@/lib/html'
import { isHidden } from './same-origin'
import { standalonePage } from './standalone-page'
import type { Visit } from './visit'

/**
 * The response to a form from another origin, including a copy of the portal's own page at a wrong host name, or to one
 * that does not say where it comes from.
 */
export function crossSitePage(visit: Visit): string {
  const portal = getSettings().PORTAL_URL
  const { headers } = visit.request
  const isUnknown = isHidden(headers.origin) && headers['sec-fetch-site'] === undefined
  return standalonePage(visit, (t) => ({
    title: isUnknown ? t('errors.foreign.unknownTitle') : t('errors.foreign.title'),
    kicker: `403 · ${t('errors.foreign.kicker')}`,
    body: `<p>${isUnknown ? t('errors.foreign.unknownBody') : t('errors.foreign.body')}</p>
<p>${t('failures.reference')} <code>${visit.requestId}</code></p>
<p><a class="button" href="${portal}${escapeHtml(visit.path)}">${t('errors.foreign.open', { host: new URL(portal).host })}</a></p>`,
  }))
}
