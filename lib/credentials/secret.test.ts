import { expect, test } from 'vitest'
import {
  clientIdPattern,
  generateClientId,
  generateClientSecret,
  hashSecret,
  matchesSecret,
  secretScannerPattern,
} from '@/lib/credentials/secret'
import { generateKey } from '@/lib/keyring'

const older = generateKey('k1')
const newer = generateKey('k2')

// ASVS 11.2.3, 11.5.1
test.each(['sandbox', 'production'] as const)('credentials of %s name their environment', (environment) => {
  expect(generateClientId(environment)).toMatch(clientIdPattern)
  expect(generateClientId(environment)).toContain(`guichet_${environment}_id_`)
  expect(generateClientSecret(environment)).toMatch(
    new RegExp(`^guichet_${environment}_secret_[0-9A-Za-z]{43}$`),
  )
})

test('a scanner finds a secret inside a text', () => {
  expect(`curl -d client_secret=${generateClientSecret('production')}'`).toMatch(secretScannerPattern)
  expect(generateClientId('production')).not.toMatch(secretScannerPattern)
})

test('a client id is the whole text', () => {
  const id = generateClientId('sandbox')
  for (const text of [`${id}0`, ` ${id}`, id.slice(0, -1)]) expect(text).not.toMatch(clientIdPattern)
})

// ASVS 11.2.4
test('a secret matches its own hash only', () => {
  const secret = generateClientSecret('sandbox')
  const stored = hashSecret([older], secret)
  expect(stored).toMatchObject({ keyId: 'k1', hash: { length: 32 } })
  expect(matchesSecret([older], secret, stored)).toBe(true)
  expect(matchesSecret([older], `${secret}x`, stored)).toBe(false)
})

test('a secret hashed under an older key still matches; without that key it does not', () => {
  const secret = generateClientSecret('sandbox')
  const stored = hashSecret([older], secret)
  expect(matchesSecret([newer, older], secret, stored)).toBe(true)
  expect(matchesSecret([newer], secret, stored)).toBe(false)
  // The same bytes under another id are another key, and part of a hash is none.
  expect(matchesSecret([{ ...older, id: 'k3' }], secret, stored)).toBe(false)
  expect(matchesSecret([older], secret, { ...stored, hash: stored.hash.subarray(1) })).toBe(false)
  expect(hashSecret([newer, older], secret).keyId).toBe('k2')
})
