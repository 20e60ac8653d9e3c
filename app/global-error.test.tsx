import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { FailureTextsProvider } from '@/components/failure-texts'
import failures from '@/generated/messages/failures'
import GlobalError from './global-error'

beforeAll(() => {
  vi.stubGlobal('document', { cookie: 'locale=fr' })
  vi.stubGlobal('navigator', { languages: [] })
})
afterAll(() => vi.unstubAllGlobals())

test('a page that did not arrive in full can be loaded again, and a failure has its reference, in the reader’s language', () => {
  // The layout was there, and is no more.
  renderToStaticMarkup(<FailureTextsProvider texts={failures.fr}>A page</FailureTextsProvider>)
  const render = (error: Error) => renderToStaticMarkup(<GlobalError error={error} />)
  const cut = render(new TypeError('network error'))
  expect(cut).toMatch(
    /<html lang="fr">.*<h1[^>]*>Cette page n’a pas pu être chargée<.*<button[^>]*>Recharger la page/,
  )
  expect(cut).not.toContain('<code>')
  const failed = render(Object.assign(new Error(), { digest: '12345' }))
  expect(failed).toMatch(/<h1[^>]*>Une erreur est survenue<.*<code>12345<\/code>/)
})
