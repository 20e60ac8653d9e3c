import { invalidRequest } from '@/lib/oauth/errors'
import type { Parameters } from '@/lib/oauth/form'
import { endToken } from '@/lib/tokens/commands'
import { hashToken } from '@/lib/tokens/token'
import { authenticate, readClientRequest } from './client-steps'
import type { Gateway } from './context'
import { beforeDeadline } from './deadline'
import type { Exchange } from './exchange'
import { send } from './responses/send'

/** `POST /oauth/revoke` (RFC 7009): ends the client's own token; any other is left alone, with the same 200 (§2.2). */
export async function answerRevoke(gateway: Gateway, exchange: Exchange): Promise<void> {
  const { parameters, basic } = await readClientRequest(exchange)
  const token = requireToken(parameters)
  const { client } = await authenticate(gateway, exchange, basic, parameters)
  const ended = endToken(
    gateway.pool,
    gateway.environment,
    client.applicationId,
    hashToken(token),
    exchange.requestId,
  )
  await beforeDeadline(gateway, exchange, ended)
  send(exchange, 200, ['Pragma', 'no-cache'], '')
}

/** RFC 7009 §2.1 and RFC 7662 §2.1. `token_type_hint` may be ignored, as there is one type. */
export function requireToken(parameters: Parameters): string {
  const token = parameters.get('token')
  if (token === undefined) throw invalidRequest('The parameter token is missing.')
  return token
}
