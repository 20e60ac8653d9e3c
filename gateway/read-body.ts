import { invalidRequest, OAuthError } from '@/lib/oauth/errors'
import type { Exchange } from './exchange'
import { BodyTooLargeError } from './wire/wire'

/** The largest body that is read, in bytes. */
const bodyLimit = 16_384

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
    if (isText(name, 'charset') && !isText(value, 'utf-8') && !isText(value, '"utf-8"'))
      throw invalidRequest('The charset must be UTF-8.')
  }
  const encoding = wire.header('content-encoding')
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw invalidRequest('The body must not be compressed.')
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
