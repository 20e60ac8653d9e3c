import { expect, test } from 'vitest'
import { isSameOrigin } from './admission'

// ASVS 3.5.1
test.each([
  ['http://localhost:3000', null, true],
  ['http://localhost:3000', 'same-origin', true],
  ['http://localhost:3000', 'cross-site', false],
  ['http://localhost:3000', 'same-site', false],
  ['http://localhost:3000', 'none', false],
  ['http://localhost:3001', null, false],
  ['https://localhost:3000', null, false],
  ['http://localhost:3000.evil.example', null, false],
  ['null', null, false],
  [null, null, false],
  [null, 'same-origin', true],
  ['null', 'same-origin', true],
  ['null', 'cross-site', false],
  [null, 'same-site', false],
  [null, 'none', false],
  ['http://localhost:3001', 'same-origin', false],
])('Origin %j with Sec-Fetch-Site %j: %j', (origin, fetchSite, same) => {
  expect(isSameOrigin(origin, fetchSite)).toBe(same)
})
