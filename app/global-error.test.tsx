import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import GlobalError from './global-error'

test('a page that did not arrive in full can be loaded again, and a failure has its reference', () => {
  const render = (error: Error) => renderToStaticMarkup(<GlobalError error={error} />)
  const cut = render(new TypeError('network error'))
  expect(cut).toMatch(/<h1[^>]*>We couldn’t load this page<.*<button[^>]*>Reload/)
  expect(cut).not.toContain('<code>')
  const failed = render(Object.assign(new Error(), { digest: '12345' }))
  expect(failed).toMatch(/<h1[^>]*>Something went wrong<.*<code>12345<\/code>/)
})
