import { describe, expect, test } from 'vitest'
import { OAuthError } from './errors'
import { decodeFormText, decodeUtf8, parseForm } from './form'

describe('a form', () => {
  test('is its parameters, decoded, without the empty ones', () => {
    expect([...parseForm('a=1&b=x+y%2B%C3%A9&&c=&d&e=1=2&')]).toEqual([
      ['a', '1'],
      ['b', 'x y+é'],
      ['e', '1=2'],
    ])
    expect([...parseForm(Buffer.from('a%62=%e2%82%ac'))]).toEqual([['ab', '€']])
    expect([...parseForm('a=%EF%BB%BF')]).toEqual([['a', '\ufeff']])
    expect([...parseForm('')]).toEqual([])
  })

  // ASVS 1.2.2, 2.2.1
  test.each([
    ['a=1&a=2', 'given more than once'],
    ['a=1&a=1', 'given more than once'],
    ['a=&a=1', 'given more than once'],
    ['a&a=1', 'given more than once'],
    ['a=1&%61=2', 'given more than once'],
    ['=1', 'without a name'],
    ['a=1&=', 'without a name'],
    ['a=%', 'malformed %-escape'],
    ['a=%4', 'malformed %-escape'],
    ['a=%4x', 'malformed %-escape'],
    ['a=%x4', 'malformed %-escape'],
    ['%zz=1', 'malformed %-escape'],
    ['a=%C3', 'not UTF-8'],
    ['a=%C0%80', 'not UTF-8'],
    ['a=\0', 'control character'],
    ['a=%00', 'control character'],
    ['a=%0A', 'control character'],
    ['a=%1f', 'control character'],
    ['a=%7F', 'control character'],
    ['a=%C2%85', 'control character'],
    ['a=%C2%9F', 'control character'],
    ['%0d=1', 'control character'],
    [`client_id=${'x'.repeat(65)}`, 'client_id is longer than 64 characters'],
    [`client_secret=${'x'.repeat(257)}`, 'client_secret is longer than 256 characters'],
    [`client_assertion=${'x'.repeat(8193)}`, 'client_assertion is larger than 8 KiB'],
    ['\ufeffa=1', 'begins with a byte order mark'],
    ['%ef%BB%BFa=1', 'begins with a byte order mark'],
  ])('%j is refused', (body, sentence) => {
    const parse = () => parseForm(body)
    expect(parse).toThrow(OAuthError)
    expect(parse).toThrow(expect.objectContaining({ status: 400, code: 'invalid_request' }))
    expect(parse).toThrow(sentence)
  })

  test('takes a client id and a secret of just the greatest length, and other parameters of any', () => {
    const long = { client_id: 'i'.repeat(64), client_secret: 's'.repeat(256), other: 'o'.repeat(9000) }
    expect(Object.fromEntries(parseForm(new URLSearchParams(long).toString()))).toEqual(long)
  })
})

test('a text keeps what is no escape, and the characters next to the control characters', () => {
  for (const text of [' ', '~', '\u00a0', 'é', '😀']) expect(decodeFormText(text)).toBe(text)
  expect(decodeFormText('%20%7e%C2%A0')).toBe(' ~\u00a0')
})

test('bytes are UTF-8 or refused, and a byte order mark is a character', () => {
  expect(decodeUtf8(Buffer.from('\ufeffé'))).toBe('\ufeffé')
  for (const bytes of [[0xff], [0xc3], [0xc0, 0x80], [0xed, 0xa0, 0x80]])
    expect(() => decodeUtf8(Buffer.from(bytes))).toThrow('not valid UTF-8')
})
