import { timingSafeEqual } from 'node:crypto'
import type { Environment } from '@/generated/prisma/enums'
import { randomBase62 } from '@/lib/ids'
import { hmac, type Keyring } from '@/lib/keyring'

/** The stored form of a secret: its HMAC under the key `keyId`, 32 bytes. */
export type SecretHash = { keyId: string; hash: Buffer }

/** A client id of either environment, named in its first group. */
export const clientIdPattern = /^guichet_(sandbox|production)_id_[0-9A-Za-z]{22}$/

/**
 * Finds any client secret and personal access key in a text. For the documentation, and the patterns of
 * secret scanners.
 */
export const secretScannerPattern =
  /\bguichet_(?:sandbox_secret|production_secret|personal)_[0-9A-Za-z]{43}\b/

/** A new client id: `guichet_<environment>_id_` and 22 random characters of `[0-9A-Za-z]`, 131 bits. Not a secret. */
export function generateClientId(environment: Environment): string {
  return `guichet_${environment}_id_${randomBase62(22)}`
}

/**
 * A new client secret: `guichet_<environment>_secret_` and 43 random characters of `[0-9A-Za-z]`, 256 bits. Its
 * characters need no escaping in a form, a Basic header, a shell or a URL (RFC 6749 §2.3.1, Appendix B).
 */
export function generateClientSecret(environment: Environment): string {
  return `guichet_${environment}_secret_${randomBase62(43)}`
}

/** The keyed hash to store for `secret`, under the newest key. Random 256 bits need no slow hash. */
export function hashSecret(keyring: Keyring, secret: string): SecretHash {
  const { id, key } = keyring[0]
  return { keyId: id, hash: hmac(key, secret) }
}

/**
 * True when `secret` is the one that was hashed. Takes the same time for every mismatch, including a key that is
 * missing from the keyring.
 */
export function matchesSecret(keyring: Keyring, secret: string, { keyId, hash }: SecretHash): boolean {
  const known = keyring.find(({ id }) => id === keyId)
  const expected = hmac((known ?? keyring[0]).key, secret)
  return hash.length === expected.length && timingSafeEqual(hash, expected) && known !== undefined
}
