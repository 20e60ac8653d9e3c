import { randomBytes, randomInt } from 'node:crypto'

const base62Alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A UUIDv7 (RFC 9562 §5.7): 48 bits of Unix milliseconds, then random bits, so that ids sort by creation. */
export function newId(): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(Date.now(), 0, 6)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** True for a lower-case UUID of any version. */
export function isUuid(value: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
}

/** `length` random characters of `[0-9A-Za-z]`, 5.95 bits each, without modulo bias. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => base62Alphabet[randomInt(62)]).join('')
}
