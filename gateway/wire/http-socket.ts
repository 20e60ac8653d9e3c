import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { admitPipelined } from '@/lib/connection-end'

/** A connection that `node:http` reads, and its state. */
export type HttpSocket = Duplex & {
  /** The current response; kept here by `node:http`. */
  _httpMessage?: ServerResponse | null
  /** The latest request. */
  lastRequest?: IncomingMessage
  /** A response announced that the connection closes: no further request is processed (RFC 9112 §9.6). */
  closing?: boolean
  /** The end of the latest request is uncertain: the connection ends with it. */
  final?: boolean
}

/** `node:http` starts all of them at the same time, and they would take database capacity from other callers. */
const maxUnanswered = 64

/**
 * Records a request on its connection.
 * @returns whether to process the request
 */
export function admit(request: IncomingMessage, response: ServerResponse): boolean {
  const socket = request.socket as HttpSocket
  // Node still emits requests that it had read before the connection was destroyed.
  if (socket.closing || socket.final) return false
  if (!admitPipelined(request, response, maxUnanswered)) return false
  socket.lastRequest = request
  socket.final = isFinal(request)
  return true
}

/**
 * Whether no further request may follow: `node:http` discards what arrives together with the end of a request that asks
 * for an upgrade, and a proxy may have framed a chunked request of HTTP/1.0 in another way (RFC 9112 §6.1).
 */
function isFinal({ headers, httpVersionMinor }: IncomingMessage): boolean {
  return (
    headers.upgrade !== undefined || (httpVersionMinor === 0 && headers['transfer-encoding'] !== undefined)
  )
}

/** Whether no other request has arrived on the connection since. */
export function isLast(request: IncomingMessage): boolean {
  return (request.socket as HttpSocket).lastRequest === request
}
