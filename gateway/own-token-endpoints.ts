import { invalidRequest } from '@/lib/oauth/errors'
import { endToken, findOwnToken } from '@/lib/tokens/commands'
import { hashToken } from '@/lib/tokens/token'
import { type ClientCall, type ClientForm, readForm } from './client-steps'
import type { Gateway } from './context'
import { beforeDeadline } from './deadline'
import type { Exchange } from './exchange'
import { line } from './responses/lines'
import { sendOAuthJson } from './responses/oauth'
import { sendResponse } from './responses/send'

/** RFC 7009 §2.1 and RFC 7662 §2.1. `token_type_hint` may be ignored, as there is one type. */
export async function readTokenForm(_gateway: Gateway, exchange: Exchange): Promise<ClientForm> {
  const form = await readForm(exchange)
  requireTokenHash(form)
  return form
}

/** The SHA-256 of the token that a form names, in hexadecimal. */
function requireTokenHash({ parameters }: ClientForm): string {
  const token = parameters.get('token')
  if (token === undefined) throw invalidRequest('The parameter token is missing.')
  return hashToken(token)
}

/** Ends the client's own token; any other is left alone, with the same 200 (RFC 7009 §2.2). */
export async function revokeToken(
  gateway: Gateway,
  exchange: Exchange,
  { form, client }: ClientCall,
): Promise<void> {
  const { pool, environment } = gateway
  const hash = requireTokenHash(form)
  const ended = endToken(pool, environment, client.applicationId, hash, exchange.requestId)
  await beforeDeadline(gateway, exchange, ended)
  sendResponse(exchange, 200, line('Pragma', 'no-cache'), '')
}

/** A client queries its own tokens; of others it learns nothing (RFC 7662 §2.2, §4). */
export async function describeToken(
  gateway: Gateway,
  exchange: Exchange,
  { form, client }: ClientCall,
): Promise<void> {
  const { pool, environment, authUrl } = gateway
  const { clientId, requestId } = exchange
  const hash = requireTokenHash(form)
  const looked = findOwnToken(pool, environment, client.applicationId, hash, requestId)
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
