import { expect, test } from 'vitest'
import { judgeAddress, mayCall } from './address'

const networks = ['10.1.0.0/16', 'fd00:1::/32', '192.0.2.7']

test.each(['8.8.8.8', '2001:4860:4860::8888', '::ffff:8.8.8.8', '64:ff9b::808:808', '2002:808:808::1'])(
  '%s is global',
  (address) => expect(judgeAddress(address, networks)).toBe('global'),
)

test.each(['10.1.2.3', '::ffff:10.1.2.3', '64:ff9b::a01:203', '2002:a01:203::1', 'fd00:1::1', '192.0.2.7'])(
  '%s is allowed by the operator',
  (address) => {
    expect(judgeAddress(address, networks)).toBe('allowed')
    expect(judgeAddress(address, [])).toBe('refused')
  },
)

const refused = `
  0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 127.0.0.1 127.255.255.254 169.254.169.254 172.16.0.1 192.168.1.1
  192.0.0.1 192.0.2.1 192.88.99.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1
  255.255.255.255 :: ::1 ::127.0.0.1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:0:7f00:1
  64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 64:ff9b:1::808:808 2002:7f00:1:: 2002:a9fe:a9fe::1 fe80::1
  fe80::1%eth0 fec0::1 fc00::1 fd12:3456::1 ff02::1 100::1 100:0:0:1::1 2001::1 2001:db8::1 2001:10::1
  3fff::1 4000::1 5f00::1 e000::1 ffff::1`

// ASVS 1.3.6
test.each(refused.trim().split(/\s+/))('%s is refused', (address) =>
  expect(judgeAddress(address, networks)).toBe('refused'),
)

test.each(['', 'localhost', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '8.8.8.8 '])(
  'what is no address, such as "%s", is refused',
  (address) => expect(judgeAddress(address, ['0.0.0.0/0', '::/0'])).toBe('refused'),
)

test.each([
  ['https:', 'global', true],
  ['http:', 'global', false],
  ['https:', 'allowed', true],
  ['http:', 'allowed', true],
  ['https:', 'refused', false],
] as const)('%s is called at an address that is %s: %j', (protocol, reach, called) => {
  expect(mayCall(protocol, reach)).toBe(called)
})
