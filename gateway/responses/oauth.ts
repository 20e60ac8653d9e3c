import type { Exchange } from '@/gateway/exchange'
import type { OAuthError } from '@/lib/oauth/errors'
import { send } from './send'

const jsonHeaders = ['Content-Type', 'application/json', 'Pragma', 'no-cache']

/** A successful response of an OAuth endpoint (RFC 6749 §5.1). */
export function sendOAuthJson(exchange: Exchange, body: string): void {
  send(exchange, 200, jsonHeaders, body)
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
  const headers = [...jsonHeaders]
  if (error.status === 401) headers.push('WWW-Authenticate', `Basic realm="${realm}"`)
  if (error.retryAfter !== undefined) headers.push('Retry-After', String(error.retryAfter))
  send(
    exchange,
    error.status,
    headers,
    JSON.stringify({ error: error.code, error_description: error.description }),
  )
}
