import { invalidRequest } from '@/lib/oauth/errors'
import { endToken } from '@/lib/tokens/commands'
import { hashToken } from '@/lib/tokens/token'
import { authenticateClient, getCaller, readForm } from './client-steps'
import type { Gateway } from './context'
import { beforeDeadline } from './deadline'
import type { Exchange } from './exchange'
import { line } from './responses/lines'
import { sendResponse } from './responses/send'
import { inSteps } from './steps'

/** `POST /oauth/revoke` (RFC 7009). */
export const answerRevoke = inSteps(readForm, readOwnToken, authenticateClient, revoke)

/** RFC 7009 §2.1 and RFC 7662 §2.1. `token_type_hint` may be ignored, as there is one type. */
export function readOwnToken(_gateway: Gateway, exchange: Exchange): void {
  const token = exchange.form.parameters.get('token')
  if (token === undefined) throw invalidRequest('The parameter token is missing.')
  exchange.tokenHash = hashToken(token)
}

/** Ends the client's own token; any other is left alone, with the same 200 (RFC 7009 §2.2). */
async function revoke(gateway: Gateway, exchange: Exchange): Promise<void> {
  const { pool, environment } = gateway
  const { applicationId } = getCaller(exchange).client
  const ended = endToken(pool, environment, applicationId, exchange.tokenHash, exchange.requestId)
  await beforeDeadline(gateway, exchange, ended)
  sendResponse(exchange, 200, line('Pragma', 'no-cache'), '')
}
