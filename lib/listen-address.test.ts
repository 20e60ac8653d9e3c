import { expect, test } from 'vitest'
import { hostToAsk } from './listen-address'

test.each([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '[::1]'],
  ['::1', '[::1]'],
  ['fe80::1', '[fe80::1]'],
  ['10.0.0.5', '10.0.0.5'],
  ['localhost', 'localhost'],
])('who listens at %s is asked at %s', (address, host) => expect(hostToAsk(address)).toBe(host))
