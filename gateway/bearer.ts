import type { ProblemDetail } from '@/lib/error-codes'
import type { Bearer, BearerQuestion, FoundBearer } from '@/lib/tokens/queries'
import type { Gateway } from './context'
import type { Exchange } from './exchange'
import { Problem } from './responses/problem'
import { line } from './responses/send'

/** `WWW-Authenticate` of the account endpoint (RFC 6750 §3), which points at the metadata (RFC 9728 §5.1). */
function bearerChallenge({ environment, baseUrl }: Gateway, error?: string): string {
  const metadata = `${baseUrl}/.well-known/oauth-protected-resource`
  const challenge = `Bearer realm="${environment}", resource_metadata="${metadata}"`
  return line('WWW-Authenticate', error === undefined ? challenge : `${challenge}, error="${error}"`)
}

/**
 * Reads the token from the `Authorization` header, the only place where it is accepted (RFC 6750 §2.1).
 * @throws Problem 401 token_missing without a token or with another scheme, 400 invalid_request if sent in a wrong way
 */
export function readBearerToken(gateway: Gateway, { wire }: Exchange, hasQueryToken: boolean): string {
  const header = wire.header('authorization')
  if (header !== undefined && wire.countHeader('authorization') > 1)
    throw malformed(gateway, 'The Authorization header is given more than once.')
  if (hasQueryToken) throw malformed(gateway, 'Send the access token in the Authorization header only.')
  if (header === undefined) throw missing(gateway)
  const [scheme = '', token, ...rest] = header.split(/ +/)
  if (scheme.toLowerCase() !== 'bearer') throw missing(gateway, mistakeIn(scheme, token))
  if (token === undefined || token === '' || rest.length > 0)
    throw malformed(gateway, 'The Authorization header must be: Bearer, a space, the access token.')
  return token
}

/** A bearer's request with what its token opens. */
export type BearerCall<Asked = BearerQuestion> = Bearer & { asked: Asked }

/** Finds out whose token it is, and what it may read (RFC 6750 §3.1). */
export function authenticateBearer<Asked extends BearerQuestion>(
  gateway: Gateway,
  exchange: Exchange,
  asked: Asked,
): Promise<BearerCall<Asked>> {
  return gateway.account.bearers
    .load(asked, exchange)
    .then((found) => admitBearer(gateway, exchange, asked, found))
}

/** @throws Problem 401 invalid_token for a token that is not live */
export function admitBearer<Asked>(
  gateway: Gateway,
  exchange: Exchange,
  asked: Asked,
  found: FoundBearer,
): BearerCall<Asked> {
  if (!found || 'ended' in found) throw invalidToken(gateway)
  const { rights, account } = found
  exchange.applicationId = rights.applicationId
  return { asked, rights, account }
}

/**
 * 401 invalid_token (RFC 6750 §3.1): the same for every reason. `findBearers` finds no token of the other
 * environment.
 */
export function invalidToken(gateway: Gateway): Problem {
  return new Problem('invalid_token', { lines: bearerChallenge(gateway, 'invalid_token') })
}

/** What is commonly written instead of the scheme; the token itself is never repeated. */
function mistakeIn(scheme: string, token: string | undefined): ProblemDetail | undefined {
  if (scheme.toLowerCase() === 'bearer:')
    return 'The scheme has no colon. Write: Bearer, a space, the access token.'
  if (scheme.toLowerCase() === 'basic')
    return 'Basic is for the token endpoint. Here, write: Bearer, a space, the access token.'
  if (scheme !== '' && token === undefined)
    return 'The Authorization header has no scheme. Write: Bearer, a space, the access token.'
  return undefined
}

/** RFC 6750 §3: a request without any authentication gets no error code. */
function missing(gateway: Gateway, detail?: ProblemDetail): Problem {
  return new Problem('token_missing', { detail, lines: bearerChallenge(gateway) })
}

function malformed(gateway: Gateway, detail: ProblemDetail): Problem {
  return new Problem('invalid_request', { detail, lines: bearerChallenge(gateway, 'invalid_request') })
}
