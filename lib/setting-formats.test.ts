import { expect, test } from 'vitest'
import type { z } from 'zod'
import { integer, mailDomain, networks, postgres, publicUrl, sender, url } from './setting-formats'

const accepts = (format: z.ZodType, text: string) => format.safeParse(text).success

test('a number has its bounds among its values', () => {
  for (const text of ['1', '65535', '0080']) expect(accepts(integer(1, 65_535), text), text).toBe(true)
  for (const text of ['0', '65536', '', ' 1', '1 ', '1e3', '-1', '9999999999'])
    expect(accepts(integer(1, 65_535), text), text).toBe(false)
})

// ASVS 4.1.3
test.each(['10.0.0.0/8', '10.1.0.0/16', '192.0.2.7/32', '0.0.0.0/0', '2001:db8::/128', '::1', '192.0.2.7'])(
  'a proxy may be %s',
  (entry) => {
    expect(networks.parse(` ${entry},`)).toEqual([entry])
  },
)

test.each([
  'foo',
  '10.0.0.0/',
  '10.0.0.0/33',
  '::/129',
  '10.0.0.0/8x',
  '10.0.0.0/x8',
  '10.0.0.0/8/8',
  '10.0.0',
  '/8',
])('a proxy %s is refused, as a typo must not have everyone trusted', (entry) => {
  expect(accepts(networks, `192.0.2.7,${entry}`)).toBe(false)
})

test('a public address is an origin', () => {
  expect(publicUrl.parse('https://portal.example//')).toBe('https://portal.example')
  for (const rest of ['/a', '//a', '/a/', '?a', '#a'])
    expect(accepts(publicUrl, `https://portal.example${rest}`), rest).toBe(false)
  for (const user of ['a@', ':b@', 'a:b@'])
    expect(accepts(publicUrl, `https://${user}portal.example`), user).toBe(false)
})

test('a URL names a host, or a socket', () => {
  expect(accepts(url('unix:', 'tcp:'), 'unix:///run/clamd')).toBe(true)
  expect(accepts(url('unix:', 'tcp:'), 'tcp:///run/clamd')).toBe(false)
  expect(accepts(postgres, 'postgres:///guichet?host=/run/postgresql')).toBe(true)
  expect(accepts(postgres, 'postgres:///guichet')).toBe(false)
})

test('a password that would be taken for the host is refused, with what to do', () => {
  for (const password of ['a@b', 'a:b', 'a%40%2fb'])
    expect(accepts(postgres, `postgres://u:${password}@db.example/x`), password).toBe(true)
  for (const password of ['a@b/c', 'a@b#c', 'a@b?c', 'a/b', '1/b', 'a#b', 'a?b'])
    for (const [format, scheme] of [
      [postgres, 'postgres'],
      [url('smtps:'), 'smtps'],
    ] as const)
      expect(
        format.safeParse(`${scheme}://u:${password}@host.example/x`).error?.issues,
        password,
      ).toMatchObject([{ message: expect.stringContaining('@ is %40') }])
})

test('a sender is one address, with or without a name, and no further header', () => {
  for (const text of ['a@example.com', 'Guichet <a@example.com>', '<a@example.com>'])
    expect(accepts(sender, text), text).toBe(true)
  for (const text of [
    'Guichet\r\nBcc: b@example.com <a@example.com>',
    'Guichet <a@example.com>\r\nBcc: b@example.com',
    'B <b@example.com> <a@example.com>',
    'Guichet <a>',
    'Guichet <a@example.com',
  ])
    expect(accepts(sender, text), text).toBe(false)
})

test('a domain of e-mail addresses is a name, and is compared in lower case', () => {
  expect(mailDomain.parse('Example.COM')).toBe('example.com')
  for (const text of [
    'example',
    '@example.com',
    '*.example.com',
    'a@example.com',
    'example.com/',
    'exa mple.com',
    '.com',
  ])
    expect(accepts(mailDomain, text), text).toBe(false)
})
