import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** A connection that `node:http` reads, and what is remembered of it. */
export type HttpSocket = Duplex & {
  /** The response under way, which `node:http` keeps there. */
  _httpMessage?: ServerResponse | null
  /** The request that came last. */
  lastRequest?: IncomingMessage
  /** A response announced that the connection closes: no further request is carried out (RFC 9112 §9.6). */
  closing?: boolean
}

/** Remembers the request on its connection. @returns whether it may be carried out */
export function admit(request: IncomingMessage): boolean {
  const socket = request.socket as HttpSocket
  if (socket.closing) return false
  socket.lastRequest = request
  return true
}

/** Whether no other request has arrived on the connection since. */
export function isLast(request: IncomingMessage): boolean {
  return (request.socket as HttpSocket).lastRequest === request
}
