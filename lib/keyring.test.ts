import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  decrypt,
  encrypt,
  findKey,
  formatKeyring,
  generateKey,
  hmac,
  type Keyring,
  parseKeyring,
} from './keyring'

const older = generateKey('2025')
const newer = generateKey('2026')
const keyring: Keyring = [newer, older]

test('a keyring is read as it was written', () => {
  expect(parseKeyring(formatKeyring(keyring))).toEqual(keyring)
  expect(parseKeyring(` ${formatKeyring([older])} `)).toEqual([older])
})

test.each(['', 'a', 'a:', ':b', 'a:b:c', 'a b:c2hvcnQ=', 'a:c2hvcnQ=', `${formatKeyring([older])},`])(
  '"%s" is no keyring',
  (text) => {
    expect(() => parseKeyring(text)).toThrow()
  },
)

test.each([' ', 'a b', 'a\n', '-a/', 'x'.repeat(33), 'é'])('%j is no id of a key', (id) => {
  const encoded = older.key.toString('base64')
  expect(() => parseKeyring(`${id}:${encoded}`)).toThrow('a list of id:key')
  expect(() => parseKeyring(`a:${encoded}:${id}`)).toThrow('a list of id:key')
})

test('a key that is not 32 bytes is named', () => {
  expect(() => parseKeyring('a:c2hvcnQ=')).toThrow("key 'a' that is not 32 bytes")
})

test('an id may occur once', () => {
  expect(() => parseKeyring(formatKeyring([older, generateKey('2025')]))).toThrow('names a key id twice')
})

// ASVS 11.3.1, 11.3.2
test('values under the newest key are decrypted by old and new keyrings that have it', () => {
  const encrypted = encrypt(keyring, 'secret', 'row:1')
  expect(encrypted.keyId).toBe('2026')
  expect(encrypted.ciphertext.toString('latin1')).not.toContain('secret')
  expect(decrypt(keyring, encrypted, 'row:1').toString()).toBe('secret')
  expect(decrypt([generateKey('2027'), ...keyring], encrypted, 'row:1').toString()).toBe('secret')
  expect(() => decrypt([older], encrypted, 'row:1')).toThrow("the keyring has no key '2026'")
})

// ASVS 11.3.4
test('the same text encrypts differently each time', () => {
  const [one, two] = [1, 2].map(() => encrypt(keyring, 'secret', 'row:1').ciphertext.toString('hex'))
  expect(one).not.toBe(two)
})

// ASVS 11.3.3
test('a ciphertext that was moved or changed is refused', () => {
  const encrypted = encrypt(keyring, 'secret', 'row:1')
  expect(() => decrypt(keyring, encrypted, 'row:2')).toThrow()
  for (const position of [0, 12, 28]) {
    const changed = Buffer.from(encrypted.ciphertext)
    changed[position] = (changed[position] ?? 0) ^ 1
    expect(() => decrypt(keyring, { ...encrypted, ciphertext: changed }, 'row:1')).toThrow()
  }
})

// ASVS 11.2.1, 11.4.1
test('HMAC-SHA-256 as in RFC 4231, test case 2', () => {
  expect(hmac(Buffer.from('Jefe'), 'what do ya want for nothing?').toString('hex')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  )
  expect(findKey(keyring, '2025').key).toHaveLength(32)
})

test.each([0, 1, 341, 342, 1024, 1025, 5000])(
  'HMAC-SHA-256 reads all of a text of %d characters',
  (length) => {
    for (const text of ['a'.repeat(length), '€'.repeat(length)])
      expect(hmac(older.key, text, 'base64url')).toBe(
        createHmac('sha256', older.key).update(text).digest('base64url'),
      )
  },
)

test("HMAC-SHA-256 equals the library's for any key and text", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 64 }),
      fc.string({ maxLength: 2000, unit: 'binary' }),
      (bytes, text) => {
        const key = Buffer.from(bytes)
        const expected = createHmac('sha256', key).update(text).digest()
        expect(hmac(key, text).equals(expected)).toBe(true)
        expect(hmac(key, text, 'base64url')).toBe(expected.toString('base64url'))
      },
    ),
  )
})
