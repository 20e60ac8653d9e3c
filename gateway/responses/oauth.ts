import type { Exchange } from '@/gateway/exchange'
import type { OAuthError } from '@/lib/oauth/errors'
import { jsonLine, line, sendResponse } from './send'

const oauthLines = jsonLine + line('Pragma', 'no-cache')

/** A successful response of an OAuth endpoint (RFC 6749 §5.1). */
export function sendOAuthJson(exchange: Exchange, body: string): void {
  sendResponse(exchange, 200, oauthLines, body)
}

/**
 * An error of an OAuth endpoint (RFC 6749 §5.2). A 401 names the scheme to use, whichever the client tried.
 * @param realm the environment
 */
export function sendOAuthError(exchange: Exchange, realm: string, error: OAuthError): void {
  exchange.errorCode = error.code
  exchange.hint = error.refusalCause ?? null
  if (error.applicationId) exchange.applicationId = error.applicationId
  if (error.status === 413) exchange.afterwards = 'linger'
  let lines = oauthLines
  if (error.status === 401) lines += line('WWW-Authenticate', `Basic realm="${realm}"`)
  if (error.retryAfter !== undefined) lines += line('Retry-After', error.retryAfter)
  sendResponse(
    exchange,
    error.status,
    lines,
    JSON.stringify({ error: error.code, error_description: error.description }),
  )
}
