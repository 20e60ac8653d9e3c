import { findWords, standalonePage } from './standalone-page'
import type { Visit } from './visit'

/** The response to a program at a URL that nothing has, such as one that guesses where to register. */
export function notFoundPage(visit: Visit): string {
  return standalonePage(visit, (t) => ({
    title: t('errors.notFound.title'),
    kicker: `404 · ${t('errors.notFound.kicker')}`,
    body: `<p>${t('errors.notFound.body')}</p>`,
  }))
}

/** The same for one that sent JSON (RFC 9457). */
export function notFoundProblem(visit: Visit): string {
  const title = findWords(visit).words('errors.notFound.title')
  return JSON.stringify({ type: 'about:blank', title, status: 404, code: 'not_found' })
}
