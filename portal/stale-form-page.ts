import { standalonePage } from './standalone-page'
import type { Visit } from './visit'

/**
 * Next responds to a form that the running version no longer has with two words of plain text, which is all that people
 * without scripts would see: they get this page instead.
 */
export function staleFormPage(visit: Visit): string {
  return standalonePage(visit, ({ stale: t }) => ({
    title: t.title,
    kicker: `409 · ${t.kicker}`,
    body: `<p>${t.body}</p>\n<p>${t.keep}</p>\n<p><a class="button" href="">${t.open}</a></p>`,
  }))
}
