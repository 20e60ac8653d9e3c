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

  // The others are sent to a gateway, byte by byte (gateway/token-endpoint.db.test.ts).
  // ASVS 1.2.2, 2.2.1
  test.each([
    ['a&a=1', 'given more than once'],
    ['a=%x4', 'malformed %-escape'],
    ['a=%C2%85', 'control character'],
    ['a=%C2%9F', 'control character'],
    [`client_assertion=${'x'.repeat(8193)}`, 'client_assertion is larger than 8 KiB'],
  ])('%j is refused', (body, sentence) => {
    const parse = () => parseForm(body)
    expect(parse).toThrow(OAuthError)
    expect(parse).toThrow(expect.objectContaining({ status: 400, code: 'invalid_request' }))
    expect(parse).toThrow(sentence)
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
