import { findOwnToken } from '@/lib/tokens/commands'
import { authenticateClient, getCaller, readForm } from './client-steps'
import type { Gateway } from './context'
import { beforeDeadline } from './deadline'
import type { Exchange } from './exchange'
import { sendOAuthJson } from './responses/oauth'
import { readOwnToken } from './revoke-endpoint'
import { inSteps } from './steps'

/** `POST /oauth/introspect` (RFC 7662). */
export const answerIntrospect = inSteps(readForm, readOwnToken, authenticateClient, describe)

/** A client queries its own tokens; of others it learns nothing (RFC 7662 §2.2, §4). */
async function describe(gateway: Gateway, exchange: Exchange): Promise<void> {
  const { pool, environment, authUrl } = gateway
  const { clientId, tokenHash, requestId } = exchange
  const { applicationId } = getCaller(exchange).client
  const looked = findOwnToken(pool, environment, applicationId, tokenHash, requestId)
  const found = await beforeDeadline(gateway, exchange, looked)
  const answer = found
    ? {
        active: true,
        client_id: clientId,
        sub: clientId,
        token_type: 'Bearer',
        iss: authUrl,
        iat: found.issuedAt,
        exp: found.expiresAt,
      }
    : { active: false }
  sendOAuthJson(exchange, JSON.stringify(answer))
}
