import type { Exchange } from '@/gateway/exchange'

/**
 * Writes the whole response, with the request's id, and forbids caching it.
 * @param headers names and values alternate
 */
export function send(exchange: Exchange, status: number, headers: string[], body: string): void {
  const { extraHeaders } = exchange
  const all = ['X-Request-Id', exchange.requestId, 'Cache-Control', 'no-store', ...headers]
  if (extraHeaders.length > 0) all.push(...extraHeaders)
  if (status !== 204) all.push('Content-Length', String(Buffer.byteLength(body)))
  if (status >= 400) exchange.errorResponse = { headers: all, body }
  exchange.wire.respond(status, all, body, exchange.afterwards)
}
