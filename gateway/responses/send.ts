import type { Exchange } from '@/gateway/exchange'

/**
 * Writes the whole response, with the request's id, and forbids caching it.
 * @param lines of the head, each as {@link line} makes it
 */
export function sendResponse(exchange: Exchange, status: number, lines: string, body: string): void {
  const size = Buffer.byteLength(body)
  let head = `X-Request-Id: ${exchange.requestId}\r\nCache-Control: no-store\r\n${lines}${exchange.extraLines}`
  if (status !== 204) head += line('Content-Length', size)
  if (status >= 400) exchange.errorResponse = { head, body }
  exchange.wire.respond(status, head, body, size === body.length ? 'latin1' : 'utf8', exchange.afterwards)
}

/** A field line of a response (RFC 9112 §5). No value can be chosen by a caller. */
export function line(name: string, value: string | number): string {
  return `${name}: ${value}\r\n`
}

export const jsonLine = line('Content-Type', 'application/json')
