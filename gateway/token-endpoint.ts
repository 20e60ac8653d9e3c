import { invalidRequest, OAuthError } from '@/lib/oauth/errors'
import { authenticateClient, getCaller, readForm } from './client-steps'
import type { Gateway } from './context'
import { beforeDeadline } from './deadline'
import type { Exchange } from './exchange'
import { sendOAuthJson } from './responses/oauth'
import { inSteps } from './steps'

/** `POST /oauth/token`: the client-credentials grant (RFC 6749 §4.4). */
export const answerToken = inSteps(readForm, requireGrantType, refuseScope, authenticateClient, issueToken)

/** RFC 6749 §4.4.2; the value is case-sensitive. */
function requireGrantType(_gateway: Gateway, { form }: Exchange): void {
  const grantType = form.parameters.get('grant_type')
  if (grantType === undefined) throw invalidRequest('The parameter grant_type is missing.')
  if (grantType !== 'client_credentials')
    throw new OAuthError(400, 'unsupported_grant_type', 'The grant_type must be client_credentials.')
}

/** RFC 6749 §3.3: no scopes are defined here, so none can be granted. */
function refuseScope(_gateway: Gateway, { form }: Exchange): void {
  if (form.parameters.has('scope')) throw new OAuthError(400, 'invalid_scope', 'No scopes are defined.')
}

/** RFC 6749 §5.1. */
async function issueToken(gateway: Gateway, exchange: Exchange): Promise<void> {
  const { client, again } = getCaller(exchange)
  const issued = gateway.token.issuer.issue(client, again, exchange)
  const { token, expiresIn, minted } = await beforeDeadline(gateway, exchange, issued)
  exchange.minted = minted
  gateway.metrics.tokens.inc({ outcome: minted ? 'minted' : 'reused' })
  sendOAuthJson(exchange, `{"access_token":"${token}","token_type":"Bearer","expires_in":${expiresIn}}`)
}
