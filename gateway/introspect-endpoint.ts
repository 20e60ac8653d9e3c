import { findOwnToken } from '@/lib/tokens/commands'
import { hashToken } from '@/lib/tokens/token'
import { authenticate, readClientRequest } from './client-steps'
import type { Gateway } from './context'
import { beforeDeadline } from './deadline'
import type { Exchange } from './exchange'
import { sendOAuthJson } from './responses/oauth'
import { requireToken } from './revoke-endpoint'

/** `POST /oauth/introspect` (RFC 7662): a client queries its own tokens; of others it learns nothing (§2.2, §4). */
export async function answerIntrospect(gateway: Gateway, exchange: Exchange): Promise<void> {
  const { parameters, basic } = await readClientRequest(exchange)
  const token = requireToken(parameters)
  const { client } = await authenticate(gateway, exchange, basic, parameters)
  const looked = findOwnToken(
    gateway.pool,
    gateway.environment,
    client.applicationId,
    hashToken(token),
    exchange.requestId,
  )
  const found = await beforeDeadline(gateway, exchange, looked)
  const answer = found
    ? {
        active: true,
        client_id: exchange.clientId,
        sub: exchange.clientId,
        token_type: 'Bearer',
        iss: gateway.authUrl,
        iat: found.issuedAt,
        exp: found.expiresAt,
      }
    : { active: false }
  sendOAuthJson(exchange, JSON.stringify(answer))
}
