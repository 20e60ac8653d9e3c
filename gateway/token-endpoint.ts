import { invalidRequest, OAuthError } from '@/lib/oauth/errors'
import { type ClientCall, type ClientForm, readForm } from './client-steps'
import type { Gateway } from './context'
import { beforeDeadline } from './deadline'
import type { Exchange } from './exchange'
import { sendOAuthJson } from './responses/oauth'

/** A request of the client-credentials grant (RFC 6749 §4.4.2, where the value is case-sensitive). */
export async function readTokenRequest(_gateway: Gateway, exchange: Exchange): Promise<ClientForm> {
  const form = await readForm(exchange)
  const grantType = form.parameters.get('grant_type')
  if (grantType === undefined) throw invalidRequest('The parameter grant_type is missing.')
  if (grantType !== 'client_credentials')
    throw new OAuthError(400, 'unsupported_grant_type', 'The grant_type must be client_credentials.')
  // RFC 6749 §3.3: no scopes are defined here, so none can be granted.
  if (form.parameters.has('scope')) throw new OAuthError(400, 'invalid_scope', 'No scopes are defined.')
  return form
}

/** RFC 6749 §5.1. */
export async function issueToken(
  gateway: Gateway,
  exchange: Exchange,
  { client, again }: ClientCall,
): Promise<void> {
  const issued = gateway.token.issuer.issue(client, again, exchange)
  const { token, expiresIn, minted } = await beforeDeadline(gateway, exchange, issued)
  exchange.minted = minted
  gateway.metrics.tokens.inc({ outcome: minted ? 'minted' : 'reused' })
  sendOAuthJson(exchange, `{"access_token":"${token}","token_type":"Bearer","expires_in":${expiresIn}}`)
}
