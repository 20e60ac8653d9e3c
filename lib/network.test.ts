import { describe, expect, test } from 'vitest'
import { isAllowed, networkOf, toWords } from './addresses'
import { coverage, formatNetwork, isWithin, parseNetwork } from './network'

describe('a network', () => {
  test.each([
    ['203.0.113.0/24', '203.0.113.0/24'],
    ['203.0.113.7', '203.0.113.7/32'],
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['2001:DB8:0:0:0::/48', '2001:db8::/48'],
    ['2001:db8::1', '2001:db8::1/128'],
    ['::ffff:203.0.113.7', '203.0.113.7/32'],
    ['::ffff:cb00:7100/120', '203.0.113.0/24'],
    ['fd00::/16', 'fd00::/16'],
  ])('%s is kept as %s', (entry, network) => expect(parseNetwork(entry)).toEqual({ network }))

  test.each([
    '',
    'x',
    '203.0.113',
    '203.0.113.256',
    '203.0.113.07',
    '0xcb.0.113.7',
    '3405803783',
    '203.0.113.0/33',
    '203.0.113.0/',
    '203.0.113.0/-1',
    '203.0.113.0/024',
    '203.0.113.0/24/24',
    '203.0.113.0/1e1',
    '1.2.3.4 ',
    'fe80::1%eth0',
    'fe80::%1/64',
    '2001:db8::/129',
    '2001:db8:::1',
    ':',
    '[2001:db8::1]',
    '1.2.3.4:80',
    '203.0.113.0-203.0.113.9',
    '203.0.113.*',
    '203.0.113.0/255.255.255.0',
    '١.2.3.4',
    `${'1'.repeat(500)}`,
  ])('%j is malformed', (entry) =>
    expect(parseNetwork(entry)).toMatchObject({ problem: { reason: 'malformed' } }),
  )

  test.each(['0.0.0.0/0', '::/0', '0.0.0.0/7', '2000::/15', '::ffff:0.0.0.0/96', '::ffff:0:0/95'])(
    '%s is too wide',
    (entry) => expect(parseNetwork(entry)).toMatchObject({ problem: { reason: 'too_wide' } }),
  )

  test.each([
    ['203.0.113.7/24', '203.0.113.0/24'],
    ['203.0.113.1/31', '203.0.113.0/31'],
    ['2001:db8::1/64', '2001:db8::/64'],
    ['2001:db8:0:80::/56', '2001:db8::/56'],
    ['::ffff:203.0.113.7/120', '203.0.113.0/24'],
  ])('%s is refused, and named with its network %s', (entry, network) =>
    expect(parseNetwork(entry)).toEqual({ problem: { reason: 'host_bits', entry, network } }),
  )

  test('of one address is shown without its length', () => {
    const networks = ['203.0.113.7/32', '203.0.113.0/24', '2001:db8::1/128', '2001:db8::/32']
    expect(networks.map(formatNetwork)).toEqual([
      '203.0.113.7',
      '203.0.113.0/24',
      '2001:db8::1',
      '2001:db8::/32',
    ])
  })
})

test.each([
  [['10.1.0.0/16'], ['10.0.0.0/8'], true],
  [['10.0.0.0/8'], ['10.1.0.0/16'], false],
  [['10.0.0.0/8'], ['10.0.0.0/9', '10.128.0.0/9'], true],
  [['10.0.0.0/8'], ['10.128.0.0/9', '2001:db8::/32', '10.0.0.0/10', '10.64.0.0/10'], true],
  [['10.0.0.0/8'], ['10.0.0.0/9'], false],
  [['10.0.0.0/8', '192.0.2.1/32'], ['10.0.0.0/8'], false],
  [['2001:db8::1/128'], ['10.0.0.0/8'], false],
  [['::a00:0/112'], ['10.0.0.0/16'], false],
  [['10.0.0.0/8'], [], true],
  [[], [], true],
  [[], ['10.0.0.0/8'], false],
])('%j within %j: %s', (inner, outer, expected) => expect(isWithin(inner, outer)).toBe(expected))

test('a list covers a network in full, in part or not at all', () => {
  const list = ['203.0.113.0/25', '198.51.100.0/23']
  expect(['203.0.113.0/24', '198.51.100.0/24', '192.0.2.0/24'].map((each) => coverage(each, list))).toEqual([
    'part',
    'all',
    'none',
  ])
  expect(coverage('192.0.2.0/24', [])).toBe('all')
})

test.each([
  ['192.0.2.7', '192.0.2.0/24'],
  ['::ffff:192.0.2.7', '192.0.2.0/24'],
  ['2001:db8:1:2ff::9', '2001:db8:1:200::/56'],
  ['2001:db8::1', '2001:db8::/56'],
  ['2001:db8:0:100::1', '2001:db8:0:100::/56'],
  ['::1', '::/56'],
  ['fe80::1%eth0', 'fe80::/56'],
  ['', ''],
  ['nonsense', ''],
])('calls from %j count for %j', (address, network) => expect(networkOf(address)).toBe(network))

test.each([
  '',
  '1.2.3',
  '1.2.3.4.5',
  '1.2.3.256',
  '1..2.3',
  ':',
  ':::',
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:8:9',
  'g::',
  '::1::',
  '12345::',
  '::1.2.3',
])('%j has no words', (address) => expect(toWords(address)).toBeNull())

test('an address is matched like the standard library matches it, whatever the network', async () => {
  const { BlockList } = await import('node:net')
  const random = (max: number) => Math.floor(Math.random() * max)
  const group = () => [0, 0, 1, 0xff00, random(0x10000)][random(5)] as number
  for (let round = 0; round < 2000; round++) {
    const ipv4 = () => [10, random(3), random(256), random(256)].join('.')
    const ipv6 = () =>
      `2001:${[group(), group(), group(), group(), group(), group(), group()].map((n) => n.toString(16)).join(':')}`
    const kind = random(2) ? 'ipv4' : 'ipv6'
    const [base, address] = kind === 'ipv4' ? [ipv4(), ipv4()] : [ipv6(), ipv6()]
    const length = kind === 'ipv4' ? 8 + random(25) : 16 + random(113)
    const read = parseNetwork(`${base}/${length}`)
    const network =
      'network' in read ? read.network : read.problem.reason === 'host_bits' ? read.problem.network : ''
    const [first = '', bits] = network.split('/')
    const theirs = new BlockList()
    theirs.addSubnet(first, Number(bits), kind)
    for (const each of [address, base])
      expect(isAllowed('application', network, each), `${each} in ${network}`).toBe(theirs.check(each, kind))
  }
})
