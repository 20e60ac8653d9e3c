import type { Socket } from 'node:net'

/** The open sockets of one gateway, for their whole life, with either of the two parsers. */
export type Sockets = { add(socket: Socket): void; size(): number; destroyAll(): void }

/** Bytes that the caller has yet to take: `until` is the socket's `bytesWritten` at the last of them. */
type Unsent = { until: number; since: number }

/**
 * Gives every socket an `error` listener for its whole life: `node:http` removes its own before the events `connect`
 * and `clientError`, and a reset after that would end the process. Destroys a socket whose caller does not take written
 * bytes within `drainTimeoutMs`. Neither parser does that: `node:http` has no deadline while a response is unsent, and
 * for a socket timeout any received byte counts as activity.
 */
export function watchSockets(drainTimeoutMs: number): Sockets {
  const sockets = new Map<Socket, Unsent | null>()
  let sweeper: NodeJS.Timeout | undefined

  function add(socket: Socket): void {
    socket.on('error', ignore).once('close', () => remove(socket))
    sockets.set(socket, null)
    sweeper ??= setInterval(sweep, Math.min(1000, drainTimeoutMs / 4)).unref()
  }

  function remove(socket: Socket): void {
    sockets.delete(socket)
    if (sockets.size > 0) return
    clearInterval(sweeper)
    sweeper = undefined
  }

  function sweep(): void {
    const now = performance.now()
    for (const [socket, unsent] of sockets) {
      const { writableLength, bytesWritten } = socket
      if (writableLength === 0) {
        if (unsent) sockets.set(socket, null)
      } else if (!unsent || bytesWritten - writableLength >= unsent.until) {
        sockets.set(socket, { until: bytesWritten, since: now })
      } else if (now - unsent.since > drainTimeoutMs) {
        socket.destroy()
      }
    }
  }

  return {
    add,
    size: () => sockets.size,
    destroyAll() {
      for (const socket of sockets.keys()) socket.destroy()
    },
  }
}

/** A lost connection needs no handling: `close` follows. */
function ignore(): void {}
