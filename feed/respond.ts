import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { endLate } from '@/lib/end-late'
import { Problem, renderProblem } from './problem'

/** Why a connection had no request that can be served. A slow body gets no 400, which some take for the last word. */
export function explainBroken({ code }: Error & { code?: string }): Problem {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Problem(408, 'request_timeout', 'The request did not arrive within its time.')
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Problem(431, 'headers_too_large', 'The header fields take more than 16 KiB.')
  return new Problem(400, 'invalid_request', 'This is not a request of HTTP/1.1.')
}

/** A response as bytes, where there is no request to respond to. */
export function renderRaw(problem: Problem): string {
  const requestId = randomUUID()
  const body = renderProblem(problem, requestId)
  return `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\nX-Request-Id: ${requestId}\r\nCache-Control: no-store\r\nContent-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
}

/** What is read of a body that was refused: a sender that is still writing would not see why. */
const discarded = { bytes: 32 * 1024 * 1024, milliseconds: 10_000 }

export type Written = { status: number; headers?: Record<string, string>; body: string | null }

/** Responds; the connection of a request that was not read to its end closes late, and each while the feed ends. */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  staysOpen: boolean,
  { status, headers, body }: Written,
): void {
  const isUnread = !request.complete
  response.writeHead(status, {
    'X-Request-Id': requestId,
    'Cache-Control': 'no-store',
    ...(body === null
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
    ...headers,
    ...(staysOpen && !isUnread ? {} : { Connection: 'close' }),
  })
  const sent = body === null || request.method === 'HEAD' ? '' : body
  if (isUnread) endLate(request, response, sent, discarded)
  else response.end(sent)
}
