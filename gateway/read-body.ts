import { invalidRequest, OAuthError } from '@/lib/oauth/errors'
import { BodyTooLargeError } from '@/lib/read-body'
import type { Exchange } from './exchange'
import type { Wire } from './wire/wire'

/** The largest body that is read, in bytes. */
const bodyLimit = 16_384

/** The labels of UTF-8 that programs send (WHATWG Encoding §4.2). */
const utf8Labels = ['utf-8', '"utf-8"', 'utf8', '"utf8"']

/**
 * Requires `application/x-www-form-urlencoded` (RFC 6749 §3.2), and UTF-8 if it names a charset.
 * @throws OAuthError invalid_request
 */
export function requireFormType({ wire }: Exchange): void {
  const [type, ...parameters] = (wire.header('content-type') ?? '').split(';')
  if (!isText(type, 'application/x-www-form-urlencoded') || wire.countHeader('content-type') > 1)
    throw invalidRequest('The content type must be application/x-www-form-urlencoded.')
  for (const parameter of parameters) {
    const [name, ...rest] = parameter.split('=')
    const value = rest.join('=')
    if (isText(name, 'charset') && !utf8Labels.some((label) => isText(value, label)))
      throw invalidRequest('The charset must be UTF-8.')
  }
  if (isCompressed(wire)) throw invalidRequest('The body must not be compressed.')
}

/**
 * By its content coding (RFC 9110 §8.4), or by a transfer coding other than chunked, which `node:http` reads
 * as if it was not.
 */
export function isCompressed(wire: Wire): boolean {
  const content = wire.header('content-encoding') ?? 'identity'
  const transfer = wire.header('transfer-encoding') ?? 'chunked'
  return !isText(content, 'identity') || !isText(transfer, 'chunked')
}

/**
 * Compares ignoring case and white space around. Not by a regular expression: one that backtracks takes a second for a
 * header of 16 kB, and anyone can send that.
 */
function isText(given: string | undefined, expected: string): boolean {
  return given?.trim().toLowerCase() === expected
}

/**
 * Reads the whole body.
 * @throws OAuthError 413 invalid_request over 16 KiB, as declared or as received
 * @throws AbortedError when the connection ends first
 */
export async function readBody({ wire }: Exchange): Promise<string | Buffer> {
  try {
    return await wire.readBody(bodyLimit)
  } catch (error) {
    if (!(error instanceof BodyTooLargeError)) throw error
    throw new OAuthError(413, 'invalid_request', 'The body is larger than 16 KiB.')
  }
}
