import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Unanswered requests of one connection. Browsers and proxies send one at a time. */
const maxPending = 16

const pending = new WeakMap<Socket, number>()

/**
 * Counts a request among the unanswered ones of its connection, and closes a connection that has too many: Node reads
 * on without a limit, so a single connection could have more pages rendered than memory can hold.
 * @returns whether the request may be served
 */
export function admitPipelined({ socket }: IncomingMessage, response: ServerResponse): boolean {
  // Node still emits the requests that it has read by then.
  if (socket.destroyed) return false
  const count = (pending.get(socket) ?? 0) + 1
  if (count > maxPending) {
    socket.destroy()
    return false
  }
  pending.set(socket, count)
  response.once('close', () => pending.set(socket, (pending.get(socket) ?? 1) - 1))
  return true
}
