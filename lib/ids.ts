import { randomInt } from 'node:crypto'
import { v7 } from 'uuid'

const base62Alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * A UUIDv7 (RFC 9562 §5.7). The ids of one process sort by creation, also within a millisecond (§6.2) and
 * while the clock goes back.
 */
export function newId(): string {
  return v7()
}

/** A text that {@link isUuid} has checked; a text that it refused is still a text. */
export type Uuid = string & { readonly checked?: 'uuid' }

/** True for a lower-case UUID of any version. An action's caller can send anything, such as a list with one inside. */
export function isUuid(value: unknown): value is Uuid {
  return typeof value === 'string' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
}

/** `length` random characters of `[0-9A-Za-z]`, 5.95 bits each, without modulo bias. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => base62Alphabet[randomInt(62)]).join('')
}
