import { expect, test } from 'vitest'
import { findIn } from './words'

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
