import { expect, test } from 'vitest'
import { initialsOf } from './person'

test.each([
  ['Emily Carter', 'EC'],
  ['emily.carter@harbour-ledger.example', 'EC'],
  ['Aïcha', 'A'],
  ['Émile de la Tour', 'ÉT'],
])('%s is %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
