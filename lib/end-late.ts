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
