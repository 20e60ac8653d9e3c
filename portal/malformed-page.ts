import { findWords, standalonePage } from './standalone-page'
import type { Visit } from './visit'

/** The response to a request that could not be read: a broken form, or headers that no browser sends. */
export function malformedPage(visit: Visit, status = 400): string {
  return standalonePage(visit, (t) => ({
    title: t('errors.malformed.title'),
    kicker: `${status} · ${t('errors.malformed.kicker')}`,
    body: `<p>${t('errors.malformed.body')}</p>\n<p><a href="">${t('errors.malformed.open')}</a></p>`,
  }))
}

/** The same as one sentence, for the script that sends a form. */
export function describeMalformed(visit: Visit): string {
  return findWords(visit).words('errors.malformed.body')
}
