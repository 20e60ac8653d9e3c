import { assertionType, isClientId, readSubject } from './assertion'
import { invalidClient, invalidRequest } from './errors'
import { decodeFormText, decodeUtf8, type Parameters, refuseLong } from './form'

/** Credentials as presented, complete but unchecked. */
export type PresentedSecret = { clientId: string; clientSecret: string }
export type PresentedAssertion = { clientId: string; assertion: string }

type Presented = Partial<PresentedSecret & PresentedAssertion>

/**
 * Takes the credentials from the header or the body, never from both, and of one kind (RFC 6749 §2.3).
 * @returns with the client id that an assertion names, if it names one legibly
 * @throws OAuthError invalid_request when header and body differ or both contain a secret, and when an assertion is
 *   incomplete, of another type, together with a secret, or of another client than `client_id`
 */
export function combineCredentials(basic: BasicCredentials | null, parameters: Parameters): Presented {
  const clientId = parameters.get('client_id')
  const clientSecret = parameters.get('client_secret')
  const assertion = readAssertion(parameters)
  if (assertion !== undefined) {
    if (basic || clientSecret !== undefined)
      throw invalidRequest('A client_assertion is given together with other client credentials.')
    return ofAssertion(assertion, clientId)
  }
  if (!basic) return { clientId, clientSecret }
  if (clientSecret !== undefined)
    throw invalidRequest('Client credentials are given in the header and in the body.')
  if (clientId !== undefined && clientId !== basic.clientId)
    throw invalidRequest('The client_id in the header and the one in the body differ.')
  return basic
}

/**
 * Requires both parts.
 * @throws OAuthError invalid_request for a secret without a client id, invalid_client when the secret is missing, or an
 *   assertion names no client
 */
export function requireCredentials({
  clientId,
  clientSecret,
  assertion,
}: Presented): PresentedSecret | PresentedAssertion {
  if (clientSecret !== undefined && clientId === undefined)
    throw invalidRequest('The client_id is missing next to the client_secret.')
  if (clientId === undefined) throw invalidClient()
  if (assertion !== undefined) return { clientId, assertion }
  if (clientSecret === undefined) throw invalidClient()
  return { clientId, clientSecret }
}

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

/** RFC 7521 §4.2. */
function readAssertion(parameters: Parameters): string | undefined {
  const assertion = parameters.get('client_assertion')
  const type = parameters.get('client_assertion_type')
  if ((assertion === undefined) !== (type === undefined))
    throw invalidRequest('The parameters client_assertion and client_assertion_type must be given together.')
  if (type !== undefined && type !== assertionType)
    throw invalidRequest('The client_assertion_type is unknown.')
  return assertion
}

/** RFC 7523 §3, item 2: `sub` is the client id, and a `client_id` next to it the same (RFC 7521 §4.2). */
function ofAssertion(assertion: string, clientId: string | undefined): Presented {
  const subject = readSubject(assertion)
  if (subject !== undefined && clientId !== undefined && clientId !== subject)
    throw invalidRequest('The client_id and the sub of the client_assertion differ.')
  return { clientId: clientId ?? (isClientId(subject) ? subject : undefined), assertion }
}
