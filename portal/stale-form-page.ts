import { standalonePage } from './standalone-page'
import type { Visit } from './visit'

/**
 * Next responds to a form that the running version no longer has with two words of plain text, which is all that people
 * without scripts would see: they get this page instead.
 */
export function staleFormPage(visit: Visit): string {
  return standalonePage(visit, (t) => ({
    title: t('failures.stale.title'),
    kicker: `409 · ${t('failures.stale.kicker')}`,
    body: `<p>${t('failures.stale.body')}</p>\n<p>${t('failures.stale.keep')}</p>\n<p><a class="button" href="">${t('failures.stale.open')}</a></p>`,
  }))
}
