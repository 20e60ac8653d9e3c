import { formatBytes } from '@/components/format'
import { findUploadRoute } from '@/lib/uploads'
import { findWords, standalonePage } from './standalone-page'
import type { Visit } from './visit'

/** The response to a form, or to files, larger than their route takes. */
export function tooLargePage(visit: Visit): string {
  return standalonePage(visit, (t) => ({
    title: t('errors.tooLarge.title'),
    kicker: `413 · ${t('errors.tooLarge.kicker')}`,
    body: `<p>${describeTooLarge(visit)}</p>`,
  }))
}

/** The same as one sentence, for the script that sends a file. */
export function describeTooLarge(visit: Visit): string {
  const { locale, words } = findWords(visit)
  const route = findUploadRoute(visit.pathname)
  return route
    ? words('errors.tooLarge.files', { limit: formatBytes(route.maxBytes, locale) })
    : words('errors.tooLarge.body')
}
