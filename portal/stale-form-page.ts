import { standalonePage } from './standalone-page'
import type { Visit } from './visit'

/**
 * Next answers a form that the running version no longer has in two words of plain text, which is all that a person
 * without scripts would see: they get this page instead.
 */
export function staleFormPage(visit: Visit): string {
  return standalonePage(visit, ({ former: t }) => ({
    title: t.title,
    kicker: `409 · ${t.kicker}`,
    body: `<p>${t.body}</p>\n<p>${t.keep}</p>\n<p><a href="">${t.open}</a></p>`,
  }))
}
