import type { IncomingMessage, ServerResponse } from 'node:http'
import { endLate } from '@/lib/connection-end'
import type { ReadBody } from '@/lib/read-body'
import { type HttpSocket, isLast } from './http-socket'
import type { AfterResponse, Wire } from './wire'

/** Limits on what is read and discarded of a request that was refused before it ended. */
const discarded = { bytes: 1_048_576, milliseconds: 1000 }

/** Wraps a request that `node:http` has read. */
export function createHttpWire(request: IncomingMessage, response: ServerResponse, read: ReadBody): Wire {
  return {
    method: request.method as string,
    target: request.url as string,
    minorVersion: request.httpVersionMinor,
    remoteAddress: request.socket.remoteAddress,
    get status() {
      return response.headersSent ? response.statusCode : null
    },
    header: (name) => request.headers[name]?.toString(),
    countHeader: (name) => countLines(request.rawHeaders, name),
    readBody: (limit) =>
      read(request, limit, () => {
        // HTTP/1.0 has no interim responses: the client would take it for the final one (RFC 9110 §10.1.1, §15.2).
        if (request.headers.expect !== undefined && request.httpVersionMinor > 0) response.writeContinue()
      }),
    respond(status, head, body, _encoding, then) {
      const after = settle(request, response, then)
      const lines = after === 'keep' ? head : `${head}Connection: close\r\n`
      response.writeHead(status, lines.split('\r\n').slice(0, -1).flatMap(splitLine))
      if (after === 'linger') endLate(request, response, body, discarded)
      else response.end(body)
    },
    abort: () => request.socket.destroy(),
  }
}

/**
 * Closes the connection only if no request follows this one, as its response would be lost. Accepts none afterwards.
 */
function settle(request: IncomingMessage, response: ServerResponse, then: AfterResponse): AfterResponse {
  const socket = request.socket as HttpSocket
  if (!isLast(request) || (then === 'keep' && !socket.final && response.shouldKeepAlive)) return 'keep'
  socket.closing = true
  return request.complete ? 'close' : 'linger'
}

function splitLine(line: string): [string, string] {
  const colon = line.indexOf(': ')
  return [line.slice(0, colon), line.slice(colon + 2)]
}

function countLines(rawHeaders: string[], name: string): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const line = rawHeaders[index] as string
    if (line.length === name.length && line.toLowerCase() === name) count++
  }
  return count
}
