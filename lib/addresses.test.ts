import { describe, expect, test } from 'vitest'
import { heapInUse } from '@/test/heap'
import { createAddressReader, limitKey } from './addresses'

describe('the address of a caller', () => {
  // ASVS 4.1.3, 15.3.4
  test('is the rightmost that is not a trusted proxy', () => {
    const read = createAddressReader(['10.0.0.0/8', '::1', '2001:db8:a::/48'])
    expect(read('192.0.2.7', '198.51.100.1')).toBe('192.0.2.7')
    expect(read('10.0.0.1', '203.0.113.9, 198.51.100.1, 10.1.2.3')).toBe('198.51.100.1')
    expect(read('::ffff:10.0.0.1', '2001:db8::7')).toBe('2001:db8::7')
    expect(read('2001:db8:a::1', '198.51.100.1, 2001:db8:a::2')).toBe('198.51.100.1')
    expect(read('::1', 'nonsense')).toBe('::1')
    expect(read('::1', undefined)).toBe('::1')
  })

  test('is the farthest proxy when all are trusted', () => {
    expect(createAddressReader(['10.0.0.0/8'])('10.0.0.1', '10.0.0.3, 10.0.0.2')).toBe('10.0.0.3')
  })

  test('is the other end of the connection without trusted proxies, whatever the header says', () => {
    const read = createAddressReader([])
    expect(read('192.0.2.7', '198.51.100.1')).toBe('192.0.2.7')
    expect(read(undefined, '198.51.100.1')).toBe('')
  })

  test('of IPv4 is the same on a socket for both versions, so that it has one limit', () => {
    expect(createAddressReader([])('::ffff:192.0.2.7', undefined)).toBe('192.0.2.7')
    expect(createAddressReader(['::1'])('::1', '::ffff:192.0.2.7')).toBe('192.0.2.7')
  })

  test.each(['::ffff:203.0.113.9', '::FFFF:203.0.113.9', '0:0:0:0:0:ffff:203.0.113.9', '::ffff:cb00:7109'])(
    '%s is IPv4, however a proxy writes it',
    (written) => {
      expect(createAddressReader(['10.0.0.0/8'])('10.0.0.1', written)).toBe('203.0.113.9')
      expect(createAddressReader(['203.0.113.9'])('::1', written)).toBe('::1')
      expect(createAddressReader(['203.0.113.9'])(written, '192.0.2.7')).toBe('192.0.2.7')
      expect(limitKey(written)).toBe('203.0.113.9')
    },
  )

  test('keeps no header in memory that it was a part of', () => {
    const read = createAddressReader(['10.0.0.0/8'])
    const before = heapInUse()
    const kept = Array.from({ length: 1000 }, (_, index) =>
      read('10.0.0.1', `${Buffer.alloc(16_384, `${index}, `).toString('latin1')}, 198.51.100.101`),
    )
    expect((heapInUse() - before) / kept.length).toBeLessThan(1000)
  })

  test('of IPv6 has one form, so that it has one limit', () => {
    const read = createAddressReader(['10.0.0.0/8'])
    expect(read('10.0.0.1', '2001:DB8:0::0:7')).toBe('2001:db8::7')
    expect(read('10.0.0.1', '2001:0db8:0000:0000:0000:0000:0000:0007')).toBe('2001:db8::7')
    expect(read('10.0.0.1', 'FE80::1%eth-0.1')).toBe('fe80::1')
    expect(read('10.0.0.1', '::192.0.2.7')).toBe('::c000:207')
  })
})

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::5:6', '2001:db8:0:0'],
  ['2001:db8::3:4:5:6:7', '2001:db8:0:3'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['2001:db8:1::', '2001:db8:1:0'],
  ['::1', '0:0:0:0'],
  ['::2:3:4:5:6:7', '0:0:2:3'],
  ['2001:DB8:1:0002::1', '2001:db8:1:2'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['192.0.2.7', '192.0.2.7'],
  ['', ''],
])('the limits of %j count under %j: an IPv6 subscriber is one', (address, key) => {
  expect(limitKey(address)).toBe(key)
})
