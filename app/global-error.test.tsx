import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { FailureTextsProvider } from '@/components/failure-texts'
import failures from '@/generated/messages/failures'
import GlobalError from './global-error'

beforeAll(() => void vi.stubGlobal('document', {}))
afterAll(() => vi.unstubAllGlobals())

test('a page that did not arrive in full can be loaded again, and a failure has its reference', () => {
  // The layout was there, and is no more.
  renderToStaticMarkup(<FailureTextsProvider texts={failures.en}>A page</FailureTextsProvider>)
  const render = (error: Error) => renderToStaticMarkup(<GlobalError error={error} />)
  const cut = render(new TypeError('network error'))
  expect(cut).toMatch(/<h1[^>]*>We couldn’t load this page<.*<button[^>]*>Reload/)
  expect(cut).not.toContain('<code>')
  const failed = render(Object.assign(new Error(), { digest: '12345' }))
  expect(failed).toMatch(/<h1[^>]*>Something went wrong<.*<code>12345<\/code>/)
})
