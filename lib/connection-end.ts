import type { Socket } from 'node:net'
import type { Duplex, Readable, Writable } from 'node:stream'

const lingerMs = 1000

/**
 * Writes `lastBytes` and closes. Bytes that the caller still sends are discarded until it closes its side or a second
 * has passed: closing with unread bytes would reset the connection and lose the response (RFC 9112 §9.6).
 */
export function closeGently(socket: Duplex, lastBytes?: string): void {
  socket.resume()
  socket.end(lastBytes, () => {
    const timer = setTimeout(() => socket.destroy(), lingerMs).unref()
    socket.once('close', () => clearTimeout(timer))
  })
}

/**
 * Closes only after the caller could read the response: closing while the caller is still sending would reset the
 * connection and lose the response (RFC 9112 §9.6).
 * @param discarded limits on what is still read
 */
export function endLate(
  request: Readable,
  response: Writable,
  body: string,
  discarded: { bytes: number; milliseconds: number },
): void {
  response.write(body)
  let left = discarded.bytes
  const end = () => {
    clearTimeout(timer)
    response.end()
  }
  const timer = setTimeout(end, discarded.milliseconds)
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) end()
  })
  request.once('end', end).once('close', end).resume()
}

/** A connection, and what `node:http` calls with each request that it reads. Neither documented nor in its types. */
type Connection = Socket & { parser?: { onIncoming: () => number } | null }
type Response = { once(event: 'close', listener: () => void): unknown; shouldKeepAlive: boolean }
type Pending = { count: number; last?: Response; isOver?: boolean }

/** Within which the last response has to begin. */
const lastMs = 5000

const connections = new WeakMap<Socket, Pending>()

/**
 * Counts a request among the unanswered ones of its connection: Node reads on without a limit, so a single connection
 * could have more of them than memory can hold. Once there are too many, nothing more of it is kept or served, and it
 * closes with the response to the last request that was admitted.
 * @param max browsers, programs and proxies send one at a time
 * @returns whether the request may be served
 */
export function admitPipelined({ socket }: { socket: Socket }, response: Response, max = 16): boolean {
  const pending = connections.get(socket) ?? { count: 0 }
  connections.set(socket, pending)
  if (pending.isOver || socket.destroyed) return false
  if (pending.count >= max) {
    pending.isOver = true
    closeWith(pending.last as Response, socket)
    return false
  }
  pending.count++
  pending.last = response
  response.once('close', () => pending.count--)
  return true
}

function closeWith(last: Response, socket: Connection): void {
  // The rest of what has arrived is parsed without a response of its own, and what comes after it not at all.
  if (socket.parser) socket.parser.onIncoming = () => 0
  setImmediate(() => socket.removeAllListeners('data').on('data', () => {}))
  const timer = setTimeout(() => socket.destroy(), lastMs).unref()
  socket.once('close', () => clearTimeout(timer))
  const close = () => {
    if (socket.writableEnded) return
    socket.destroySoon = () => socket.destroy()
    closeGently(socket)
  }
  // Node closes the connection of such a response by itself, and would reset it if the caller is still sending.
  last.shouldKeepAlive = false
  socket.destroySoon = close
  last.once('close', close)
}
