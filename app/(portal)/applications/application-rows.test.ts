import { expect, test } from 'vitest'
import { chooseScale } from './application-rows'

const usual = Array.from({ length: 40 }, (_, hour) => 50 + hour)

test.each([
  ['no calls', [0, 0], { most: 1, cuts: false }],
  ['hours that compare', usual, { most: 89, cuts: false }],
  ['one burst', [...usual, 5000], { most: 110, cuts: true }],
  [
    'a burst of every second hour, which is no exception',
    usual.flatMap((calls) => [calls, 5000]),
    { most: 5000, cuts: false },
  ],
])('the bars of the list have one scale: %s', (_, hours, scale) => {
  expect(chooseScale(hours)).toEqual(scale)
})
