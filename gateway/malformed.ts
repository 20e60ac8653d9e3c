import type { Duplex } from 'node:stream'
import { Problem, sendRawProblem } from './responses/problem'
import { line } from './responses/send'
import type { HttpSocket } from './wire/http-socket'

/** An error of Node's parser: its code, and the bytes at which it stopped. */
type ClientError = Error & { code?: string; rawPacket?: Buffer; bytesParsed?: number }

/** Returns the methods of a path; undefined for an unknown path. */
type FindAllow = (path: string) => string | undefined

/** Responds to bytes that Node could not parse, and closes the connection. Never a 5xx. */
export function answerMalformed(
  error: ClientError,
  socket: Duplex,
  portalUrl: string,
  findAllow: FindAllow,
): void {
  if (error.code === 'ECONNRESET') socket.destroy()
  // Bytes after a request with `Connection: close` are discarded, and its response is still sent.
  else if (error.code !== 'HPE_CLOSED_CONNECTION') answerLast(socket, portalUrl, toProblem(error, findAllow))
}

/** Responds after the responses to earlier requests on the connection (RFC 9112 §9.3.2), and closes it. */
export function answerLast(socket: HttpSocket, portalUrl: string, problem: Problem): void {
  // The last response was sent, and the connection is about to close.
  if (socket.closing || socket.writableEnded) return
  const outgoing = socket._httpMessage
  if (outgoing?.req.complete) outgoing.once('close', () => answerLast(socket, portalUrl, problem))
  else if (outgoing ? outgoing.headersSent : socket.lastRequest && !socket.lastRequest.complete)
    socket.destroy()
  else sendRawProblem(socket, portalUrl, problem)
}

function toProblem(error: ClientError, findAllow: FindAllow): Problem {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem('headers_too_large')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return requestTimeout()
    case 'HPE_INVALID_METHOD':
      return answerUnknownMethod(error, findAllow)
    default:
      return malformedRequest()
  }
}

export function requestTimeout(): Problem {
  return new Problem('request_timeout')
}

export function malformedRequest(): Problem {
  return new Problem('invalid_request', { detail: 'The request is not valid HTTP.' })
}

/** An unknown method is well-formed, although Node's parser rejects it (RFC 9110 §9.1, §15.5.6). */
function answerUnknownMethod({ rawPacket, bytesParsed = 0 }: ClientError, findAllow: FindAllow): Problem {
  const text = rawPacket?.toString('latin1') ?? ''
  const start = text.lastIndexOf('\n', bytesParsed) + 1
  const first = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+ (\/[^ ?]*)(?:\?[^ ]*)? HTTP\/1\.[01]\r?\n/.exec(
    text.slice(start),
  )
  if (!first) return malformedRequest()
  const allow = findAllow(first[1] as string)
  if (allow === undefined) return new Problem('not_found')
  return new Problem('method_not_allowed', { lines: line('Allow', allow) })
}
