import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FlashMessages } from './flash-messages'
import { withoutParameters } from './remove-query-params'

function render(query: Record<string, string | string[] | undefined>) {
  return renderToStaticMarkup(
    FlashMessages({
      query,
      done: { keys: ['saved', 'removed'], text: (key) => `It was ${key}.` },
      refused: { keys: ['taken'], text: (key) => `It is ${key}.` },
    }),
  )
}

test('a known code is shown, as a status or an alert', () => {
  expect(render({ done: 'saved' })).toMatch(/role="status".*It was saved\./)
  expect(render({ refused: 'taken' })).toMatch(/role="alert".*It is taken\./)
})

test.each([{}, { done: 'x' }, { done: 'toString' }, { done: ['saved', 'removed'] }, { refused: 'saved' }])(
  'nothing is shown for %j',
  (query) => {
    expect(render(query)).toBe('')
  },
)

test('the parameters leave the URL, and nothing else does', () => {
  expect(withoutParameters('http://localhost/a?done=saved&x=1&refused=taken#part', ['done', 'refused'])).toBe(
    'http://localhost/a?x=1#part',
  )
  expect(withoutParameters('http://localhost/a?done=saved', ['done'])).toBe('http://localhost/a')
})
