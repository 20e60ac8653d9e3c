import { standalonePage } from './standalone-page'
import type { Visit } from './visit'

/** The response to a form that is larger than any form of the portal. */
export function tooLargePage(visit: Visit): string {
  return standalonePage(visit, ({ tooLarge: t }) => ({
    title: t.title,
    kicker: `413 · ${t.kicker}`,
    body: `<p>${t.body}</p>`,
  }))
}
