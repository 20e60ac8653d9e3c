import type { Exchange } from '@/gateway/exchange'

/** What is thrown away of a request that was refused before it ended. */
const discarded = { bytes: 1_048_576, milliseconds: 1000 }

/**
 * Writes the whole response. Every one carries the request's id and is stored nowhere.
 * @param headers names and values in turn
 */
export function send(exchange: Exchange, status: number, headers: string[], body: string): void {
  const { response, extraHeaders } = exchange
  const all = ['X-Request-Id', exchange.requestId, 'Cache-Control', 'no-store', ...headers]
  if (extraHeaders.length > 0) all.push(...extraHeaders)
  if (status !== 204) all.push('Content-Length', String(Buffer.byteLength(body)))
  if (exchange.closes) {
    sendAndClose(exchange, status, all, body)
  } else {
    response.writeHead(status, all)
    response.end(body)
  }
}

/**
 * Closes only after the caller could read the answer: closing while it still sends would reset the connection and
 * take the answer with it (RFC 9112 §9.6).
 */
function sendAndClose(
  { request, response }: Exchange,
  status: number,
  headers: string[],
  body: string,
): void {
  response.writeHead(status, [...headers, 'Connection', 'close'])
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
