import { invalidRequest, OAuthError } from '@/lib/oauth/errors'
import type { Exchange } from './exchange'
import { BodyTooLargeError } from './wire/wire'

/** The largest body that is read, in bytes. */
const bodyLimit = 16_384

const mediaType = /^application\/x-www-form-urlencoded[ \t]*(;.*)?$/i
const charset = /;[ \t]*charset[ \t]*=[ \t]*("?)([^";\s]*)\1[ \t]*(?=;|$)/gi

/**
 * Requires `application/x-www-form-urlencoded` (RFC 6749 §3.2), and UTF-8 if it names a charset.
 * @throws OAuthError invalid_request
 */
export function requireFormType({ wire }: Exchange): void {
  const type = wire.header('content-type')
  if (type === undefined || !mediaType.test(type) || wire.countHeader('content-type') > 1)
    throw invalidRequest('The content type must be application/x-www-form-urlencoded.')
  if (
    /charset/i.test(type) &&
    ![...type.matchAll(charset)].every(([, , name]) => /^utf-8$/i.test(name ?? ''))
  )
    throw invalidRequest('The charset must be UTF-8.')
  const encoding = wire.header('content-encoding')
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw invalidRequest('The body must not be compressed.')
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
