import { expect, test } from 'vitest'
import { findIn, proseOf } from './words'

test('avoided words are found in texts, and not in code, links or keys', () => {
  expect(findIn('The former one stands there.', 'a.md').map(({ found }) => found)).toEqual([
    'stands',
    'former',
  ])
  expect(findIn('Use `beside()`, see [it](docs/told.md).\n```sh\nmend at once\n```\nFine.', 'a.md')).toEqual(
    [],
  )
  expect(findIn('  "former": "The previous one"', 'en/a.json')).toEqual([])
  expect(findIn('  "x": "Works at once"', 'en/a.json')).toEqual([
    { place: 'en/a.json:1', found: 'at once', better: 'immediately, right away' },
  ])
})

test('of source code, comments and titles of tests are read', () => {
  const source = [
    "import { told } from './told'",
    '/** The former one. */',
    ' * Returns at once.',
    "const answer = 'nobody' // a mended one",
    "test('a form that stands alone', () => {",
    '// See `told`.',
  ].join('\n')
  expect(findIn(proseOf(source), 'lib/a.ts').map(({ found, place }) => [place, found])).toEqual([
    ['lib/a.ts:2', 'former'],
    ['lib/a.ts:3', 'at once'],
    ['lib/a.ts:4', 'mended'],
    ['lib/a.ts:5', 'stands'],
  ])
})
