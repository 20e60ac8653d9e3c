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
  /** How many requests wait for their response to begin. */
  unanswered?: number
}

/**
 * Requests of one connection whose response has not begun. `node:http` begins all of them at once, and they would take
 * the places of other callers at the database. Programs send one at a time, and proxies do too.
 */
const maxUnanswered = 64

/**
 * Remembers the request on its connection, which is closed when too many wait there already.
 * @returns whether it may be carried out
 */
export function admit(request: IncomingMessage): boolean {
  const socket = request.socket as HttpSocket
  // Node still reports the requests that it had read when the connection was destroyed.
  if (socket.closing || socket.destroyed) return false
  if ((socket.unanswered ?? 0) >= maxUnanswered) {
    socket.destroy()
    return false
  }
  socket.lastRequest = request
  return true
}

/** Counts a request as unanswered until it has been served. */
export async function countUnanswered({ socket }: IncomingMessage, served: Promise<void>): Promise<void> {
  const connection = socket as HttpSocket
  connection.unanswered = (connection.unanswered ?? 0) + 1
  await served
  connection.unanswered--
}

/** Whether no other request has arrived on the connection since. */
export function isLast(request: IncomingMessage): boolean {
  return (request.socket as HttpSocket).lastRequest === request
}
