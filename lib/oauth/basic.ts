import { invalidClient, invalidRequest } from './errors'
import { decodeFormText, decodeUtf8, refuseLong } from './form'

/** The content of an `Authorization: Basic` header; empty parts are absent. */
export type BasicCredentials = { clientId: string | undefined; clientSecret: string | undefined }

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/**
 * Reads client credentials from an `Authorization` value (RFC 7617 §2); both parts are form-encoded inside the base64
 * (RFC 6749 §2.3.1).
 * @throws OAuthError invalid_request when malformed, invalid_client when the scheme is another
 */
export function parseBasic(header: string): BasicCredentials {
  const [scheme = '', ...rest] = header.split(' ')
  if (scheme.toLowerCase() !== 'basic') throw invalidClient()
  const encoded = rest.join(' ').trim()
  const pair = base64.test(encoded) ? decodeUtf8(Buffer.from(encoded, 'base64')) : ''
  const colon = pair.indexOf(':')
  if (colon < 0) throw invalidRequest('The Authorization header is malformed.')
  return {
    clientId: readPart('client_id', pair.slice(0, colon)),
    clientSecret: readPart('client_secret', pair.slice(colon + 1)),
  }
}

function readPart(name: string, text: string): string | undefined {
  const value = decodeFormText(text)
  refuseLong(name, value)
  return value === '' ? undefined : value
}
