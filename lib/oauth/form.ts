import type { OAuthDescription } from '@/lib/error-codes'
import { invalidRequest } from './errors'

/** The parameters of a form, without the empty ones: RFC 6749 §3.2 treats those as omitted. */
export type Parameters = ReadonlyMap<string, string>

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const brokenEscape = /%(?![0-9A-Fa-f]{2})/
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is its purpose
const controlCharacter = /[\u0000-\u001f\u007f-\u009f]/
const limits = new Map<string, { length: number; words: OAuthDescription }>([
  ['client_id', { length: 64, words: 'The parameter client_id is longer than 64 characters.' }],
  ['client_secret', { length: 256, words: 'The parameter client_secret is longer than 256 characters.' }],
  ['client_assertion', { length: 8192, words: 'The parameter client_assertion is larger than 8 KiB.' }],
])

/**
 * Parses an `application/x-www-form-urlencoded` body completely (RFC 6749 Appendix B) before any part of it
 * is used.
 * @throws OAuthError invalid_request for a byte order mark, bad UTF-8 or %-escapes, control characters, a
 *   parameter given twice (RFC 6749 §3.2) or a client id, secret or assertion that is too long
 */
export function parseForm(body: string | Buffer): Parameters {
  const parameters = new Map<string, string>()
  const seen = new Set<string>()
  const text = typeof body === 'string' ? body : decodeUtf8(body)
  // As some editors write it: the name of the first parameter would be another one.
  if (/^(?:\ufeff|%EF%BB%BF)/i.test(text)) throw invalidRequest('The body begins with a byte order mark.')
  for (const piece of text.split('&')) {
    if (piece === '') continue
    const [name, value] = splitPair(piece)
    if (name === '') throw invalidRequest('The body has a parameter without a name.')
    if (seen.has(name)) throw invalidRequest('A parameter is given more than once.')
    seen.add(name)
    refuseLong(name, value)
    if (value !== '') parameters.set(name, value)
  }
  return parameters
}

/**
 * Decodes one form-encoded text: `+` is a space, `%XX` are bytes of UTF-8.
 * @throws OAuthError invalid_request for text that cannot be decoded, and for control characters
 */
export function decodeFormText(text: string): string {
  let decoded = text
  if (text.includes('+') || text.includes('%')) {
    if (brokenEscape.test(text)) throw invalidRequest('The request has a malformed %-escape.')
    decoded = decodeEscapes(text.replaceAll('+', ' '))
  }
  if (controlCharacter.test(decoded)) throw invalidRequest('The request has a control character.')
  return decoded
}

/**
 * Refuses a client id over 64 or a secret over 256 characters, or an assertion over 8 KiB, before it is looked up.
 * @throws OAuthError invalid_request
 */
export function refuseLong(name: string, value: string): void {
  const limit = limits.get(name)
  if (limit && value.length > limit.length) throw invalidRequest(limit.words)
}

/**
 * Decodes bytes as UTF-8.
 * @throws OAuthError invalid_request when they are not
 */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw invalidRequest('The request is not valid UTF-8.')
  }
}

function splitPair(piece: string): [string, string] {
  const equals = piece.indexOf('=')
  if (equals < 0) return [decodeFormText(piece), '']
  return [decodeFormText(piece.slice(0, equals)), decodeFormText(piece.slice(equals + 1))]
}

function decodeEscapes(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw invalidRequest('The request has a %-escape that is not UTF-8.')
  }
}
