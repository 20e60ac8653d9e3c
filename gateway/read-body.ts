import { invalidRequest, OAuthError } from '@/lib/oauth/errors'
import { countHeaderLines, type Exchange } from './exchange'

/** The largest body that is read, in bytes. */
const bodyLimit = 16_384

/** The caller went away before it had sent all: nobody is left to answer. */
export class AbortedError extends Error {
  override name = 'AbortedError'
}

const mediaType = /^application\/x-www-form-urlencoded[ \t]*(;.*)?$/i
const charset = /;[ \t]*charset[ \t]*=[ \t]*("?)([^";\s]*)\1[ \t]*(?=;|$)/gi

/**
 * Requires `application/x-www-form-urlencoded` (RFC 6749 §3.2), in UTF-8 where a charset is named.
 * @throws OAuthError invalid_request
 */
export function requireFormType({ request }: Exchange): void {
  const type = request.headers['content-type']
  if (type === undefined || !mediaType.test(type) || countHeaderLines(request, 'content-type') > 1)
    throw invalidRequest('The content type must be application/x-www-form-urlencoded.')
  if (
    /charset/i.test(type) &&
    ![...type.matchAll(charset)].every(([, , name]) => /^utf-8$/i.test(name ?? ''))
  )
    throw invalidRequest('The charset must be UTF-8.')
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw invalidRequest('The body must not be compressed.')
}

/**
 * Reads the whole body.
 * @throws OAuthError 413 invalid_request over 16 KiB, as declared or as counted while it arrives
 * @throws AbortedError when the connection ends first
 */
export function readBody({ request, response }: Exchange): Promise<Buffer> {
  const declared = Number(request.headers['content-length'] ?? 0)
  if (declared > bodyLimit) return Promise.reject(tooLarge())
  if (request.headers.expect !== undefined) response.writeContinue()
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const finish = () => {
      request.off('data', take).off('end', finish).off('close', abort)
      if (size > bodyLimit) reject(tooLarge())
      else resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks))
    }
    const take = (chunk: Buffer) => {
      size += chunk.length
      chunks.push(chunk)
      if (size > bodyLimit) finish()
    }
    const abort = () => reject(new AbortedError('the request was not completed'))
    request.on('data', take).once('end', finish).once('close', abort)
  })
}

function tooLarge(): OAuthError {
  return new OAuthError(413, 'invalid_request', 'The body is larger than 16 KiB.')
}
