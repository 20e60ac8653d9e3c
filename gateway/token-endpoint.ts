import { invalidRequest, OAuthError } from '@/lib/oauth/errors'
import type { Parameters } from '@/lib/oauth/form'
import { authenticate, readClientRequest } from './client-steps'
import type { Gateway } from './context'
import { beforeDeadline } from './deadline'
import type { Exchange } from './exchange'
import { sendOAuthJson } from './responses/oauth'

/**
 * `POST /oauth/token`: the client-credentials grant (RFC 6749 §4.4). The order of these lines decides which error a
 * request with several faults gets.
 */
export async function answerToken(gateway: Gateway, exchange: Exchange): Promise<void> {
  const { parameters, basic } = await readClientRequest(exchange)
  requireGrantType(parameters)
  refuseScope(parameters)
  const { client, again } = await authenticate(gateway, exchange, basic, parameters)
  const issued = gateway.issuer.issue(client, again, exchange)
  const { token, expiresIn, minted } = await beforeDeadline(gateway, exchange, issued)
  exchange.minted = minted
  gateway.metrics.tokens.inc({ outcome: minted ? 'minted' : 'reused' })
  sendOAuthJson(exchange, `{"access_token":"${token}","token_type":"Bearer","expires_in":${expiresIn}}`)
}

/** RFC 6749 §4.4.2; the value is case-sensitive. */
function requireGrantType(parameters: Parameters): void {
  const grantType = parameters.get('grant_type')
  if (grantType === undefined) throw invalidRequest('The parameter grant_type is missing.')
  if (grantType !== 'client_credentials')
    throw new OAuthError(400, 'unsupported_grant_type', 'The grant_type must be client_credentials.')
}

/** RFC 6749 §3.3: no scopes are defined here, so none can be granted. */
function refuseScope(parameters: Parameters): void {
  if (parameters.has('scope')) throw new OAuthError(400, 'invalid_scope', 'No scopes are defined.')
}
