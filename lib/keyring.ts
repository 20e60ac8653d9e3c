import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'

/** One key of a keyring: `id` is stored with each value made under the key, `key` is 32 bytes. */
export type Key = { id: string; key: Buffer }

/** Keys, newest first: the first makes new values, and all of them read old ones. */
export type Keyring = readonly [Key, ...Key[]]

/** The result of {@link encrypt}: nonce, tag and ciphertext in one buffer, and the key's id. */
export type Encrypted = { keyId: string; ciphertext: Buffer }

/**
 * Parses `id:base64,id:base64`, newest first.
 * @throws Error with a sentence when an entry is malformed, a key is not 32 bytes, or an id occurs twice
 */
export function parseKeyring(text: string): Keyring {
  const keys = text.split(',').map(parseKey)
  if (new Set(keys.map(({ id }) => id)).size !== keys.length) throw new Error('names a key id twice')
  return keys as [Key, ...Key[]]
}

/** The difference in length between ciphertext and text: initialisation vector and tag, in bytes. */
export const sealBytes = 28

/** Formats a keyring for {@link parseKeyring}. */
export function formatKeyring(keyring: Keyring): string {
  return keyring.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(',')
}

/** A new random key of 32 bytes. */
export function generateKey(id: string): Key {
  return { id, key: randomBytes(32) }
}

/**
 * The key with this id.
 * @throws Error when the keyring lacks it: a key was removed while values under it still existed
 */
export function findKey(keyring: Keyring, id: string): Key {
  const found = keyring.find((key) => key.id === id)
  if (!found) throw new Error(`the keyring has no key '${id}'`)
  return found
}

/**
 * AES-256-GCM (NIST SP 800-38D) with the newest key and a random 96-bit nonce.
 * @param context binds the ciphertext to its place (table, column, row id), so that it cannot be moved to another
 */
export function encrypt(keyring: Keyring, plaintext: Buffer | string, context: string): Encrypted {
  const { id, key } = keyring[0]
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(plaintext as Buffer), cipher.final()])
  return { keyId: id, ciphertext: Buffer.concat([nonce, cipher.getAuthTag(), body]) }
}

/**
 * Decrypts the result of {@link encrypt} for the same context.
 * @throws Error when the key is missing, or the ciphertext was changed or moved
 */
export function decrypt(keyring: Keyring, { keyId, ciphertext }: Encrypted, context: string): Buffer {
  const { key } = findKey(keyring, keyId)
  const decipher = createDecipheriv('aes-256-gcm', key, ciphertext.subarray(0, 12))
  decipher.setAAD(Buffer.from(context)).setAuthTag(ciphertext.subarray(12, 28))
  return Buffer.concat([decipher.update(ciphertext.subarray(28)), decipher.final()])
}

/**
 * HMAC-SHA-256 (RFC 2104): 32 bytes, or their text in `encoding`. Computed with two one-shot hashes, as `createHmac`
 * creates objects that take twice the time of the hashing and burden the garbage collector.
 * @param key 32 bytes
 */
export function hmac(key: Buffer, message: string): Buffer
export function hmac(key: Buffer, message: string, encoding: 'base64url'): string
export function hmac(key: Buffer, message: string, encoding?: 'base64url'): Buffer | string {
  const { inner, outer } = findPads(key)
  // A UTF-16 unit takes at most three bytes.
  const room = message.length * 3 <= inner.length - blockBytes
  const first = room
    ? inner
    : Buffer.concat([inner.subarray(0, blockBytes), Buffer.alloc(message.length * 3)])
  const length = first.write(message, blockBytes, 'utf8')
  outer.write(hash('sha256', first.subarray(0, blockBytes + length), 'binary'), blockBytes, 'latin1')
  return encoding ? hash('sha256', outer, encoding) : Buffer.from(hash('sha256', outer, 'binary'), 'latin1')
}

/** SHA-256's block size; keys are shorter. */
const blockBytes = 64

type Pads = { inner: Buffer; outer: Buffer }

const padsByKey = new WeakMap<Buffer, Pads>()

/** The key XORed with both pads, each with room for the message after it. */
function findPads(key: Buffer): Pads {
  let pads = padsByKey.get(key)
  if (!pads) {
    pads = { inner: Buffer.alloc(blockBytes + 1024, 0x36), outer: Buffer.alloc(blockBytes + 32, 0x5c) }
    for (const [index, byte] of key.entries()) {
      pads.inner[index] = byte ^ 0x36
      pads.outer[index] = byte ^ 0x5c
    }
    padsByKey.set(key, pads)
  }
  return pads
}

function parseKey(entry: string): Key {
  const [id, encoded, ...rest] = entry.trim().split(':')
  if (!id || !/^[A-Za-z0-9_-]{1,32}$/.test(id) || !encoded || rest.length > 0)
    throw new Error('must be a list of id:key, separated by commas, newest first')
  const key = Buffer.from(encoded, 'base64')
  if (key.length !== 32) throw new Error(`has a key '${id}' that is not 32 bytes in base64`)
  return { id, key }
}
